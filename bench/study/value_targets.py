"""What a position's value is best learned from: outcomes, what the search found, or a mixture.

A network plays games against itself. Others learn from most of them, each by other targets, and are
asked who wins the games that they have not seen. Needs PyTorch.

    python -m bench.study.value_targets ../lantern.py --net ../lantern.net --games 2000
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy, binary_cross_entropy_with_logits

import aicore
from aicore.core.net_file import read_net
from aicore.search.mcts.selfplay import Positions
from aicore.train.course import course_of
from aicore.train.learning import Learner
from aicore.train.makers import makers

TRACES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 1.0)
UNSEEN = 0.2


def outcomes_of_movers(found: Positions) -> torch.Tensor:
    """The share of the returns that each position's mover got, (n,)."""
    return torch.from_numpy(found.outcomes[found.games, found.seats])


def played(game: aicore.Game, net: object, games: int, first: int, jobs: int) -> Positions:
    """Games of a network against itself."""
    with makers(game, jobs) as players:
        return players.play(net, games, course_of(game).plan, 1, first)()  # type: ignore[arg-type]


def cross_entropy(learner: Learner, unseen: Positions) -> float:
    """How much of the outcomes of unseen games a network leaves open."""
    with torch.no_grad():
        found = [
            learner.model(*learner.model.encoder(part))[0][:, 0]
            for part in np.array_split(unseen.seen, 1 + len(unseen) // 4096)
        ]
    return binary_cross_entropy_with_logits(torch.cat(found), outcomes_of_movers(unseen)).item()


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--net", required=True)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    torch.set_num_threads(1)
    game = aicore.load(given.game)
    net, _ = read_net(given.net, game)
    learned = round(given.games * (1 - UNSEEN))
    seen = played(game, net, learned, 0, given.jobs)
    unseen = played(game, net, given.games - learned, learned, given.jobs)
    usual = outcomes_of_movers(seen).mean().expand(len(unseen))
    constant = binary_cross_entropy(usual, outcomes_of_movers(unseen)).item()
    print(f"{len(seen):,} positions to learn from, {len(unseen):,} of unseen games")
    print(f"a constant: {constant:.3f}")
    with torch.no_grad():
        values = torch.tensor(net(unseen.seen)[0]).reshape(len(unseen), -1)[:, 0]
    known = binary_cross_entropy(values, outcomes_of_movers(unseen)).item()
    print(f"the network that plays: {known:.3f}")
    for trace in TRACES:
        learner = Learner(game, replace(course_of(game), trace=trace), 1)
        learner.add(seen)
        learner.learn()
        print(f"trace={trace:g}: {cross_entropy(learner, unseen):.3f}", flush=True)


if __name__ == "__main__":
    main()
