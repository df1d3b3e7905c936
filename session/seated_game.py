"""Game in progress, its seats, and the rights of each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from aicore.arena.log import GameLog, Step
from aicore.core.decision import Decision
from aicore.core.errors import AicoreError, IllegalAction, one_line
from aicore.core.game import State, View
from aicore.core.language import N_, language
from aicore.core.language import gettext as _
from aicore.core.record import Record
from aicore.core.story import Names
from aicore.players import player
from aicore.players.spec import split
from aicore.session.confirming import Question, question
from aicore.session.foresight import Forecast, foresee, reveals_nothing
from aicore.session.outcome import ended_early
from aicore.session.seat_labels import known_level, numbered, player_title, strength
from aicore.session.story_log import EVERY, StoryLog

if TYPE_CHECKING:
    from aicore.coach.lesson import Lesson
    from aicore.coach.puzzles.puzzle import Puzzle

PERSON = "human"
NAMELESS = N_("friend")  # a nameless person's name for others at the table
STRANGER = N_("player")  # a nameless person's name for readers of the game's file
HOPELESS = 0.01
"""Expected share of what can be won; below it, a computer sees no way to win."""
PATIENCE = 3
"""Decisions in a row without hope after which a computer offers to resign."""
MAX_RETRIES = 20
"""Undos in a turn without the others' consent, if the game hides something: each may rule out what
was too unlikely to be foreseen."""
STAND_INS = ("mcts", "greedy", "random")
"""Players that replace a failed player; each of them except the last can fail, too."""


@dataclass(frozen=True)
class Cut:
    """Undo that is about to count: only the first `length` events stay."""

    length: int


def fill_nameless(called: Sequence[str], nameless: str) -> list[str]:
    """Return names for all seats: nameless ones share a name, numbered if there are several."""
    alone = sum(not name for name in called) < 2
    return [
        name or (nameless if alone else f"{nameless} {seat}") for seat, name in enumerate(called, 1)
    ]


@lru_cache(1024)
def _names(called: tuple[str, ...], listener: int | None, nameless: str, spoken: str) -> Names:
    """Return names in the current language; `spoken`, its code, is for the cache."""
    shown = list(called)
    if listener is not None:
        shown[listener] = _("you")
    return Names(numbered(fill_nameless(shown, _(nameless))), listener)


def stand_in_for(spec: str) -> str:
    """Return the player that replaces a failed one: the strongest, or a simpler one."""
    name = split(spec)[0]
    place = STAND_INS.index(name) + 1 if name in STAND_INS else 0
    return STAND_INS[min(place, len(STAND_INS) - 1)]


class SeatedGame:
    """Game's log, and the people and computers at its seats.

    No search runs here: `thinks` names the seat whose decision is pending. Nothing is saved here
    either: `playing`, `settling` and `rewinding` yield each event, or undo, just before it counts.
    The caller saves it and resumes the generator. If saving fails, the caller stops, and the event
    or undo does not happen.

    Args:
        log: the log of the game.
        players: a spec for each seat, `PERSON` for people.
        called: names that people chose, by seat; "" for none.
        still: whether this is a record that people only view.
        lesson: the lesson that is taught here, if any.
        puzzle: the puzzle to solve here, if any; its actions are judged instead of played.

    Attributes:
        undone: the number of undos.
        retries: the number of undos in each turn, by the ply at which it began.
        closed: how people ended the game early: "resigned", "timed out", "called off", or "" if
            they did not.
        closed_by: the seat that resigned, or had no time left.
        help_agreed: whether people allow each other hints and win chances.
    """

    def __init__(
        self,
        log: GameLog,
        players: list[str],
        called: Sequence[str] | None = None,
        still: bool = False,
        lesson: Lesson | None = None,
        puzzle: Puzzle | None = None,
    ) -> None:
        self.log = log
        self.game = log.game
        self.players = players
        self.called = called if called is not None else [""] * log.game.seats
        self.still = still
        self.lesson = lesson
        self.puzzle = puzzle
        self.closed = ""
        self.closed_by: int | None = None
        self.help_agreed = False
        self.undone = 0
        self.retries: dict[int, int] = {}
        self._hopeless = [0] * log.game.seats  # decisions in a row without hope, by seat
        self._ahead: tuple[State, tuple[str, ...], Forecast] | None = None  # the last foresight
        self._stories: dict[tuple[int | None, str], StoryLog] = {}  # by seat and language
        self._free: dict[tuple[int, int, int], bool] = {}  # results of `_revealed_nothing`
        self._begun: list[int] = []  # plies at which requests of people began, for undo

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
        return self.log.over or bool(self.closed)

    def ended(self, listener: int | None = None, nameless: str = NAMELESS) -> str:
        """Return a sentence about how people ended the game early; "" if they did not."""
        if self.closed_by is None:
            return _("The players abandoned the game.") if self.closed else ""
        names = self.names(listener, nameless)
        return ended_early(self.game, self.closed_by, self.closed, names, listener)

    @property
    def helped(self) -> bool:
        """Whether the players may have hints and win chances."""
        return self.people < 2 or self.help_agreed

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

    @property
    def resigning(self) -> int | None:
        """Seat of the computer that offers to resign to its only rival, a person, if any."""
        if self.over or self.still or self.people != 1 or self.game.seats != 2:
            return None
        if self.game.has_hidden or self.game.cooperative:
            return None  # an offer would reveal something about its hand; partners win together
        return next(
            (
                seat
                for seat, often in enumerate(self._hopeless)
                if often >= PATIENCE and not self.sits(seat)
            ),
            None,
        )

    def due(self, seat: int) -> tuple[View, str, int, int]:
        """Return the arguments of `jobs.decide` for a computer's decision."""
        return (self.state.view(seat), self.players[seat], *self.log.due)

    @property
    def aim(self) -> list[str]:
        """Lines about the goal of the game."""
        return list(self.game.info.story.aim(self.game))

    @property
    def strengths(self) -> list[str]:
        """Suffixes that distinguish computers of the same name."""
        about = self.game.info
        return [
            "" if spec == PERSON else strength(spec, about, plainly=True).removeprefix(", ")
            for spec in self.players
        ]

    @cached_property
    def levels(self) -> list[int | None]:
        """Level of each computer on the game's ladder, if it has one."""
        return [known_level(spec, self.game.info) for spec in self.players]

    def open_to_all(self) -> bool:
        """Whether nothing can leak to a spectator without a seat."""
        return self.over or not self.game.has_hidden or self.people == 0

    def names(self, listener: int | None = None, nameless: str = NAMELESS) -> Names:
        """Return the names of the seats, as a seated listener or others use them."""
        called = [
            self.called[seat] if self.sits(seat) else player_title(spec, self.game.info)
            for seat, spec in enumerate(self.players)
        ]
        return _names(tuple(called), listener, nameless, language())

    def story(self, seat: int | None) -> StoryLog:
        """Return the story so far, as a seat knows it, in the current language."""
        story = self._story(seat)
        story.follow_log(self.log)
        return story

    def telling(self, seat: int | None) -> Iterator[None]:
        """Prepare `story`, one event at a time."""
        return self._story(seat).following(self.log.events, self.log)

    def caught_up(self, seat: int | None) -> bool:
        """Whether `story` is prepared except for the last events."""
        return self.ply - len(self._story(seat).heard) <= EVERY

    def _story(self, seat: int | None) -> StoryLog:
        key, names = (seat, language()), self.names(seat)
        story = self._stories.get(key)
        if story is None or story.edition != self.undone or story.names != names:
            story = self._stories[key] = StoryLog(self.game, seat, names, self.undone)
        return story

    # events

    def settling(self) -> Iterator[Step]:
        """Resolve pending chance events, and yield each before it counts."""
        while not self.over and self.state.turn < 0 and not self.still:
            step = self.log.chance_step()
            yield step
            self.log.add(step)

    def playing(self, seat: int, action: str, decision: Decision | None = None) -> Iterator[Step]:
        """Play an action of the seat to move, and yield it before it counts. Raises IllegalAction.

        Args:
            decision: the computer's decision that chose the action, if any.
        """
        if self.turn != seat or self.still:
            raise IllegalAction(_("it is not your turn"))
        number, after = self._precomputed(action)
        step = self.log.action_step(number, decision, after)
        yield step
        self.log.add(step)
        if decision is not None:
            self.note_hope(seat, decision)

    def note_hope(self, seat: int, decision: Decision) -> None:
        """Count the decisions in a row in which a computer sees no hope: see `resigning`."""
        if decision.candidates:
            hope = self.game.share(decision.candidates[0].values[seat])
            self._hopeless[seat] = self._hopeless[seat] + 1 if hope < HOPELESS else 0

    def settle(self) -> None:
        """Run `settling` without saving anything."""
        for _step in self.settling():
            pass

    def play(self, seat: int, action: str, decision: Decision | None = None) -> None:
        """Run `playing` without saving anything."""
        for _step in self.playing(seat, action, decision):
            pass

    def _precomputed(self, action: str) -> tuple[str | int, State | None]:
        """Return an action and the position after it, if computed, for `GameLog.action_step`.

        If the game hides nothing, the foreseen position is the actual one.
        """
        ahead = self._foreseen(self.state, (action,))
        if ahead is None:
            return action, None
        return ahead.numbers[0], None if self.game.has_hidden else ahead.state

    def foresee(self, actions: Sequence[str], before: State | None = None) -> Forecast:
        """Return the foreseeable effects of actions of the seat that is or was to move.

        The last forecast is cached: a previewed action is often played next. Raises IllegalAction.
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
        """Return the actions of a seat since the last event that was not its own."""
        actions: list[str] = []
        for actor, text in reversed(self.log.events):
            if actor != seat:
                break
            actions.append(text)
        return actions[::-1]

    def actions_of(self, seat: int) -> list[str]:
        """Return all actions of a seat so far."""
        return [text for actor, text in self.log.events if actor == seat]

    def decided(self, seat: int) -> list[int]:
        """Return the plies of a seat's decisions so far."""
        return [ply for ply, (actor, _text) in enumerate(self.log.events) if actor == seat]

    def back_to(self, seat: int) -> int | None:
        """Return the number of events left after a seat's undo; None if it may not undo.

        An undo takes back all that the seat's last request played, such as a walk of several steps.
        """
        if self.still or self.closed or not self.sits(seat):
            return None
        if self.over and (self.people > 1 or self.game.has_hidden):
            return None  # everything was revealed
        own = self.decided(seat)
        if not own:
            return None
        start = max((ply for ply in self._begun if ply <= own[-1]), default=own[-1])
        if self.people == 1:
            return start
        if own[-1] < self.ply - 1:
            return None
        retries = self.retries.get(self._turn_start(own[-1]), 0)
        if self.game.has_hidden and retries >= MAX_RETRIES:
            return None
        return next((ply for ply in (start, own[-1]) if self._revealed_nothing(seat, ply)), None)

    def _turn_start(self, ply: int) -> int:
        """Return the ply at which the turn of a decision began."""
        events = self.log.events
        while ply and events[ply - 1][0] == events[ply][0]:
            ply -= 1
        return ply

    def begin(self) -> None:
        """Note that a person's request begins, whose actions are undone together."""
        self._begun.append(self.ply)

    def _revealed_nothing(self, seat: int, since: int) -> bool:
        """Whether all events since a ply are a seat's own, and showed it nothing unforeseen."""
        key, first = (self.ply, self.undone, since), self.log.recent(since)
        if first is None or any(actor != seat for actor, _text in self.log.events[since:]):
            return False
        if key not in self._free:
            self._free = {old: free for old, free in self._free.items() if old[:2] == key[:2]}
            actions = [text for _actor, text in self.log.events[since:]]
            ahead = self.foresee(actions, first.before)
            same = bytes(ahead.state.view(seat)) == bytes(self.state.view(seat))
            self._free[key] = (
                ahead.sure and same and reveals_nothing(first.before.view(seat), actions)
            )
        return self._free[key]

    def retries_after(self, length: int) -> dict[int, int]:
        """Return the number of undos in each turn, after an undo of all but `length` events."""
        start = self._turn_start(length)
        return {**self.retries, start: self.retries.get(start, 0) + 1}

    def rewinding(self, length: int) -> Iterator[Cut | None]:
        """Take back all events but the first `length`; the future luck stays the same.

        It yields None as a pause after each event that it restores. Raises AicoreError.
        """
        before, log = (self.ply, self.undone), GameLog(self.game, self.log.deal)
        for _event in log.restoring(self.log.events[:length]):
            yield None
        if before != (self.ply, self.undone):
            raise AicoreError(_("the game has moved on"))
        yield Cut(length)
        self.retries = self.retries_after(length)
        self.log.take_over(log)
        self.undone += 1
        self._begun = [ply for ply in self._begun if ply < length]
        self._hopeless = [0] * self.game.seats

    def resign(self, seat: int) -> None:
        """End the game because a seat resigns."""
        self.closed, self.closed_by = "resigned", seat

    def seat_another(self, seat: int, spec: str) -> None:
        """Give a seat to another computer."""
        self.players[seat] = spec
        self.__dict__.pop("levels", None)

    def stand_in(self, seat: int, error: object) -> str:
        """Replace a computer that cannot continue. Return a sentence about it."""
        name, other = self.names()[seat], stand_in_for(self.players[seat])
        self.seat_another(seat, player(other, self.game).spec)
        after = player_title(other, self.game.info)
        if self.game.has_hidden:  # the error may name hidden cards
            return _("{who} cannot continue: {other} takes over", who=name, other=after)
        why = one_line(error, 80)
        return _(
            "{who} cannot continue ({why}): {other} takes over", who=name, why=why, other=after
        )

    def record(self, length: int | None = None) -> Record:
        """Return a record of the game so far, or of its first `length` events."""
        record = self.log.record(self.players)
        if length is not None and length < self.ply:
            record.events = record.events[:length]
            record.scores = record.returns = record.end = None
        elif self.closed == "resigned":
            record.resigned = self.closed_by
        return record
