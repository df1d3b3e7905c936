"""Fit the model of position values in ransom (aicore/games/ransom/judgment/value.pyx).

The script repeats policy iteration. Each round plays games by the policy that maximizes the model,
except for one random action at a random time. Then it fits the model to the results of the
positions after that action. The script prints the section for data.toml, and with --write replaces
it there.

    python -m bench.fit.ransom --rounds 8 --games 20000 --write
"""

from __future__ import annotations

import argparse
import copy
import random
from functools import partial

import numpy as np
import tomlkit
from scipy.optimize import minimize

import aicore
from aicore.core.registry import GameInfo, info
from aicore.games.ransom.game import Ransom
from aicore.games.ransom.judgment.value import group_sizes
from bench.common import add_jobs, workers

STAGES = 6  # as in judgment/value.pxd

LATEST_RANDOM = 30  # maximum decisions before the random action
FULL_SHIP = 15.0  # maximum fuel


def build(model: dict | None, forced: str = "new") -> Ransom:
    """Return the game with a given model."""
    base = info("ransom")
    data = copy.deepcopy(base.data)
    data.pop("worth", None)
    if model:
        data["worth"] = model
    return Ransom(GameInfo(base.name, base.folder, data), 1, {"forced": forced})


def collect(seed: int, games: int, model: dict | None) -> tuple[np.ndarray, np.ndarray]:
    """Return features of positions after actions, and their results.

    A result has the stage, the points held then and at the end, and the fuel left if all targets
    were captured. Positions in the last stage, with plenty of fuel, are all alike, so only one in
    five is kept.
    """
    game = build(model)
    rng = aicore.Rng(seed)
    dice = random.Random(seed)
    features, results = [], []
    for _ in range(games):
        state = game.start()
        random_at = dice.randrange(LATEST_RANDOM)
        decisions = 0
        seen = []
        while state.turn != aicore.END:
            if state.turn == aicore.CHANCE:
                state.apply(state.sample(rng))
                continue
            if decisions == random_at:
                state.apply(state.sample(rng))
            else:
                state.apply(state.policy(rng))
            decisions += 1
            if decisions > random_at and state.turn == aicore.CHANCE:
                stage, row = game.features(state)
                if stage < STAGES - 1 or dice.random() < 0.2:
                    seen.append((row, stage, state.scores()[0]))
        fields = state.to_dict()
        fuel = fields["fuel"] / FULL_SHIP if fields["end"] == "cleared" else np.nan
        for row, stage, held in seen:
            features.append(row)
            results.append((stage, held, state.scores()[0], fuel))
    return np.array(features, dtype=np.float32), np.array(results)


def fit(features: np.ndarray, results: np.ndarray, total: int, ridge: float = 1.0) -> list[dict]:
    """Return the weights of each stage that fit the results best."""
    stages = []
    for stage in range(STAGES):
        rows = results[:, 0] == stage
        x = features[rows].astype(float)
        _, held, final, fuel = results[rows].T
        weights = fit_share(x, (total - held) / total, (final - held) / (total - held), ridge)
        clear = ~np.isnan(fuel)
        y = x[clear]
        fuel_weights = np.linalg.solve(y.T @ y + ridge * np.eye(y.shape[1]), y.T @ fuel[clear])
        stages.append({"weights": grouped(weights), "fuel": grouped(fuel_weights)})
    return stages


def fit_share(x: np.ndarray, missing: np.ndarray, won: np.ndarray, ridge: float) -> np.ndarray:
    """Return weights for the share won of the missing points, by logistic regression."""

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        logit = x @ weights
        chance = 1 / (1 + np.exp(-logit))
        value = np.sum(missing * (np.logaddexp(0, logit) - won * logit))
        slope = x.T @ (missing * (chance - won))
        return value + ridge / 2 * weights @ weights, slope + ridge * weights

    start = np.zeros(x.shape[1])
    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x


def grouped(weights: np.ndarray) -> dict[str, list[float]]:
    """Return weights by the groups of features."""
    ends = np.cumsum(list(group_sizes().values()))
    parts = np.split(weights, ends[:-1])
    return {
        name: [round(float(w), 4) for w in part]
        for name, part in zip(group_sizes(), parts, strict=True)
    }


def measure(game: Ransom, games: int, seed: int) -> tuple[float, float, float, float]:
    """Return the mean score, its standard error, the share of full captures, and their fuel."""
    rng = aicore.Rng(seed)
    scores, fuel = [], []
    for _ in range(games):
        state = game.start()
        state.play_out(rng, guided=True)
        scores.append(state.scores()[0])
        if state.end == "cleared":
            fuel.append(state["fuel"])
    mean = float(np.mean(scores))
    return mean, float(np.std(scores)) / games**0.5, len(fuel) / games, float(np.mean(fuel))


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--games", type=int, default=20_000)
    add_jobs(parser)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fuel-weight", type=float, default=0.03)
    parser.add_argument(
        "--fresh", action="store_true", help="start from scratch instead of the current model"
    )
    parser.add_argument("--write", action="store_true", help="replace the model in data.toml")
    args = parser.parse_args()
    model = None if args.fresh else info("ransom").data.get("worth")
    total = 288  # points of all targets
    kept = []
    with workers(args.jobs) as run_all:
        for round_number in range(args.rounds):
            seeds = [args.seed + 1000 * round_number + job for job in range(args.jobs)]
            work = partial(collect, games=args.games // args.jobs, model=model)
            kept = [*kept, *run_all(work, seeds)][-2 * args.jobs :]  # the last two rounds
            features = np.concatenate([rows for rows, _ in kept])
            results = np.concatenate([rows for _, rows in kept])
            model = {"fuel_weight": args.fuel_weight, "stages": fit(features, results, total)}
            mean, error, clear, fuel = measure(build(model), 20_000, 99)
            print(
                f"# round {round_number}: {len(features)} positions; "
                f"mean {mean:.1f} +- {error:.1f}, cleared {100 * clear:.1f} %, "
                f"fuel left then {fuel:.2f}",
                flush=True,
            )
    print(tomlkit.dumps({"worth": model}))
    if args.write:
        path = info("ransom").folder / "data.toml"
        data = tomlkit.parse(path.read_text())
        data["worth"] = model
        path.write_text(tomlkit.dumps(data))


if __name__ == "__main__":
    main()
