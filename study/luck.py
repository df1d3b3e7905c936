"""Share of luck in the results of games between equal players."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import fmean

from aicore.arena.figures import FEWEST, Mean
from aicore.arena.intervals import LEVEL, t_tail
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.study.finding import Finding, Question, format_mean
from aicore.study.played_game import PlayedGame

MOSTLY = 0.8  # share of the results' variance above which luck decides
EXTRA = 4.0  # number of pseudo-games; half of them are all luck, and half have no luck
SLOPE = 4.0 / 3.0  # weight of the skewness correction: a third above theory, by measurement
MIN_VARIANCE = 0.5  # minimum share of the variance that a correction for skewness leaves
ROUNDS = 40  # steps of bisection


def luck(played: Sequence[PlayedGame]) -> Iterator[Finding]:
    """Yield the share of the results' variance explained by the luck of cards and dice.

    This is a lower bound, as only luck that `aicore.arena.luck` detects counts.
    """
    games = [each for each in played if each.luck]
    if len(games) < FEWEST:
        return
    share_of_luck = LuckShare.of(games)
    if not any(share_of_luck.whole):
        return
    low, high = share_of_luck.interval()
    sentence = _(
        "Between equal players, luck explains at least {share} of the differences in results."
    )
    yield Finding(
        "Luck", "luck", share_of_luck.value, low, high, "%",
        fill(sentence, share=format_mean(Mean(share_of_luck.value, low, high), "%")),
        question=Question("luck", _("luck decides"), share_of_luck.above(MOSTLY)),
    )  # fmt: skip


def _squares(games: Sequence[Sequence[float]]) -> list[float]:
    """Return, by game, the sum over seats of squared deviations from the seat's mean."""
    middles = [fmean(seat) for seat in zip(*games, strict=True)]
    return [
        math.fsum((value - middle) ** 2 for value, middle in zip(each, middles, strict=True))
        for each in games
    ]


class LuckShare:
    """Share of luck in the variance: 1 - (variance left without luck) / (total variance).

    If the true share is `line`, left - (1 - line) * total is 0 on average. If luck decides most
    games, a few others dominate the mean of this difference. So the mean is skewed, and a sample
    without these games looks more certain than it is. Therefore the variance is corrected for
    skewness, and EXTRA pseudo-games are added. `python -m bench.study.coverage luck` measures the
    effect.

    Args:
        whole: for each game, the squares that make up the total variance.
        rest: for each game, the squares that make up the variance left without luck.
    """

    def __init__(self, whole: Sequence[float], rest: Sequence[float]) -> None:
        self.whole, self.rest = whole, rest
        self._mean_square = math.fsum(value * value for value in whole) / len(whole)
        total = math.fsum(whole)
        self.value = min(max(1.0 - math.fsum(rest) / total, 0.0), 1.0) if total else 0.0

    @classmethod
    def of(cls, games: Sequence[PlayedGame]) -> LuckShare:
        """Return the share of luck in the results of games with luck."""
        left = [
            [result - luck for result, luck in zip(each.returns, each.luck, strict=True)]
            for each in games
        ]
        return cls(_squares([each.returns for each in games]), _squares(left))

    def above(self, line: float) -> float:
        """Return the probability of a share this high in the games if the true share is `line`."""
        if not self._mean_square:
            return 1.0
        count = len(self.whole)
        part = 1.0 - line
        values = [one - part * every for one, every in zip(self.rest, self.whole, strict=True)]
        mean = math.fsum(values) / count
        bounds = 0.5 * EXTRA * (1.0 + part * part) * self._mean_square
        variance = (math.fsum((value - mean) ** 2 for value in values) + bounds) / (count - 1)
        cubes = math.fsum((value - mean) ** 3 for value in values) / count
        at_line = max(variance - SLOPE * cubes / variance * mean, MIN_VARIANCE * variance)
        return t_tail(-mean / math.sqrt(at_line / count), count - 1)

    def interval(self) -> tuple[float, float]:
        """Return the ends of the 95 % interval of the share."""
        outside = 0.5 * (1.0 - LEVEL)
        return self._end(outside, 0.0), self._end(1.0 - outside, 1.0)

    def _end(self, chance: float, end: float) -> float:
        """Return the line between the value and `end` at which `above` gives `chance`."""
        low, high = sorted((self.value, end))
        for _round in range(ROUNDS):
            middle = 0.5 * (low + high)
            if self.above(middle) < chance:
                low = middle
            else:
                high = middle
        return 0.5 * (low + high)
