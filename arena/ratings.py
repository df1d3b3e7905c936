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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

ELO = 400.0 / math.log(10.0)  # Elo for one unit of the logarithm of the odds

REPLICATES = 1000

# Virtual wins of each over each other in a line-up. They keep the strength of who won everything
# finite; in the bootstrap they are random as the games are.
VIRTUAL = 0.5

LONGEST_STEP = 2.0  # of Newton's method, in units of log odds
ROUNDS = 100
CLOSE = 1e-9


def fit(wins: Array) -> Array:
    """The log strengths that explain comparisons best, mean zero; many problems at once.

    Args:
        wins: (replicates, players, players); how often (a weight) the one of the row was better
            than the one of the column.

    Returns (replicates, players). Players who were compared with nobody have strength 0.
    """
    players = wins.shape[-1]
    games = wins + np.swapaxes(wins, -1, -2)
    strength = np.zeros(wins.shape[:-1])
    diagonal = np.arange(players)
    for _ in range(ROUNDS):
        chance = 1.0 / (1.0 + np.exp(strength[..., None, :] - strength[..., :, None]))
        slope = (wins - games * chance).sum(-1)
        bend = games * chance * (1.0 - chance)
        matrix = -bend
        matrix[..., diagonal, diagonal] += bend.sum(-1)
        # the mean is free: fix it; and keep those who played nobody where they are
        matrix += bend.sum((-1, -2))[..., None, None] / players**2 + 1e-12 * np.eye(players)
        step = np.linalg.solve(matrix, slope[..., None])[..., 0]
        longest = np.abs(step).max(-1, keepdims=True)
        step *= np.minimum(1.0, LONGEST_STEP / np.maximum(longest, CLOSE))
        strength += step
        if longest.max(initial=0.0) < CLOSE:
            break
    centred: Array = strength - strength.mean(-1, keepdims=True)
    return centred


def point_estimate(wins: Array) -> Array:
    """The log strengths by choix's iterative Luce spectral ranking, mean zero: (players,).

    The same maximum as `fit` finds, by another way; where the comparisons do not connect all
    players the spectral way has no answer, and `fit` is taken.
    """
    import choix

    connected = np.linalg.matrix_power((wins > 0) + np.eye(len(wins)), len(wins))
    if len(wins) < 2 or not (connected > 0).all():
        alone: Array = fit(wins[None])[0]
        return alone
    found: Array = choix.ilsr_pairwise_dense(wins, alpha=0.0, max_iter=1000, tol=1e-10)
    centred: Array = found - found.mean()
    return centred


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
    lines: Mapping[int, Sequence[Array]],
    members: Mapping[int, Sequence[int]],
    seed: int = 0,
    replicates: int = REPLICATES,
) -> Ratings:
    """Rate players by the comparisons in their blocks.

    Args:
        lines: by line-up, a matrix for each block: [one][other] how often member one was better.
        members: by line-up, the players (indices) that its matrices' rows stand for.
        seed: of the bootstrap.
    """
    rng = np.random.Generator(np.random.PCG64(abs(seed)))
    total = np.zeros((1, players, players))
    weighted = np.zeros((replicates, players, players))
    for line in sorted(lines):
        if not len(lines[line]):
            continue
        place = np.ix_(range(replicates), members[line], members[line])
        size = len(members[line])
        blocks = np.asarray(lines[line]).reshape(-1, size * size)
        # blocks with equal results are exchangeable: a sum of their weights is one gamma variate
        kinds, counts = np.unique(blocks, axis=0, return_counts=True)
        total[place[0][:1], place[1], place[2]] += (counts @ kinds).reshape(1, size, size)
        weights = rng.standard_gamma(np.broadcast_to(counts, (replicates, len(counts))))
        weighted[place] += (weights @ kinds).reshape(replicates, size, size)
        virtual = np.ones((size, size)) - np.eye(size)
        total[place[0][:1], place[1], place[2]] += VIRTUAL * virtual
        weighted[place] += rng.standard_gamma(VIRTUAL, (replicates, size, size)) * virtual
    elo = ELO * point_estimate(total[0])
    drawn = ELO * fit(weighted)
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    above = drawn[:, :, None] > drawn[:, None, :]
    level = drawn[:, :, None] == drawn[:, None, :]
    superior = (above + 0.5 * level).mean(0)
    return Ratings(elo.tolist(), low.tolist(), high.tolist(), superior.tolist())
