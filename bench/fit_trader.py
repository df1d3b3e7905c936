"""Fit the weights of trader's estimate to games by its policy, and print them for data.toml.

    python bench/fit_trader.py --games 40000

Each game is played by the policy, then for a few plies at random, so that what it would never
do is among what is seen, then by the policy again; the positions where it takes over again count.
The model is a logistic regression of the return on the features of merchant.pyx.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from scipy.optimize import minimize

import aicore
from aicore.games.trader.merchant import FEATURE_NAMES

LATEST = 180  # plies before the random ones
MOST_RANDOM = 12  # plies
COUNTED = 8  # decisions
PENALTY = 1e-4


def play(game: aicore.Game, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Features of positions, one row each, and the return of their game."""
    rng = aicore.Rng(seed)
    rows: list[list[float]] = []
    returns: list[float] = []
    for _ in range(games):
        state = game.start()
        state.play_out(rng, rng.below(LATEST), guided=True)
        state.play_out(rng, rng.below(MOST_RANDOM + 1))
        seen = []
        while state.turn != aicore.END and len(seen) < COUNTED:
            if state.turn >= 0:
                seen.append(game.features(state))
            state.apply(state.policy(rng) if state.turn >= 0 else state.sample(rng))
        state.play_out(rng, guided=True)
        rows += seen
        returns += state.returns() * len(seen)
    return np.array(rows), np.array(returns)


def fit(rows: np.ndarray, returns: np.ndarray) -> np.ndarray:
    """The weights of least cross-entropy, with a slight penalty on large ones."""

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        total = rows @ weights
        entropy = np.mean(np.logaddexp(0.0, total) - returns * total)
        slope = rows.T @ (1.0 / (1.0 + np.exp(-total)) - returns) / len(returns)
        return entropy + PENALTY * weights @ weights, slope + 2.0 * PENALTY * weights

    return minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40000)
    parser.add_argument("--seed", type=int, default=3)
    arguments = parser.parse_args()
    rows, returns = play(aicore.load("trader"), arguments.games, arguments.seed)
    weights = fit(rows, returns)
    for name, weight in zip(FEATURE_NAMES, weights, strict=True):
        print(f"{name} = {weight:.3f}")
    said = 1.0 / (1.0 + np.exp(-rows @ weights))
    print(f"# {len(rows)} positions, {returns.mean():.3f} won", file=sys.stderr)
    print(f"# Brier {np.mean((said - returns) ** 2):.4f}, of the mean alone {returns.var():.4f}",
          file=sys.stderr)  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
