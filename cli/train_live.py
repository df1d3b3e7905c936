"""Live display of training: time left, speed, losses and the matches between generations."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from aicore.cli.live import LiveDisplay
from aicore.cli.screen import clock, grouped
from aicore.core.language import gettext as _
from aicore.train.sentences import gate_sentence, verdict

if TYPE_CHECKING:
    from aicore.train.run import Run

LINE_EVERY = 30.0  # seconds between lines without a terminal
RECENT = 10  # generations over which the displayed speed is averaged


class Live(LiveDisplay):
    """Display of a run on a terminal; elsewhere a line every LINE_EVERY seconds.

    Use it as a context manager, and pass `watch` to `aicore.train.run.Run.go`.
    """

    def __init__(self, console: Console, run: Run, quiet: bool) -> None:
        super().__init__(console, quiet)
        self.run, self.quiet = run, quiet
        self._entries: list[dict[str, Any]] = []
        self._match = ""
        self._next = time.monotonic()

    def watch(self, what: str, figures: dict[str, Any]) -> None:
        """Process an event of the run."""
        if self.quiet:
            return
        if what == "generation":
            before = [
                entry for entry in self._entries if entry.get("start") == figures.get("start")
            ]
            self._entries = [*before[-RECENT:], figures]
            if not self.shown and time.monotonic() > self._next:
                self._next = time.monotonic() + LINE_EVERY
                self.console.print(f"  {self._where()}, {self._speed()}, {self._losses()}")
        elif what == "match":
            self._match = _("final match: {n} of {last} games",
                            n=figures["games"], last=figures["of"])  # fmt: skip
        elif what == "trial":
            self._entries = []
            scores = ", ".join(f"{name} {score:.0%}" for name, score in figures["trials"].items())
            news = _("Continuing from {start}, which did best: {scores}.",
                     start=figures["start"], scores=scores)  # fmt: skip
            self.console.print(f"  {news}")
        elif what == "gate":
            self.console.print(f"  {gate_sentence(figures)}")

    def sum_up(self) -> None:
        """Print the results of the run."""
        run = self.run
        training, match = run.training, run.progress.match
        assert training is not None
        summary = _(
            "{games} games and {positions} positions in {time} of training.",
            games=grouped(training.games),
            positions=grouped(training.positions),
            time=clock(training.seconds),
        )
        self.console.print(f"  {summary}")
        if match is not None:
            self.console.print(f"  {verdict(run)}")
        where = _("Written: {file}", file=run.settings.out)
        self.console.print(f"  {where}", soft_wrap=True)

    def draw(self) -> RenderableType:
        line = Table.grid(padding=(0, 2, 0, 0))
        line.add_column(width=2)
        bar = ProgressBar(total=1000, completed=int(1000 * self.run.share), width=24)
        line.add_row("", bar, Text(self._where()))
        if self._match:
            return Group(line, Text(f"  {self._match}"))
        if not self._entries:
            return line
        rows = [f"  {self._speed()}", f"  {self._losses()}"]
        if self.run.progress.gates:
            rating = float(self.run.progress.gates[-1].rating)
            since = _("rating {rating:+.0f} since the start", rating=rating)
            rows.append(f"  {since}")
        return Group(line, Text("\n".join(rows)))

    def _where(self) -> str:
        run, entry = self.run, self._entries[-1] if self._entries else None
        if entry is None or run.training is None:
            return _("starting")
        settings, number = run.settings, entry["generation"]
        if "start" in entry:
            return _("generation {n} of a trial from {start}", n=number, start=entry["start"])
        if settings.generations:
            return _("generation {n} of {last}", n=number, last=settings.generations)
        left = clock(max(0.0, settings.seconds - run.training.seconds))
        return _("generation {n}, {time} left", n=number, time=left)

    def _speed(self) -> str:
        first, last = self._entries[0], self._entries[-1]
        seconds = last["seconds"] - first["seconds"]
        if seconds <= 0:
            return _("{n} games", n=grouped(last["games"]))
        games = (last["games"] - first["games"]) / seconds
        positions = (last["positions"] - first["positions"]) / seconds
        return _(
            "{n} games, {pace:.3g} per second, {positions:,.0f} positions per second, "
            "{moves:.0f} moves per game",
            n=grouped(last["games"]),
            pace=float(games),
            positions=float(positions),
            moves=float(last["plies"]),
        )

    def _losses(self) -> str:
        losses = self._entries[-1]["losses"]
        if losses is None:
            return _("nothing learned yet")
        value, _lead, policy = map(float, losses[:3])
        return _("losses: value {value:.3f}, policy {policy:.3f}", value=value, policy=policy)
