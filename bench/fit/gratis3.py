"""Fit the weights of gratis3's estimate to games between searchers, and print them for data.toml.

    python -m bench.fit.gratis3 --games 6000 --player flat:sims=100,cutoff=10

Players of one kind play; at a random ply a few random ones are put in, so that what they would
never do is among what is seen. The positions of a few later decisions count, with the returns of
their game. The model is a conditional logistic regression: a softmax over the seats of a weighted
sum of the features in estimate.pxd, in which each weight changes with the way that is left.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial

import numpy as np
from scipy.optimize import minimize

import aicore
from aicore.games.gratis3.estimate import FEATURE_NAMES
from bench.common import add_jobs, workers

MAX_SEATS = 4
LATEST = 250  # plies before the random ones, for each seat
MAX_RANDOM = 6  # plies
PENALTY = 1e-5
Rows = list[tuple[float, list[list[float]], list[float]]]


def play(player: str, counted: int, seed: int) -> Rows:
    """One game: what is left of the way, each seat's features and return, at some decisions."""
    rng = aicore.Rng(seed)
    game = aicore.load("gratis3", seats=2 + seed % 3)
    mind = aicore.player(player, game, seed)
    state = game.start()
    begin = rng.below(LATEST * game.seats // 2)
    end = begin + rng.below(MAX_RANDOM + 1)
    ply, seen = 0, []
    while state.turn != aicore.END:
        if state.turn >= 0 and ply >= end and rng.below(8) == 0 and len(seen) < counted:
            seen.append(game.features(state))
        if state.turn < 0 or begin <= ply < end:
            state.apply(state.sample(rng))
        else:
            state.apply(mind.decide(state.view(state.turn)).action)
        ply += 1
    returns = state.returns()
    return [(left, rows, returns) for left, rows in seen]


def tables(found: Rows) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features and returns by position and seat, and which seats there are."""
    wide = 2 * len(FEATURE_NAMES)
    x = np.zeros((len(found), MAX_SEATS, wide))
    y = np.zeros((len(found), MAX_SEATS))
    there = np.zeros((len(found), MAX_SEATS), dtype=bool)
    for i, (left, rows, returns) in enumerate(found):
        part = np.array(rows)
        x[i, : len(rows)] = np.hstack([part, left * part])
        y[i, : len(rows)] = returns
        there[i, : len(rows)] = True
    return x, y, there


def chances(weights: np.ndarray, x: np.ndarray, there: np.ndarray) -> np.ndarray:
    """Each seat's chance to win."""
    total = np.where(there, x @ weights, -np.inf)
    total -= total.max(axis=1, keepdims=True)
    total = np.exp(total)
    return total / total.sum(axis=1, keepdims=True)


def fit(x: np.ndarray, y: np.ndarray, there: np.ndarray) -> np.ndarray:
    """The weights of least cross-entropy, with a slight penalty on large ones."""
    scale = x.std(axis=(0, 1)) + 1e-9

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        predicted = chances(weights, x / scale, there)
        entropy = -np.sum(y * np.log(predicted + 1e-12)) / len(y)
        slope = np.einsum("ns,nsk->k", predicted - y, x / scale) / len(y)
        return entropy + PENALTY * weights @ weights, slope + 2 * PENALTY * weights

    start = np.zeros(x.shape[2])
    return minimize(loss, start, jac=True, method="L-BFGS-B").x / scale


def report(name: str, predicted: np.ndarray, y: np.ndarray, there: np.ndarray) -> None:
    """How far the estimate is off, by number of seats."""
    for seats in sorted(set(there.sum(axis=1))):
        these = there.sum(axis=1) == seats
        entropy = -np.sum(y[these] * np.log(predicted[these] + 1e-12)) / these.sum()
        print(f"# {name}, {seats} seats: {these.sum()} positions, entropy {entropy:.4f}",
              file=sys.stderr)  # fmt: skip


def main() -> int:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--counted", type=int, default=12, help="positions of a game at most")
    parser.add_argument("--player", default="flat:sims=100,cutoff=10")
    parser.add_argument("--seed", type=int, default=1)
    add_jobs(parser)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    with workers(chosen.jobs) as everywhere:
        job = partial(play, chosen.player, chosen.counted)
        games = everywhere(job, seeds)
    cut = len(games) * 4 // 5
    x, y, there = tables([row for game in games[:cut] for row in game])
    weights = fit(x, y, there)
    size = len(FEATURE_NAMES)
    for i, name in enumerate(FEATURE_NAMES):
        print(f"{name} = [{weights[i]:.4f}, {weights[size + i]:.4f}]")
    report("fitted to", chances(weights, x, there), y, there)
    x, y, there = tables([row for game in games[cut:] for row in game])
    report("held out", chances(weights, x, there), y, there)
    now = aicore.info("gratis3").data["estimate"]
    old = np.array([now[name][part] for part in (0, 1) for name in FEATURE_NAMES])
    report("weights so far", chances(old, x, there), y, there)
    return 0


if __name__ == "__main__":
    sys.exit(main())
