"""Matches between two players, to decide which network to keep."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from typing import Any

from aicore.arena.config import Stakes
from aicore.arena.intervals import Bounded
from aicore.arena.luck_adjusted import EARLIEST, adjusted_results
from aicore.arena.plan import Plan, configure
from aicore.arena.tournament import block_luck, block_score
from aicore.arena.workers import Workers
from aicore.core.game import Game

MIN_BLOCKS = 2  # minimum number of blocks for an interval


@dataclass(frozen=True)
class Score:
    """Score of the first of two players in a match, less the luck of the deals.

    Args:
        games: number of games.
        score: the player's mean share of the points, 0 to 1; in games for stakes, the share of the
            range of returns.
        low, high: the ends of the 95 % interval.
        even: the score of equally strong players, such as 1/3 if three share a point.
    """

    games: int
    score: float
    low: float
    high: float
    even: float

    @property
    def level(self) -> float:
        """Equivalent score in a game for two, 0 to 1; equally strong players have 1/2."""
        won, lost = self.score * (1 - self.even), (1 - self.score) * self.even
        return won / (won + lost)

    @property
    def is_better(self) -> bool:
        """Whether the player is clearly better: its whole interval is above an even score."""
        return self.low > self.even

    @property
    def is_worse(self) -> bool:
        """Whether the player is clearly worse: its whole interval is below an even score."""
        return self.high < self.even

    @property
    def elo(self) -> float:
        """Difference in Elo that corresponds to the score, between -800 and 800."""
        share = min(max(self.level, 0.01), 0.99)
        return 400 * math.log10(share / (1 - share))

    def to_dict(self) -> dict[str, Any]:
        """Return the figures in plain types."""
        return asdict(self)


def contest(
    game: Game,
    first: str,
    second: str,
    games: int,
    seed: str,
    jobs: int,
    seconds: float = math.inf,
    watch: Callable[[int], None] | None = None,
) -> Score | None:
    """Play paired deals between two players, where the first takes each seat in turn.

    Partners are one player. If all seats are partners, both players play each deal, and the one
    with more success gets the point.

    Args:
        game: the game to play.
        first, second: the specs of the two players.
        games: approximate number of games.
        seed: seed of all luck.
        jobs: number of processes.
        seconds: time limit; later deals do not count, so the result then depends on the clock.
        watch: function to call with the number of games so far.

    Returns the first player's score; None if too few games ended. Raises AicoreError.
    """
    quick = not game.scripted  # measuring luck in Python code takes too long
    config = configure(game, (first, second), "gauntlet", games, seed, luck=quick)
    config = replace(config, format="sprt")
    each = max(2, config.seats)  # players at a table: one for each seat, or for each team
    config = replace(config, deals=max(MIN_BLOCKS, -(-games // each)))
    stakes = Stakes.of(game)
    end = time.monotonic() + seconds
    blocks: dict[int, tuple[float, float]] = {}
    assert config.deals is not None
    wanted = map(Plan(config).block, range(config.deals))
    with closing(Workers(config, jobs).run(wanted)) as batches:  # type: ignore[type-var]
        for batch in batches:
            for rows in batch:
                luck = block_luck(rows, stakes is not None) if config.luck else 0.0
                blocks[rows[0].block] = block_score(rows, config.seats, stakes), luck
            if watch is not None:
                watch(len(blocks) * each)
            if time.monotonic() > end:
                break
    if len(blocks) < MIN_BLOCKS:
        return None
    results = [blocks[number][0] for number in sorted(blocks)]
    if config.luck and len(blocks) >= EARLIEST:
        results = adjusted_results(results, [blocks[number][1] for number in sorted(blocks)])
    bounded = Bounded.of(results)
    even = 0.5 if stakes is not None else 1 / each
    return Score(len(blocks) * each, bounded.mean, *bounded.interval(), even)
