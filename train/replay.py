"""Positions that a network learns from, the last ones of its games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aicore.core.game import Game
from aicore.core.policy_net import outcomes_of
from aicore.search.mcts.selfplay import Positions

BYTES = 400 << 20  # of observations that are kept


@dataclass
class Batch:
    """Positions to learn from.

    Args:
        seen: (n, observation_size) uint8.
        values: (n, values) float32, the shares of the returns, the mover's first.
        tokens: (n, actions, max_tokens) int64, those of each action, -1 where there are no more.
        shares: (n, actions) float32, the policy, which adds up to 1; to 0 where none is taught.
    """

    seen: NDArray[np.uint8]
    values: NDArray[np.float32]
    tokens: NDArray[np.int64]
    shares: NDArray[np.float32]


class Replay:
    """The last positions, from which batches are drawn.

    Args:
        game: whose positions.
        room: how many are kept.
        mix: share of the search's own value in what a position is worth; the rest is the outcome.
    """

    def __init__(self, game: Game, room: int, mix: float) -> None:
        self.game, self.mix = game, mix
        self.room = max(1, min(room, BYTES // game.observation_size))
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
            self._values = self._worth(self._all)
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
        return Batch(seen, self._values[chosen], tokens, shares)

    def _worth(self, found: Positions) -> NDArray[np.float32]:
        """The values of positions to be learned, (n, values): the mover's share first."""
        outcome = found.outcomes[found.games]
        mix = np.where(found.ended[found.games, None] > 0, self.mix, 1.0)
        values = np.where(np.isnan(found.roots), outcome, mix * found.roots + (1 - mix) * outcome)
        turn = (found.seats[:, None] + np.arange(self.game.seats)) % self.game.seats
        values = np.take_along_axis(values, turn.astype(np.int64), 1).astype(np.float32)
        return values[:, :1] if self._one else values
