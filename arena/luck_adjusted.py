"""Results less their luck: the same mean, with as little variance as the luck measure allows.

Luck is 0 on average, so a multiple of it may be subtracted from a result without changing its mean:
a control variate. The multiple that leaves the least variance is a regression coefficient. It is
fitted to *other* blocks than the one it is used for: then it is independent of that block's luck,
and the mean is unchanged, exactly. Points, ranks and scores have units of their own; the
coefficient converts luck, in units of returns, to them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from aicore.arena.figures import FEWEST, LuckAdjusted, mean_of

EARLIEST = 10  # blocks before a coefficient is fitted to them


@dataclass
class Fit:
    """Sums over blocks, for the coefficient of luck."""

    blocks: int = 0
    results: float = 0.0
    lucks: float = 0.0
    both: float = 0.0
    squares: float = 0.0

    def add(self, result: float, luck: float, times: int = 1) -> None:
        """Count a block; times -1 takes it out again."""
        self.blocks += times
        self.results += times * result
        self.lucks += times * luck
        self.both += times * result * luck
        self.squares += times * luck * luck

    def coefficient(self) -> float:
        """Return the coefficient of luck in units of results; 0 if there was no luck."""
        if not self.blocks or self.squares <= 1e-18 * self.blocks:
            return 0.0
        return (self.both - self.results * self.lucks / self.blocks) / self.squares


def adjusted_results(results: Sequence[float], lucks: Sequence[float]) -> list[float]:
    """Return the results of independent blocks less luck, each by a fit to all other blocks."""
    fit = Fit()
    for result, luck in zip(results, lucks, strict=True):
        fit.add(result, luck)
    left = []
    for result, luck in zip(results, lucks, strict=True):
        fit.add(result, luck, -1)
        left.append(result - fit.coefficient() * luck)
        fit.add(result, luck)
    return left


def compare(
    results: Sequence[float], lucks: Sequence[float], bounds: tuple[float, float] | None = None
) -> LuckAdjusted | None:
    """Return the mean of results, as they are and less luck; None for too few blocks.

    Args:
        bounds: bounds of both means, where results have any.
    """
    if len(results) < FEWEST:
        return None
    left = adjusted_results(results, lucks)
    return LuckAdjusted(mean_of(results, bounds), mean_of(left, bounds), _ratio(results, left))


def _ratio(results: Sequence[float], left: Sequence[float]) -> float | None:
    """Return the factor by which the variance shrank; None where none is left."""
    before, after = _scatter(results), _scatter(left)
    return before / after if after > 1e-12 * before else None


def _scatter(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values)


class RunningAdjustment:
    """Blocks as they come, each less its luck by a fit to the blocks before it.

    The first EARLIEST wait for each other, and each is fitted to the others.
    """

    def __init__(self) -> None:
        self._fit = Fit()
        self._waiting: list[tuple[float, float]] = []

    def add(self, result: float, luck: float) -> list[float]:
        """Add the next block. Returns the results less luck that are now known."""
        if self._fit.blocks:
            left = [result - self._fit.coefficient() * luck]
            self._fit.add(result, luck)
            return left
        self._waiting.append((result, luck))
        if len(self._waiting) < EARLIEST:
            return []
        for first in self._waiting:
            self._fit.add(*first)
        return adjusted_results(*zip(*self._waiting, strict=True))
