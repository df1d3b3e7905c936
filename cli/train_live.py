"""Live display of training: time left, speed, losses and the matches between generations."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from aicore.cli.live import LiveDisplay
from aicore.train.sentences import gate_sentence, verdict

if TYPE_CHECKING:
    from aicore.train.run import Run

LINE_EVERY = 30.0  # seconds between lines without a terminal
RECENT = 10  # generations in the displayed speed


class Live(LiveDisplay):
    """Display of a run on a terminal; in a pipe it writes a line now and then.

    A context manager; `watch` is for `aicore.train.run.Run.go`.
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
            self._match = f"final match: {figures['games']} of {figures['of']} games"
        elif what == "trial":
            self._entries = []
            scores = ", ".join(f"{name} {score:.0%}" for name, score in figures["trials"].items())
            self.console.print(f"  Continuing from {figures['start']}, which did best: {scores}.")
        elif what == "gate":
            self.console.print(f"  {gate_sentence(figures)}")

    def sum_up(self) -> None:
        """Print the results of the run."""
        run = self.run
        training, match = run.training, run.progress.match
        assert training is not None
        self.console.print(
            f"  {training.games:,} games and {training.positions:,} positions in "
            f"{_time(training.seconds)} of training."
        )
        if match is not None:
            self.console.print(f"  {verdict(run)}")
        self.console.print(f"  Written: {run.settings.out}", soft_wrap=True)

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
            rows.append(f"  rating {self.run.progress.gates[-1].rating:+.0f} since the start")
        return Group(line, Text("\n".join(rows)))

    def _where(self) -> str:
        run, entry = self.run, self._entries[-1] if self._entries else None
        if entry is None or run.training is None:
            return "starting"
        settings = run.settings
        place = f"generation {entry['generation']}"
        if "start" in entry:
            return f"{place} of a trial from {entry['start']}"
        if settings.generations:
            return f"{place} of {settings.generations}"
        left = max(0.0, settings.seconds - run.training.seconds)
        return f"{place}, {_time(left)} left"

    def _speed(self) -> str:
        first, last = self._entries[0], self._entries[-1]
        seconds = last["seconds"] - first["seconds"]
        if seconds <= 0:
            return f"{last['games']:,} games"
        games = (last["games"] - first["games"]) / seconds
        positions = (last["positions"] - first["positions"]) / seconds
        return (
            f"{last['games']:,} games, {games:.3g} per second, "
            f"{positions:,.0f} positions per second, {last['plies']:.0f} moves per game"
        )

    def _losses(self) -> str:
        losses = self._entries[-1]["losses"]
        if losses is None:
            return "nothing learned yet"
        return f"losses: value {losses[0]:.3f}, policy {losses[1]:.3f}"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
