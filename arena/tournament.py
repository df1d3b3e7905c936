"""Runs of tournaments: workers play the blocks, and the file stores the games."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import groupby
from typing import Protocol

from aicore.arena.block_runner import GameRow
from aicore.arena.config import Config, Stakes
from aicore.arena.plan import Block, Plan
from aicore.arena.results import deal_levels, points
from aicore.arena.schedules import PlayableBlocks
from aicore.arena.sprt import Counter, LuckCounter, Moments, decision, longest, scaled
from aicore.arena.store import Store, missing
from aicore.arena.workers import Blocks
from aicore.core.schema import parse


class Backend(Protocol):
    """Backend that plays blocks: processes on this machine, or a cluster."""

    def run(self, blocks: Iterator[Block]) -> Iterator[Blocks]:
        """Play blocks in any order. Yield batches of finished blocks; a batch may be empty."""
        ...


Watcher = Callable[[Blocks], None]
"""Callback with a batch of blocks played, which may be empty."""


def run(store: Store, backend: Backend, watch: Watcher | None = None) -> None:
    """Play the blocks that are missing in the file.

    The results depend only on the file's configuration, not on the backend or on interruptions.
    They are ordered by block, and a test uses only blocks before the first missing one.

    Args:
        store: the tournament's file.
        backend: the backend that plays the blocks.
        watch: called with each batch of blocks.

    Raises AicoreError.
    """
    config = store.config
    if store.finished is not None:
        return
    plan = Plan(config)
    test = SequentialTest(config)
    playable = PlayableBlocks(plan) if config.adaptive else None
    for number, rows in blocks_of(store):
        test.add({number: rows})
        if playable is not None:
            playable.add(rows)
    if not test.over:
        wanted = missing(plan, store.done()) if playable is None else playable
        with closing(backend.run(wanted)) as batches:  # type: ignore[type-var]
            for batch in batches:
                store.add(row for rows in batch for row in rows)
                test.add({rows[0].block: rows for rows in batch})
                for rows in batch if playable is not None else ():
                    playable.add(rows)  # type: ignore[union-attr]
                if watch is not None:
                    watch(batch)
                if test.over:
                    break
    blocks = test.length if test.over else len(store.done())
    store.finish(blocks, {"blocks": blocks, "decided": test.decided})


def blocks_of(store: Store) -> Iterator[tuple[int, list[GameRow]]]:
    """Yield the number and games of each block in the file, if later blocks depend on them."""
    if store.config.sprt is not None or store.config.adaptive:
        for number, rows in groupby(store.games(timing=False), lambda row: row.block):
            yield number, list(rows)


class SequentialTest:
    """State of a test, updated block by block in order, even if blocks arrive out of order.

    If the configuration has no test, the state never changes.
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        self.length = 0
        """Number of blocks examined, which are all blocks before the first missing one."""
        self.decided = ""
        """"elo0" or "elo1", the accepted hypothesis; empty while undecided."""
        self.llr = 0.0
        """Log-likelihood ratio that decides, luck-adjusted if luck is measured."""
        self.counts: dict[float, int] = {}
        """Number of blocks with each score."""
        self.over = False
        """Whether the test ends here: decided, or without a limit of games and out of patience."""
        self._waiting: dict[int, tuple[float, float]] = {}
        if config.sprt is not None:
            reach = config.returned.reach(config.seats) if config.returned is not None else 1.0
            self._raw = Moments()
            self._counter = Counter(config.sprt, config.seats, reach)
            self.counts = self._counter.counts
            if config.luck:
                self._luck_counter = LuckCounter(config.sprt, config.seats, reach)

    def add(self, blocks: dict[int, list[GameRow]]) -> None:
        """Add blocks; blocks after the end do not count."""
        if self.config.sprt is None:
            return
        for number, rows in blocks.items():
            stakes = self.config.returned
            score = block_score(rows, self.config.seats, stakes)
            luck = block_luck(rows, stakes is not None) if self.config.luck else 0.0
            self._waiting[number] = score, luck
        while not self.over and self.length in self._waiting:
            score, luck = self._waiting.pop(self.length)
            self._counter.add(score)
            self._raw.add(score)
            self.length += 1
            if self.config.luck:
                self._luck_counter.add(score, luck)
                self.llr = self._luck_counter.llr()
            else:
                self.llr = self._counter.llr()
            self.decided = decision(self.config.sprt, self.llr)
            self.over = bool(self.decided) or self._out_of_patience()

    def _out_of_patience(self) -> bool:
        if self.config.sprt is None or self.config.deals is not None:
            return False
        games, reach = self._counter.games, self._counter.reach
        most = longest(self.config.sprt, self._raw, self.config.seats, games, reach)
        return self.length >= most

    @property
    def raw(self) -> float | None:
        """Log-likelihood ratio with luck included; None if `llr` is the same."""
        return self._counter.llr() if self.config.luck else None

    @property
    def factor(self) -> float | None:
        """Factor by which luck increases the variance of block scores; None if unknown."""
        return self._luck_counter.factor if self.config.luck else None


def block_score(rows: list[GameRow], seats: int, stakes: Stakes | None = None) -> float:
    """Return the first player's mean share of the points in a block of a test, 0 to 1.

    With one seat, both players play the deal alone, and the better one takes the point.

    Args:
        rows: the games of the block.
        seats: number of seats.
        stakes: the stakes, if the test compares returns. The score is then the first player's gain
            above the mean of its table, after `aicore.arena.sprt.scaled`.
    """
    if stakes is not None:
        return scaled(block_gain(rows, stakes), stakes.reach(seats))
    if seats == 1:
        return points(deal_levels(rows), None, 2)[0]
    total: float = sum(_points(row)[parse(row.seating).index(0)] for row in rows)
    return total / len(rows)


def block_gain(rows: list[GameRow], stakes: Stakes) -> float:
    """Return the first player's gain in a block of a test, above the mean of its table."""
    paid = [paid_by(row, stakes) for row in rows]
    if len(paid[0]) == 1:
        return 0.5 * (paid[0][0] - paid[1][0])
    return _above(rows, paid)


def paid_by(row: GameRow, stakes: Stakes) -> list[float]:
    """Return the return of each seat in a game."""
    returns = None if row.returns is None else parse(row.returns)
    return stakes.paid(returns, row.loser, len(parse(row.seating)))


def _above(rows: list[GameRow], values: list[list[float]]) -> float:
    """Return the mean of the first player's values, minus the mean of the whole table."""
    mine = (each[parse(row.seating).index(0)] for row, each in zip(rows, values, strict=True))
    tables = (math.fsum(each) / len(each) for each in values)
    return math.fsum(own - mean for own, mean in zip(mine, tables, strict=True)) / len(rows)


def block_luck(rows: list[GameRow], above: bool = False) -> float:
    """Return the first player's luck in a block of a test, in units of returns.

    With one seat, return the difference from the second player's luck.

    Args:
        rows: the games of the block.
        above: whether to subtract the mean luck of the table.
    """
    lucks = [parse(row.luck or "") for row in rows]
    if len(lucks[0]) == 1:
        return float(lucks[0][0] - lucks[1][0])
    if above:
        return _above(rows, lucks)
    mine = (luck[parse(row.seating).index(0)] for row, luck in zip(rows, lucks, strict=True))
    return float(sum(mine)) / len(rows)


def _points(row: GameRow) -> list[float]:
    returns = None if row.returns is None else parse(row.returns)
    return points(returns, row.loser, len(parse(row.seating)))
