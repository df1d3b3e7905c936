"""Table: a seated game stored event by event, with its clock and its searches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import monotonic

from aicore.arena.log import GameLog, Step
from aicore.core.deal import Deal
from aicore.core.errors import short
from aicore.core.language import gettext as _
from aicore.core.record import Event
from aicore.core.registry import load_again
from aicore.players import player
from aicore.session.seated_game import STAND_INS, SeatedGame
from aicore.web.errors import WebError
from aicore.web.exercises import lesson_of, puzzle_of
from aicore.web.store import TableFacts, TableStore
from aicore.web.workers import Task


@dataclass
class Trouble:
    """Reason why a table cannot go on at the moment, if any.

    Args:
        message: function that returns a line about the trouble, in the language spoken where it is
            called; None for no trouble.
        pause: seconds until the next try.
        deaths: the number of tries in a row in which workers died or could not start.
        timer: the timer of the next try.
    """

    message: Callable[[], str] | None = None
    pause: float = 0.0
    deaths: int = 0
    timer: asyncio.TimerHandle | None = None

    def text(self) -> str:
        """Return the line about the trouble in the language spoken here; "" for none."""
        return "" if self.message is None else self.message()


class Table(SeatedGame):
    """Game in progress, stored event by event; `reading` loads the stored events.

    Code that plays here calls `keep` with each event before it counts, and `cut` with each undo.

    Args:
        name: the table's id.
        facts: the description of the table.
        store: the database to store it in.
        deal: the deal of the seed, with its secret computed. If the seed is a word, computing the
            secret takes a tenth of a second.
    """

    def __init__(
        self, name: str, facts: TableFacts, store: TableStore, deal: Deal | None = None
    ) -> None:
        game = load_again(facts.game, facts.seats, facts.options)
        log = GameLog(game, deal or Deal(facts.seed))
        lesson = lesson_of(facts.game) if facts.lesson else None
        puzzle = None if facts.puzzle is None else puzzle_of(facts.game, facts.puzzle)
        super().__init__(log, facts.players, facts.names, facts.still, lesson, puzzle)
        self.id = name
        self.facts = facts
        self.undone = facts.edition
        self.retries = {int(start): count for start, count in facts.retries.items()}
        self.store = store
        self.seconds: list[float] = []
        self.task: Task | None = None  # the search of the computer to move
        self.trouble = Trouble()
        self.deadline: asyncio.TimerHandle | None = None  # of the person to move
        self.others: set[Task] = set()  # other searches, for the viewers
        self.spent = 0.0  # seconds of the current decision, until `since`
        self.since = monotonic()
        self.here: frozenset[int] = frozenset()  # seats whose people are viewing the table
        self.watched = False
        self.used = monotonic()
        self.reader = ""  # the visitor for whom it was read
        self.next: dict[int, str] = {}  # tokens of seats at the rematch
        self.shown: dict[object, tuple[float, str]] = {}  # recent states, by kind of viewer
        self._taken = 0, [0.0] * facts.seats  # events counted; each seat's seconds in them
        self._began = False
        self.apply_facts()

    def apply_facts(self) -> None:
        """Apply changed facts to the game: whether people ended it, and what they agreed to."""
        self.closed, self.closed_by = self.facts.closed, self.facts.by
        self.help_agreed = self.agreed("help")

    def plays(self, seat: int) -> bool:
        """Whether a person plays at the seat and may resign."""
        private = self.facts.puzzle is not None or self.facts.lesson
        return self.sits(seat) and not self.over and not private

    @property
    def ends_by_resigning(self) -> bool:
        """Whether the game is over when one person resigns."""
        return self.people == 1 or self.facts.seats == 2

    def agreed(self, what: str) -> bool:
        """Whether all players want one of OFFERS."""
        seats = [seat for seat in range(self.facts.seats) if self.sits(seat)]
        return bool(seats) and set(seats) <= set(self.facts.agreed.get(what, ()))

    def asker(self, seat: int) -> int:
        """Return the seat that asked to undo; `seat` if nobody did."""
        return next(iter(self.facts.agreed.get("takeback", ())), seat)

    def reading(self) -> Iterator[int]:
        """Load the stored events, one at a time. Raises RecordError, IllegalAction."""
        events: list[Event] = []
        for some, seconds in self.store.events(self.id):
            events += some
            self.seconds += seconds
            yield len(events)
        yield from self.log.restoring(events)
        ply, spent = self.facts.spent or (0, 0.0)
        self.spent = spent if ply == self.ply else 0.0

    def keep(self, step: Step) -> None:
        """Store an event before it counts, with the time that its decision took."""
        decision = isinstance(step.actor, int)
        self._advance_clock()
        if decision and self.facts.agreed.pop("takeback", []):
            self.store.change(self.id, self.facts)
        seconds = self.spent if decision else 0.0
        if decision and not self._began:
            self.store.touch(self.id, True)
            self._began = True
        self.store.append_event(self.id, self.ply, (step.actor, step.text), seconds)
        self.seconds.append(seconds)
        self.spent = 0.0

    def attend(self, here: frozenset[int], watched: bool) -> None:
        """Start or stop the clock according to the table's viewers.

        Args:
            here: the seats of the viewers.
            watched: whether the table has any viewers.
        """
        self._advance_clock()
        self.here, self.watched = here, watched
        self.facts.came = sorted({*self.facts.came, *here})
        self.facts.spent = [self.ply, round(self.spent, 1)]

    @property
    def running(self) -> int | None:
        """Seat whose clock runs: a person's while they are here, a computer's while anybody is.

        The clock of an absent person stops, unless the table limits their time. Then it runs while
        anybody is here, but only after everybody came once. No clock jumps back.
        """
        turn = self.turn
        if turn is None or self.still:
            return None
        if self.facts.clock and self.sits(turn):
            people = set(filter(self.sits, range(self.facts.seats)))
            return turn if self.watched and people <= set(self.facts.came) else None
        return turn if (turn in self.here if self.sits(turn) else self.watched) else None

    def _advance_clock(self) -> None:
        """Add the time since the clock was last read."""
        now = monotonic()
        if self.running is not None:
            self.spent += max(0.0, now - self.since)
        self.since = now

    @property
    def clock(self) -> list[float]:
        """Seconds that each seat took so far."""
        first, taken = self._taken
        for place in range(first, self.ply):
            actor = self.log.events[place][0]
            if isinstance(actor, int):
                taken[actor] += self.seconds[place]
        self._taken = self.ply, taken
        taken = taken.copy()
        self._advance_clock()
        if self.turn is not None:
            taken[self.turn] += self.spent
        return [round(seconds, 1) for seconds in taken]

    @property
    def left(self) -> list[float | None]:
        """Seconds that each person has left, if the table limits them."""
        if not self.facts.clock:
            return [None] * self.facts.seats
        per, seconds, more = self.facts.clock
        taken, turns = self.clock, [0] * self.facts.seats
        last, turn_spent = None, 0.0  # last seat that decided; seconds of its decisions in a row
        for (actor, _text), took in zip(self.log.events, self.seconds, strict=True):
            if not isinstance(actor, int):
                continue
            turns[actor] += actor != last
            last, turn_spent = actor, took + turn_spent * (actor == last)
        left: list[float | None] = []
        for seat in range(self.facts.seats):
            if per == "turn":
                own = turn_spent * (last == seat)
                current = self.spent + own if seat == self.turn else 0.0
                rest = seconds - current
            else:
                rest = seconds + more * turns[seat] - taken[seat]
            left.append(round(max(0.0, rest), 1) if self.sits(seat) else None)
        return left

    def give_up(self, seat: int, how: str) -> None:
        """Make a seat lose; if others play on, a computer takes the seat instead.

        `Driver.agree` stores the change, because the people left may now agree about an offer.

        Args:
            how: "resigned" or "timed out".
        """
        if self.ends_by_resigning:
            self.facts.closed, self.facts.by = how, seat
        else:
            self.seat_another(seat, player(STAND_INS[0], self.game).spec)
            if self.asker(-1) == seat:
                del self.facts.agreed["takeback"]
            for seats in self.facts.agreed.values():
                if seat in seats:
                    seats.remove(seat)

    def cut(self, length: int) -> None:
        """Store the removal of all events but the first `length`."""
        self.facts.agreed.pop("takeback", [])
        retries = {str(start): count for start, count in self.retries_after(length).items()}
        facts = replace(self.facts, edition=self.undone + 1, retries=retries)
        self.store.truncate(self.id, length, facts)
        self.facts.edition, self.facts.retries = facts.edition, retries
        del self.seconds[length:]
        self._taken = 0, [0.0] * self.facts.seats
        self._advance_clock()
        self.spent = 0.0

    def call(self, seat: int, name: str) -> None:
        """Set the name of the person at a seat. Raises WebError."""
        if name == self.facts.names[seat]:
            return  # a second browser of the same person says it again
        if ":" in name or name.casefold() in ("you", "computer", *map(str.casefold, self.names())):
            raise WebError(
                _("{name} is taken or not allowed; choose another name", name=short(name))
            )
        self.facts.names[seat] = name
        self.store.change(self.id, self.facts)

    def replace_failed(self, seat: int, error: Exception) -> str:
        """Replace a computer that failed, and store the change. Return a sentence about it."""
        failed = self.players[seat]
        message = self.stand_in(seat, error)
        self.facts.failed.setdefault(str(seat), failed)
        self.store.change(self.id, self.facts)
        return message
