"""Sequential tests, which stop as soon as the games distinguish two hypotheses.

The method is the generalized sequential probability ratio test on blocks. Games that share a deal
are not independent, but blocks are. So the test uses the distribution of block scores. With two
seats, a block is a pair of games with five possible scores (the pentanomial model).

Sources: M. Van den Bergh, "Comments on normalized Elo" (2021), proposition 1.1 and section 4.1, on
the maximum likelihood of a distribution whose mean, or mean over standard deviation, is given; A.
Wald, "Sequential analysis" (1947), on the bounds.

If luck is measured, the test uses luck-adjusted block scores. These can have any value, so their
likelihood uses the first three moments. The variance under a hypothesis is the scores' variance,
corrected for their skewness (the third order of the empirical likelihood; A. Owen, "Empirical
likelihood", 2001, section 2.7). Two virtual blocks, one at either bound, stand for results that
have not occurred yet.

docs/decisions/060-a-test-waits-for-differences.md gives the reasons, and
`python -m bench.study.sprt` measures the errors of the test.
"""

from __future__ import annotations

import math
from collections import Counter as Counts
from collections.abc import Callable, Sequence
from functools import lru_cache

from aicore.arena.config import Sprt
from aicore.arena.luck_adjusted import RunningAdjustment

MISSING = 1e-3  # count of a result that never occurred, so that the likelihood stays finite
NORMALIZED = 800.0 / math.log(10.0)  # normalized Elo for one standard deviation
FEWEST = 16  # minimum number of differing blocks before their variance may decide
VIRTUAL = 2  # virtual blocks, half of them at either bound, for results that may still occur
PATIENCE = 8  # times the longest expected test after which a test without a limit ends undecided
BENT = 2.0 / 3.0  # effect of skewness on the variance, from the third order of the likelihood
LEAST = 0.5  # minimum variance under a hypothesis, as a part of the scores' variance
CLOSE = 1e-12  # relative error at which a bisection ends
ROUNDS = 200  # maximum number of rounds for a distribution
SETTLED = 20  # rounds in which most distributions converge
STEEP = 1e4  # slope of a distribution that is almost certain
LOWEST = -600.0  # logarithm of the minimum weight, so that every share stays above 0


def expected(elo: float, seats: int = 2) -> float:
    """Return a player's expected share of points if it has `elo` more than all opponents.

    With two seats this is the logistic curve; with more, Plackett-Luce's probability of first
    place.
    """
    return 1.0 / (1.0 + (max(seats, 2) - 1) * math.pow(10.0, -elo / 400.0))


def scaled(gain: float, reach: float) -> float:
    """Return a gain in stakes as a score: 0 for the greatest loss, 1/2 for no gain."""
    return 0.5 + 0.5 * gain / reach


def bounds(test: Sprt) -> tuple[float, float]:
    """Return the log-likelihood ratios at which elo0 and elo1 are accepted (Wald 1947)."""
    return math.log(test.beta / (1.0 - test.alpha)), math.log((1.0 - test.beta) / test.alpha)


def decision(test: Sprt, ratio: float) -> str:
    """Return the decision at a log-likelihood ratio: "elo0", "elo1", or "" for none yet."""
    lower, upper = bounds(test)
    return "elo0" if ratio <= lower else "elo1" if ratio >= upper else ""


def llr(
    scores: Sequence[float],
    counts: Sequence[float],
    test: Sprt,
    seats: int = 2,
    games: int = 2,
    reach: float = 1.0,
) -> float:
    """Return the log-likelihood ratio of elo1 against elo0.

    Args:
        scores: the possible values of a block's score, 0 to 1, ascending.
        counts: number of blocks with each of these scores.
        test: the test.
        seats: number of seats.
        games: number of games in a block; normalized Elo uses the spread of single games.
        reach: greatest possible gain, in a test of returns.
    """
    weights = [count or MISSING for count in counts]
    total = sum(weights)
    shares = [weight / total for weight in weights]
    if test.model == "normalized":
        middle = expected(0.0, seats)
        t0, t1 = (math.sqrt(games) * elo / NORMALIZED for elo in (test.elo0, test.elo1))
        zero = _with_ratio(scores, shares, middle, t0)
        one = _with_ratio(scores, shares, middle, t1)
    else:
        zero, one = (
            _with_mean(
                scores,
                shares,
                scaled(elo, reach) if test.model == "returns" else expected(elo, seats),
            )
            for elo in (test.elo0, test.elo1)
        )
    terms = (p * math.log(b / a) for p, a, b in zip(shares, zero, one, strict=True))
    return total * math.fsum(terms)


def _with_mean(scores: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """Return the most likely distribution with a given mean."""
    return _tilted([score - mean for score in scores], shares)


def _with_ratio(
    scores: Sequence[float], shares: Sequence[float], middle: float, ratio: float
) -> list[float]:
    """Return the most likely distribution whose mean is `ratio` standard deviations above `middle`.

    Each round linearizes this condition at the previous distribution: each score pulls up or down,
    and the new shares balance the pulls. The first distribution has the ratio, so there are pulls
    in both directions, and every share stays above 0. If rounds oscillate, the mean of two rounds
    is used.
    """
    solution = _with_ratio_alone(tuple(scores), middle, ratio)
    for turn in range(ROUNDS):
        mean, sigma = _spread(scores, solution)
        pulls = [
            a - middle - 0.5 * ratio * sigma * (1.0 + ((a - mean) / sigma) ** 2) for a in scores
        ]
        if not min(pulls) < 0.0 < max(pulls):
            break
        before, solution = solution, _tilted(pulls, shares)
        if max(abs(p - q) for p, q in zip(before, solution, strict=True)) < 1e-9:
            break
        if turn >= SETTLED:
            solution = [0.5 * (p + q) for p, q in zip(before, solution, strict=True)]
    return solution


@lru_cache(maxsize=64)
def _with_ratio_alone(scores: tuple[float, ...], middle: float, ratio: float) -> list[float]:
    """Return the distribution with a given ratio in the exponential family around equal shares."""

    def tilted(slope: float) -> list[float]:
        most = max(slope * score for score in scores)
        weights = [math.exp(max(slope * score - most, LOWEST)) for score in scores]
        total = math.fsum(weights)
        return [weight / total for weight in weights]

    def lacks(slope: float) -> float:
        mean, sigma = _spread(scores, tilted(slope))
        return ratio * sigma - (mean - middle)

    return tilted(_root(lacks, -STEEP, STEEP))


def _spread(scores: Sequence[float], shares: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the standard deviation of a distribution."""
    mean = math.fsum(p * a for p, a in zip(shares, scores, strict=True))
    return mean, math.sqrt(
        math.fsum(p * (a - mean) ** 2 for p, a in zip(shares, scores, strict=True))
    )


def _tilted(pulls: Sequence[float], shares: Sequence[float]) -> list[float]:
    """Return the shares, each divided by 1 + theta * pull; theta balances the pulls."""
    low, high = -1.0 / max(pulls), -1.0 / min(pulls)
    theta = _root(
        lambda x: math.fsum(p * a / (1.0 + x * a) for p, a in zip(shares, pulls, strict=True)),
        low,
        high,
    )
    return [p / (1.0 + theta * a) for p, a in zip(shares, pulls, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return the zero of a decreasing function between two poles, by bisection."""
    while high - low > CLOSE * max(1.0, abs(low), abs(high)):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        if falling(middle) > 0.0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def moments_llr(
    scores: Moments, raw: Moments, test: Sprt, seats: int = 2, games: int = 2, reach: float = 1.0
) -> float:
    """Return the log-likelihood ratio of elo1 against elo0, from three moments of the scores.

    Args:
        scores: moments of luck-adjusted block scores.
        raw: moments of the same scores with their luck; normalized Elo uses this spread.
        test: the test.
        seats: number of seats.
        games: number of games in a block.
        reach: greatest possible gain, in a test of returns.
    """
    if not scores.count:
        return 0.0
    zero, one = hypothesized(test, raw, seats, games, reach)
    variance = scores.variance + 0.25 * VIRTUAL / scores.count

    def off(mean: float) -> float:
        """Return 1 + the squared distance of the scores from a mean, in units of the variance."""
        bent = variance + BENT * scores.skew / variance * (mean - scores.mean)
        return 1.0 + (scores.mean - mean) ** 2 / max(bent, LEAST * variance)

    return 0.5 * scores.count * math.log(off(zero) / off(one))


def hypothesized(
    test: Sprt, raw: Moments, seats: int, games: int, reach: float
) -> tuple[float, float]:
    """Return the mean score under each hypothesis."""
    if test.model == "returns":
        return scaled(test.elo0, reach), scaled(test.elo1, reach)
    if test.model == "normalized":
        unit = math.sqrt(games * raw.variance) / NORMALIZED
        middle = expected(0.0, seats)
        return middle + test.elo0 * unit, middle + test.elo1 * unit
    return expected(test.elo0, seats), expected(test.elo1, seats)


def enough(differ: int, blocks: int, usual: float, means: tuple[float, float]) -> bool:
    """Whether there are enough blocks to know their variance.

    There are enough if FEWEST differ, or if FEWEST would have to differ under a hypothesis.

    Args:
        differ: number of blocks with another score than the usual one.
        blocks: number of blocks.
        usual: the most frequent score of a block, 0 to 1.
        means: mean score under each hypothesis.
    """
    shares = (
        (mean - usual) / (1.0 - usual) if mean > usual else (usual - mean) / usual
        for mean in (min(max(mean, 0.0), 1.0) for mean in means)
        if mean != usual
    )
    return differ >= FEWEST or blocks * max(shares, default=0.0) >= FEWEST


def longest(test: Sprt, raw: Moments, seats: int = 2, games: int = 2, reach: float = 1.0) -> float:
    """Return the number of blocks after which a test ends undecided, at the scores' spread so far.

    A test takes longest if the truth lies halfway between the hypotheses, and then as long as a
    random walk takes to a bound. There, 1 test in 1,000 takes PATIENCE times as long; elsewhere
    hardly any does. Equal scores do not walk: their test ends after PATIENCE times the blocks in
    which FEWEST would have to differ between the hypotheses.

    Args:
        test: the test.
        raw: moments of the block scores, with their luck.
        seats: number of seats.
        games: number of games in a block.
        reach: greatest possible gain, in a test of returns.
    """
    zero, one = hypothesized(test, raw, seats, games, reach)
    bound = max(map(abs, bounds(test)))
    walk = raw.variance * (bound / (one - zero)) ** 2
    equal = FEWEST / (one - zero) if test.model != "normalized" else 0.0
    return PATIENCE * max(walk, equal)


class Moments:
    """Count and mean of values so far, and sums of the squares and cubes of their deviations.

    Source: P. Pébay, "Formulas for robust, one-pass parallel computation of covariances and
    arbitrary-order statistical moments", Sandia report SAND2008-6212 (2008).
    """

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.scatter = 0.0
        self.cubes = 0.0

    def add(self, value: float) -> None:
        """Add a value."""
        self.count += 1
        off = value - self.mean
        step = off / self.count
        square = off * step * (self.count - 1)
        self.mean += step
        self.cubes += square * step * (self.count - 2) - 3.0 * step * self.scatter
        self.scatter += square

    @property
    def skew(self) -> float:
        """Third central moment."""
        return self.cubes / max(self.count, 1)

    @property
    def variance(self) -> float:
        """Maximum-likelihood variance, slightly increased so that it is never 0."""
        return (self.scatter + 0.25 * MISSING) / max(self.count, 1)


class Counter:
    """Block scores of a test so far; in a test of returns, mean gains after `scaled`."""

    def __init__(self, test: Sprt, seats: int, reach: float = 1.0) -> None:
        self.test = test
        self.reach = reach
        self.seats = seats
        self.games = max(seats, 1)
        self.counts: Counts[float] = Counts()

    def add(self, score: float) -> None:
        """Count a block."""
        self.counts[round(score, 9)] += 1

    def values(self) -> list[float]:
        """Return the possible scores: all five for two seats, else both ends and those seen."""
        five = self.seats == 2 and self.test.model != "returns"
        possible = {0.0, 0.25, 0.5, 0.75, 1.0} if five else {0.0, 1.0}
        return sorted(possible | set(self.counts))

    def llr(self) -> float:
        """Return the log-likelihood ratio so far."""
        values = self.values()
        counts = [self.counts[v] for v in values]
        return llr(values, counts, self.test, self.seats, self.games, self.reach)


class LuckCounter:
    """Luck-adjusted block scores of a test so far."""

    def __init__(self, test: Sprt, seats: int, reach: float = 1.0) -> None:
        self.test = test
        self.reach = reach
        self.seats = seats
        self.games = max(seats, 1)
        self.raw = Moments()
        self.left = Moments()
        self._stream = RunningAdjustment()
        self._counts: Counts[float] = Counts()
        self._usual = 0.0

    def add(self, score: float, luck: float) -> None:
        """Count a block."""
        self.raw.add(score)
        score = round(score, 9)
        self._counts[score] += 1
        if self._counts[score] > self._counts[self._usual]:
            self._usual = score
        for left in self._stream.add(score, luck):
            self.left.add(left)

    def llr(self) -> float:
        """Return the log-likelihood ratio so far; 0 if too few blocks differ."""
        means = hypothesized(self.test, self.raw, self.seats, self.games, self.reach)
        differ = self.raw.count - self._counts[self._usual]
        if not enough(differ, self.raw.count, self._usual, means):
            return 0.0
        return moments_llr(self.left, self.raw, self.test, self.seats, self.games, self.reach)

    @property
    def factor(self) -> float | None:
        """Factor by which luck increases the variance of block scores; None if unknown."""
        if self.left.count < FEWEST or self.left.scatter <= 1e-12 * self.raw.scatter:
            return None
        return self.raw.scatter / self.left.scatter
