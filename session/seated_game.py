"""A game in progress, its seats, and the rights of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from aicore.arena.log import GameLog, Step
from aicore.core.errors import AicoreError, IllegalAction
from aicore.core.game import State, View
from aicore.core.record import Record
from aicore.core.story import Names
from aicore.session.confirming import Question, question
from aicore.session.foresight import Forecast, foresee
from aicore.session.seat_labels import has_level, seat_names, strength
from aicore.session.story_log import EVERY, StoryLog

PERSON = "human"
COMPUTER = "Computer"
NAMELESS = "friend"  # to others at the table
STRANGER = "player"  # to whoever gets the game as a file


def counted_out(called: Sequence[str], nameless: str) -> list[str]:
    """Return names for all seats: nameless ones share a name, numbered if there are several."""
    alone = sum(not name for name in called) < 2
    return [
        name or (nameless if alone else f"{nameless} {seat}") for seat, name in enumerate(called, 1)
    ]


class SeatedGame:
    """The log of a game and its seats: people, and computers by their specs.

    No search runs here: `thinks` names the seat whose decision is pending.

    Args:
        players: a spec for each seat, `PERSON` for people.
        called: names that people chose, by seat; "" for none.
        still: a record that is only viewed: nobody plays on.
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
        self.undone = 0  # number of undos
        self._ahead: tuple[State, tuple[str, ...], Forecast] | None = None  # the last foresight
        self._stories: dict[int | None, StoryLog] = {}
        self._free: dict[tuple[int, int], bool] = {}

    @property
    def state(self) -> State:
        """Current position; callers must make a view of it before they show it."""
        return self.log.state

    @property
    def ply(self) -> int:
        """Number of events so far."""
        return len(self.log.events)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.log.over or self.closed

    @property
    def closed(self) -> bool:
        """Whether its people ended the game early."""
        return bool(self.ended())

    def ended(self, listener: int | None = None) -> str:
        """Return how its people ended the game early, in a sentence; "" if they did not."""
        return ""

    @property
    def helped(self) -> bool:
        """Whether the players may have hints and win chances."""
        return self.people < 2

    @property
    def turn(self) -> int | None:
        """Seat to move, if any."""
        return self.state.turn if self.state.turn >= 0 and not self.closed else None

    def sits(self, seat: int) -> bool:
        """Whether a person has this seat."""
        return self.players[seat] == PERSON and not self.still

    @property
    def people(self) -> int:
        """Number of people with a seat."""
        return sum(map(self.sits, range(self.game.seats)))

    @property
    def thinks(self) -> int | None:
        """Seat of the computer that is to move, if any."""
        turn = self.turn
        return None if turn is None or self.sits(turn) or self.still else turn

    def due(self, seat: int) -> tuple[View, str, int, int]:
        """Return the arguments of `jobs.decide` for a computer's decision."""
        return (self.state.view(seat), self.players[seat], *self.log.due)

    @cached_property
    def strengths(self) -> list[str]:
        """Suffixes that distinguish computers of the same name."""
        about = self.game.info
        return [
            "" if spec == PERSON else strength(spec, about).removeprefix(", ")
            for spec in self.players
        ]

    @cached_property
    def _computers(self) -> list[str]:
        """Names of the computers; one of a level needs no name of its own."""
        about = self.game.info
        return [COMPUTER if has_level(spec, about) else spec for spec in self.players]

    def open_to_all(self) -> bool:
        """Whether nothing can leak to a spectator without a seat."""
        return self.over or not self.game.has_hidden or self.people == 0

    def names(self, listener: int | None = None, nameless: str = NAMELESS) -> Names:
        """Return the names of the seats, as a seated listener or others use them."""
        called = [
            self.called[seat] if self.sits(seat) else self._computers[seat]
            for seat in range(self.game.seats)
        ]
        if listener is not None:
            called[listener] = "you"
        return Names(seat_names(counted_out(called, nameless)), listener)

    def story(self, seat: int | None) -> StoryLog:
        """Return the story so far, as a seat knows it."""
        story = self._story(seat)
        story.follow_log(self.log)
        return story

    def telling(self, seat: int | None) -> Iterator[None]:
        """Prepare `story`, an event at a time."""
        return self._story(seat).following(self.log.events, self.log)

    def caught_up(self, seat: int | None) -> bool:
        """Whether `story` is prepared except for the last events."""
        return self.ply - len(self._story(seat).heard) <= EVERY

    def _story(self, seat: int | None) -> StoryLog:
        story = self._stories.get(seat)
        if story is None or story.edition != self.undone or story.names != self.names(seat):
            story = self._stories[seat] = StoryLog(self.game, seat, self.names(seat), self.undone)
        return story

    # events

    def settle(self) -> None:
        """Resolve pending chance events."""
        while not self.over and self.state.turn < 0 and not self.still:
            self.log.happen(self._keep)

    def play(self, seat: int, action: str) -> None:
        """Play an action of the seat to move. Raises IllegalAction."""
        if self.turn != seat or self.still:
            raise IllegalAction("it is not your turn")
        number, after = self.known(action)
        self.log.play(number, self._keep, after)

    def known(self, action: str) -> tuple[str | int, State | None]:
        """Return an action and the position after it, if computed, for `GameLog.play`.

        Where nothing is hidden, the foreseen position is the actual one.
        """
        ahead = self._foreseen(self.state, (action,))
        if ahead is None:
            return action, None
        return ahead.numbers[0], None if self.game.has_hidden else ahead.state

    def _keep(self, step: Step) -> None:
        """Save an event that is about to count; if this raises, nothing happened."""

    def foresee(self, actions: Sequence[str], before: State | None = None) -> Forecast:
        """Return the foreseeable effects of actions of the seat that is or was to move.

        The last foresight is cached: a previewed action is often played next. Raises IllegalAction.
        """
        state, key = self.state if before is None else before, tuple(actions)
        ahead = self._foreseen(state, key)
        if ahead is None:
            ahead = foresee(state.view(state.turn), actions)
            self._ahead = state, key, ahead
        return ahead

    def _foreseen(self, state: State, actions: tuple[str, ...]) -> Forecast | None:
        if self._ahead is None or self._ahead[0] is not state or self._ahead[1] != actions:
            return None
        return self._ahead[2]

    def question(self, action: str) -> Question:
        """Return the question to ask before the seat to move plays an action."""
        return question(self.foresee([action]))

    def steps_left(self, seat: int) -> list[str]:
        """Return the last actions of a seat since anything else happened."""
        found: list[str] = []
        for actor, text in reversed(self.log.events):
            if actor != seat:
                break
            found.append(text)
        return found[::-1]

    def actions_of(self, seat: int) -> list[str]:
        """Return all actions of a seat so far."""
        return [text for actor, text in self.log.events if actor == seat]

    def decided(self, seat: int) -> list[int]:
        """Return the plies of a seat's decisions so far."""
        return [ply for ply, (actor, _) in enumerate(self.log.events) if actor == seat]

    def back_to(self, seat: int) -> int | None:
        """Return the number of events left after a seat's undo; None if it may not undo."""
        if self.still or self.closed or not self.sits(seat):
            return None
        if self.over and (self.people > 1 or self.game.has_hidden):
            return None  # everything was revealed
        own = self.decided(seat)
        if not own:
            return None
        if self.people == 1 or (own[-1] == self.ply - 1 and self._revealed_nothing(seat)):
            return own[-1]
        return None

    def _revealed_nothing(self, seat: int) -> bool:
        """Whether the last event showed its actor nothing unforeseen."""
        place, last = (self.ply, self.undone), self.log.last
        assert last is not None
        if place not in self._free:
            self._free.clear()
            ahead = self.foresee([last.text], last.before)
            same = bytes(ahead.state.view(seat)) == bytes(self.state.view(seat))
            self._free[place] = ahead.sure and same
        return self._free[place]

    def rewinding(self, length: int) -> Iterator[None]:
        """Take back all events but the first `length`; the future luck stays the same.

        The steps prepare the result, one event at a time; the change is made at the end. Raises
        AicoreError.
        """
        place, log = (self.ply, self.undone), GameLog(self.game, self.log.deal)
        for _ in log.restoring(self.log.events[:length]):
            yield
        if place != (self.ply, self.undone):
            raise AicoreError("the game has moved on")
        self._cut(length)
        self.log = log
        self.undone += 1

    def _cut(self, length: int) -> None:
        """Save the removal of all events but the first `length`."""

    def rewind(self, length: int) -> None:
        """Run `rewinding` at once."""
        for _ in self.rewinding(length):
            pass

    def seat_another(self, seat: int, spec: str) -> None:
        """Replace the player of a seat by another computer."""
        self.players[seat] = spec
        self.__dict__.pop("strengths", None)
        self.__dict__.pop("_computers", None)

    def record(self, length: int | None = None) -> Record:
        """Return the game so far, or its first events."""
        record = self.log.record(self.players)
        if length is not None and length < self.ply:
            record.events = record.events[:length]
            record.scores = record.returns = record.end = None
        return record
