"""How much of who wins is luck, between players who are equals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from aicore.arena.figures import FEWEST, Mean
from aicore.arena.intervals import Bounded
from aicore.study.design.course import Course
from aicore.study.design.findings import Finding, Question, format_mean

MOSTLY = 0.8  # of what parts the results


def luck(courses: Sequence[Course]) -> Iterator[Finding]:
    """The share of the results' variance that goes with the luck of cards and dice.

    It is what `aicore.arena.luck` sees of it, so luck has that much at least. The games' own parts
    in it are the jackknife's pseudo-values (Tukey 1958), whose mean has an interval.
    """
    games = [each for each in courses if each.luck]
    if len(games) < FEWEST:
        return
    raw = [
        LuckMoments([each.returns[seat] for each in games]) for seat in range(len(games[0].returns))
    ]
    rest = [
        LuckMoments([each.returns[seat] - each.luck[seat] for each in games])
        for seat in range(len(raw))
    ]
    if not sum(one.variance() for one in raw):
        return

    def share(without: int | None = None) -> float:
        whole = math.fsum(one.variance(without) for one in raw)
        return 1 - math.fsum(one.variance(without) for one in rest) / whole if whole else 0.0

    whole, count = share(), len(games)
    found = Bounded.of([count * whole - (count - 1) * share(game) for game in range(count)])
    low, high = found.interval()
    sentence = "Between equal players, luck explains at least {} of the differences in results."
    yield Finding(
        "Luck", "luck", found.mean, low, high, "%",
        sentence.format(format_mean(Mean(found.mean, low, high), "%")),
        question=Question("luck", "luck decides", found.above(MOSTLY)),
    )  # fmt: skip


class LuckMoments:
    """Values whose variance is wanted with any one of them left out."""

    def __init__(self, values: Sequence[float]) -> None:
        middle = math.fsum(values) / len(values)
        self.values = [value - middle for value in values]
        self.sum = math.fsum(self.values)
        self.squares = math.fsum(value * value for value in self.values)

    def variance(self, without: int | None = None) -> float:
        """The variance of all values, or of the others."""
        gone = 0.0 if without is None else self.values[without]
        count = len(self.values) - (without is not None)
        total = self.sum - gone
        return (self.squares - gone * gone - total * total / count) / (count - 1)
