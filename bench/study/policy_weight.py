"""Effect of the policies' weight in the loss on the values that a network of backgammon learns.

Networks learn backgammon by self-play, as `aicore train` teaches them, each with another weight and
all with the same number of positions. GNU Backgammon (Debian's package `gnubg`) then judges the
choices of each network without a search, on the same positions of the shipped network's games.

    python -m bench.study.policy_weight
    python -m bench.study.policy_weight --weights 1 0 --positions 300000 --seed 2
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

import aicore
from aicore.train.course import course_of
from aicore.train.selfplay_pool import selfplay_pool
from aicore.train.training import Training
from bench.strength.gnubg import match_file, play
from bench.strength.gnubg_choices import judged, report

PLAYER = "greedy:net=own"  # player of the games whose positions are judged


def trained(weight: float, positions: int, seed: int, jobs: int) -> Training:
    """Return the training of a network, after at least `positions` positions."""
    game = aicore.load("backgammon")
    course = replace(course_of(game), policy=weight)
    with tempfile.TemporaryDirectory() as folder, selfplay_pool(game, jobs) as pool:
        training = Training(game, course, seed, "", Path(folder))
        while training.positions < positions:
            training.step(pool, training.positions / positions, taught=False)
        return training


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--weights", type=float, nargs="+", default=[1.0, 0.05, 0.0])
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=24, help="games whose positions are judged")
    parser.add_argument("--plies", type=int, default=2, help="how far gnubg looks ahead")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    positions = judged(match_file([play((PLAYER, seed)) for seed in range(args.games)]), args.plies)
    for weight in args.weights:
        training = trained(weight, args.positions, args.seed, args.jobs)
        print(
            f"weight {weight:g}, {training.games:,} games, {training.positions:,} positions: "
            f"{report(training.net, positions)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
