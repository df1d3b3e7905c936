"""A network that learns a game by its own games, or from those of a teacher.

Positions are learned from several times, values, leads and policies at once (Silver and others
2018, "A general reinforcement learning algorithm that masters chess, shogi, and Go through
self-play").
Equal seeds and equal steps make equal networks on one machine.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional, utils

from aicore.core.game import Game
from aicore.core.policy_net import PolicyNet
from aicore.search.mcts.selfplay import Positions
from aicore.train.course import Course
from aicore.train.model import Model
from aicore.train.replay import Batch, Replay

DECAY = 1e-4
STEEPEST = 2.0  # norm of a gradient
NEVER = -1e9  # logit of what is no action


class Learner:
    """A network and what it learns from.

    Args:
        game: one that has arrays.
        course: how it is trained.
        seed: of weights and batches.
        net: to begin with; None: one that knows nothing.

    Attributes:
        model: the network in PyTorch.
        replay: positions to learn from.
        losses: of values, leads, policies and, in games with secrets, beliefs: the means of the
            last call of `learn`; None before.
        steps: how many there were.

    Raises AicoreError.
    """

    def __init__(
        self,
        game: Game,
        course: Course | None = None,
        seed: int = 0,
        net: PolicyNet | None = None,
    ) -> None:
        self.course = course or Course()
        torch.manual_seed(seed)
        self.model = Model(game, self.course.widths) if net is None else Model.of(net)
        self.replay = Replay(game, self.course.room, self.course.trace)
        self.losses: tuple[float, ...] | None = None
        self._new, self._gauged = net is None, False
        self.steps = 0
        self._due = 0.0
        self._rng = np.random.default_rng(seed)
        self._optimizer = torch.optim.AdamW(
            self.model.parameters(), self.course.rate, weight_decay=DECAY, fused=True
        )

    def add(self, positions: Positions) -> None:
        """Take games in, to be learned from."""
        if not self._gauged and len(positions):
            self.model.gauge(positions.seen, self._new)
            self._gauged = True
        self.replay.add(positions)
        self._due += len(positions) * self.course.reuse / self.course.batch

    def learn(self, progress: float = 0.0) -> PolicyNet:
        """Learn as much as is due; returns the network, in C.

        Args:
            progress: of the whole training, 0 to 1: the rate of learning falls to a twentieth.
        """
        for group in self._optimizer.param_groups:
            group["lr"] = self.course.rate * (1 - 0.95 * min(progress, 1.0))
        found = []
        while self._due >= 1 and len(self.replay):
            found.append(self._step(self.replay.batch(self._rng, self.course.batch)))
            self._due -= 1
        self.steps += len(found)
        if found:
            self.losses = tuple(sum(part) / len(found) for part in zip(*found, strict=True))
        return self.model.compiled()

    def state(self) -> bytes:
        """All that further learning depends on, but for the replayed positions."""
        kept = {
            "model": self.model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "gauged": self._gauged,
            "rng": self._rng.bit_generator.state,
            "due": self._due,
            "steps": self.steps,
            "losses": self.losses,
        }
        file = io.BytesIO()
        torch.save(kept, file)
        return file.getvalue()

    def restore(self, state: bytes) -> None:
        """Go on from what `state` gave; `replay` is filled by the caller."""
        kept: dict[str, Any] = torch.load(io.BytesIO(state), weights_only=True)
        self.model.load_state_dict(kept["model"])
        self._gauged = kept["gauged"]
        self._optimizer.load_state_dict(kept["optimizer"])
        self._rng.bit_generator.state = kept["rng"]
        self._due, self.steps, self.losses = kept["due"], kept["steps"], kept["losses"]

    def _step(self, batch: Batch) -> tuple[float, ...]:
        """Learn from a batch of positions; returns the losses of values, leads and policies."""
        ahead, margin, logits = self.model(*self.model.encoder(batch.seen))
        value = functional.binary_cross_entropy_with_logits(ahead, torch.from_numpy(batch.values))
        lead = functional.binary_cross_entropy_with_logits(margin, torch.from_numpy(batch.leads))
        policy = _loss_of_policy(
            logits, torch.from_numpy(batch.tokens), torch.from_numpy(batch.shares)
        )
        loss = value + self.course.lead * lead + policy
        found = [value, lead, policy]
        if len(batch.met):
            found.append(self._loss_of_beliefs(batch.met))
            loss = loss + found[-1]
        self._optimizer.zero_grad()
        loss.backward()
        utils.clip_grad_norm_(self.model.parameters(), STEEPEST)
        self._optimizer.step()
        return tuple(part.item() for part in found)

    def _loss_of_beliefs(self, met: NDArray[np.uint8]) -> Tensor:
        """How badly a network tells what was seen from what might have been: ln 2 by guessing."""
        found = self.model.beliefs(*self.model.encoder(met.reshape(-1, met.shape[2])))
        return functional.softplus(found[1::2] - found[::2]).mean()


def _loss_of_policy(logits: Tensor, tokens: Tensor, shares: Tensor) -> Tensor:
    """The cross entropy between the policies to be learned and those of the network."""
    there = tokens >= 0
    each = torch.gather(logits, 1, tokens.clamp(min=0).flatten(1)).view(tokens.shape) * there
    found = functional.log_softmax(each.sum(2).masked_fill(~there[:, :, 0], NEVER), 1)
    taught = (shares.sum(1) > 0).sum().clamp(min=1)
    return -(shares * found).sum() / taught
