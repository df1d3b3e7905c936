"""Live display of a tournament: progress, remaining time and the ladder so far."""

from __future__ import annotations

import time
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from aicore.arena import report
from aicore.arena.plan import Plan
from aicore.arena.sprt import bounds
from aicore.arena.summary import Reader
from aicore.cli.live import LiveDisplay
from aicore.cli.screen import clock, grouped, table
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from aicore.arena.block_runner import GameRow
    from aicore.arena.store import Store
    from aicore.arena.workers import Blocks

EVERY = 2.0  # minimum seconds between updates of the ladder


class Pace:
    """Number of games played, their pace, and the time left.

    Args:
        before: number of games in the file at the beginning.
        total: number of games planned; None if unknown.
    """

    def __init__(self, before: int, total: int | None) -> None:
        self.before = self.games = before
        self.total = total
        self._start = time.monotonic()

    def add(self, batch: Blocks) -> None:
        """Count the games of some blocks."""
        self.count(sum(map(len, batch)))

    def count(self, games: int) -> None:
        """Count games."""
        self.games += games

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._start

    @property
    def per_second(self) -> float:
        """Games a second."""
        seconds = self.seconds
        return (self.games - self.before) / seconds if seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds left at this pace; None if unknown."""
        pace = self.per_second
        return (self.total - self.games) / pace if pace and self.total is not None else None

    def words(self) -> str:
        """Return games, pace and time left in words."""
        played, pace = grouped(self.games), _pace(self.per_second)
        if self.total is None:
            return _("{n} games, {pace}", n=played, pace=pace)
        return _(
            "{n} of {total} games ({share} %), {pace}, {left}",
            n=played,
            total=grouped(self.total),
            share=100 * self.games // max(self.total, 1),
            pace=pace,
            left=_left(self.left),
        )


class Standing:
    """Results so far, block by block, with the same figures as a report.

    Args:
        anchor: name and Elo of the player from which the others are rated.
    """

    def __init__(self, store: Store, anchor: tuple[str, float] | None) -> None:
        self.reader = Reader(store.config, anchor)
        self._begun: dict[int, list[GameRow]] = {}
        """Games of incomplete blocks, by block; a block grows if players join later."""
        plan = self.reader.plan
        for block, rows in groupby(store.games(), lambda row: row.block):
            games = list(rows)
            if len(games) < len(plan.seatings(block)):
                self._begun[block] = games
            else:
                self._add(games)

    def add(self, batch: Blocks) -> None:
        """Add the games of some blocks."""
        for rows in batch:
            self._add([*self._begun.pop(rows[0].block, ()), *rows])

    def _add(self, rows: list[GameRow]) -> None:
        for row in rows:
            self.reader.add(row)

    @property
    def test(self) -> str:
        """State of a sequential test, after a comma; "" without a test."""
        sprt = self.reader.config.sprt
        if sprt is None:
            return ""
        low, high = bounds(sprt)
        return _(", LLR {llr:+.2f} ({low:.2f} to {high:.2f})",
                 llr=float(self.reader.test.llr), low=float(low), high=float(high))  # fmt: skip


def drawn_pace(pace: Pace, words: str = "") -> RenderableType:
    """Return a line with a bar, a pace in words, and other words after it."""
    line = Table.grid(padding=(0, 2, 0, 0))
    line.add_column(width=2)
    text = Text(f"{pace.words()}{words}")
    if pace.total is None:
        line.add_row("", text)
    else:
        line.add_row("", ProgressBar(total=pace.total, completed=pace.games, width=16), text)
    return line


class Live(LiveDisplay):
    """Progress display on a terminal; silent elsewhere.

    Use it as a context manager, and pass `watch` to `aicore.arena.tournament.run`.
    """

    def __init__(
        self,
        console: Console,
        store: Store,
        quiet: bool,
        anchor: tuple[str, float] | None = None,
    ) -> None:
        super().__init__(console, quiet)
        self.store = store
        self.config = store.config
        self.pace = Pace(store.count(), Plan(self.config).games)
        self.standing = Standing(store, anchor) if self.shown else None
        self._ladder: RenderableType | None = None
        self._next = time.monotonic() + 0.5

    def watch(self, batch: Blocks) -> None:
        """Add the results of some games."""
        self.pace.add(batch)
        if self.standing is None:
            return
        self.standing.add(batch)
        if time.monotonic() >= self._next:
            self.store.commit()  # save the games before a step that may take a while
            before = time.monotonic()
            self._ladder = self._make_ladder(self.standing)
            # making ladders takes at most a twentieth of the time
            self._next = time.monotonic() + max(EVERY, 20 * (time.monotonic() - before))

    def draw(self) -> RenderableType:
        words = self.standing.test if self.standing else ""
        return Group(drawn_pace(self.pace, words), self._ladder or Text())

    def _make_ladder(self, standing: Standing) -> RenderableType | None:
        if len(self.config.names) < 2:
            return None
        section = report.ladder(standing.reader.summary())
        listing = table(*section.columns, right=section.columns[section.texts :])
        for row in section.rows:
            listing.add_row(*("-" if cell is None else Text(cell) for cell in row))
        return Padding(listing, (1, 0, 0, 2))


def _pace(pace: float) -> str:
    if pace >= 10:
        return _("{n:.0f}/s", n=pace)
    return _("{n:.1f}/s", n=pace) if pace >= 1 else _("{n:.1f}/min", n=60 * pace)


def _left(seconds: float | None) -> str:
    return _("time left unknown") if seconds is None else _("{time} left", time=clock(seconds))
