"""Fit how relics judges a position (aicore/games/relics/outlook.pyx).

Couriers play, with a random action now and then so that many kinds of positions occur; in some
games seats leave early, for otherwise those who stay behind alone are never seen. Of positions on
the way, three things are fitted for each seat inside: whether it will escape (logistic regression),
what it will carry then besides what it carries now (linear), and the mean error of the latter
(linear). Prints the weights for data.toml, and with --write replaces them there.

    python -m bench.fit.relics --games 6000 --write
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable

import numpy as np
import tomlkit
from scipy.optimize import minimize

import aicore
from aicore.core.game import Game
from aicore.core.registry import info
from aicore.games.relics import state as facts

KEPT = 0.12  # share of the positions
SURPRISE = 0.02  # chance that an action is random
EARLY = 0.25  # share of the games in which seats leave early
LEAVE = 0.1  # chance of it wherever they may
WEIGHTS = ("escape", "gain", "doubt")
# Facts whose weight has a sign that is known, though they go together in the games of couriers:
# more AP, more to spare, nearer goals, home and Heart are better, what they bring counts.
MORE = (
    facts.BUDGET,
    facts.TO_SPARE,
    facts.AT_EASE,
    facts.IN_PLENTY,
    facts.GOAL_POINTS,
    facts.NEAR_HOME,
    facts.GOAL_TO_SPARE,
    facts.HEART_LEAD,
    facts.HEART_FIRST,
)
LESS = (facts.WAY_HOME, facts.WAY_TO_GOAL, facts.HEART_TAKEN, facts.HEART_LATE)


def collect(game: Game, games: int, seed: int) -> list[tuple[list[float], bool, float]]:
    """Facts of a seat, whether it escaped, and the points that it still gained."""
    rng = aicore.Rng(seed)
    dice = random.Random(seed)
    found = []
    for _ in range(games):
        state = game.start()
        seen = []
        daring = dice.choice((0.0, SURPRISE, 3 * SURPRISE))
        early = dice.random() < EARLY
        while state.turn != aicore.END:
            if state.turn == aicore.CHANCE:
                state.apply(state.sample(rng))
                continue
            if dice.random() < KEPT:
                carried = game.carried(state)
                seen += [(game.facts(state, i), i, carried[i]) for i in range(game.seats)]
            if early and dice.random() < LEAVE and "escape" in state.legal():
                state.apply("escape")
            elif dice.random() < daring:
                state.apply(state.sample(rng))
            else:
                state.apply(state.policy(rng))
        fields, carried = state.to_dict(), game.carried(state)
        for known, seat, before in seen:
            if known[facts.ALWAYS]:  # inside, and past the choice of airlocks
                found.append((known, seat in fields["escaped"], carried[seat] - before))
    return found


def bounds(size: int) -> list[tuple[float | None, float | None]]:
    """Least and greatest weight of each fact."""
    return [(0.0 if i in MORE else None, 0.0 if i in LESS else None) for i in range(size)]


def fit_chance(x: np.ndarray, hit: np.ndarray, ridge: float = 1.0) -> np.ndarray:
    """Logistic regression."""

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        logit = x @ weights
        value = np.sum(np.logaddexp(0, logit) - hit * logit) + ridge / 2 * weights @ weights
        return value, x.T @ (1 / (1 + np.exp(-logit)) - hit) + ridge * weights

    return least(loss, x.shape[1], bounds(x.shape[1]))


def fit_mean(x: np.ndarray, y: np.ndarray, ridge: float = 1.0, signs: bool = True) -> np.ndarray:
    """Linear regression."""
    square, product = x.T @ x + ridge * np.eye(x.shape[1]), x.T @ y
    if not signs:
        return np.linalg.solve(square, product)

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        slope = square @ weights - product
        return (weights @ (slope - product)) / 2, slope

    return least(loss, x.shape[1], bounds(x.shape[1]))


def least(
    loss: Callable[[np.ndarray], tuple[float, np.ndarray]],
    size: int,
    limits: list[tuple[float | None, float | None]],
) -> np.ndarray:
    """The weights with the least loss."""
    start = np.zeros(size)
    options = {"maxiter": 2000, "maxfun": 4000}
    return minimize(loss, start, jac=True, method="L-BFGS-B", bounds=limits, options=options).x


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="replace the weights in data.toml")
    chosen = parser.parse_args()
    rows = []
    for seats in (2, 3, 4):
        rows += collect(aicore.load("relics", seats=seats), chosen.games // 3, chosen.seed + seats)
    x = np.array([known for known, _, _ in rows])
    out = np.array([hit for _, hit, _ in rows])
    gain = np.array([points for _, _, points in rows], dtype=float)
    escape = fit_chance(x, out.astype(float))
    more = fit_mean(x[out], gain[out])
    error = np.abs(gain[out] - np.maximum(x[out] @ more, 0))
    doubt = fit_mean(x[out], 1.25 * error, signs=False)  # a normal spread is 1.25 mean errors
    logit = x @ escape
    bits = np.mean(np.logaddexp(0, logit) - out * logit)
    print(f"# {len(x)} positions; escape: log loss {bits:.3f}, base {base(out):.3f}")
    print(
        f"# gain: mean {gain[out].mean():.2f}, spread {gain[out].std():.2f}, "
        f"error {np.sqrt(np.mean((gain[out] - x[out] @ more) ** 2)):.2f}"
    )
    path = info("relics").folder / "data.toml"
    data = tomlkit.parse(path.read_text())
    for name, weights in zip(WEIGHTS, (escape, more, doubt), strict=True):
        line = f"{name} = [" + ", ".join(f"{weight:.3f}" for weight in weights) + "]"
        parts = re.findall(r".{1,96}(?:, |\]$)", line)
        line = "\n    ".join(part.rstrip() for part in parts)
        print(line)
        data["judgment"][name] = tomlkit.parse(line)[name]
    if chosen.write:
        path.write_text(tomlkit.dumps(data))


def base(hits: np.ndarray) -> float:
    """The log loss of always saying the mean."""
    mean = hits.mean()
    return -(mean * np.log(mean) + (1 - mean) * np.log(1 - mean))


if __name__ == "__main__":
    main()
