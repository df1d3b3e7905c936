"""Best targets for learning a position's value: outcomes, search values, or a mixture.

A network plays games against itself. Other networks learn from most of these games, each with other
targets, and predict the winners of the rest.

    python -m bench.study.value_targets ../lantern.py --net ../lantern.net --games 2000
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

import aicore
from aicore.core.net_file import read_net
from aicore.core.policy_net import PolicyNet
from aicore.search.mcts.selfplay import Positions
from aicore.train.course import course_of
from aicore.train.learning import Learner
from aicore.train.selfplay_pool import selfplay_pool

TRACES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 1.0)
UNSEEN = 0.2  # share of the games that no network learns from


def outcomes_of_movers(positions: Positions) -> NDArray[np.float64]:
    """Return the mover's share of the returns in each position, (n,)."""
    return positions.outcomes[positions.games, positions.seats].astype(np.float64)


def played(game: aicore.Game, net: PolicyNet, games: int, first: int, jobs: int) -> Positions:
    """Return games of a network against itself."""
    with selfplay_pool(game, jobs) as players:
        return players.play(net, games, course_of(game).plan, 1, first)()


def cross_entropy(expected: NDArray[np.float64], positions: Positions) -> float:
    """Return the cross entropy of games' outcomes and the predictions of them."""
    outcomes = outcomes_of_movers(positions)
    expected = np.clip(expected, 1e-7, 1 - 1e-7)
    return float(-(outcomes * np.log(expected) + (1 - outcomes) * np.log(1 - expected)).mean())


def values_of(net: PolicyNet, positions: Positions) -> NDArray[np.float64]:
    """Return a network's value of each position for its mover, (n,)."""
    return np.array(net(positions.seen)[0], np.float64).reshape(len(positions), -1)[:, 0]


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--net", required=True)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    game = aicore.load(args.game)
    net, _ = read_net(args.net, game)
    learned = round(args.games * (1 - UNSEEN))
    seen = played(game, net, learned, 0, args.jobs)
    unseen = played(game, net, args.games - learned, learned, args.jobs)
    usual = np.full(len(unseen), outcomes_of_movers(seen).mean())
    print(f"{len(seen):,} positions to learn from, {len(unseen):,} of unseen games")
    print(f"a constant: {cross_entropy(usual, unseen):.3f}")
    print(f"the network that plays: {cross_entropy(values_of(net, unseen), unseen):.3f}")
    for trace in TRACES:
        learner = Learner(game, replace(course_of(game), trace=trace), 1)
        learner.add(seen)
        values = values_of(learner.learn(), unseen)
        print(f"trace={trace:g}: {cross_entropy(values, unseen):.3f}", flush=True)


if __name__ == "__main__":
    main()
