"""Loss of values learned from random games, on games of a search with playouts.

Networks learn from more and more random games, each position a given number of times. The table
compares their loss with the loss of a constant and of the search's own values.

    python -m bench.study.random_games examples/whist.py --games 1000 4000 --reuse 0.5 2
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np

import aicore
from aicore.core.game import Game
from aicore.search.mcts.selfplay import Positions
from aicore.train.course import Course, course_of
from aicore.train.learning import Learner
from aicore.train.selfplay_pool import selfplay_pool
from bench.study.value_targets import cross_entropy, outcomes_of_movers, values_of


def learned(game: Game, course: Course, games: Positions, unseen: Positions) -> float:
    """Return the loss in unseen games of a network that learned from random games."""
    learner = Learner(game, course, 1)
    learner.add(games, 1.0)
    return cross_entropy(values_of(learner.learn(), unseen), unseen)


def searched_values(positions: Positions) -> np.ndarray:
    """Return the mover's value of each position in the search's estimate, (n,)."""
    return positions.roots[np.arange(len(positions)), positions.seats].astype(np.float64)


def decisions(positions: Positions) -> Positions:
    """Return the positions that were searched, without their actions."""
    kept = ~np.isnan(positions.roots[:, 0])
    names = ("seen", "seats", "games", "taught", "played", "actions", "roots", "luck")
    return replace(positions, **{name: getattr(positions, name)[kept] for name in names})


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, nargs="+", default=[1500, 6000, 24000])
    parser.add_argument("--reuse", type=float, nargs="+", default=[0.5, 1, 2])
    parser.add_argument("--unseen", type=int, default=80)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    game = aicore.load(args.game, seats=args.seats)
    course = course_of(game)
    plan = replace(course.plan, sims=64, fast=64, warm=0)
    with selfplay_pool(game, args.jobs) as pool:
        unseen = decisions(pool.play("playouts", args.unseen, plan, 1, 0)())
        usual = np.full(len(unseen), outcomes_of_movers(unseen).mean())
        print(f"{len(unseen):,} unseen positions of {args.unseen} games")
        print(f"a constant: {cross_entropy(usual, unseen):.3f}")
        print(f"the search that played: {cross_entropy(searched_values(unseen), unseen):.3f}")
        for number in args.games:
            games = pool.play("random", number, plan, 2, 0)()
            course = replace(course, room=len(games))
            for reuse in args.reuse:
                loss = learned(game, replace(course, reuse=reuse), games, unseen)
                seen = f"{number:,} random games, each position {reuse:g} times"
                print(f"{seen}: {loss:.3f}", flush=True)


if __name__ == "__main__":
    main()
