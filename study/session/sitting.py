"""A game that goes on, who sits where, and what each of them may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from aicore.arena.log import GameLog, Step
from aicore.core.errors import AicoreError, IllegalAction
from aicore.core.game import State, View
from aicore.core.record import Record
from aicore.core.story import Names
from aicore.study.names import has_level, seat_names, strength
from aicore.study.session.confirming import Question, question
from aicore.study.session.foresight import Ahead, foresee
from aicore.study.session.story_log import EVERY, StoryLog

PERSON = "human"
COMPUTER = "Computer"
NAMELESS = "friend"  # to others at the table
STRANGER = "player"  # to whoever gets the game as a file


def counted_out(called: Sequence[str], nameless: str) -> list[str]:
    """What seats are called where some have no name: by that of all nameless, several counted."""
    alone = sum(not name for name in called) < 2
    return [
        name or (nameless if alone else f"{nameless} {seat}") for seat, name in enumerate(called, 1)
    ]


class Sitting:
    """The log of a game and its seats: people, and computers by their specs.

    Nobody thinks here: `thinks` says whose decision is waited for.

    Args:
        players: a spec for each seat, `PERSON` for people.
        called: what people call themselves, by seat; "" for none.
        still: a record that is looked at: nobody plays on.
    """

    def __init__(
        self,
        log: GameLog,
        players: list[str],
        called: Sequence[str] | None = None,
        still: bool = False,
    ) -> None:
        self.log = log
        self.game = log.game
        self.players = players
        self.called = called if called is not None else [""] * log.game.seats
        self.still = still
        self.undone = 0  # how often something was taken back
        self._ahead: tuple[State, tuple[str, ...], Ahead] | None = None  # what was foreseen last
        self._stories: dict[int | None, StoryLog] = {}
        self._free: dict[tuple[int, int], bool] = {}

    @property
    def state(self) -> State:
        """The position: whoever shows it makes a view of it first."""
        return self.log.state

    @property
    def ply(self) -> int:
        """How many events happened."""
        return len(self.log.events)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.log.over or self.closed

    @property
    def closed(self) -> bool:
        """Whether its people ended the game before its end."""
        return bool(self.ended())

    def ended(self, listener: int | None = None) -> str:
        """How its people ended the game before its end, in a sentence; "" where they did not."""
        return ""

    @property
    def helped(self) -> bool:
        """Whether the others allow who plays hints and win chances."""
        return self.people < 2

    @property
    def turn(self) -> int | None:
        """The seat that is to move, if any."""
        return self.state.turn if self.state.turn >= 0 and not self.closed else None

    def sits(self, seat: int) -> bool:
        """Whether a person sits there."""
        return self.players[seat] == PERSON and not self.still

    @property
    def people(self) -> int:
        """How many people have a seat."""
        return sum(map(self.sits, range(self.game.seats)))

    @property
    def thinks(self) -> int | None:
        """The computer's seat that is to move, if one is."""
        turn = self.turn
        return None if turn is None or self.sits(turn) or self.still else turn

    def due(self, seat: int) -> tuple[View, str, int, int]:
        """What a computer's decision depends on: `jobs.decide` takes it."""
        return (self.state.view(seat), self.players[seat], *self.log.due)

    @cached_property
    def strengths(self) -> list[str]:
        """What tells each computer from others of its name."""
        about = self.game.info
        return [
            "" if spec == PERSON else strength(spec, about).removeprefix(", ")
            for spec in self.players
        ]

    @cached_property
    def _computers(self) -> list[str]:
        """What the computers are called: one of a level needs no name of its own."""
        about = self.game.info
        return [COMPUTER if has_level(spec, about) else spec for spec in self.players]

    def open_to_all(self) -> bool:
        """Whether nothing can leak to who looks on without a seat."""
        return self.over or not self.game.has_hidden or self.people == 0

    def names(self, listener: int | None = None, nameless: str = NAMELESS) -> Names:
        """What the seats are called, by somebody who sits there or by others."""
        called = [
            self.called[seat] if self.sits(seat) else self._computers[seat]
            for seat in range(self.game.seats)
        ]
        if listener is not None:
            called[listener] = "you"
        return Names(seat_names(counted_out(called, nameless)), listener)

    def story(self, seat: int | None) -> StoryLog:
        """What happened so far, as a seat knows it."""
        story = self._story(seat)
        story.follow_log(self.log)
        return story

    def telling(self, seat: int | None) -> Iterator[None]:
        """Work out `story`, an event at a time."""
        return self._story(seat).following(self.log.events, self.log)

    def caught_up(self, seat: int | None) -> bool:
        """Whether `story` is worked out, but for the last events."""
        return self.ply - len(self._story(seat).heard) <= EVERY

    def _story(self, seat: int | None) -> StoryLog:
        story = self._stories.get(seat)
        if story is None or story.edition != self.undone or story.names != self.names(seat):
            story = self._stories[seat] = StoryLog(self.game, seat, self.names(seat), self.undone)
        return story

    # what happens

    def settle(self) -> None:
        """Let luck decide what is due."""
        while not self.over and self.state.turn < 0 and not self.still:
            self.log.happen(self._keep)

    def play(self, seat: int, action: str) -> None:
        """An action of the seat that is to move. Raises IllegalAction."""
        if self.turn != seat or self.still:
            raise IllegalAction("it is not your turn")
        number, after = self.known(action)
        self.log.play(number, self._keep, after)

    def known(self, action: str) -> tuple[str | int, State | None]:
        """An action and the position behind it, as far as both are worked out: for `GameLog.play`.

        Where nothing is hidden, what was foreseen is what happens.
        """
        ahead = self._foreseen(self.state, (action,))
        if ahead is None:
            return action, None
        return ahead.numbers[0], None if self.game.has_hidden else ahead.state

    def _keep(self, step: Step) -> None:
        """Keep an event that is about to count; if it raises, nothing happened."""

    def foresee(self, actions: Sequence[str], before: State | None = None) -> Ahead:
        """What lies behind actions of the seat that is to move, or was. Raises IllegalAction.

        What was foreseen last is kept: who looks at an action often plays it next.
        """
        state, key = self.state if before is None else before, tuple(actions)
        ahead = self._foreseen(state, key)
        if ahead is None:
            ahead = foresee(state.view(state.turn), actions)
            self._ahead = state, key, ahead
        return ahead

    def _foreseen(self, state: State, actions: tuple[str, ...]) -> Ahead | None:
        if self._ahead is None or self._ahead[0] is not state or self._ahead[1] != actions:
            return None
        return self._ahead[2]

    def question(self, action: str) -> Question:
        """What to ask before an action of the seat that is to move is played."""
        return question(self.foresee([action]))

    def steps_left(self, seat: int) -> list[str]:
        """The last actions of a seat, as long as nothing else happened since."""
        found: list[str] = []
        for actor, text in reversed(self.log.events):
            if actor != seat:
                break
            found.append(text)
        return found[::-1]

    def actions_of(self, seat: int) -> list[str]:
        """All actions of a seat so far."""
        return [text for actor, text in self.log.events if actor == seat]

    def decided(self, seat: int) -> list[int]:
        """The plies of a seat's decisions so far."""
        return [ply for ply, (actor, _) in enumerate(self.log.events) if actor == seat]

    def back_to(self, seat: int) -> int | None:
        """How many events remain if a seat takes its last decision back; None: it may not."""
        if self.still or self.closed or not self.sits(seat):
            return None
        if self.over and (self.people > 1 or self.game.has_hidden):
            return None  # all was shown
        own = self.decided(seat)
        if not own:
            return None
        if self.people == 1 or (own[-1] == self.ply - 1 and self._revealed_nothing(seat)):
            return own[-1]
        return None

    def _revealed_nothing(self, seat: int) -> bool:
        """Whether the last event showed its actor nothing that could not be foreseen."""
        place, last = (self.ply, self.undone), self.log.last
        assert last is not None
        if place not in self._free:
            self._free.clear()
            ahead = self.foresee([last.text], last.before)
            same = bytes(ahead.state.view(seat)) == bytes(self.state.view(seat))
            self._free[place] = ahead.sure and same
        return self._free[place]

    def rewinding(self, length: int) -> Iterator[None]:
        """Take back all events but the first `length`; the same luck lies ahead.

        It is worked out an event at a time, and happens at the end. Raises AicoreError.
        """
        place, log = (self.ply, self.undone), GameLog(self.game, self.log.deal)
        for _ in log.restoring(self.log.events[:length]):
            yield
        if place != (self.ply, self.undone):
            raise AicoreError("the game went on meanwhile")
        self._cut(length)
        self.log = log
        self.undone += 1

    def _cut(self, length: int) -> None:
        """Keep that all events but the first `length` are taken back."""

    def rewind(self, length: int) -> None:
        """`rewinding`, at once."""
        for _ in self.rewinding(length):
            pass

    def seat_another(self, seat: int, spec: str) -> None:
        """Let another computer go on at a seat."""
        self.players[seat] = spec
        self.__dict__.pop("strengths", None)
        self.__dict__.pop("_computers", None)

    def record(self, length: int | None = None) -> Record:
        """The game so far, or its first events."""
        record = self.log.record(self.players)
        if length is not None and length < self.ply:
            record.events = record.events[:length]
            record.scores = record.returns = record.end = None
        return record
