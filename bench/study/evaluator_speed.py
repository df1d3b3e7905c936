"""Speed of search with a neural network in NumPy: our search and OpenSpiel's Python MCTS.

Both search Connect Four from the first decision, on one thread. They use the same network of
84-128-128, with a value and seven logits on top and random weights. Our search evaluates `batch`
positions at once; OpenSpiel's `open_spiel.python.algorithms.mcts` evaluates one at a time. They
search in turn, and the output has medians.

    pip install -e ".[openspiel]"
    OMP_NUM_THREADS=1 python -m bench.study.evaluator_speed [--rounds 5] [--batch 32]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms import mcts

import aicore

HIDDEN = 128
ACTIONS = 7
OURS, THEIRS = 50_000, 500  # simulations of a search
C = 1.0

Network = Callable[[NDArray[np.float32]], tuple[NDArray[np.float32], NDArray[np.float32]]]


def network(inputs: int, seed: int = 1) -> Network:
    """Return a network of two hidden ReLU layers, with a value from -1 to 1 and column logits."""
    rng = np.random.default_rng(seed)
    sizes = (inputs, HIDDEN, HIDDEN)
    layers = [rng.normal(0, (2 / a) ** 0.5, (a, b)).astype(np.float32) for a, b in pairwise(sizes)]
    head = rng.normal(0, 0.1, (HIDDEN, 1 + ACTIONS)).astype(np.float32)

    def judge(seen: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        for layer in layers:
            seen = np.maximum(seen @ layer, 0)
        found = seen @ head
        return np.tanh(found[:, 0]), np.ascontiguousarray(found[:, 1:])

    return judge


def ours(batch: int, seed: int, logits: bool) -> float:
    """Return the simulations per second of our search, with or without logits as priors."""
    game = aicore.load("connect_four")
    judge = network(game.observation_size)

    def evaluator(observations: memoryview) -> Any:
        values, weights = judge(np.asarray(observations).astype(np.float32))
        values = (1 + values) / 2  # returns are 0 .. 1
        return (values, weights) if logits else values

    spec = f"mcts:sims={OURS},batch={batch},c={C}"
    player = aicore.player(spec, game, seed, evaluator=evaluator)
    start = time.perf_counter()
    decision = player.decide(game.start().view(0))
    return decision.simulations / (time.perf_counter() - start)


class Evaluator(mcts.Evaluator):  # type: ignore[misc]
    """Evaluator with the same network, for OpenSpiel."""

    def __init__(self, inputs: int) -> None:
        self.judge = network(inputs)
        self.last: tuple[str, Any] = ("", None)

    def _ask(self, state: Any) -> Any:
        key = str(state)
        if self.last[0] != key:  # OpenSpiel asks for priors and values, one after the other
            seen = np.asarray(state.observation_tensor(), np.float32)[None, :]
            self.last = key, self.judge(seen)
        return self.last[1]

    def evaluate(self, state: Any) -> NDArray[np.float32]:
        """Return each player's expected value."""
        value = float(self._ask(state)[0][0])
        mover = state.current_player()
        return np.array([value if seat == mover else -value for seat in range(2)], np.float32)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Return the probability of each legal action."""
        logits = self._ask(state)[1][0]
        legal = state.legal_actions()
        raised = np.exp(logits[legal] - logits[legal].max())
        return list(zip(legal, raised / raised.sum(), strict=True))


def theirs(seed: int) -> float:
    """Return the simulations per second of OpenSpiel's search in Python."""
    game = pyspiel.load_game("connect_four")
    rng = np.random.RandomState(seed)
    evaluator = Evaluator(game.observation_tensor_size())
    bot = mcts.MCTSBot(
        game, C, THEIRS, evaluator, solve=False, random_state=rng,
        child_selection_fn=mcts.SearchNode.puct_value,
    )  # fmt: skip
    start = time.perf_counter()
    bot.mcts_search(game.new_initial_state())
    return THEIRS / (time.perf_counter() - start)


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--batch", type=int, default=32)
    args = parser.parse_args()
    rows = [
        (ours(args.batch, seed, False), ours(args.batch, seed, True), theirs(seed))
        for seed in range(args.rounds)
    ]
    values, logits, python = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"batch={args.batch}, {args.rounds} rounds, simulations a second")
    print(f"  aicore, values               {values:>10,.0f}")
    print(f"  aicore, values and logits    {logits:>10,.0f}")
    print(f"  OpenSpiel's Python MCTS      {python:>10,.0f}")
    print(f"  ratio, with logits           {logits / python:>10.0f}")


if __name__ == "__main__":
    main()
