"""Replay buffer: the latest positions of a network's games, to learn from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from aicore.core.game import Game
from aicore.core.policy_net import believes
from aicore.search.mcts.selfplay import Positions
from aicore.search.mcts.selfplay_records import Lesson
from aicore.train.weights import Examples

MAX_BYTES = 400 << 20  # maximum bytes of observations to keep


class ReplayBuffer:
    """Buffer of the latest positions, from which a learner draws batches.

    Args:
        game: the game of the positions.
        room: approximate maximum number of positions; observations of MAX_BYTES may allow fewer.
        step, pull: how far results and the uniform policy move the policy of a drawn action; see
            `drawn_targets`.

    Attributes:
        parts: the positions added by each call of `add`, the oldest first.
        pull: the pull for the next call of `add`; it may change.
    """

    def __init__(self, game: Game, room: int, step: float = 1.0, pull: float = 0.0) -> None:
        self._step, self.pull = step, pull
        each = game.net_input_size * (3 if believes(game) else 1)
        self.room = max(1, min(room, MAX_BYTES // each))
        self.parts: list[Examples] = []
        self._images = 1 + len(game.symmetries)
        self._ahead: list[NDArray[np.float64]] = []
        self._leads: list[NDArray[np.float32]] = []
        self._first = np.zeros(1, np.int64)  # number of positions before each part, and of all

    def __len__(self) -> int:
        return int(self._first[-1])

    def add(self, positions: Positions, trace: float, luck: float = 1.0) -> None:
        """Add positions. If there are too many, drop the oldest ones.

        Args:
            positions: the positions of some games.
            trace: weight of later results in the value targets; see `Course`.
            luck: share of the luck to subtract; see `luck_sums`.
        """
        leads = np.empty(positions.outcomes.shape, np.float32)
        values = returns_of(positions, trace, luck)
        shares = drawn_targets(positions, values, self._step, self.pull)
        self.parts.append(Examples(replace(positions, shares=shares), values, leads))
        self._ahead.append(ahead_of(positions))
        self._leads.append(leads)
        held = len(self) + len(positions)
        while len(self.parts) > 1 and held - self.parts[0].size >= self.room:
            held -= self.parts[0].size
            del self.parts[0], self._ahead[0], self._leads[0]
        self._first = np.cumsum([0, *(part.size for part in self.parts)], dtype=np.int64)
        for lead, new in zip(self._leads, leads_of(self._ahead), strict=True):
            lead[:] = new

    def draw(
        self, rng: np.random.Generator, batches: int, size: int, recent: int = 0
    ) -> NDArray[np.int64]:
        """Return random positions, each in one of its symmetric images, for `Weights.study`.

        Args:
            rng: the generator of random numbers.
            batches: number of batches.
            size: number of positions in a batch.
            recent: number of latest positions to draw from; 0 for all.

        Returns an array (batches, size, 3) of part, position and image.
        """
        first = max(0, len(self) - recent) if recent else 0
        chosen = rng.integers(first, max(len(self), 1), (batches, size))
        part = np.searchsorted(self._first, chosen, "right") - 1
        image = rng.integers(0, self._images, (batches, size))
        return np.stack([part, chosen - self._first[part], image], 2)


def returns_of(positions: Positions, trace: float, luck: float = 1.0) -> NDArray[np.float32]:
    """Return the value targets, which are each seat's share of the returns, (n, seats).

    A target mixes the search value with the target at the next position, less the luck between the
    two. The next target has more weight if the played action was good. After the last position, the
    next target is the outcome.

    Args:
        positions: the positions of some games.
        trace: weight of the next target if the best action was played, 0 to 1.
        luck: share of the luck to subtract, 0 to 1.
    """
    count = len(positions)
    searched = ~np.isnan(positions.roots[:, 0])
    last = np.append(positions.games[1:] != positions.games[:-1], True)[:count]
    weights = np.where(searched, trace * positions.played, 1.0)
    known = np.flatnonzero(searched)
    final = known[np.append(np.diff(positions.games[known]) != 0, True)[: len(known)]]
    unfinished = positions.ended[positions.games[final]] == 0
    weights[final[unfinished]] = 0.0  # these games have no outcome
    weights = weights.astype(np.float32)[:, None]
    roots = np.where(searched[:, None], positions.roots, 0).astype(np.float32)
    targets = np.empty_like(roots)
    lucky = np.float32(luck) * positions.luck
    following = positions.outcomes[positions.games].astype(np.float32)
    ends = np.flatnonzero(last)
    begins = np.append(0, ends[:-1] + 1)
    rows = ends
    while rows.size:  # all last positions first, then those before them, and so on
        later = following[rows] - lucky[rows]
        targets[rows] = (1 - weights[rows]) * roots[rows] + weights[rows] * later
        more = rows > begins
        rows, begins = rows[more] - 1, begins[more]
        following[rows] = targets[rows + 1]
    return np.clip(targets, 0.0, 1.0)  # an early network may estimate luck far too large


def drawn_targets(
    positions: Positions, values: NDArray[np.float32], step: float = 1.0, pull: float = 0.0
) -> NDArray[np.float32]:
    """Return the shares of all positions, with policy targets where actions were drawn.

    If the game went better for the mover than the network expected, the drawn action takes a part
    of the other actions' shares. If it went worse, the drawn action gives them a part of its share.
    The mean over all draws is a step of replicator dynamics, in which an action that is better than
    the mean gains (policy gradients; Williams 1992, "Simple statistical gradient-following
    algorithms for connectionist reinforcement learning"). A single target may have shares below 0
    or above 1.

    Args:
        positions: the positions of some games.
        values: their value targets, (n, seats).
        step: the part moved by a result that is one standard deviation better than expected; the
            deviation is over the results of all drawn actions.
        pull: the part of the way to the uniform policy, so that all actions stay possible.
    """
    drawn = np.flatnonzero((positions.taught == Lesson.DRAWN) & (positions.actions > 0))
    if not drawn.size:
        return positions.shares
    first = np.cumsum(positions.actions) - positions.actions
    seats, counts = positions.seats[drawn], positions.actions[drawn]
    gains = values[drawn, seats] - positions.roots[drawn, seats]
    gains = (step * gains / max(float(gains.std()), 1e-6)).astype(np.float32)
    before = np.cumsum(counts) - counts
    rows = np.repeat(first[drawn] - before, counts) + np.arange(counts.sum())
    policy = positions.shares[rows]
    uniform = np.repeat(1 / counts, counts).astype(np.float32)
    targets = positions.shares.copy()
    targets[rows] += np.float32(pull) * (uniform - policy) - np.repeat(gains, counts) * policy
    targets[first[drawn] + positions.chosen[drawn]] += gains
    return targets


def luck_sums(positions: Positions) -> tuple[float, float]:
    """Return two sums; the first over the second is the share of the luck to subtract.

    The network estimates luck, and its errors add up over a long game. So the share minimizes the
    variance of outcomes. It is the regression of the gain from a position to the outcome on the
    luck in between (a control variate; Lavenberg and Welch 1981, "A perspective on the use of
    control variables to increase the efficiency of Monte Carlo simulations").
    """
    end = np.append(positions.games[1:] != positions.games[:-1], True)[: len(positions)]
    game = np.cumsum(end) - end
    so_far = np.cumsum(positions.luck, axis=0, dtype=np.float64)
    luck = so_far[end][game] - so_far + positions.luck
    known = ~np.isnan(positions.roots[:, 0]) & (positions.ended[positions.games] > 0)
    gained = positions.outcomes[positions.games[known]] - positions.roots[known]
    return float((gained * luck[known]).sum()), float((luck[known] ** 2).sum())


def ahead_of(positions: Positions) -> NDArray[np.float64]:
    """Return each seat's lead over the best other seat, (games, seats); nan if unfinished."""
    scores = positions.scores.astype(np.float64)
    if scores.shape[1] == 1:
        ahead = scores
    else:
        others = np.stack([np.delete(scores, i, 1).max(1) for i in range(scores.shape[1])], 1)
        ahead = scores - others
    return np.where(positions.ended[:, None] > 0, ahead, np.nan)


def leads_of(parts: list[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    """Return each seat's lead as a share, from the leads of `ahead_of`; 0.5 if all are level.

    The mean lead of all games becomes 0.75, half as far from 0.5 as an infinite lead.
    """
    ahead = np.concatenate(parts)
    if not np.isfinite(ahead).any():
        return [np.full(part.shape, 0.5) for part in parts]
    if ahead.shape[1] == 1:
        ahead = ahead - np.nanmean(ahead)
    ahead = ahead / max(float(np.nanmean(np.abs(ahead))), 1e-9)
    share = np.nan_to_num(0.5 + 0.5 * ahead / (1 + np.abs(ahead)), nan=0.5)
    return np.split(share, np.cumsum([len(part) for part in parts])[:-1])
