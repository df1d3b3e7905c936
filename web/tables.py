"""A table: a game that goes on, who sits where, and what each of them may do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from aicore.arena.log import Step
from aicore.arena.match import Match
from aicore.core.deal import Deal
from aicore.core.errors import one_line, short
from aicore.core.game import State
from aicore.core.record import Event, Record
from aicore.core.registry import load_with
from aicore.core.story import Cast
from aicore.players import player
from aicore.players.human import Human
from aicore.study.names import seat_names, strength
from aicore.web.allowed import PERSON
from aicore.web.errors import WebError
from aicore.web.foresight import foresee
from aicore.web.store import Facts, TableStore
from aicore.web.tale import EVERY, Tale
from aicore.web.workers import Task

NAMELESS = "friend"


@dataclass
class Trouble:
    """Why a computer cannot go on at the moment, if it cannot.

    Args:
        told: a line; "" where all is well.
        pause: seconds until the next try.
        deaths: how many tries in a row ended because the machine could not think.
        timer: of the next try.
    """

    told: str = ""
    pause: float = 0.0
    deaths: int = 0
    timer: asyncio.TimerHandle | None = None


class Table:
    """A game in progress, kept in the store event by event; `reading` takes up what is there.

    Args:
        name: its id.
    """

    def __init__(self, name: str, facts: Facts, store: TableStore) -> None:
        self.id = name
        self.facts = facts
        self.store = store
        self.game = load_with(facts.game, facts.seats, facts.options)
        self._person = Human(self.game, {})
        self.match = self._fresh()
        self.seconds: list[float] = []
        self.undone = 0  # how often something was taken back
        self.task: Task | None = None  # the search of the computer that is to move
        self.trouble = Trouble()
        self.asides: set[Task] = set()  # other searches
        self.since = time.monotonic()  # of the decision that is due
        self.used = time.monotonic()
        self.next: dict[int, str] = {}  # tokens of seats at the rematch
        self.shown: dict[object, tuple[float, str]] = {}  # what some viewers were sent lately
        self._began = False
        self._tales: dict[int | None, Tale] = {}
        self._free: dict[tuple[int, int], bool] = {}
        self._before: tuple[int, State] | None = None  # the position before the last event

    def _fresh(self) -> Match:
        return Match(self.game, [self._person] * self.facts.seats, Deal(self.facts.seed))

    def reading(self) -> Iterator[None]:
        """Take up what the store has, an event at a time. Raises RecordError, IllegalAction."""
        events, self.seconds = self.store.events(self.id)
        self._before = yield from _restoring(self.match, events)

    @property
    def state(self) -> State:
        """The position: whoever shows it makes a view of it first."""
        return self.match.state

    @property
    def ply(self) -> int:
        """How many events happened."""
        return len(self.match.events)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.over

    @property
    def turn(self) -> int | None:
        """The seat that is to move, if any."""
        return self.state.turn if self.state.turn >= 0 else None

    def sits(self, seat: int) -> bool:
        """Whether a person sits there."""
        return self.facts.players[seat] == PERSON and not self.facts.still

    @property
    def people(self) -> int:
        """How many people have a seat."""
        return sum(map(self.sits, range(self.facts.seats)))

    @property
    def thinks(self) -> int | None:
        """The computer's seat that is to move, if one is."""
        turn = self.turn
        return None if turn is None or self.sits(turn) or self.facts.still else turn

    @cached_property
    def strengths(self) -> list[str]:
        """What tells each computer from others of its name."""
        about = self.game.info
        return [
            "" if spec == PERSON else strength(spec, about).removeprefix(", ")
            for spec in self.facts.players
        ]

    def open_to_all(self) -> bool:
        """Whether nothing can leak to who looks on without a seat."""
        return self.over or not self.game.has_hidden or self.people == 0

    def names(self, listener: int | None = None) -> list[str]:
        """What the seats are called, by somebody who sits there or by others."""
        called = [
            (self.facts.names[seat] or NAMELESS) if self.sits(seat) else spec
            for seat, spec in enumerate(self.facts.players)
        ]
        if listener is not None:
            called[listener] = "you"
        return seat_names(called)

    def cast(self, seat: int | None) -> Cast:
        """Who takes part, as a seat calls them."""
        return Cast(self.names(seat), seat)

    def tale(self, seat: int | None) -> Tale:
        """What happened so far, as a seat knows it."""
        tale = self._tale(seat)
        tale.follow(self.match.events)
        return tale

    def telling(self, seat: int | None) -> Iterator[None]:
        """Work out `tale`, an event at a time."""
        return self._tale(seat).following(self.match.events)

    def told(self, seat: int | None) -> bool:
        """Whether `tale` is worked out, but for the last events."""
        return self.ply - len(self._tale(seat).heard) <= EVERY

    def _tale(self, seat: int | None) -> Tale:
        tale = self._tales.get(seat)
        if tale is None or tale.edition != self.undone or tale.cast.names != self.cast(seat).names:
            tale = self._tales[seat] = Tale(self.game, seat, self.cast(seat), self.undone)
        return tale

    # what happens

    def settle(self) -> None:
        """Let luck decide what is due."""
        while not self.over and self.state.turn < 0 and not self.facts.still:
            self.match.step(self._keep)

    def play(self, seat: int, action: str) -> None:
        """An action of the seat that is to move. Raises IllegalAction."""
        if self.turn != seat or self.facts.still:
            raise WebError("it is not your turn")
        self.match.play(action, self._keep)
        self.since = time.monotonic()

    def _keep(self, step: Step) -> None:
        actor, text = step.actor, step.text
        seconds = max(0.0, time.monotonic() - self.since) if isinstance(actor, int) else 0.0
        if isinstance(actor, int) and not self._began:
            self.store.touch(self.id, True)
            self._began = True
        self.store.happened(self.id, self.ply, (actor, text), seconds)
        self._before = (self.ply, step.before)
        self.seconds.append(seconds)

    def arrived(self, seat: int | None) -> None:
        """Somebody came: their clock runs from now on at the earliest."""
        self.used = time.monotonic()
        if seat is not None and seat == self.turn:
            self.since = time.monotonic()

    @property
    def clock(self) -> list[float]:
        """Seconds that each seat took so far."""
        taken = [0.0] * self.facts.seats
        for (actor, _), seconds in zip(self.match.events, self.seconds, strict=True):
            if isinstance(actor, int):
                taken[actor] += seconds
        if self.turn is not None and not self.facts.still:
            taken[self.turn] += time.monotonic() - self.since
        return [round(seconds, 1) for seconds in taken]

    def steps_left(self, seat: int) -> list[str]:
        """The last actions of a seat, as long as nothing else happened since."""
        found: list[str] = []
        for actor, text in reversed(self.match.events):
            if actor != seat:
                break
            found.append(text)
        return found[::-1]

    def back_to(self, seat: int) -> int | None:
        """How many events remain if a seat takes its last decision back; None: it may not."""
        if self.facts.still or not self.sits(seat):
            return None
        if self.over and (self.people > 1 or self.game.has_hidden):
            return None  # all was shown
        own = [ply for ply, (actor, _) in enumerate(self.match.events) if actor == seat]
        if not own:
            return None
        if self.people == 1 or (own[-1] == self.ply - 1 and self._revealed_nothing(seat)):
            return own[-1]
        return None

    def _revealed_nothing(self, seat: int) -> bool:
        """Whether the last event told its actor nothing that could not be foreseen."""
        place = (self.ply, self.undone)
        if place not in self._free:
            self._free.clear()
            ahead = foresee(self._prior().view(seat), [self.match.events[-1][1]])
            same = bytes(ahead.state.view(seat)) == bytes(self.state.view(seat))
            self._free[place] = ahead.sure and same
        return self._free[place]

    def _prior(self) -> State:
        """The position before the last event."""
        if self._before is None or self._before[0] != self.ply - 1:
            state = self.game.start()
            for _, text in self.match.events[:-1]:
                state.apply(text)
            self._before = (self.ply - 1, state)
        return self._before[1]

    def rewinding(self, length: int) -> Iterator[None]:
        """Take back all events but the first `length`; the same luck lies ahead.

        It is worked out an event at a time, and happens at the end. Raises WebError.
        """
        place, match = (self.ply, self.undone), self._fresh()
        before = yield from _restoring(match, self.match.events[:length])
        if place != (self.ply, self.undone):
            raise WebError("the game went on meanwhile")
        self.store.cut(self.id, length)
        self.match, self._before = match, before
        del self.seconds[length:]
        self.undone += 1
        self.since = time.monotonic()

    def call(self, seat: int, name: str) -> None:
        """What others shall call who sits there. Raises WebError."""
        if ":" in name or name.casefold() in ("you", *self.names()):
            raise WebError(f"{short(name)}: choose another name")
        self.facts.names[seat] = name
        self.store.change(self.id, self.facts)

    def stand_in(self, seat: int, error: Exception) -> str:
        """Let another computer go on for one that cannot. Returns what to say of it."""
        name = self.names()[seat]
        other = "random" if self.facts.players[seat].startswith("greedy") else "greedy"
        self.facts.players[seat] = player(other, self.game).spec
        self.store.change(self.id, self.facts)
        self.__dict__.pop("strengths", None)
        # what went wrong may name what it holds
        why = "" if self.game.has_hidden else f" ({one_line(error, 80)})"
        return f"{name} cannot go on{why}: {other} plays for it"

    def record(self, length: int | None = None) -> Record:
        """The game so far, or its first events."""
        record = replace(self.match.record(), players=list(self.facts.players))
        if length is not None and length < self.ply:
            start = record.events[:length]
            record = replace(record, events=start, scores=None, returns=None, end=None)
        return record


def _restoring(
    match: Match, events: Sequence[Event]
) -> Generator[None, None, tuple[int, State] | None]:
    """Replay events one by one. Returns the position before the last one."""
    before = None
    for number in match.restoring(events):
        if number == len(events) - 1:
            before = (number, match.state.clone())
        yield
    return before
