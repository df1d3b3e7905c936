"""Positions that a network learns from, the last ones of its games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aicore.core.game import Game
from aicore.core.policy_net import believes, outcomes_of
from aicore.search.mcts.selfplay import Positions

BYTES = 400 << 20  # of observations that are kept
MET = 4  # of so many positions of a batch, one tells what others saw


@dataclass
class Batch:
    """Positions to learn from.

    Args:
        seen: (n, observation_size) uint8.
        values: (n, values) float32, the shares of the returns, the mover's first.
        leads: (n, values) float32, how far each was ahead in the end (`lead.pxd`), in the same way.
        tokens: (n, actions, max_tokens) int64, those of each action, -1 where there are no more.
        shares: (n, actions) float32, the policy, which adds up to 1; to 0 where none is taught.
        met: (m, 2, observation_size) uint8, in games with secrets: what others saw at some of the
            positions, and what they might have seen.
    """

    seen: NDArray[np.uint8]
    values: NDArray[np.float32]
    leads: NDArray[np.float32]
    tokens: NDArray[np.int64]
    shares: NDArray[np.float32]
    met: NDArray[np.uint8]


class Replay:
    """The last positions, from which batches are drawn.

    Args:
        game: whose positions.
        room: how many are kept.
        trace: how far what a position is worth is what came later: see `Course`.
    """

    def __init__(self, game: Game, room: int, trace: float) -> None:
        self.game, self.trace = game, trace
        each = game.observation_size * (3 if believes(game) else 1)
        self.room = max(1, min(room, BYTES // each))
        self._one = outcomes_of(game) == 1
        self._parts: list[Positions] = []
        self._all: Positions | None = None
        self._images = [
            (np.array(image.observation, np.int64), np.array([*image.tokens, -1], np.int64))
            for image in game.symmetries
        ]

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def add(self, positions: Positions) -> None:
        """Keep more positions, and forget the oldest ones that there is no room for."""
        self._parts.append(positions)
        while len(self._parts) > 1 and len(self) - len(self._parts[0]) >= self.room:
            del self._parts[0]
        self._all = None

    @property
    def parts(self) -> int:
        """The number of calls of `add` whose positions are still kept."""
        return len(self._parts)

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Draw positions, each in one of its images under the game's symmetries."""
        if self._all is None:
            self._all = Positions.joined(self._parts)
            self._first = np.concatenate([[0], np.cumsum(self._all.actions, dtype=np.int64)])
            self._values = self._of_movers(returns_of(self._all, self.trace))
            self._leads = self._of_movers(leads_of(self._all)[self._all.games])
        found = self._all
        chosen = rng.integers(0, len(found), size)
        count = found.actions[chosen].astype(np.int64)
        each = np.arange(count.max())
        there = each < count[:, None]
        at = np.where(there, self._first[chosen][:, None] + each, 0)
        tokens = np.where(there[:, :, None], found.rows[at], -1).astype(np.int64)
        taught = found.taught[chosen].astype(bool)
        shares = np.where(there & taught[:, None], found.shares[at], 0).astype(np.float32)
        seen = found.seen[chosen]
        if self._images:
            image = rng.integers(0, 1 + len(self._images), size)
            for number, (order, becomes) in enumerate(self._images, 1):
                turned = image == number
                seen[turned] = seen[turned][:, order]
                tokens[turned] = becomes[tokens[turned]]
        met = found.met[chosen[: size // MET]] if len(found.met) else found.met
        return Batch(seen, self._values[chosen], self._leads[chosen], tokens, shares, met)

    def _of_movers(self, seats: NDArray[np.float32]) -> NDArray[np.float32]:
        """Numbers of all seats, (n, seats), the mover's first, or its alone if that says all."""
        assert self._all is not None
        turn = self._all.seats.astype(np.int64)[:, None] + np.arange(self.game.seats)
        found = np.take_along_axis(seats, turn % self.game.seats, 1)
        return found[:, :1] if self._one else found


def returns_of(found: Positions, trace: float) -> NDArray[np.float32]:
    """Each seat's share of the returns that a position's value is learned from, (n, seats).

    It is a mixture of what the search found and of the same at the next position of the game: the
    more of the latter, the nearer the action that was played was to the best one. The outcome
    stands behind the last position.

    Args:
        trace: share of the next position where the best action was played, 0 to 1.
    """
    positions = len(found)
    searched = ~np.isnan(found.roots[:, 0])
    last = np.append(found.games[1:] != found.games[:-1], True)[:positions]
    there = np.where(searched, trace * found.played, 1.0)
    known = np.flatnonzero(searched)
    final = known[np.append(np.diff(found.games[known]) != 0, True)[: len(known)]]
    there[final[found.ended[found.games[final]] == 0]] = 0.0  # broken off: there is no outcome
    there = there.astype(np.float32)[:, None]
    roots = np.where(searched[:, None], found.roots, 0).astype(np.float32)
    worth = np.empty_like(roots)
    following = found.outcomes[found.games].astype(np.float32)
    ends = np.flatnonzero(last)
    begins = np.append(0, ends[:-1] + 1)
    at = ends
    while at.size:  # the last positions of all games, those before, and so on
        worth[at] = (1 - there[at]) * roots[at] + there[at] * following[at]
        more = at > begins
        at, begins = at[more] - 1, begins[more]
        following[at] = worth[at + 1]
    return worth


def leads_of(found: Positions) -> NDArray[np.float32]:
    """Each seat's lead at the end of games, as a share: (games, seats), 0.5 where all are level.

    The lead that is usual in these games counts for half of what an endless one would.
    """
    scores = found.scores.astype(np.float64)
    if scores.shape[1] == 1:
        ahead = scores - scores.mean()
    else:
        others = np.stack([np.delete(scores, i, 1).max(1) for i in range(scores.shape[1])], 1)
        ahead = scores - others
    ahead = ahead / max(float(np.abs(ahead).mean()), 1e-9)
    share = 0.5 + 0.5 * ahead / (1 + np.abs(ahead))
    return np.where(found.ended[:, None] > 0, share, 0.5).astype(np.float32)
