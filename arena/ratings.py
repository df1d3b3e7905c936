"""Elo from comparisons, with intervals that respect what belongs together.

The model is Bradley and Terry's: one beats another with probability 1 / (1 + 10 ** (-difference /
400)). With three seats or more it is Plackett and Luce's: a ranking is a sequence of choices of the
best of who is left, and every comparison of a chosen one with those left behind has Bradley-Terry
odds, so the same likelihood estimates it consistently (Azari Soufiani et al., "Generalized
method-of-moments for rank aggregation", NIPS 2013).

Intervals come from the Bayesian bootstrap (Rubin, Annals of Statistics 9, 1981) over blocks: each
block of a line-up gets a random weight with mean one, and the fit is made again. Games of a block
share their luck and stay together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from aicore.arena.fits import Fits

ELO = 400.0 / math.log(10.0)  # Elo for one unit of the logarithm of the odds

REPLICATES = 1000

# Virtual wins of each over each other in a line-up. They keep the strength of who won everything
# finite; in the bootstrap they are random as the games are.
VIRTUAL = 0.5

Comparison = tuple[int, int, float]
"""A better player, another one, and how much it counts."""

Results = Mapping[tuple[Comparison, ...], int]
"""What blocks of a line-up came to, and how many of them came to it."""


@dataclass(frozen=True)
class Ratings:
    """The Elo of all players, with mean zero.

    Args:
        elo: of each player.
        low, high: the ends of the 95 % intervals.
        superior: [one][other], the likelihood that one is stronger than the other.
    """

    elo: list[float]
    low: list[float]
    high: list[float]
    superior: list[list[float]]


def rate(
    players: int,
    results: Mapping[int, Results],
    members: Mapping[int, Sequence[int]],
    seed: int = 0,
    replicates: int = REPLICATES,
) -> Ratings:
    """Rate players by the comparisons in their blocks.

    Args:
        players: how many there are.
        results: of the blocks of each line-up; line-ups without blocks do not count.
        members: by line-up, the players in it.
        seed: of the bootstrap.
    """
    fits = Fits(players, _kinds(results, members), seed)
    elo = [ELO * strength for strength in fits.estimate()]
    drawn = [fits.draw() for _ in range(replicates)]
    ordered = [sorted(ELO * draw[player] for draw in drawn) for player in range(players)]
    return Ratings(
        elo,
        [quantile(values, 0.025) for values in ordered],
        [quantile(values, 0.975) for values in ordered],
        [[_share_above(drawn, one, two) for two in range(players)] for one in range(players)],
    )


def _kinds(
    results: Mapping[int, Results], members: Mapping[int, Sequence[int]]
) -> Iterator[tuple[float, tuple[Comparison, ...]]]:
    """Blocks with equal results, which are exchangeable; virtual wins are blocks of their own."""
    for line_up, blocks in sorted(results.items()):
        for comparisons, count in sorted(blocks.items()):
            yield count, comparisons
        if blocks:
            for one, two in permutations(members[line_up], 2):
                yield VIRTUAL, ((one, two, 1.0),)


def _share_above(drawn: Sequence[Sequence[float]], one: int, two: int) -> float:
    """How often one is stronger than the other; equality is half of it."""
    above = sum((draw[one] > draw[two]) + 0.5 * (draw[one] == draw[two]) for draw in drawn)
    return above / len(drawn)


def quantile(values: Sequence[float], share: float) -> float:
    """Where a share of ascending values lies below, between two of them in proportion."""
    place = share * (len(values) - 1)
    below = math.floor(place)
    above = min(below + 1, len(values) - 1)
    return values[below] + (place - below) * (values[above] - values[below])
