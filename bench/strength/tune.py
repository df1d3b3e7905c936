"""Search for better parameters of mcts in one game, by matches against its defaults.

Optuna's tree-structured Parzen estimator proposes parameters, after the defaults themselves. Each
proposal plays paired deals against the defaults at the same number of simulations, a batch at a
time. A proposal is dropped if it falls below the median of earlier proposals, or below a limit. The
best proposals then play again, on more deals and fresh ones, because the first figures are biased
upwards.

    pip install -e ".[tune]"
    python -m bench.strength.tune booster --sims 500 --trials 60 --games 200
"""

from __future__ import annotations

import argparse
from functools import partial

import optuna

import aicore
from bench.common import RunAll, add_jobs, block, interval, shares, workers

BATCHES = 4
FINALISTS = 3
FRESH = 1_000_000  # the first deal of the finals
HOPELESS = 0.4  # share of the points below which a proposal is dropped

CHOICES = {
    "cutoff": [-1, 0, 4, 7, 10, 14, 20, 32, 60, 128],
    "playouts": ["uniform", "guided"],
    "prior": [0, 3, 10, 30, 100],
    "widen": [0.0, 0.15, 0.3, 0.6, 1.2, 2.4],
    "trust": [0.0, 0.5, 1.0, 2.0],
    "root": ["ucb", "halving"],
    "opponents": ["informed", "blind"],
}


def choices(game: aicore.Game) -> dict[str, list[object]]:
    """Return the parameters that can matter in a game, with their values."""
    return {
        key: list(values)
        for key, values in CHOICES.items()
        if game.has_hidden or key != "opponents"
    }


def defaults(game: aicore.Game) -> dict[str, object]:
    """Return the game's defaults, except values that are not among the choices."""
    values = aicore.player("mcts", game).values
    known = {key: values[key] for key, some in choices(game).items() if values[key] in some}
    return known | {"c": values["c"], "fpu": values["fpu"]}


def propose(trial: optuna.Trial, game: aicore.Game) -> str:
    """Return the parameters of a proposal, as a spec's keys."""
    chosen: dict[str, object] = {
        "c": round(trial.suggest_float("c", 0.02, 2.0, log=True), 3),
        "fpu": round(trial.suggest_float("fpu", -0.2, 0.5), 2),
    }
    for key, values in choices(game).items():
        chosen[key] = trial.suggest_categorical(key, values)
    return ",".join(f"{key}={value}" for key, value in chosen.items())


def match(run_all: RunAll, game: aicore.Game, specs: tuple[str, str], deals: range) -> list[float]:
    """Return the first player's share of each deal."""
    job = partial(block, game.name, specs, game.seats, {})
    return shares(run_all(job, deals), game)


def main() -> None:
    """Search, then let the best proposals play again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--sims", type=int, default=500)
    parser.add_argument("--trials", type=int, default=50)
    parser.add_argument(
        "--games", type=int, default=200, help="games per trial; the finals play 4 times as many"
    )
    add_jobs(parser)
    args = parser.parse_args()
    game = aicore.load(args.game, seats=args.seats)
    deals = max(BATCHES, args.games // max(2, game.seats))
    base = f"mcts:sims={args.sims}"
    with workers(args.jobs) as run_all:

        def objective(trial: optuna.Trial) -> float:
            keys = propose(trial, game)
            trial.set_user_attr("keys", keys)
            scores: list[float] = []
            for batch in range(BATCHES):
                some = range(deals * batch // BATCHES, deals * (batch + 1) // BATCHES)
                scores += match(run_all, game, (f"{base},{keys}", base), some)
                trial.report(sum(scores) / len(scores), batch)
                if trial.should_prune() or sum(scores) < HOPELESS * len(scores):
                    break
            return sum(scores) / len(scores)

        study = optuna.create_study(
            direction="maximize",
            sampler=optuna.samplers.TPESampler(seed=0, multivariate=True),
            pruner=optuna.pruners.MedianPruner(n_startup_trials=8),
        )
        study.enqueue_trial(defaults(game))
        study.optimize(objective, n_trials=args.trials)
        trials = sorted(study.trials, key=lambda trial: trial.value or 0.0, reverse=True)
        for trial in trials[:FINALISTS]:
            keys = trial.user_attrs["keys"]
            fresh = range(FRESH, FRESH + 4 * deals)
            mean, half = interval(match(run_all, game, (f"{base},{keys}", base), fresh))
            print(f"{mean:.1%} ± {half:.1%} on {len(fresh)} fresh deals: {keys}")


if __name__ == "__main__":
    main()
