"""Learner: a network that learns a game from its own games, or from a teacher's games.

The network learns from each position several times, and learns values, leads and policies together
(Silver and others 2018, "A general reinforcement learning algorithm that masters chess, shogi, and
Go through self-play"). Equal seeds and equal steps make equal networks on every machine.
"""

from __future__ import annotations

import io
import json
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aicore.core.game import Game
from aicore.core.policy_net import PolicyNet, count_of, rows_of
from aicore.core.schema import parse
from aicore.search.mcts.selfplay import Positions
from aicore.train.course import Course
from aicore.train.replay_buffer import ReplayBuffer, luck_sums
from aicore.train.weights import Weights

BELIEF_STEP = 4  # one in this many positions of a batch also trains the beliefs
FINAL_RATE = 0.05  # final learning rate, as a share of the initial one
LEFT_OUT = 0.3  # part of the positions, the oldest, that a mean of policies leaves out
LUCK_DECAY = 0.95  # weight of each generation's luck relative to the next generation's


def new_numbers(game: Game, widths: tuple[int, ...], seed: int) -> bytes:
    """Return the weights of an untrained network, in the order of `PolicyNet`.

    The signal gets weaker from layer to layer, so that play changes slowly at first. All positions
    have the same values and policies.
    """
    rng = np.random.default_rng(seed)
    parts = [np.zeros(widths[0]), rng.standard_normal(rows_of(game) * widths[0])]
    for before, after in pairwise(widths):
        parts += [rng.uniform(-1, 1, (1 + before) * after) / sqrt(before)]
    numbers = np.concatenate(parts)
    heads = np.zeros(count_of(game, widths) - len(numbers))
    return np.concatenate([numbers, heads]).astype("<f4").tobytes()


class Learner:
    """Network and its replay buffer.

    Args:
        game: a game that has arrays.
        course: the training settings.
        seed: seed of weights and batches.
        net: the initial network; None for an untrained one.

    Attributes:
        weights: the network's weights.
        replay: positions to learn from.
        losses: mean losses in the last call of `learn`: of values, leads, policies and, in games
            with hidden information, beliefs; None before the first call.

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
        widths = self.course.widths if net is None else net.widths
        numbers = new_numbers(game, widths, seed) if net is None else net.numbers
        self.weights = Weights(game, widths, numbers, self.course.batch)
        self._others = tuple(
            Weights(game, widths, numbers, self.course.batch, self.weights)
            for _ in range(self.course.parts - 1)
        )
        self._threads = ThreadPoolExecutor(len(self._others)) if self._others else None
        self._game = game
        self.forget()
        self.losses: tuple[float, ...] | None = None
        self._new, self._gauged = net is None, False
        self._due = 0.0  # number of learning steps that are due
        self._lucky = np.zeros(2)  # sums from `luck_sums`
        self._rng = np.random.default_rng(seed)

    @property
    def luck(self) -> float:
        """Share of the luck to subtract, 0 to 1, from `luck_sums` of earlier games."""
        gained, square = self._lucky
        return float(min(max(gained / square, 0.0), 1.0)) if square > 0 else 0.0

    def forget(self) -> None:
        """Forget all games; the network stays as it is."""
        course = self.course
        self.replay = ReplayBuffer(self._game, course.room, course.step, course.pull)

    def add(
        self, positions: Positions, trace: float | None = None, reuse: float | None = None
    ) -> None:
        """Add games to learn from.

        Args:
            positions: the positions of the games.
            trace: weight of later results in the value targets; None for the final weight.
            reuse: number of times to learn from a position; None for the course's number.
        """
        if not self._gauged and len(positions):
            self.weights.gauge(positions.seen, self._new)
            self._gauged = True
        trace = self.course.trace if trace is None else trace
        self.replay.add(positions, trace, self.luck)
        self._lucky = LUCK_DECAY * self._lucky + luck_sums(positions)
        reuse = self.course.reuse if reuse is None else reuse
        self._due += len(positions) * reuse / self.course.batch

    def learn(self, progress: float = 0.0) -> PolicyNet:
        """Take the learning steps that are due. Return the network for the C code.

        Args:
            progress: part of the whole training that is done, 0 to 1; the learning rate falls to a
                twentieth.
        """
        course = self.course
        rate = course.rate * (1 - (1 - FINAL_RATE) * min(progress, 1.0))
        losses = []
        steps = int(self._due) if len(self.replay) else 0
        recent = course.recent
        if course.averages(progress):
            recent = int((1 - LEFT_OUT) * len(self.replay))
        for chosen in self.replay.draw(self._rng, steps, course.batch, recent):
            losses.append(self._study(chosen))
            self.weights.descend(rate, self._others)
        self._due -= steps
        if losses:
            self.losses = tuple(sum(part) / len(losses) for part in zip(*losses, strict=True))
        return self.weights.net()

    def _study(self, chosen: NDArray[np.int64]) -> tuple[float, ...]:
        """Compute a batch's gradient in the course's number of parts. Return the mean losses."""
        part_size = len(chosen) // self.course.parts
        replay, course = self.replay.parts, self.course

        def part(number: int, weights: Weights) -> tuple[float, ...]:
            rows = chosen[number * part_size : (number + 1) * part_size]
            return weights.study(replay, rows, part_size // BELIEF_STEP, course.lead, course.policy)

        if self._threads is None:
            return part(0, self.weights)
        waiting = [
            self._threads.submit(part, number, weights)
            for number, weights in enumerate(self._others, 1)
        ]
        losses = [part(0, self.weights), *(promise.result() for promise in waiting)]
        return tuple(sum(loss) / len(losses) for loss in zip(*losses, strict=True))

    def state(self) -> bytes:
        """Return everything that further learning depends on, except the replay buffer."""
        steps, weights = self.weights.state()
        known: dict[str, Any] = {
            "steps": steps,
            "gauged": self._gauged,
            "rng": self._rng.bit_generator.state,
            "due": self._due,
            "lucky": self._lucky.tolist(),
            "losses": self.losses,
        }
        file = io.BytesIO()
        np.savez(file, weights=np.frombuffer(weights, np.uint8), known=np.array(json.dumps(known)))
        return file.getvalue()

    def restore(self, state: bytes) -> None:
        """Continue from a state. The caller must first add the same positions again."""
        with np.load(io.BytesIO(state)) as arrays:
            known = parse(str(arrays["known"]))
            self.weights.restore(known["steps"], arrays["weights"].tobytes())
        self._gauged, self._due = known["gauged"], known["due"]
        self._lucky = np.array(known["lucky"])
        self._rng.bit_generator.state = known["rng"]
        self.losses = known["losses"] and tuple(known["losses"])
