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
from aicore.cli.screen import table

if TYPE_CHECKING:
    from aicore.arena.block_runner import GameRow
    from aicore.arena.store import Store
    from aicore.arena.workers import Blocks

EVERY = 2.0  # seconds between ladders


class Live(LiveDisplay):
    """Progress display on a terminal; elsewhere it is silent.

    A context manager; `watch` is for `aicore.arena.tournament.run`.
    """

    def __init__(self, console: Console, store: Store, quiet: bool) -> None:
        super().__init__(console, quiet)
        self.store = store
        self.config = store.config
        self.total = Plan(self.config).games
        self.before = store.count()
        self.games = self.before
        self.start = time.monotonic()
        self._ladder: RenderableType | None = None
        self._next = self.start + 0.5
        self._reader = Reader(self.config)
        self._begun: dict[int, list[GameRow]] = {}
        """Games of blocks that players who joined later are still to play."""
        if self.shown:
            plan = self._reader.plan
            for block, rows in groupby(store.games(), lambda row: row.block):
                games = list(rows)
                if len(games) < len(plan.seatings(block)):
                    self._begun[block] = games
                else:
                    self._add(games)

    def watch(self, batch: Blocks) -> None:
        """Add the results of some games."""
        self.games += sum(map(len, batch))
        if not self.shown:
            return
        for rows in batch:
            self._add([*self._begun.pop(rows[0].block, ()), *rows])
        if time.monotonic() >= self._next:
            self.store.commit()  # save the games before a step that may take a while
            before = time.monotonic()
            self._ladder = self._make_ladder()
            # a ladder may take a twentieth of the time
            self._next = time.monotonic() + max(EVERY, 20 * (time.monotonic() - before))

    def _add(self, rows: list[GameRow]) -> None:
        for row in rows:
            self._reader.add(row)

    def draw(self) -> RenderableType:
        seconds = time.monotonic() - self.start
        pace = (self.games - self.before) / seconds if seconds > 0 else 0.0
        line = Table.grid(padding=(0, 2, 0, 0))
        line.add_column(width=2)
        words = f"{self.games:,} games, {_pace(pace)}"
        if self.total is None:
            line.add_row("", Text(f"{words}{self._test()}"))
        else:
            left = (self.total - self.games) / pace if pace else None
            bar = ProgressBar(total=self.total, completed=self.games, width=24)
            share = f"{100 * self.games // max(self.total, 1)} %"
            line.add_row("", bar, Text(share), Text(f"{words}, {_left(left)}{self._test()}"))
        return Group(line, self._ladder or Text())

    def _test(self) -> str:
        sprt = self.config.sprt
        if sprt is None:
            return ""

        low, high = bounds(sprt)
        return f", LLR {self._reader.test.llr:+.2f} ({low:.2f} to {high:.2f})"

    def _make_ladder(self) -> RenderableType | None:
        if len(self.config.players) < 2:
            return None
        found = report.ladder(self._reader.summary())
        listing = table(*found.columns, right=found.columns[found.texts :])
        for row in found.rows:
            listing.add_row(*("-" if cell is None else Text(cell) for cell in row))
        return Padding(listing, (1, 0, 0, 2))


def _pace(pace: float) -> str:
    return (
        f"{pace:.0f}/s" if pace >= 10 else f"{pace:.1f}/s" if pace >= 1 else f"{60 * pace:.1f}/min"
    )


def _left(seconds: float | None) -> str:
    if seconds is None:
        return "time left unknown"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
    return f"{clock} left"
