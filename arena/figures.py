"""Figures of a tournament: for each player, each seat, the test, and all games together."""

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
from aicore.core.language import gettext as _

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
MAX_BINS = 40
MAX_APART = 40  # maximum number of players for whom all differences are computed
SHARES = (0.0, 1.0)  # the bounds of points and of other shares of a whole
FEWEST = 10  # minimum number of values for an interval: the variance of fewer says too little


@dataclass
class Spread:
    """Distribution of values.

    Args:
        count: number of values.
        mean: mean of all values; None if there are none.
        half: half the width of the mean's 95 % interval; None if it is unknown.
        quantiles: the values at QUANTILES.
        edges, counts: the histogram: bin k extends from edge k to edge k + 1.
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
        name, spec: name in the tournament, and complete spec.
        games: number of seats that the player took; two seats in one game count twice.
        wins: games won alone; in solo games, deals on which every other player did worse.
        draws, losses: games in which the player shared first place, and in which only others were
            first.
        points: sum of the points; the players in first place share one point a game.
        share: points as a share of the points at stake.
        rank: mean rank, where 1 is first; None in games for stakes.
        elo, low, high: the rating, with the ends of its 95 % interval; None if it is unknown.
        returns: the mean return of a game, by block, in games for stakes; else None.
        score: the distribution of scores in games without a forfeit.
        forfeits, timeouts: number of games lost by forfeit, and number of these lost on time.
        decisions: number of decisions in all games.
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
    """Thinking time of a player in seconds, and its decisions per second; None without any.

    The speed is not part of the results.
    """

    seconds: float
    per_second: float | None


@dataclass
class Mean:
    """Mean by block, with the ends of its 95 % interval (see `aicore.arena.intervals`)."""

    value: float | None
    low: float | None
    high: float | None


@dataclass
class LuckAdjusted:
    """Mean result of blocks, with and without their luck.

    Args:
        raw, left: the mean result as played, and with its luck subtracted.
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
        elo0, elo1: the hypotheses, in Elo, or in stakes if `model` is "returns".
        llr: the log-likelihood ratio that decides; luck-adjusted if luck was measured.
        lower, upper: the ratios at which the test accepts `elo0` and `elo1`.
        blocks: number of blocks examined.
        raw: the log-likelihood ratio of the block scores with their luck; None if `llr` is the
            same.
        factor: the factor by which luck increases the variance of block scores; None if unknown.
        decided: "elo0", "elo1" or "" for undecided.
        today: the verdict by the current version's test, if the version that wrote the file decided
            otherwise; else None.
        pairs: number of blocks that gave the first player 0, ½, 1, 1½ and 2 points, for two seats;
            else None.
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
        round: number of the round, from 1; further deals of a level knockout match belong to it.
        players: names of the players at the table; a player alone has a bye.
        points: the points of each player so far.
        winner: name of the player who advances in a knockout; else "".
    """

    round: int
    players: list[str]
    points: list[float]
    winner: str = ""


@dataclass
class Summary:
    """All figures of a tournament.

    Args:
        config: the configuration in plain types. It has the seed only after the last game: before,
            the seed would reveal the coming deals to readers of the report.
        games, blocks: number of games and of blocks played.
        planned: number of games planned; None if only a test ends the tournament.
        finished: whether the tournament has ended.
        cross: [one][other], the number of games that compare them, and the first one's share of the
            points; None without such games.
        superior: [one][other], the probability that the first one is stronger.
        records: [one][other], the number of comparisons that the first one won, drew and lost.
        apart: [one][other], the difference of their Elo with the ends of its 95 % interval; empty
            for more than MAX_APART players, and in games for stakes.
        anchor: name of the player with a fixed Elo, and that Elo; None if the mean Elo is 0.
        normalized: the first player's normalized Elo over the second, for two players; else None.
        seats: the mean points of each seat in a game; in games for stakes, its mean return.
        gains: [one][other], the first one's return above the mean of both, from the blocks in which
            both play, in games for stakes; else None.
        differences: [one][other], the mean difference of their scores on the same deals, in solo
            games; else None.
        luck: each player's mean result with and without luck. The result is the share of the
            points; in games for stakes, the return; in other solo games, the score. None if there
            are too few blocks; empty if luck was not measured.
        luck_apart: [one][other], the mean difference with and without luck, in solo games; empty if
            luck was not measured.
        length: the distribution of the number of events in a game.
        ends: number of games with each reason of the end.
        reasons: player, kind and reason of forfeits, with the number of each.
        matches: the matches of a Swiss or knockout tournament, round by round; else empty.
        standings: names and points of the players in a Swiss tournament, byes included, best first;
            else empty.
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
        """Return the figures that depend only on the configuration: all but speed and notes."""
        return {k: v for k, v in self.to_dict().items() if k not in ("speed", "notes")}

    def ladder(self) -> list[int]:
        """Return the indices of the players, best first."""

        def worth(k: int) -> float:
            one = self.players[k]
            return (one.elo if one.returns is None else one.returns.value) or 0.0

        return sorted(range(len(self.players)), key=lambda k: (-worth(k), k))

    @property
    def stakes(self) -> str:
        """Unit of the returns in games for stakes, as people read it; else empty."""
        stakes = self.config["stakes"]
        return "" if stakes is None else _(str(stakes["unit"]))

    def less_luck(self) -> Iterator[tuple[str, LuckAdjusted]]:
        """Yield names and luck-adjusted results of players, best first; solo, also of pairs."""
        order = self.ladder() if self.luck else []
        for k in order:
            if (adjusted := self.luck[k]) is not None:
                yield self.players[k].name, adjusted
        for one, two in combinations(order if self.luck_apart else [], 2):
            if (adjusted := self.luck_apart[one][two]) is not None:
                names = self.players[one].name, self.players[two].name
                yield _("{one} over {two}", one=names[0], two=names[1]), adjusted


def mean_of(values: Sequence[float], bounds: tuple[float, float] | None = None) -> Mean:
    """Return the mean of independent values, with an interval if there are at least FEWEST.

    Args:
        values: the values.
        bounds: bounds of the true mean, if there are any. Without bounds, equal values have no
            interval, since they do not show how much other values may vary.
    """
    if not values:
        return Mean(None, None, None)
    mean = math.fsum(values) / len(values)
    if len(values) < FEWEST:
        return Mean(mean, None, None)
    if bounds is not None:
        bounded = Bounded.of(values, *bounds)
        return Mean(bounded.mean, *bounded.interval())
    return Mean(mean, *(of_mean(values) or (None, None)))


def spread(values: Sequence[float], blocks: Sequence[float] | None = None) -> Spread:
    """Return the distribution of values.

    Args:
        values: the values.
        blocks: means of values that depend on each other, for the interval; None if all values are
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
    # a value on an edge belongs to the bin above it; the highest value belongs to the last bin
    counts = Counter(min(bisect_right(edges, v), len(edges) - 1) - 1 for v in ordered)
    return Spread(
        count=len(values),
        mean=math.fsum(values) / len(values),
        half=None if mean.high is None or mean.low is None else 0.5 * (mean.high - mean.low),
        quantiles=[float(quantile(ordered, share)) for share in QUANTILES],
        edges=edges,
        counts=[counts[k] for k in range(len(edges) - 1)],
    )
