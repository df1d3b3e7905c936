"""Sequential tests: stop as soon as the games tell two hypotheses apart.

The generalized sequential probability ratio test on blocks. Results of games that share a deal are
not independent, but blocks are: the test works on the distribution of block scores, whatever values
they take. For two seats these are the five of a pair of games (the pentanomial model).

Sources: M. Van den Bergh, "Comments on normalized Elo" (2021), propositions 1.1 and section 4.1, on
the maximum likelihood of a distribution whose mean, or mean over standard deviation, is given;
A. Wald, "Sequential analysis" (1947), on the bounds.

Where luck is measured, the test is the same on block scores less their luck. These take any value,
and their likelihood is that of a normal distribution of unknown variance.
"""

from __future__ import annotations

import math
from collections import Counter as Counts
from collections.abc import Callable, Sequence

from aicore.arena.lessluck import Stream
from aicore.arena.plan import Sprt

MISSING = 1e-3  # how often a result that never came up counts: the likelihood stays finite
NORMALIZED = 800.0 / math.log(10.0)  # normalized Elo for one standard deviation
FEWEST = 16  # blocks before anything is decided by a variance that these blocks tell
VIRTUAL = 2  # blocks more, off by as much as those with luck are: skewed scores need it
CLOSE = 1e-12
ROUNDS = 200


def expected(elo: float, seats: int = 2) -> float:
    """The share of points that is due to a player so much stronger than its equal opponents.

    Two seats: the logistic curve. More: the probability to come first by Plackett-Luce.
    """
    return 1.0 / (1.0 + (max(seats, 2) - 1) * math.pow(10.0, -elo / 400.0))


def bounds(test: Sprt) -> tuple[float, float]:
    """The log-likelihood ratios at which elo0 and elo1 are taken (Wald 1947)."""
    return math.log(test.beta / (1.0 - test.alpha)), math.log((1.0 - test.beta) / test.alpha)


def decision(test: Sprt, ratio: float) -> str:
    """What a log-likelihood ratio decides: "elo0", "elo1", or nothing yet."""
    lower, upper = bounds(test)
    return "elo0" if ratio <= lower else "elo1" if ratio >= upper else ""


def llr(
    scores: Sequence[float], counts: Sequence[float], test: Sprt, seats: int = 2, games: int = 2
) -> float:
    """The log-likelihood ratio of elo1 against elo0.

    Args:
        scores: the values that a block's score can take, 0 to 1, ascending.
        counts: how often each came up.
        games: in a block; normalized Elo is by the spread of single games.
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
        zero = _with_mean(scores, shares, expected(test.elo0, seats))
        one = _with_mean(scores, shares, expected(test.elo1, seats))
    terms = (p * math.log(b / a) for p, a, b in zip(shares, zero, one, strict=True))
    return total * math.fsum(terms)


def _with_mean(scores: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """The most likely distribution with this mean."""
    return _tilted([score - mean for score in scores], shares)


def _with_ratio(
    scores: Sequence[float], shares: Sequence[float], middle: float, ratio: float
) -> list[float]:
    """The most likely distribution whose mean is `ratio` standard deviations above `middle`."""
    found = [1.0 / len(scores)] * len(scores)
    for _ in range(ROUNDS):
        mean = math.fsum(p * a for p, a in zip(found, scores, strict=True))
        variance = math.fsum(p * (a - mean) ** 2 for p, a in zip(found, scores, strict=True))
        sigma = math.sqrt(variance)
        pulls = [
            a - middle - 0.5 * ratio * sigma * (1.0 + ((a - mean) / sigma) ** 2) for a in scores
        ]
        before, found = found, _tilted(pulls, shares)
        if max(abs(p - q) for p, q in zip(before, found, strict=True)) < 1e-9:
            break
    return found


def _tilted(pulls: Sequence[float], shares: Sequence[float]) -> list[float]:
    """The shares, each divided by 1 + theta * its pull, with theta such that the pulls balance."""
    low, high = -1.0 / max(pulls), -1.0 / min(pulls)
    theta = _root(
        lambda x: math.fsum(p * a / (1.0 + x * a) for p, a in zip(shares, pulls, strict=True)),
        low,
        high,
    )
    return [p / (1.0 + theta * a) for p, a in zip(shares, pulls, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a function falls through zero between two poles, by bisection."""
    while high - low > CLOSE * max(1.0, abs(low), abs(high)):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        if falling(middle) > 0.0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def normal_llr(scores: Moments, raw: Moments, test: Sprt, seats: int = 2, games: int = 2) -> float:
    """The log-likelihood ratio of elo1 against elo0, by scores from a normal distribution.

    Args:
        scores: of blocks, less their luck.
        raw: of the same blocks, as they are; normalized Elo is by the spread of games with luck.
        games: in a block.
    """
    if scores.count < FEWEST:
        return 0.0
    if test.model == "normalized":
        unit = math.sqrt(games * raw.variance) / NORMALIZED
        zero, one = (expected(0.0, seats) + elo * unit for elo in (test.elo0, test.elo1))
    else:
        zero, one = expected(test.elo0, seats), expected(test.elo1, seats)
    variance = scores.variance + VIRTUAL * raw.variance / scores.count
    off0, off1 = (variance + (scores.mean - mean) ** 2 for mean in (zero, one))
    return 0.5 * scores.count * math.log(off0 / off1)


class Moments:
    """The mean of values so far and how they scatter (Welford 1962)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.scatter = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.count += 1
        off = value - self.mean
        self.mean += off / self.count
        self.scatter += off * (value - self.mean)

    @property
    def variance(self) -> float:
        """The most likely one, hardly above that, and never 0."""
        return (self.scatter + 0.25 * MISSING) / max(self.count, 1)


class Counter:
    """The block scores of a test so far."""

    def __init__(self, test: Sprt, seats: int) -> None:
        self.test = test
        self.seats = seats
        self.games = max(seats, 1)
        self.counts: Counts[float] = Counts()

    def add(self, score: float) -> None:
        """Count a block."""
        self.counts[round(score, 9)] += 1

    def values(self) -> list[float]:
        """The values a score can take: for two seats all five, else those seen, and both ends."""
        possible = {0.0, 0.25, 0.5, 0.75, 1.0} if self.seats == 2 else {0.0, 1.0}
        return sorted(possible | set(self.counts))

    def llr(self) -> float:
        """The log-likelihood ratio so far."""
        values = self.values()
        return llr(values, [self.counts[v] for v in values], self.test, self.seats, self.games)


class LuckCounter:
    """The block scores of a test so far, less their luck."""

    def __init__(self, test: Sprt, seats: int) -> None:
        self.test = test
        self.seats = seats
        self.games = max(seats, 1)
        self.raw = Moments()
        self.left = Moments()
        self._stream = Stream()

    def add(self, score: float, luck: float) -> None:
        """Count a block."""
        self.raw.add(score)
        for left in self._stream.add(score, luck):
            self.left.add(left)

    def llr(self) -> float:
        """The log-likelihood ratio so far."""
        return normal_llr(self.left, self.raw, self.test, self.seats, self.games)

    @property
    def factor(self) -> float | None:
        """By how much luck widens the variance of block scores."""
        if self.left.count < FEWEST or self.left.scatter <= 1e-12 * self.raw.scatter:
            return None
        return self.raw.scatter / self.left.scatter
