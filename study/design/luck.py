"""How much of who wins is luck, between players who are equals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import fmean

from aicore.arena.figures import FEWEST, Mean
from aicore.arena.intervals import LEVEL, t_tail
from aicore.study.design.course import Course
from aicore.study.design.findings import Finding, Question, format_mean

MOSTLY = 0.8  # of what parts the results
EXTRA = 4.0  # games that are thought to be there, half of them all luck, half without any
SLOPE = 4.0 / 3.0  # by which skewness moves a variance: a third more than it should, as measured
LEAST = 0.5  # of a variance that is left, however skewed it is
ROUNDS = 40  # of bisection


def luck(courses: Sequence[Course]) -> Iterator[Finding]:
    """The share of the results' variance that goes with the luck of cards and dice.

    It is what `aicore.arena.luck` sees of it, so luck has that much at least.
    """
    games = [each for each in courses if each.luck]
    if len(games) < FEWEST:
        return
    found = LuckShare.of(games)
    if not any(found.whole):
        return
    low, high = found.interval()
    sentence = "Between equal players, luck explains at least {} of the differences in results."
    yield Finding(
        "Luck", "luck", found.value, low, high, "%",
        sentence.format(format_mean(Mean(found.value, low, high), "%")),
        question=Question("luck", "luck decides", found.above(MOSTLY)),
    )  # fmt: skip


def _squares(games: Sequence[Sequence[float]]) -> list[float]:
    """By game, the squares of what seats are off by from their mean, all seats added up."""
    middles = [fmean(seat) for seat in zip(*games, strict=True)]
    return [
        math.fsum((value - middle) ** 2 for value, middle in zip(each, middles, strict=True))
        for each in games
    ]


class LuckShare:
    """A share of variance, 1 - (what is left without luck) / (all), as games tell it.

    That the share is at a line says that (left) - (1 - line) * (all) is 0 on average. Games in
    which more than luck decides are few and count much, so the mean of this is skewed: a few games
    that have none of them look surer than they are. Its variance is therefore that which its
    skewness gives it at 0, with EXTRA games in which luck is all or nothing
    (`python -m bench.study.coverage luck`).

    Args:
        whole, rest: of each game, the squares that make up both variances.
    """

    def __init__(self, whole: Sequence[float], rest: Sequence[float]) -> None:
        self.whole, self.rest = whole, rest
        self.usual = math.fsum(value * value for value in whole) / len(whole)
        total = math.fsum(whole)
        self.value = min(max(1.0 - math.fsum(rest) / total, 0.0), 1.0) if total else 0.0

    @classmethod
    def of(cls, games: Sequence[Course]) -> LuckShare:
        """The share of luck in the results of games in which there is any."""
        left = [
            [result - luck for result, luck in zip(each.returns, each.luck, strict=True)]
            for each in games
        ]
        return cls(_squares([each.returns for each in games]), _squares(left))

    def above(self, line: float) -> float:
        """How likely games alone bring a share as high where the true one is at a line."""
        if not self.usual:
            return 1.0
        count = len(self.whole)
        part = 1.0 - line
        values = [one - part * every for one, every in zip(self.rest, self.whole, strict=True)]
        mean = math.fsum(values) / count
        bounds = 0.5 * EXTRA * (1.0 + part * part) * self.usual
        variance = (math.fsum((value - mean) ** 2 for value in values) + bounds) / (count - 1)
        cubes = math.fsum((value - mean) ** 3 for value in values) / count
        at_line = max(variance - SLOPE * cubes / variance * mean, LEAST * variance)
        return t_tail(-mean / math.sqrt(at_line / count), count - 1)

    def interval(self) -> tuple[float, float]:
        """The ends of its interval: the lines that games do not rule out."""
        outside = 0.5 * (1.0 - LEVEL)
        return self._end(outside, 0.0), self._end(1.0 - outside, 1.0)

    def _end(self, chance: float, end: float) -> float:
        """The line at which a share as high has a chance, between the value and a bound."""
        low, high = sorted((self.value, end))
        for _ in range(ROUNDS):
            middle = 0.5 * (low + high)
            if self.above(middle) < chance:
                low = middle
            else:
                high = middle
        return 0.5 * (low + high)
