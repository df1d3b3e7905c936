"""Computation of a tournament's figures from its file.

Equal files give equal figures, since games are read in order of their blocks. Figures that depend
on the clock are separate, in `Speed`.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, pvariance
from typing import Any

from aicore.arena.block_runner import GameRow
from aicore.arena.config import Config
from aicore.arena.figures import (
    MAX_APART,
    SHARES,
    LuckAdjusted,
    Mean,
    PlayerFigures,
    Speed,
    Summary,
    TestFigures,
    mean_of,
    spread,
)
from aicore.arena.intervals import Bounded
from aicore.arena.luck_adjusted import compare
from aicore.arena.matches import match_figures, standings
from aicore.arena.plan import Plan
from aicore.arena.ratings import REPLICATES, Anchor, Comparison, Ratings, rate
from aicore.arena.referee import ADJUDICATED
from aicore.arena.results import comparisons, deal_levels, points, ranks
from aicore.arena.schedules import scores_of
from aicore.arena.sprt import NORMALIZED, bounds
from aicore.arena.store import Store
from aicore.arena.tournament import SequentialTest, paid_by
from aicore.core.errors import OptionError, unknown
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.schema import parse


def summarize(
    store: Store, replicates: int = REPLICATES, anchor: tuple[str, float] | None = None
) -> Summary:
    """Return the figures of a tournament's file, finished or not.

    Args:
        store: the tournament's file.
        replicates: number of fits in the bootstrap of the ratings.
        anchor: name and fixed Elo of a player; None for a mean of 0.

    Raises StoreError, OptionError.
    """
    reader = Reader(store.config, anchor)
    for row in store.games():
        reader.add(row)
    figures = reader.summary(replicates)
    end = store.finished
    figures.finished = end is not None
    if end is None:
        del figures.config["seed"]  # it would reveal the deals that are still to be played
    elif figures.test is not None and figures.test.decided != end["decided"]:
        # The version that wrote the file decided otherwise: its verdict stands.
        figures.test.today, figures.test.decided = figures.test.decided, end["decided"]
    figures.notes = [text for _time, _kind, text in store.notes()]
    return figures


def anchored(config: Config, name: str, elo: float) -> Anchor:
    """Return the anchor of a tournament, from its name and Elo. Raises OptionError."""
    if config.stakes is not None:
        text = _("anchor: players of {game} are rated by returns and have no Elo")
        raise OptionError(fill(text, game=config.game))
    if name not in config.names:
        raise OptionError(unknown(_("player of this tournament"), name, config.names))
    return Anchor(config.names.index(name), elo)


class Reader:
    """Reader of games, which keeps the sums for the figures.

    Attributes:
        members: the players of each line-up.
        results: comparisons of each line-up's blocks, with the number of equal blocks.
        seat_points: mean points of each seat in each block; in games for stakes, its mean return.
        cross: [one][other], the weight of the comparisons that the first one won or shared.
        level: [one][other], the part of `cross` from ties.
        solo: score of each player on each solo deal; None for a player who has no score there.
        shares: each player's results and luck, block by block.
        apart: [one][other], the first one's results and luck minus the other's, block by block.
        paid: mean return of each player in each block, in games for stakes.
        gains: [one][other], the first one's return above the mean of both, block by block.
        scores: points of each player in each block, if results decide the pairings; else empty.
    """

    def __init__(self, config: Config, anchor: tuple[str, float] | None = None) -> None:
        self.config = config
        self.anchor = None if anchor is None else anchored(config, *anchor)
        self.plan = Plan(config)
        size = len(config.names)
        self.members = [
            sorted({k for seating in line_up for k in seating}) for line_up in self.plan.line_ups
        ]
        self.results: dict[int, Counter[tuple[Comparison, ...]]] = {}
        self.seat_points: list[list[float]] = [[] for _ in range(config.seats)]
        self.players = [_Sums() for _ in range(size)]
        self.cross = [[0.0] * size for _ in range(size)]
        self.level = [[0.0] * size for _ in range(size)]
        self.lengths: list[int] = []
        self.ends: Counter[str] = Counter()
        self.reasons: Counter[tuple[int, str, str]] = Counter()
        self.solo: list[list[float | None]] = []
        self.shares: list[_Series] = [_Series() for _ in range(size)]
        self.apart = [[_Series() for _ in range(size)] for _ in range(size)]
        self.games = 0
        self.blocks = 0
        self.paid: list[list[float]] = [[] for _ in range(size)]
        self.gains: list[list[list[float]]] = [[[] for _ in range(size)] for _ in range(size)]
        self.test = SequentialTest(config)
        self.scores: dict[int, dict[int, float]] = {}
        self._rows: list[GameRow] = []

    def add(self, row: GameRow) -> None:
        """Add a game; the games of a block must arrive together, and count when all are there."""
        if self._rows and self._rows[0].block != row.block:
            self._count()
        self._rows.append(row)
        if len(self._rows) == len(self.plan.seatings(row.block)):
            self._count()

    def _count(self) -> None:
        if self._rows:
            self._block(self._rows)
            self._rows = []

    def _block(self, rows: list[GameRow]) -> None:
        self.blocks += 1
        self.test.add({rows[0].block: rows})
        if self.config.adaptive:
            self.scores[rows[0].block] = scores_of(rows)
        wins: defaultdict[tuple[int, int], float] = defaultdict(float)
        before = [len(sums.scores) for sums in self.players]
        seats = [0.0] * self.config.seats
        for row in rows:
            for one, two, weight in self._game(row, seats):
                if one != two:
                    wins[one, two] += weight
                    self.level[one][two] += weight * (weight == 0.5)
        for sums, first in zip(self.players, before, strict=True):
            if new := sums.scores[first:]:
                sums.blocks.append(sum(new) / len(new))
        if self.config.seats == 1:
            for one, two, weight in self._deal(rows):
                wins[one, two] += weight
                self.level[one][two] += weight * (weight == 0.5)
        result = tuple((one, two, weight) for (one, two), weight in sorted(wins.items()))
        self.results.setdefault(self.plan.line_up(rows[0].block), Counter())[result] += 1
        for one, two, weight in result:
            self.cross[one][two] += weight
        paid = self._paid(rows)
        if self.config.stakes is None:
            for seat, total in enumerate(seats):
                self.seat_points[seat].append(total / len(rows))
        if self.config.luck:
            self._luck(rows, paid)

    def _paid(self, rows: list[GameRow]) -> dict[int, float]:
        """Add the returns of a block. Return each player's mean; {} if points are compared."""
        stakes = self.config.stakes
        if stakes is None:
            return {}
        games = [paid_by(row, stakes) for row in rows]
        for seat, values in enumerate(self.seat_points):
            values.append(fmean(each[seat] for each in games))
        mine: defaultdict[int, list[float]] = defaultdict(list)
        for row, each in zip(rows, games, strict=True):
            for player, value in zip(parse(row.seating), each, strict=True):
                mine[player].append(value)
        means = {player: fmean(values) for player, values in mine.items()}
        for one, value in means.items():
            self.paid[one].append(value)
            for two, other in means.items():
                self.gains[one][two].append(0.5 * (value - other))
        return means

    def _luck(self, rows: list[GameRow], paid: dict[int, float]) -> None:
        """Add each player's result and luck in a block.

        Args:
            rows: the games of the block.
            paid: the result of `_paid`.
        """
        lucks = [parse(row.luck or "") for row in rows]
        if self.config.seats == 1 and not paid:
            for one, result in enumerate(self.solo[-1]):
                if result is None:
                    continue
                self.shares[one].add(result, lucks[one][0])
                for two, other in enumerate(self.solo[-1]):
                    if other is not None:
                        self.apart[one][two].add(result - other, lucks[one][0] - lucks[two][0])
            return
        sums: defaultdict[int, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        for row, luck in zip(rows, lucks, strict=True):
            returns = None if row.returns is None else parse(row.returns)
            for seat, won in enumerate(points(returns, row.loser, len(luck))):
                of_player = sums[parse(row.seating)[seat]]
                for place, value in enumerate((1.0, won, luck[seat])):
                    of_player[place] += value
        for player, (seats, won, luck) in sums.items():
            self.shares[player].add(paid.get(player, won / seats), luck / seats)

    def _game(self, row: GameRow, seat_points: list[float]) -> Iterable[tuple[int, int, float]]:
        """Add one game. Return its comparisons of players."""
        self.games += 1
        seating = parse(row.seating)
        returns = None if row.returns is None else parse(row.returns)
        scores = parse(row.scores)
        decisions = parse(row.decisions)
        seconds = parse(row.seconds) or [0.0] * len(seating)
        self.lengths.append(row.plies)
        self.ends[row.end or "forfeit"] += 1
        if row.loser is not None:
            loser = self.players[seating[row.loser]]
            loser.forfeits += 1
            loser.timeouts += row.kind == "time"
            self.reasons[seating[row.loser], row.kind or "", row.reason or ""] += 1
        won = points(returns, row.loser, len(seating))
        ranked = ranks(returns, row.loser, len(seating))
        for seat, player in enumerate(seating):
            sums = self.players[player]
            sums.games += 1
            sums.decisions += decisions[seat]
            sums.seconds += seconds[seat]
            if row.loser is None and row.end != ADJUDICATED:
                sums.scores.append(_main(scores[0] if len(seating) == 1 else scores[seat]))
            if len(seating) > 1:
                sums.count(won[seat])
                sums.ranks += ranked[seat]
                seat_points[seat] += won[seat]
        if len(seating) == 1:
            return []
        return [
            (seating[one], seating[two], weight)
            for one, two, weight in comparisons(returns, row.loser, len(seating))
        ]

    def _deal(self, rows: list[GameRow]) -> Iterable[tuple[int, int, float]]:
        """Add the solo games on one deal. Return the comparisons of their players."""
        levels = deal_levels(rows)
        if len(rows) > 1:
            for k, (won, rank) in enumerate(
                zip(points(levels, None, 1), ranks(levels, None, 1), strict=True)
            ):
                self.players[k].count(won)
                self.players[k].ranks += rank
        scores = [None if row.loser is not None else _main(parse(row.scores)[0]) for row in rows]
        self.solo.append(scores + [None] * (len(self.players) - len(scores)))
        return _all_pairs(levels)

    def rate(self, replicates: int) -> Ratings:
        """Return the ratings so far."""
        members = dict(enumerate(self.members))
        seed = zlib.crc32(self.config.seed.encode())  # equal files have equal seeds
        pairs = len(self.players) <= MAX_APART
        return rate(len(self.players), self.results, members, seed, replicates, self.anchor, pairs)

    def worth(self, replicates: int = REPLICATES) -> list[tuple[float, bool]]:
        """Return each player's Elo or mean return so far, and whether it has played."""
        self._count()
        played = [sums.games > 0 for sums in self.players]
        if self.config.stakes is not None:
            values = [fmean(paid) if paid else 0.0 for paid in self.paid]
        else:
            values = self.rate(replicates).elo
        return list(zip(values, played, strict=True))

    def summary(self, replicates: int = REPLICATES) -> Summary:
        """Return the figures of the games added so far."""
        self._count()
        config, stakes = self.config, self.config.stakes
        ratings = self.rate(replicates) if stakes is None else None
        several = len(self.players) > 1 and self.games > 0
        rated = ratings if several else None
        limits = SHARES if stakes is None else (stakes.low, stakes.high)
        figures = []
        for k, sums in enumerate(self.players):
            games = max(sums.games, 1)
            figures.append(
                PlayerFigures(
                    name=config.names[k],
                    spec=config.spec(k),
                    games=sums.games,
                    wins=sums.wins,
                    draws=sums.draws,
                    losses=sums.games - sums.wins - sums.draws if several else 0,
                    points=sums.points,
                    share=sums.points / games if sums.games and several else None,
                    rank=sums.ranks / games if sums.games and rated else None,
                    elo=rated.elo[k] if rated else None,
                    low=rated.low[k] if rated else None,
                    high=rated.high[k] if rated else None,
                    score=spread(sums.scores, sums.blocks),
                    forfeits=sums.forfeits,
                    timeouts=sums.timeouts,
                    decisions=sums.decisions,
                    returns=None if stakes is None else mean_of(self.paid[k], limits),
                )
            )
        return Summary(
            config=config.to_dict(),
            games=self.games,
            blocks=self.blocks,
            planned=self.plan.games,
            finished=False,
            players=figures,
            cross=self._cross(),
            superior=self._superior() if ratings is None else ratings.superior,
            seats=[mean_of(values, limits) for values in self.seat_points]
            if config.seats > 1
            else [],
            differences=self._differences(),
            length=spread(self.lengths),
            ends=dict(sorted(self.ends.items())),
            reasons=[
                (config.names[player], kind, reason, count)
                for (player, kind, reason), count in self.reasons.most_common()
            ],
            test=self._test(),
            speed=[
                Speed(sums.seconds, sums.decisions / sums.seconds if sums.seconds else None)
                for sums in self.players
            ],
            luck=[
                series.compared(limits if config.seats > 1 or stakes is not None else None)
                for series in self.shares
            ]
            if config.luck
            else [],
            luck_apart=[[series.compared() for series in row] for row in self.apart]
            if config.luck and config.seats == 1 and stakes is None
            else [],
            gains=self._gains(),
            matches=list(match_figures(self.plan, self.scores))
            if config.format in ("swiss", "knockout")
            else [],
            records=self._records(),
            apart=[] if ratings is None else ratings.apart,
            anchor=None
            if self.anchor is None
            else (config.names[self.anchor.player], self.anchor.elo),
            normalized=self._normalized(),
            standings=standings(self.plan, self.scores) if config.format == "swiss" else [],
        )

    def _cross(self) -> list[list[tuple[float, float | None]]]:
        def share(one: int, two: int) -> tuple[float, float | None]:
            won = self.cross[one][two]
            both = won + self.cross[two][one]
            return both, won / both if both else None

        size = range(len(self.players))
        return [[share(one, two) for two in size] for one in size]

    def _records(self) -> list[list[tuple[float, float, float]]]:
        def record(one: int, two: int) -> tuple[float, float, float]:
            mine, theirs = self.level[one][two], self.level[two][one]
            return self.cross[one][two] - mine, mine + theirs, self.cross[two][one] - theirs

        size = range(len(self.players))
        return [[record(one, two) for two in size] for one in size]

    def _normalized(self) -> Mean | None:
        """Return the normalized Elo of the first of two players over the second; None if unknown.

        Source: M. Van den Bergh, "Comments on normalized Elo" (2021).
        """
        if len(self.players) != 2 or self.config.stakes is not None or len(self.results) != 1:
            return None
        (blocks,) = self.results.values()
        shares = []
        for outcome, count in sorted(blocks.items()):
            won = math.fsum(weight for one, _, weight in outcome if one == 0)
            total = math.fsum(weight for *_, weight in outcome)
            shares += [won / total if total else 0.5] * count
        mean = mean_of(shares)
        games = len(self.plan.line_ups[0]) if self.config.seats > 1 else 1
        spread_of_games = math.sqrt(games * pvariance(shares))  # standard deviation of one game
        if mean.value is None or spread_of_games < 1e-9:
            return None
        values = (mean.value, mean.low, mean.high)
        return Mean(*(
            None if value is None else NORMALIZED * (value - 0.5) / spread_of_games
            for value in values
        ))  # fmt: skip

    def _gains(self) -> list[list[Mean]] | None:
        stakes = self.config.stakes
        if stakes is None:
            return None
        reach = stakes.reach(2)
        return [[mean_of(values, (-reach, reach)) for values in row] for row in self.gains]

    def _superior(self) -> list[list[float]]:
        """Return [one][other], the probability that the first one is stronger, from their gains.

        It is 1 - p, where p is the probability of such gains if both are equally strong; 0.5 if
        there are too few gains.
        """
        stakes = self.config.stakes
        assert stakes is not None
        reach = stakes.reach(2)

        def above(one: int, two: int) -> float:
            values = self.gains[one][two]
            if one == two or len(values) < 2:
                return 0.5
            return 1.0 - Bounded.of(values, -reach, reach).above(0.0)

        size = range(len(self.players))
        return [[above(one, two) for two in size] for one in size]

    def _differences(self) -> list[list[Mean]] | None:
        if self.config.seats > 1:
            return None
        size = range(len(self.players))
        return [
            [
                mean_of([d[i] - d[j] for d in self.solo if None not in (d[i], d[j])])  # type: ignore[operator]
                for j in size
            ]
            for i in size
        ]

    def _test(self) -> TestFigures | None:
        sprt = self.config.sprt
        if sprt is None:
            return None
        pairs = None
        if self.config.seats == 2 and sprt.model != "returns":
            counts = self.test.counts
            pairs = [counts.get(value, 0) for value in (0.0, 0.25, 0.5, 0.75, 1.0)]
        lower, upper = bounds(sprt)
        return TestFigures(
            sprt.elo0, sprt.elo1, sprt.model, self.test.llr, lower, upper,
            self.test.decided, self.test.length, pairs, self.test.raw, self.test.factor,
        )  # fmt: skip


class _Series:
    """Results and luck of blocks."""

    def __init__(self) -> None:
        self.results: list[float] = []
        self.lucks: list[float] = []

    def add(self, result: float, luck: float) -> None:
        self.results.append(result)
        self.lucks.append(luck)

    def compared(self, bounds: tuple[float, float] | None = None) -> LuckAdjusted | None:
        return compare(self.results, self.lucks, bounds)


class _Sums:
    """Sums over one player's games."""

    def __init__(self) -> None:
        self.games = self.wins = self.draws = self.forfeits = self.timeouts = self.decisions = 0
        self.points = self.ranks = self.seconds = 0.0
        self.scores: list[float] = []
        self.blocks: list[float] = []  # mean score of each block

    def count(self, points: float) -> None:
        """Add a player's points in a game."""
        self.wins += points == 1.0
        self.draws += 0.0 < points < 1.0
        self.points += points


def _main(score: Any) -> float:
    """Return the most important part of a score: the first number, however deep it is nested."""
    while isinstance(score, list):
        score = score[0]
    return float(score)


def _all_pairs(levels: Sequence[float]) -> Iterable[tuple[int, int, float]]:
    """Yield (better player, other player, weight) for each pair of players, like `comparisons`.

    The weight is 1. A tie gives two comparisons, each way, of weight 0.5.
    """
    for one in range(len(levels)):
        for two in range(len(levels)):
            if one != two and levels[one] >= levels[two]:
                yield one, two, 1.0 if levels[one] > levels[two] else 0.5
