"""Measure the value of each feature of mcts in each game, and print a Markdown table.

A game's default player, with its budget divided by --thrift, plays paired deals against itself with
one feature changed. Above 50 %, the default is better than the change. Solo games compare returns
on the same deals. The 95 % intervals come from the variance between deals.

    python -m bench.strength.ablation [--games 400] [--thrift 4] [--only booster ...]
"""

from __future__ import annotations

import argparse
from functools import partial

import aicore
from aicore.core.parameter import written
from aicore.players.defaults import defaults_of
from bench.common import add_jobs, block, share_of, shares, workers

# by feature: the parameter, its value when on, and its value when off
FEATURES = {
    "guided playouts": ("playouts", "guided", "uniform"),
    "cut-off playouts": ("cutoff", "10", "-1"),
    "means of positions": ("graph", "2", "0"),
    "look ahead at the root": ("prior", "100", "0"),
    "promising actions only": ("prune", "hard", "off"),
    "widening": ("widen", "2", "0"),
    "trust in the first": ("trust", "2", "0"),
    "halving at the root": ("root", "halving", "ucb"),
    "blind opponents": ("opponents", "blind", "informed"),
    "two trees": ("trees", "2", "1"),
}


def changed(game: aicore.Game, key: str, on: str, off: str) -> tuple[str, bool]:
    """Return the value that differs from the default, and whether it turns the feature on."""
    value = aicore.player("mcts", game).values[key]
    if isinstance(value, (bool, str)):
        return (off, False) if written(value) == on else (on, True)
    return (off, False) if float(value) != float(off) else (on, True)


def applies(game: aicore.Game, key: str) -> bool:
    """Whether a change can matter in this game."""
    return {
        "opponents": game.has_hidden,
        "graph": game.has_chance
        and not game.has_hidden
        and (game.seats == 1 or (game.seats == 2 and game.constant_sum)),
    }.get(key, True)


def main() -> None:
    """Play the games, and print a row for each feature."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--thrift", type=float, default=4.0)
    parser.add_argument("--only", nargs="*", default=list(aicore.names()))
    add_jobs(parser)
    args = parser.parse_args()
    print("| game | feature | with over without | games |")
    print("|---|---|---:|---:|")
    for name in args.only:
        game = aicore.load(name)
        sims = max(50, int(defaults_of(game.info, "mcts")["sims"] / args.thrift))
        for feature, (key, on, off) in FEATURES.items():
            if not applies(game, key):
                continue
            value, turns_on = changed(game, key, on, off)
            specs = (f"mcts:sims={sims}", f"mcts:sims={sims},{key}={value}")
            deals = range(max(2, args.games // max(2, game.seats)))
            job = partial(block, name, specs[::-1] if turns_on else specs, game.seats, {})
            with workers(args.jobs) as run_all:
                blocks = run_all(job, deals)
            mean, half = share_of(shares(blocks, game))
            label = f"{feature}{'' if turns_on else ' (default)'}"
            count = sum(map(len, blocks))
            print(f"| {name} | {label} | {mean:.1%} ± {half:.1%} | {count} |", flush=True)


if __name__ == "__main__":
    main()
