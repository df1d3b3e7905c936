"""Fit how relics judges a position (aicore/games/relics/outlook.pxd).

Couriers play, with a random action now and then so that many kinds of positions occur. Of positions
on the way, three things are fitted for each seat inside: whether it will escape (logistic
regression), what it will carry then besides what it carries now (linear), and the mean error of the
latter (linear). Prints the weights for data.toml, and with --write replaces them there.

With --win, what follows from these is fitted to who wins while all are inside (logistic
regression), together with each seat's facts less the mean of the others'.

    python bench/fit_relics.py --games 6000 --write
    python bench/fit_relics.py --games 6000 --write --win
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator

import numpy as np
from scipy.optimize import minimize

import aicore
from aicore.core.game import Game, State
from aicore.core.registry import info

KEPT = 0.12  # share of the positions
SURPRISE = 0.02  # chance that an action is random
WEIGHTS = ("escape", "gain", "doubt")
SURE = 0.002  # chances are held back from 0 and 1 by so much


def positions(game: Game, games: int, seed: int) -> Iterator[tuple[list[State], State]]:
    """Some positions of each game, after the choice of airlocks, and its end."""
    rng = aicore.Rng(seed)
    dice = random.Random(seed)
    for _ in range(games):
        state = game.start()
        seen = []
        daring = dice.choice((0.0, SURPRISE, 3 * SURPRISE))
        while state.turn != aicore.END:
            if state.turn == aicore.CHANCE:
                state.apply(state.sample(rng))
                continue
            if dice.random() < KEPT:
                seen.append(state.clone())
            if dice.random() < daring:
                state.apply(state.sample(rng))
            else:
                state.apply(state.policy(rng))
        yield [place for place in seen if place.to_dict()["phase"] != "airlocks"], state


def collect(game: Game, games: int, seed: int) -> list[tuple[list[float], bool, float]]:
    """Facts of a seat inside, whether it escaped, and the points that it still gained."""
    found = []
    for seen, end in positions(game, games, seed):
        out, carried = end.to_dict()["escaped"], game.carried(end)
        for state in seen:
            before = game.carried(state)
            for seat in range(game.seats):
                facts = game.facts(state, seat)
                if facts[0]:
                    found.append((facts, seat in out, carried[seat] - before[seat]))
    return found


def collect_wins(game: Game, games: int, seed: int) -> list[tuple[list[float], float]]:
    """For a seat, while all are inside: its facts less the mean of the others', the odds that the
    chances alone tell, 1; and whether it won."""
    found = []
    for seen, end in positions(game, games, seed):
        returns = end.returns()
        for state in seen:
            x = np.array([game.facts(state, seat) for seat in range(game.seats)])
            if not x[:, 0].all():
                continue
            shares = np.clip(game.rough_shares(state), SURE, 1 - SURE)
            odds = np.log(shares / (1 - shares))
            edges = (x - x.mean(axis=0)) * game.seats / (game.seats - 1)
            found += [
                ([*edges[seat], odds[seat], 1.0], returns[seat]) for seat in range(game.seats)
            ]
    return found


def fit_chance(x: np.ndarray, hit: np.ndarray, ridge: float = 1.0) -> np.ndarray:
    """Logistic regression."""

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        logit = x @ weights
        value = np.sum(np.logaddexp(0, logit) - hit * logit) + ridge / 2 * weights @ weights
        return value, x.T @ (1 / (1 + np.exp(-logit)) - hit) + ridge * weights

    start = np.zeros(x.shape[1])
    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x


def fit_mean(x: np.ndarray, y: np.ndarray, ridge: float = 1.0) -> np.ndarray:
    """Linear regression."""
    return np.linalg.solve(x.T @ x + ridge * np.eye(x.shape[1]), x.T @ y)


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="replace the weights in data.toml")
    parser.add_argument("--win", action="store_true", help="those of winning, not of chances")
    chosen = parser.parse_args()
    gather = collect_wins if chosen.win else collect
    rows: list = []
    for seats in (2, 3, 4):
        rows += gather(aicore.load("relics", seats=seats), chosen.games // 3, chosen.seed + seats)
    found = fit_wins(rows) if chosen.win else fit_chances(rows)
    path = info("relics").folder / "data.toml"
    text = path.read_text()
    for name, weights in found.items():
        line = f"{name} = [" + ", ".join(f"{weight:.3f}" for weight in weights) + "]"
        if len(weights) == 1:
            line = f"{name} = {weights[0]:.3f}"
        parts = re.findall(r".{1,96}(?:, |\]$|\d$)", line)
        line = "\n    ".join(part.rstrip() for part in parts)
        print(line)
        text = re.sub(rf"(?ms)^{name} = (\[.*?\]|[-\d.]+)$", line, text, count=1)
    if chosen.write:
        path.write_text(text)


def fit_chances(rows: list[tuple[list[float], bool, float]]) -> dict[str, np.ndarray]:
    """The weights of escape, gain and doubt."""
    x = np.array([facts for facts, _, _ in rows])
    out = np.array([hit for _, hit, _ in rows])
    gain = np.array([points for _, _, points in rows], dtype=float)
    escape = fit_chance(x, out.astype(float))
    more = fit_mean(x[out], gain[out])
    error = np.abs(gain[out] - np.maximum(x[out] @ more, 0))
    doubt = fit_mean(x[out], 1.25 * error)  # a normal spread is 1.25 mean errors
    print(
        f"# {len(x)} positions; escape: log loss {loss(x @ escape, out):.3f}, base {base(out):.3f}"
    )
    print(
        f"# gain: mean {gain[out].mean():.2f}, spread {gain[out].std():.2f}, "
        f"error {np.sqrt(np.mean((gain[out] - x[out] @ more) ** 2)):.2f}"
    )
    return dict(zip(WEIGHTS, (escape, more, doubt), strict=True))


def fit_wins(rows: list[tuple[list[float], float]]) -> dict[str, np.ndarray]:
    """The weights of winning."""
    x = np.array([facts for facts, _ in rows])
    won = np.array([share for _, share in rows])
    weights = fit_chance(x, won)
    print(
        f"# {len(x)} shares; log loss {loss(x[:, -2], won):.3f}, with the weights "
        f"{loss(x @ weights, won):.3f}, base {base(won):.3f}"
    )
    return {"win": weights[:-2], "sure": weights[-2:-1], "even": weights[-1:]}


def loss(logit: np.ndarray, hits: np.ndarray) -> float:
    """The mean log loss of a prediction."""
    return float(np.mean(np.logaddexp(0, logit) - hits * logit))


def base(hits: np.ndarray) -> float:
    """The log loss of always saying the mean."""
    mean = hits.mean()
    return -(mean * np.log(mean) + (1 - mean) * np.log(1 - mean))


if __name__ == "__main__":
    main()
