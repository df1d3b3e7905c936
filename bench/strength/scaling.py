"""Value of ten times the thinking: a player against itself with a tenth of the simulations.

Both play paired deals with rotated seats. The score is the mean share of the player with more
simulations, with its 95 % interval from the variance between deals. In a solo game, both play the
same deals, and the output has the paired difference.

    python -m bench.strength.scaling relics --games 100
    python -m bench.strength.scaling gratis3 --sims 60 600 6000 --games 200
    python -m bench.strength.scaling connect_four --sims 500 8000 --opening 3
"""

from __future__ import annotations

import argparse
from functools import partial
from itertools import pairwise

import aicore
from bench.common import add_jobs, block, workers
from bench.strength.match import report_match, report_solo


def main() -> None:
    """Play each pair of neighboring budgets, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument(
        "--sims",
        type=int,
        nargs="+",
        default=[60, 600],
        help="simulations to compare, in ascending order",
    )
    parser.add_argument("--player", default="mcts", help="player spec that accepts sims")
    parser.add_argument(
        "--games", type=int, default=200, help="games per pair; in solo games, deals"
    )
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=1, help="first deal; then every second one")
    parser.add_argument("--opening", type=int, default=0, help="random events at the start")
    add_jobs(parser)
    args = parser.parse_args()
    game = aicore.load(args.game, seats=args.seats)
    deals = range(args.seed, args.seed + 2 * max(1, args.games // game.seats), 2)
    mark = "," if ":" in args.player else ":"
    with workers(args.jobs) as run_all:
        for fewer, more in pairwise(args.sims):
            first, second = (f"{args.player}{mark}sims={sims}" for sims in (more, fewer))
            specs = (first, second)
            job = partial(block, args.game, specs, game.seats, {}, opening=args.opening)
            blocks = run_all(job, deals)
            if game.seats == 1:
                report_solo(blocks, specs)
            else:
                report_match(blocks, specs, game)


if __name__ == "__main__":
    main()
