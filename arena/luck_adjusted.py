"""Results minus their luck: the same mean, with as little variance as the luck measure allows.

Luck is 0 on average, so subtracting a multiple of it from a result does not change the mean: luck
is a control variate. The multiple that leaves the least variance is a regression coefficient. Each
block's coefficient is fitted to *other* blocks. So it is independent of the block's luck, and the
mean stays exactly the same. The coefficient also converts luck, in units of returns, to points,
ranks or scores.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from aicore.arena.figures import FEWEST, LuckAdjusted, mean_of

EARLIEST = 10  # minimum number of blocks for a first fit


@dataclass
class Fit:
    """Sums over blocks, from which the coefficient of luck is computed."""

    blocks: int = 0
    results: float = 0.0
    lucks: float = 0.0
    both: float = 0.0
    """Sum of the products of result and luck."""
    squares: float = 0.0
    """Sum of the squares of luck."""

    def add(self, result: float, luck: float, times: int = 1) -> None:
        """Add a block to the sums; with `times` = -1, remove it again."""
        self.blocks += times
        self.results += times * result
        self.lucks += times * luck
        self.both += times * result * luck
        self.squares += times * luck * luck

    def coefficient(self) -> float:
        """Return the coefficient, units of results per unit of luck; 0 if there was no luck."""
        if not self.blocks or self.squares <= 1e-18 * self.blocks:
            return 0.0
        return (self.both - self.results * self.lucks / self.blocks) / self.squares


def adjusted_results(results: Sequence[float], lucks: Sequence[float]) -> list[float]:
    """Return the luck-adjusted results of independent blocks; each fit uses all other blocks."""
    fit = Fit()
    for result, luck in zip(results, lucks, strict=True):
        fit.add(result, luck)
    adjusted = []
    for result, luck in zip(results, lucks, strict=True):
        fit.add(result, luck, -1)
        adjusted.append(result - fit.coefficient() * luck)
        fit.add(result, luck)
    return adjusted


def compare(
    results: Sequence[float], lucks: Sequence[float], bounds: tuple[float, float] | None = None
) -> LuckAdjusted | None:
    """Return the mean result with and without luck; None for too few blocks.

    Args:
        results, lucks: the result and the luck of each block.
        bounds: bounds of the results, if there are any.
    """
    if len(results) < FEWEST:
        return None
    adjusted = adjusted_results(results, lucks)
    return LuckAdjusted(
        mean_of(results, bounds), mean_of(adjusted, bounds), _ratio(results, adjusted)
    )


def _ratio(results: Sequence[float], adjusted: Sequence[float]) -> float | None:
    """Return the factor by which the variance shrank; None if none is left."""
    before, after = _scatter(results), _scatter(adjusted)
    return before / after if after > 1e-12 * before else None


def _scatter(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values)


class RunningAdjustment:
    """Luck-adjusted results while blocks arrive; each fit uses the earlier blocks.

    The first EARLIEST blocks wait until all have arrived, and then each fit uses the others.
    """

    def __init__(self) -> None:
        self._fit = Fit()
        self._waiting: list[tuple[float, float]] = []

    def add(self, result: float, luck: float) -> list[float]:
        """Add the next block. Return the luck-adjusted results that it makes known."""
        if self._fit.blocks:
            adjusted = [result - self._fit.coefficient() * luck]
            self._fit.add(result, luck)
            return adjusted
        self._waiting.append((result, luck))
        if len(self._waiting) < EARLIEST:
            return []
        for first in self._waiting:
            self._fit.add(*first)
        return adjusted_results(*zip(*self._waiting, strict=True))
