"""A network that learns a game from nothing, by games against itself.

Positions of its own games are learned from several times, values and policies at once (Silver and
others 2018, "A general reinforcement learning algorithm that masters chess, shogi, and Go through
self-play"). Equal seeds and equal steps make equal networks on one machine and one thread.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional, utils

from aicore.core.game import Game
from aicore.core.policy_net import PolicyNet
from aicore.train.model import Model
from aicore.train.selfplay import Plan, Positions, SelfPlay

BATCH = 256
FIRST = 3000  # positions before anything is learned
ROOM = 300_000
DECAY = 1e-4
STEEPEST = 2.0  # norm of a gradient
NEVER = -1e9  # logit of what is no action


class Learner:
    """A network, its games and what it learns from them.

    Args:
        game: one that has arrays.
        seed: of weights, games and batches.
        widths: of the network's layers.
        plan: how games are played.
        rate: of learning.
        reuse: how often a position is learned from.

    Attributes:
        net: the network, in C.
        losses: the last of values and of policies.

    Raises AicoreError.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        widths: tuple[int, ...] = (128, 64, 64),
        plan: Plan | None = None,
        rate: float = 1e-3,
        reuse: float = 6.0,
    ) -> None:
        torch.manual_seed(seed)
        self.model = Model(game, widths)
        self.net: PolicyNet = self.model.compiled()
        self.play = SelfPlay(game, plan or Plan(), seed)
        self.positions = Positions()
        self.losses = (0.0, 0.0)
        self.reuse = reuse
        self.games = self.steps = 0
        self._due = 0.0
        self._rng = np.random.default_rng(seed)
        self._optimizer = torch.optim.AdamW(self.model.parameters(), rate, weight_decay=DECAY)

    def step(self, games: int, rate: float | None = None) -> None:
        """Play games, learn from them and what came before, and go on with the new network.

        Args:
            games: how many.
            rate: of learning, from now on; None: as before.
        """
        self.play.judge_by(self.net)
        found = sum(self.play.play(self.positions) for _ in range(games))
        self.games += games
        self.positions.forget(ROOM)
        for group in self._optimizer.param_groups:
            group["lr"] = group["lr"] if rate is None else rate
        self._due += found * self.reuse / BATCH
        if len(self.positions) < FIRST:
            return
        while self._due >= 1:
            self.losses = self._learn(self._rng.integers(0, len(self.positions), BATCH).tolist())
            self._due -= 1
            self.steps += 1
        self.net = self.model.compiled()

    def _learn(self, chosen: Sequence[int]) -> tuple[float, float]:
        """Learn from a batch of positions; returns the losses of values and policies."""
        kept = self.positions
        seen = np.frombuffer(b"".join(kept.seen[i] for i in chosen), np.uint8)
        ahead, logits = self.model(*self.model.encoder(seen.reshape(len(chosen), -1)))
        values = torch.from_numpy(np.stack([kept.values[i] for i in chosen]))
        value = functional.binary_cross_entropy_with_logits(ahead, values)
        policy = self._policy(logits, chosen)
        self._optimizer.zero_grad()
        (value + policy).backward()
        utils.clip_grad_norm_(self.model.parameters(), STEEPEST)
        self._optimizer.step()
        return value.item(), policy.item()

    def _policy(self, logits: Tensor, chosen: Sequence[int]) -> Tensor:
        """The cross entropy between what searches took and what the network would, where taught."""
        kept = self.positions
        most = max(kept.tokens[i].shape[0] for i in chosen)
        longest = max(kept.tokens[i].shape[1] for i in chosen)
        tokens = np.full((len(chosen), most, longest), -1, np.int64)
        share = np.zeros((len(chosen), most), np.float32)
        for row, i in enumerate(chosen):
            actions, length = kept.tokens[i].shape
            tokens[row, :actions, :length] = kept.tokens[i]
            share[row, : len(kept.shares[i])] = kept.shares[i]
        there = torch.from_numpy(tokens >= 0)
        flat = torch.from_numpy(np.maximum(tokens, 0).reshape(len(chosen), -1))
        each = torch.gather(logits, 1, flat).view(len(chosen), most, longest) * there
        legal = there[:, :, 0]
        found = functional.log_softmax(each.sum(2).masked_fill(~legal, NEVER), 1)
        taught = torch.from_numpy(share)
        count = (taught.sum(1) > 0).sum().clamp(min=1)
        return -(taught * found.masked_fill(~legal, 0.0)).sum() / count
