"""Confidence intervals that keep their coverage, and p-values.

**Means of values with bounds** (points of a block, shares, yes and no) have Wilson's interval
(Journal of the American Statistical Association 22, 1927). It uses the number of yes-or-no values
that carry as much information. A value counts as m (1 - m) / v yes-or-no values if m is the mean
and v the variance (design effects; Kott, Andersson and Nerman, "Two-sided coverage intervals for
small proportions based on survey data", 2001). The interval stays within the bounds and is
asymmetric near them. The variance includes one virtual value, half of it at either bound, so that
equal values do not count as certain. As the variance is estimated, Student's t replaces the normal
quantile.

**Means of values without bounds** have Student's interval. Equal values have none, because they do
not show how much other values may vary.

docs/decisions/021-intervals-at-the-edges.md gives the reasons; `python -m bench.study.coverage`
measures the coverage.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

LEVEL = 0.95  # confidence level of the intervals
EXTRA = 1.0  # number of virtual values at the bounds, half of them at either
CLOSE = 1e-12  # relative error at which iterations end
ROUNDS = 200  # maximum number of steps of a bisection


@dataclass(frozen=True)
class Bounded:
    """Mean of independent values with bounds.

    Args:
        count: number of values, two or more.
        mean: mean of the values.
        low, high: the bounds of the true mean. Values may lie beyond them, such as luck-adjusted
            results.
        worth: number of yes-or-no values that carry as much information.
    """

    count: int
    mean: float
    low: float
    high: float
    worth: float

    @classmethod
    def of(cls, values: Sequence[float], low: float = 0.0, high: float = 1.0) -> Bounded:
        """Return the mean of values, and the information that they carry."""
        count = len(values)
        span = high - low
        shares = [(value - low) / span for value in values]
        mean = math.fsum(shares) / count
        whole = count + EXTRA
        edge = 0.5 * EXTRA / whole
        middle = min(max(math.fsum(shares) / whole + edge, edge), 1.0 - edge)
        scatter = math.fsum((share - middle) ** 2 for share in shares)
        scatter += 0.5 * EXTRA * (middle**2 + (1.0 - middle) ** 2)
        worth = count * whole * middle * (1.0 - middle) / scatter
        return cls(count, low + span * min(max(mean, 0.0), 1.0), low, high, worth)

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Return the ends of the mean's interval."""
        span = self.high - self.low
        share = (self.mean - self.low) / span
        square = t_quantile(0.5 + 0.5 * level, self.count - 1) ** 2 / self.worth
        middle = (share + 0.5 * square) / (1.0 + square)
        half = math.sqrt(square * share * (1.0 - share) + 0.25 * square * square) / (1.0 + square)
        least, most = max(middle - half, 0.0), min(middle + half, 1.0)
        return self.low + span * min(least, share), self.low + span * max(most, share)

    def above(self, line: float) -> float:
        """Return the probability of a mean at least this high if the true mean is `line`."""
        span = self.high - self.low
        share, true = (self.mean - self.low) / span, (line - self.low) / span
        if not 0.0 < true < 1.0:
            return 1.0
        off = (share - true) * math.sqrt(self.worth / (true * (1.0 - true)))
        return t_tail(off, self.count - 1)

    def below(self, line: float) -> float:
        """Return the probability of a mean at least this low if the true mean is `line`."""
        return Bounded(self.count, -self.mean, -self.high, -self.low, self.worth).above(-line)


def of_mean(values: Sequence[float]) -> tuple[float, float] | None:
    """Return Student's interval of the mean of unbounded values; None for too few or equal ones."""
    error = _error(values)
    if error is None:
        return None
    mean = math.fsum(values) / len(values)
    half = t_quantile(0.5 + 0.5 * LEVEL, len(values) - 1) * error
    return mean - half, mean + half


def changed(differences: Sequence[float]) -> float:
    """Return the probability that luck alone moves the mean difference this far from 0, up or down.

    It comes from Student's test of paired differences, but is never below the sign test's value. If
    luck alone makes k differences, each may as well have the other sign. So all k agree by luck
    with probability 2 / 2**k (Fisher, "The design of experiments", 1935).
    """
    apart = sum(difference != 0.0 for difference in differences)
    if not apart:
        return 1.0
    least = math.ldexp(2.0, -apart)
    error = _error(differences)
    if error is None:
        return min(least, 1.0)
    mean = math.fsum(differences) / len(differences)
    return max(2.0 * t_tail(abs(mean) / error, len(differences) - 1), least)


def _error(values: Sequence[float]) -> float | None:
    """Return the standard error of the mean of values; None for too few or equal ones."""
    if len(values) < 2:
        return None
    mean = math.fsum(values) / len(values)
    scatter = math.fsum((value - mean) ** 2 for value in values)
    if scatter <= CLOSE * CLOSE * math.fsum(value * value for value in values):
        return None
    return math.sqrt(scatter / (len(values) - 1) / len(values))


def holm(chances: Sequence[float], weights: Sequence[float], level: float) -> list[bool]:
    """Return for each finding whether it is significant when all are tested at once.

    Args:
        chances: the p-value of each finding.
        weights: weight of each finding, above 0: its part of `level`. If the weights sum to less
            than 1, the rest belongs to findings that are not listed and not significant.
        level: the maximum probability that luck alone makes any finding significant.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
    of Statistics 6 (1979), also with weights.
    """
    stands = [False] * len(chances)
    order = sorted(range(len(chances)), key=lambda k: chances[k] / weights[k])
    left = 1.0
    for k in order:
        if chances[k] * left > level * weights[k]:
            break
        stands[k] = True
        left -= weights[k]
    return stands


def t_tail(value: float, freedom: float) -> float:
    """Return the probability that Student's t with `freedom` degrees of freedom exceeds a value."""
    half = 0.5 * _beta(0.5 * freedom, 0.5, freedom / (freedom + value * value))
    return half if value > 0.0 else 1.0 - half


@lru_cache(maxsize=4096)
def t_quantile(share: float, freedom: float) -> float:
    """Return the quantile of Student's t with `freedom` degrees of freedom; `share` is below 1."""
    if share < 0.5:
        return -t_quantile(1.0 - share, freedom)
    low, high = 0.0, 2.0
    while t_tail(high, freedom) > 1.0 - share:
        low, high = high, 2.0 * high
    for _ in range(ROUNDS):
        middle = 0.5 * (low + high)
        if high - low <= CLOSE * high:
            break
        if t_tail(middle, freedom) > 1.0 - share:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def _beta(a: float, b: float, x: float) -> float:
    """Return the regularized incomplete beta function.

    Lentz's method evaluates its continued fraction (Abramowitz and Stegun 26.5.8).
    """
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - _beta(b, a, 1.0 - x)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front += a * math.log(x) + b * math.log1p(-x)
    c, d = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1.0))
    fraction = d
    for k in range(1, 10 * ROUNDS):
        for term in (
            k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k)),
            -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1)),
        ):
            d = 1.0 / (1.0 + term * d)
            c = 1.0 + term / c
            fraction *= c * d
        if abs(c * d - 1.0) < CLOSE / 10:
            break
    return math.exp(front) * fraction / a
