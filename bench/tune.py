"""Search for better parameters of mcts in one game, by matches against its defaults.

Optuna's tree-structured Parzen estimator proposes; each proposal plays paired deals against the
defaults at the same number of simulations, a batch at a time, and is dropped when it falls behind
the median of the earlier ones. The best are then played again on fresh deals, more of them, for the
first figures flatter.

    pip install -e ".[tune]"
    python bench/tune.py booster --sims 500 --trials 60 --games 200
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

import optuna
from match import block, interval, shares

import aicore

BATCHES = 4
FINALISTS = 3
FRESH = 1_000_000  # the first deal of the finals


def propose(trial: optuna.Trial, game: aicore.Game) -> str:
    """Parameters of a proposal, as a spec's keys."""
    cutoff = trial.suggest_categorical("cutoff", [-1, 0, 4, 8, 16, 32, 64, 128])
    chosen: dict[str, object] = {
        "c": round(trial.suggest_float("c", 0.02, 2.0, log=True), 3),
        "fpu": round(trial.suggest_float("fpu", -0.2, 0.5), 2),
        "cutoff": cutoff,
        "playouts": trial.suggest_categorical("playouts", ["uniform", "guided", "mast"]),
        "prior": trial.suggest_categorical("prior", [0, 3, 10, 30, 100]),
        "widen": trial.suggest_categorical("widen", [0, 1, 2, 4]),
        "root": trial.suggest_categorical("root", ["ucb", "halving"]),
    }
    if game.seats == 2:
        chosen["minimax"] = trial.suggest_categorical("minimax", [0.0, 0.1, 0.2, 0.4])
    if game.has_chance:
        chosen["outcomes"] = trial.suggest_categorical("outcomes", [0.0, 0.5, 2.0])
    if game.has_hidden:
        chosen["opponents"] = trial.suggest_categorical("opponents", ["informed", "blind"])
    return ",".join(f"{key}={value}" for key, value in chosen.items())


def match(pool: Executor, game: aicore.Game, specs: tuple[str, str], deals: range) -> list[float]:
    """The first player's share of each deal."""
    job = partial(block, game.name, specs, game.seats, {})
    return shares(list(pool.map(job, deals)), game)


def main() -> None:
    """Search, then play the best again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--sims", type=int, default=500)
    parser.add_argument("--trials", type=int, default=50)
    parser.add_argument("--games", type=int, default=200, help="of a trial; the finals: 4 times")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    game = aicore.load(chosen.game, seats=chosen.seats)
    deals = max(BATCHES, chosen.games // max(2, game.seats))
    base = f"mcts:sims={chosen.sims}"
    with ProcessPoolExecutor(chosen.jobs) as pool:

        def objective(trial: optuna.Trial) -> float:
            keys = propose(trial, game)
            trial.set_user_attr("keys", keys)
            scores: list[float] = []
            for batch in range(BATCHES):
                some = range(deals * batch // BATCHES, deals * (batch + 1) // BATCHES)
                scores += match(pool, game, (f"{base},{keys}", base), some)
                trial.report(sum(scores) / len(scores), batch)
                if trial.should_prune():
                    break
            return sum(scores) / len(scores)

        study = optuna.create_study(
            direction="maximize",
            sampler=optuna.samplers.TPESampler(seed=0, multivariate=True),
            pruner=optuna.pruners.MedianPruner(n_startup_trials=8),
        )
        study.optimize(objective, n_trials=chosen.trials)
        trials = sorted(study.trials, key=lambda trial: trial.value or 0.0, reverse=True)
        for trial in trials[:FINALISTS]:
            keys = trial.user_attrs["keys"]
            fresh = range(FRESH, FRESH + 4 * deals)
            mean, half = interval(match(pool, game, (f"{base},{keys}", base), fresh))
            print(f"{mean:.1%} ± {half:.1%} on {len(fresh)} fresh deals: {keys}")


if __name__ == "__main__":
    main()
