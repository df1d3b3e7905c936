"""Elo from comparisons, with intervals that allow for dependent games.

The model is Bradley and Terry's: d more Elo give a player odds of 10**(d/400) to win. With three
seats or more it is Plackett and Luce's: a ranking is a sequence of choices of the best remaining
player. Every comparison of a chosen player with the remaining ones has Bradley-Terry odds. So the
same likelihood gives consistent estimates (Azari Soufiani et al., "Generalized method-of-moments
for rank aggregation", NIPS 2013).

Intervals come from the Bayesian bootstrap (Rubin, Annals of Statistics 9, 1981) over blocks: each
block of a line-up gets a random weight with mean one, and the model is fitted again. Games of a
block share their luck and their weight. If there are few blocks, the intervals would be too short,
so quantiles of Student's t replace the normal quantiles (T. Hesterberg, "What teachers
should know about the bootstrap", The American Statistician 69, 2015, on expanded percentiles).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from statistics import NormalDist

from aicore.arena.fits import Fits
from aicore.arena.intervals import LEVEL, t_quantile

ELO = 400.0 / math.log(10.0)  # Elo for one unit of the logarithm of the odds

REPLICATES = 1000

# Number of virtual blocks that each of two players wins against the other. They keep ratings finite
# if a player has won every game. In the bootstrap, their weights are random, as for all blocks.
VIRTUAL = 0.5

Comparison = tuple[int, int, float]
"""Better player, other player, and weight."""

Results = Mapping[tuple[Comparison, ...], int]
"""Number of a line-up's blocks that have the same comparisons, by these comparisons."""


@dataclass(frozen=True)
class Anchor:
    """Player with a fixed Elo; the others are rated relative to it.

    Args:
        player: index of the player.
        elo: its Elo.
    """

    player: int
    elo: float


@dataclass(frozen=True)
class Ratings:
    """Elo of all players, with mean zero or relative to an anchor.

    Args:
        elo: Elo of each player.
        low, high: the ends of the 95 % intervals. They are for the distance to the mean of all
            players or to the anchor, so the anchor's own interval is empty.
        superior: [one][other], the probability that the first one is stronger.
        apart: [one][other], the difference of two players' Elo with the ends of its 95 % interval.
    """

    elo: list[float]
    low: list[float]
    high: list[float]
    superior: list[list[float]]
    apart: list[list[tuple[float, float, float]]]


def rate(
    players: int,
    results: Mapping[int, Results],
    members: Mapping[int, Sequence[int]],
    seed: int = 0,
    replicates: int = REPLICATES,
    anchor: Anchor | None = None,
    pairs: bool = False,
) -> Ratings:
    """Return the ratings of players, from the comparisons in their blocks.

    Args:
        players: number of players.
        results: results of each line-up's blocks, by the number of the line-up.
        members: players of each line-up, by the number of the line-up.
        seed: seed of the bootstrap.
        replicates: number of fits in the bootstrap.
        anchor: the player with a fixed Elo; None if the mean of all players is 0.
        pairs: whether to compute the differences of all pairs, too.
    """
    fits = Fits(players, _kinds(results, members), seed)
    elo = _scaled(fits.estimate(), anchor)
    drawn = [
        _scaled(strengths, anchor)
        for strengths in _draws(fits, replicates, balanced=_balanced(results))
    ]
    blocks = _blocks(players, results, members)
    ends = [
        _ends([draw[player] for draw in drawn], _outside(blocks[player]))
        for player in range(players)
    ]
    return Ratings(
        elo,
        [low for low, _ in ends],
        [high for _, high in ends],
        [[_share_above(drawn, one, two) for two in range(players)] for one in range(players)],
        _apart(elo, drawn, blocks) if pairs else [],
    )


def _draws(fits: Fits, replicates: int, balanced: bool) -> Iterator[list[float]]:
    """Yield the bootstrap's strengths.

    Balanced results are as likely the other way round. So each draw comes with its mirror image:
    intervals are symmetric, not lopsided by the luck of the draws.
    """
    for _ in range((replicates + 1) // 2 if balanced else replicates):
        strengths = fits.draw()
        yield strengths
        if balanced:
            yield [-strength for strength in strengths]


def _balanced(results: Mapping[int, Results]) -> bool:
    """Whether the results are the same with all wins and losses exchanged."""
    for blocks in results.values():
        counts: defaultdict[tuple[Comparison, ...], int] = defaultdict(int)
        for comparisons, count in blocks.items():
            counts[tuple(sorted(comparisons))] += count
            counts[tuple(sorted((two, one, weight) for one, two, weight in comparisons))] -= count
        if any(counts.values()):
            return False
    return True


def _scaled(strengths: Sequence[float], anchor: Anchor | None) -> list[float]:
    """Return strengths as Elo, relative to the anchor or with mean zero."""
    if anchor is None:
        return [ELO * strength for strength in strengths]
    base = strengths[anchor.player]
    return [anchor.elo + ELO * (strength - base) for strength in strengths]


def _ends(values: Sequence[float], outside: float) -> tuple[float, float]:
    """Return the ends of an interval; beyond each end lies the share `outside` of the values."""
    ordered = sorted(values)
    return quantile(ordered, outside), quantile(ordered, 1.0 - outside)


def _apart(
    elo: Sequence[float], drawn: Sequence[Sequence[float]], blocks: Sequence[int]
) -> list[list[tuple[float, float, float]]]:
    """Return the difference of each pair of players, with its interval."""
    differences = [[(0.0, 0.0, 0.0)] * len(elo) for _ in elo]
    for two in range(len(elo)):
        for one in range(two):
            outside = _outside(min(blocks[one], blocks[two]))
            low, high = _ends([draw[one] - draw[two] for draw in drawn], outside)
            value = elo[one] - elo[two]
            differences[one][two], differences[two][one] = (value, low, high), (-value, -high, -low)
    return differences


def _kinds(
    results: Mapping[int, Results], members: Mapping[int, Sequence[int]]
) -> Iterator[tuple[float, tuple[Comparison, ...]]]:
    """Yield the number and the comparisons of equal blocks, and then of virtual blocks."""
    virtual = _virtual(results, members)
    for line_up, blocks in sorted(results.items()):
        for comparisons, count in sorted(blocks.items()):
            yield count, comparisons
        if blocks:
            met = _met(blocks)
            for one, two in permutations(members[line_up], 2):
                weight = met.get((one, two), 0.0) + met.get((two, one), 0.0)
                yield virtual, ((one, two, weight or 1.0),)


def _virtual(results: Mapping[int, Results], members: Mapping[int, Sequence[int]]) -> float:
    """Return the number of virtual blocks that each player of a pair wins in a line-up.

    Over all pairs, these are VIRTUAL blocks for each player but one, because one strength is fixed.
    With more, ratings would be too similar, although other games show the distance.
    """
    seen = [members[line_up] for line_up, blocks in results.items() if blocks]
    pairs = sum(len(each) * (len(each) - 1) // 2 for each in seen)
    players = len({player for each in seen for player in each})
    return VIRTUAL * (players - 1) / pairs if pairs else VIRTUAL


def _met(blocks: Results) -> dict[tuple[int, int], float]:
    """Return the mean weight per block of each player's wins against each other player."""
    met: defaultdict[tuple[int, int], float] = defaultdict(float)
    for comparisons, count in blocks.items():
        for one, two, weight in comparisons:
            met[one, two] += weight * count
    total = sum(blocks.values())
    return {pair: weight / total for pair, weight in met.items()}


def _blocks(
    players: int, results: Mapping[int, Results], members: Mapping[int, Sequence[int]]
) -> list[int]:
    """Return the number of blocks in which each player took part."""
    counts = [0] * players
    for line_up, blocks in results.items():
        for player in members[line_up]:
            counts[player] += sum(blocks.values())
    return counts


def _outside(blocks: int) -> float:
    """Return the share of bootstrap values to leave beyond each end of an interval."""
    if blocks < 2:
        return 0.0
    reach = t_quantile(0.5 + 0.5 * LEVEL, blocks - 1) * math.sqrt(blocks / (blocks - 1))
    return NormalDist().cdf(-reach)


def _share_above(drawn: Sequence[Sequence[float]], one: int, two: int) -> float:
    """Return the share of bootstrap values in which one is stronger; a tie counts as half."""
    above = sum((draw[one] > draw[two]) + 0.5 * (draw[one] == draw[two]) for draw in drawn)
    return above / len(drawn)


def quantile(values: Sequence[float], share: float) -> float:
    """Return a quantile of ascending values, with linear interpolation."""
    place = share * (len(values) - 1)
    below = math.floor(place)
    above = min(below + 1, len(values) - 1)
    return values[below] + (place - below) * (values[above] - values[below])
