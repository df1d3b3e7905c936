"""Progress of a tournament, line by line: for people who read a log, and for programs."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Self

from aicore.arena.figures import Summary
from aicore.arena.plan import Plan
from aicore.cli.live import Rhythm
from aicore.cli.streams import say
from aicore.cli.tournament_live import Pace, Standing
from aicore.core.schema import parse

if TYPE_CHECKING:
    from aicore.arena.block_runner import GameRow
    from aicore.arena.store import Store
    from aicore.arena.workers import Blocks

MAX_SHOWN = 5  # maximum number of players in a line


class PeriodicReport(ABC):
    """Report of progress at growing intervals; a context manager."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.config = store.config
        self.pace = Pace(store.count(), Plan(self.config).games)
        self._rhythm = Rhythm()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def watch(self, batch: Blocks) -> None:
        """Add the results of some games."""
        self.pace.add(batch)
        if self._rhythm.due():
            self.store.commit()
            self.write()

    @abstractmethod
    def write(self) -> None:
        """Write a report."""


class Lines(PeriodicReport):
    """Report of one line each time, for output that is not a terminal."""

    def __init__(self, store: Store, anchor: tuple[str, float] | None = None) -> None:
        super().__init__(store)
        self.anchor = anchor
        self.standing = Standing(store, anchor)

    def watch(self, batch: Blocks) -> None:
        """Add the results of some games."""
        self.standing.add(batch)
        super().watch(batch)

    def write(self) -> None:
        """Write a line: games, pace, time left, the test or the best players."""
        rated = "" if self.config.sprt is not None else f"; {self._best()}"
        say(f"  {self.pace.words()}{self.standing.test}{rated}")

    def _best(self) -> str:
        figures = self.standing.reader.summary()
        best = [figures.players[k] for k in figures.ladder()[:MAX_SHOWN]]
        worth = (
            (player.name, player.elo if player.returns is None else player.returns.value)
            for player in best
        )
        form = "+z.3g" if self.config.stakes else "z.0f" if self.anchor else "+z.0f"
        return ", ".join(
            name if value is None else f"{name} {value:{form}}" for name, value in worth
        )


class JsonLines(PeriodicReport):
    """Writer of JSON objects, one per line of standard output: start, games, progress and end."""

    def __enter__(self) -> Self:
        config = self.config
        self._event(
            "start", file=str(self.store.path), game=config.game, seats=config.seats,
            format=config.format, players=list(config.names), specs=list(config.players),
            planned=self.pace.total, played=self.pace.before,
        )  # fmt: skip
        return self

    def watch(self, batch: Blocks) -> None:
        """Write the games of some blocks."""
        for rows in batch:
            for row in rows:
                self._game(row)
        super().watch(batch)

    def write(self) -> None:
        """Write the progress so far."""
        self._event(
            "progress", games=self.pace.games, planned=self.pace.total, seconds=self.pace.seconds,
            left=self.pace.left,
        )  # fmt: skip

    def end(self, figures: Summary, code: int) -> None:
        """Write the figures at the end, and the exit code."""
        decided = None if figures.test is None else figures.test.decided
        players = [
            {
                name: value
                for name, value in vars(figures.players[k]).items()
                if isinstance(value, str | int | float | None)
            }
            for k in figures.ladder()
        ]
        self._event(
            "end", games=figures.games, finished=figures.finished, decided=decided, exit=code,
            players=players,
        )  # fmt: skip

    def _game(self, row: GameRow) -> None:
        names = self.config.names
        self._event(
            "game", block=row.block, game=row.game,
            players=[names[player] for player in parse(row.seating)],
            returns=None if row.returns is None else parse(row.returns), end=row.end,
            plies=row.plies, loser=row.loser, kind=row.kind, reason=row.reason,
        )  # fmt: skip

    def _event(self, event: str, **facts: Any) -> None:
        say(json.dumps({"event": event, **facts}, allow_nan=False))
