"""Figures of a tournament: of each player, of seats, of a test, and of all together."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

from aicore.arena.intervals import Bounded, of_mean
from aicore.arena.ratings import quantile

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
MAX_BINS = 40
MAX_APART = 40  # players whose differences are all found
SHARES = (0.0, 1.0)  # the bounds of points and of other shares of a whole
FEWEST = 10  # values: the variance of fewer says too little for an interval


@dataclass
class Spread:
    """Distribution of values.

    Args:
        mean: mean of all values.
        half: half the width of the mean's 95 % interval; None where it is not known.
        quantiles: at QUANTILES.
        edges, counts: the histogram: bin k goes from edge k to edge k + 1.
    """

    count: int
    mean: float | None
    half: float | None
    quantiles: list[float]
    edges: list[float]
    counts: list[int]


@dataclass
class PlayerFigures:
    """Figures of one player.

    Args:
        games: a seat in a game counts, so a player that sits twice counts twice.
        wins: games won alone; in solo games, deals on which no other did better or as well.
        draws, losses: games in which others came first, too, or only others did.
        points: one point a game, shared by those who came first.
        share: points as a share of those at stake.
        rank: mean rank, from 1; None in games for stakes.
        returns: in games for stakes the mean return of a game, by block; else None.
        score: the distribution of scores in games that were not forfeited.
        forfeits, timeouts: games lost by forfeit, and those of them by the clock.
    """

    name: str
    spec: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    share: float | None
    rank: float | None
    elo: float | None
    low: float | None
    high: float | None
    score: Spread
    forfeits: int
    timeouts: int
    decisions: int
    returns: Mean | None = None


@dataclass
class Speed:
    """Time that a player used: it depends on the machine and is not part of the results."""

    seconds: float
    per_second: float | None


@dataclass
class Mean:
    """Mean with the ends of its 95 % interval (`aicore.arena.intervals`), by block."""

    value: float | None
    low: float | None
    high: float | None


@dataclass
class LuckAdjusted:
    """Results of blocks, as they are and less their luck.

    Args:
        raw, left: the mean of both.
        factor: the factor by which luck increases the variance, and so the number of games needed
            for the same interval. None if luck explains everything.
    """

    raw: Mean
    left: Mean
    factor: float | None


@dataclass
class TestFigures:
    """Figures of a sequential test.

    Args:
        elo0, elo1: the hypotheses, in Elo; where `model` is "returns", in stakes.
        llr: the log-likelihood ratio that decides, of block scores less luck if luck was measured.
        raw: the log-likelihood ratio of the block scores as they are; None where that is `llr`.
        factor: the factor by which luck increases the variance of block scores; None if unknown.
        decided: "elo0", "elo1" or "" for undecided.
        today: the current test's verdict on a file of an earlier version that decided otherwise;
            else None.
        pairs: for two seats, how often a block gave the first player 0, ½, 1, 1½, 2 points.
    """

    elo0: float
    elo1: float
    model: str
    llr: float
    lower: float
    upper: float
    decided: str
    blocks: int
    pairs: list[int] | None
    raw: float | None = None
    factor: float | None = None
    today: str | None = None


@dataclass
class MatchFigures:
    """One match of a Swiss or knockout tournament.

    Args:
        round: from 1; further deals of a level knockout match are part of it.
        players: names of the players at the table; one alone has a bye.
        points: the points of each so far.
        winner: name of the player who goes on, in a knockout; else "".
    """

    round: int
    players: list[str]
    points: list[float]
    winner: str = ""


@dataclass
class Summary:
    """All figures of a tournament.

    Args:
        config: as in the file. The seed is included only when everything was played: while programs
            still play, it would reveal the coming deals to readers of the report.
        finished: whether everything was played.
        cross: [one][other], games in which the result compares them, and the first's share of them.
        superior: [one][other], the likelihood that one is the stronger.
        records: [one][other], comparisons that one won, that were level, and that it lost.
        apart: [one][other], the difference of their Elo with the ends of its 95 % interval; empty
            for more than MAX_APART players, and where stakes are compared.
        anchor: name of the player whose Elo is given, and that Elo; None: the mean is 0.
        normalized: of two players, the first one's normalized Elo over the second.
        seats: the points of each seat, a share of 1; in games for stakes its mean return.
        gains: in games for stakes [one][other], how much one gets above the mean of both, by the
            blocks in which both play; else None.
        differences: solo games: [one][other], mean difference of the scores on the same deals.
        luck: mean luck of each player over its blocks: of the points (a share of 1), in games for
            stakes of the returns, and in other solo games of the score; None where luck was not
            measured or blocks are too few.
        luck_apart: solo games: [one][other], the same of the differences; empty without luck.
        length: events of a game.
        reasons: forfeits by player, kind and reason, with their number.
        matches: of a Swiss or knockout tournament, round by round; else empty.
        standings: of a Swiss tournament, players and their points, with byes, best first.
    """

    config: dict[str, Any]
    games: int
    blocks: int
    planned: int | None
    finished: bool
    players: list[PlayerFigures]
    cross: list[list[tuple[float, float | None]]]
    superior: list[list[float]]
    seats: list[Mean]
    differences: list[list[Mean]] | None
    length: Spread
    ends: dict[str, int]
    reasons: list[tuple[str, str, str, int]]
    test: TestFigures | None
    speed: list[Speed] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    luck: list[LuckAdjusted | None] = field(default_factory=list)
    luck_apart: list[list[LuckAdjusted | None]] = field(default_factory=list)
    gains: list[list[Mean]] | None = None
    matches: list[MatchFigures] = field(default_factory=list)
    standings: list[tuple[str, float]] = field(default_factory=list)
    records: list[list[tuple[float, float, float]]] = field(default_factory=list)
    apart: list[list[tuple[float, float, float]]] = field(default_factory=list)
    anchor: tuple[str, float] | None = None
    normalized: Mean | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the figures in plain types."""
        return asdict(self)

    def results(self) -> dict[str, Any]:
        """Return the figures that a second run of the same configuration repeats exactly."""
        return {k: v for k, v in self.to_dict().items() if k not in ("speed", "notes")}

    def ladder(self) -> list[int]:
        """Return the players, best first."""

        def worth(k: int) -> float:
            one = self.players[k]
            return (one.elo if one.returns is None else one.returns.value) or 0.0

        return sorted(range(len(self.players)), key=lambda k: (-worth(k), k))

    @property
    def stakes(self) -> str:
        """Unit of the returns where these are compared; empty where points are."""
        stakes = self.config["stakes"]
        return "" if stakes is None else str(stakes["unit"])

    def less_luck(self) -> Iterator[tuple[str, LuckAdjusted]]:
        """Yield players, best first, and in solo games their differences, where luck is known."""
        order = self.ladder() if self.luck else []
        for k in order:
            if (found := self.luck[k]) is not None:
                yield self.players[k].name, found
        for one, two in combinations(order if self.luck_apart else [], 2):
            if (found := self.luck_apart[one][two]) is not None:
                yield f"{self.players[one].name} over {self.players[two].name}", found


def mean_of(values: Sequence[float], bounds: tuple[float, float] | None = None) -> Mean:
    """Return the mean of independent values, with an interval from FEWEST values on.

    Args:
        bounds: bounds of the true mean, if there are any. Without them, values that do not vary say
            nothing about others, and have no interval.
    """
    if not values:
        return Mean(None, None, None)
    mean = math.fsum(values) / len(values)
    if len(values) < FEWEST:
        return Mean(mean, None, None)
    if bounds is not None:
        found = Bounded.of(values, *bounds)
        return Mean(found.mean, *found.interval())
    return Mean(mean, *(of_mean(values) or (None, None)))


def spread(values: Sequence[float], blocks: Sequence[float] | None = None) -> Spread:
    """Return the distribution of values.

    Args:
        blocks: means of values that belong together, used for the interval; None: each value is
            independent.
    """
    if not values:
        return Spread(0, None, None, [], [], [])
    mean = mean_of(values if blocks is None else blocks)
    ordered = sorted(values)
    low, high = ordered[0], ordered[-1]
    if all(float(v).is_integer() for v in values):
        width = max(1, math.ceil((high - low + 1) / MAX_BINS))
        bins = math.floor((high - low) / width) + 1
        edges = [low - 0.5 + width * k for k in range(bins + 1)]
    else:
        edges = [low - 0.5, low + 0.5]
        if high > low:
            edges = [low + (high - low) * k / 20 for k in range(21)]
    # a value on an edge is in the bin above it, the highest in the last one
    counts = Counter(min(bisect_right(edges, v), len(edges) - 1) - 1 for v in ordered)
    return Spread(
        count=len(values),
        mean=math.fsum(values) / len(values),
        half=None if mean.high is None or mean.low is None else 0.5 * (mean.high - mean.low),
        quantiles=[float(quantile(ordered, share)) for share in QUANTILES],
        edges=edges,
        counts=[counts[k] for k in range(len(edges) - 1)],
    )
