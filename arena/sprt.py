"""Sequential tests: stop as soon as the games distinguish two hypotheses.

The generalized sequential probability ratio test on blocks. Results of games that share a deal are
not independent, but blocks are: the test works on the distribution of block scores, whatever values
they take. For two seats these are the five of a pair of games (the pentanomial model).

Sources: M. Van den Bergh, "Comments on normalized Elo" (2021), propositions 1.1 and section 4.1, on
the maximum likelihood of a distribution whose mean, or mean over standard deviation, is given; A.
Wald, "Sequential analysis" (1947), on the bounds.

Where luck is measured, the test is the same on block scores less their luck. These take any value,
and their likelihood uses the first three moments: the variance under a hypothesis is the scores'
variance, moved with the mean as their skewness moves it (the third order of the empirical
likelihood; A. Owen, "Empirical likelihood", 2001, section 2.7). Two virtual blocks, half of them at
either bound, stand for what equal scores have not shown yet.
docs/decisions/060-a-test-waits-for-differences.md says why; `python -m bench.study.sprt` shows it.
"""

from __future__ import annotations

import math
from collections import Counter as Counts
from collections.abc import Callable, Sequence
from functools import lru_cache

from aicore.arena.config import Sprt
from aicore.arena.luck_adjusted import RunningAdjustment

MISSING = 1e-3  # count of a result that never came up: the likelihood stays finite
NORMALIZED = 800.0 / math.log(10.0)  # normalized Elo for one standard deviation
FEWEST = 16  # blocks that must differ before the test may decide by their variance
VIRTUAL = 2  # extra blocks, half of them at either bound: unseen results may still come
BENT = 2.0 / 3.0  # factor on the slope of variance on mean, from the third order of the likelihood
LEAST = 0.5  # minimum part of the variance under a hypothesis, however skewed the scores
CLOSE = 1e-12
ROUNDS = 200
SETTLED = 20  # rounds after which most distributions have been found
STEEP = 1e4  # the slope of a distribution that is all but certain
LOWEST = -600.0  # logarithm of the least weight: above 0, so that no share is lost


def expected(elo: float, seats: int = 2) -> float:
    """Return the expected share of points of a player this much stronger than its equal opponents.

    Two seats: the logistic curve. More: the probability of coming first by Plackett-Luce.
    """
    return 1.0 / (1.0 + (max(seats, 2) - 1) * math.pow(10.0, -elo / 400.0))


def scaled(gain: float, reach: float) -> float:
    """Return the score of a gain in stakes: 0 for the greatest loss, 1/2 for none."""
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
        games: in a block; normalized Elo is by the spread of single games.
        reach: in a test of returns, the greatest possible gain.
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
    """Return the most likely distribution with this mean."""
    return _tilted([score - mean for score in scores], shares)


def _with_ratio(
    scores: Sequence[float], shares: Sequence[float], middle: float, ratio: float
) -> list[float]:
    """Return the most likely distribution whose mean is `ratio` standard deviations above `middle`.

    Each round balances the pulls of the last distribution. It begins with one that has the ratio,
    so that there are pulls either way, and no share is ever 0 or less. Rounds that oscillate meet
    halfway.
    """
    found = _with_ratio_alone(tuple(scores), middle, ratio)
    for turn in range(ROUNDS):
        mean, sigma = _spread(scores, found)
        pulls = [
            a - middle - 0.5 * ratio * sigma * (1.0 + ((a - mean) / sigma) ** 2) for a in scores
        ]
        if not min(pulls) < 0.0 < max(pulls):
            break
        before, found = found, _tilted(pulls, shares)
        if max(abs(p - q) for p, q in zip(before, found, strict=True)) < 1e-9:
            break
        if turn >= SETTLED:
            found = [0.5 * (p + q) for p, q in zip(before, found, strict=True)]
    return found


@lru_cache(maxsize=64)
def _with_ratio_alone(scores: tuple[float, ...], middle: float, ratio: float) -> list[float]:
    """Return the distribution with this ratio in the exponential family around equal shares."""

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
    """Return the mean of a distribution and its standard deviation."""
    mean = math.fsum(p * a for p, a in zip(shares, scores, strict=True))
    return mean, math.sqrt(
        math.fsum(p * (a - mean) ** 2 for p, a in zip(shares, scores, strict=True))
    )


def _tilted(pulls: Sequence[float], shares: Sequence[float]) -> list[float]:
    """Return the shares, each divided by 1 + theta * its pull; theta balances the pulls."""
    low, high = -1.0 / max(pulls), -1.0 / min(pulls)
    theta = _root(
        lambda x: math.fsum(p * a / (1.0 + x * a) for p, a in zip(shares, pulls, strict=True)),
        low,
        high,
    )
    return [p / (1.0 + theta * a) for p, a in zip(shares, pulls, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return the zero of a falling function between two poles, by bisection."""
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
    """Return the log-likelihood ratio of elo1 against elo0, by three moments of the scores.

    Args:
        scores: scores of blocks, less their luck.
        raw: scores of the same blocks with their luck; normalized Elo is by the spread of games
            with luck.
        games: in a block.
        reach: in a test of returns, the greatest possible gain; scores range from that loss to it.
    """
    if not scores.count:
        return 0.0
    zero, one = hypothesized(test, raw, seats, games, reach)
    variance = scores.variance + 0.25 * VIRTUAL / scores.count

    def off(mean: float) -> float:
        bent = variance + BENT * scores.skew / variance * (mean - scores.mean)
        return 1.0 + (scores.mean - mean) ** 2 / max(bent, LEAST * variance)

    return 0.5 * scores.count * math.log(off(zero) / off(one))


def hypothesized(
    test: Sprt, raw: Moments, seats: int, games: int, reach: float
) -> tuple[float, float]:
    """Return the mean scores of both hypotheses."""
    if test.model == "returns":
        return scaled(test.elo0, reach), scaled(test.elo1, reach)
    if test.model == "normalized":
        unit = math.sqrt(games * raw.variance) / NORMALIZED
        middle = expected(0.0, seats)
        return middle + test.elo0 * unit, middle + test.elo1 * unit
    return expected(test.elo0, seats), expected(test.elo1, seats)


def enough(differ: int, blocks: int, usual: float, means: tuple[float, float]) -> bool:
    """Whether blocks say enough about their variance.

    FEWEST of them differ, or that many would have to differ if a hypothesis held.

    Args:
        differ: number of blocks without the usual score.
        usual: the score that most blocks have, 0 to 1.
        means: means under the hypotheses.
    """
    shares = (
        (mean - usual) / (1.0 - usual) if mean > usual else (usual - mean) / usual
        for mean in (min(max(mean, 0.0), 1.0) for mean in means)
        if mean != usual
    )
    return differ >= FEWEST or blocks * max(shares, default=0.0) >= FEWEST


class Moments:
    """Running mean of values, and sums of the squares and cubes of their deviations.

    Source: P. Pébay, "Formulas for robust, one-pass parallel computation of covariances and
    arbitrary-order statistical moments", Sandia report SAND2008-6212 (2008).
    """

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.scatter = 0.0
        self.cubes = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
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
        """Most likely variance, raised slightly so that it is never 0."""
        return (self.scatter + 0.25 * MISSING) / max(self.count, 1)


class Counter:
    """Block scores of a test so far; of returns, mean gains of blocks after `scaled`."""

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
        """Return the possible scores: for two seats all five, else those seen, and both ends."""
        five = self.seats == 2 and self.test.model != "returns"
        possible = {0.0, 0.25, 0.5, 0.75, 1.0} if five else {0.0, 1.0}
        return sorted(possible | set(self.counts))

    def llr(self) -> float:
        """Return the log-likelihood ratio so far."""
        values = self.values()
        counts = [self.counts[v] for v in values]
        return llr(values, counts, self.test, self.seats, self.games, self.reach)


class LuckCounter:
    """Block scores of a test so far, less their luck."""

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
        """Return the log-likelihood ratio so far; 0 while too few blocks differ."""
        means = hypothesized(self.test, self.raw, self.seats, self.games, self.reach)
        differ = self.raw.count - self._counts[self._usual]
        if not enough(differ, self.raw.count, self._usual, means):
            return 0.0
        return moments_llr(self.left, self.raw, self.test, self.seats, self.games, self.reach)

    @property
    def factor(self) -> float | None:
        """Factor by which luck increases the variance of block scores."""
        if self.left.count < FEWEST or self.left.scatter <= 1e-12 * self.raw.scatter:
            return None
        return self.raw.scatter / self.left.scatter
