"""Time that a second thread saves: wall time of the same decisions, with leaves in batches.

Positions come from random games. Each is searched with one thread and with `--threads`, in turn,
and the decisions must be equal. The table has three figures:

- the median ratio of wall times, with its quartiles;
- the share of the leaves that the calling thread evaluated itself;
- the serial share of the work, because only the calling thread descends and learns.

The calling thread is busy all the time. So r = s + f (1 - s): r is the ratio of wall times, f the
share of leaves that the calling thread evaluates, and s the serial share. With enough threads, the
calling thread evaluates no leaves. So the predicted speed-ups of 8 and 16 cores are min(8, 1 / s)
and min(16, 1 / s). Measure on an idle machine.

    python -m bench.study.threads --only relics --batch 8 --sims 2000
    python -m bench.study.threads --only gratis3 --trees

With `--trees`, the search with several threads has a tree for each of them, and as many simulations
in all. Its decisions may differ, and the table has only the ratios. With `--flat`, both searches
are flat Monte Carlo, whose threads divide the playouts.

    python -m bench.study.threads --only booster --flat --sims 40000
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

import aicore
from aicore.core.game import Game, State
from aicore.players.mcts import MctsPlayer
from bench.study.budget import positions


def searched(game: Game, spec: str, state: State) -> tuple[float, object, float]:
    """Return a decision's wall time in seconds, the action, and the caller's share of leaves."""
    player = aicore.player(spec, game)
    view = state.view(state.turn)
    start = time.perf_counter()
    decision = player.decide(view)
    seconds = time.perf_counter() - start
    own = 0
    if isinstance(player, MctsPlayer):
        own = sum(tree.own for tree in player.searcher.trees)
    return seconds, decision.action, own / max(decision.simulations, 1)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", default=list(aicore.names()))
    parser.add_argument("--sims", type=int, default=2000)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--trees", action="store_true", help="use trees instead of batches")
    other.add_argument("--flat", action="store_true", help="use flat Monte Carlo instead of mcts")
    args = parser.parse_args()
    if args.threads < 2:
        sys.exit("--threads must be at least 2")
    more = args.threads
    batched = not (args.trees or args.flat)
    beyond = f"{'own':>7}{'serial':>9}{'8 cores':>9}{'16':>7}" if batched else ""
    print(f"{'':14}{f'{more} threads take':>16}{'quartiles':>14}{beyond}")
    for name in args.only:
        game = aicore.load(name)
        kind = "trees=1" if args.trees else f"batch={args.batch}"
        one = f"mcts:sims={args.sims},{kind},threads=1"
        if args.flat:
            one = f"flat:sims={args.sims},threads=1"
        many = one.replace("trees=1", f"trees={more}").replace("threads=1", f"threads={more}")
        ratios, shares = [], []
        for state in positions(game, args.positions, args.seed):
            alone, first, _ = searched(game, one, state)
            together, second, own = searched(game, many, state)
            if first != second and not args.trees:
                sys.exit(f"{name}: threads change the decision: {first} and {second}")
            ratios.append(together / alone)
            shares.append(own)
        low, ratio, high = statistics.quantiles(ratios, n=4)
        if batched:
            own = min(statistics.median(shares), 0.99)
            serial = min(max((ratio - own) / (1 - own), 0.01), 1.0)
            cores = [min(count, 1 / serial) for count in (8, 16)]
            beyond = f"{own:7.0%}{serial:9.0%}{cores[0]:9.1f}{cores[1]:7.1f}"
        print(f"{name:14}{ratio:16.2f}{low:6.2f} to {high:.2f}{beyond}", flush=True)


if __name__ == "__main__":
    main()
