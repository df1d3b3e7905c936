"""Loss of a training run's values in games that it has not seen, played by the game's script.

The training's log has the loss in games that the network learned from. If that loss is much
lower, the network knows these games by heart. Always predicting one half has a loss of 0.69.

    python -m bench.study.unseen_games relics.run --games 400
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from aicore.core.game import Game
from aicore.core.policy_net import FACT_UNIT, PolicyNet
from aicore.search.mcts.selfplay import Positions, selfplay
from aicore.train.learning import Learner
from aicore.train.run import Run
from bench.study.value_targets import cross_entropy, values_of

FIRST = 1 << 40  # number of the first game; a run has fewer


def newest(run: Run) -> PolicyNet:
    """Return the network in training."""
    (state,) = run.folder.glob("network-*/state.npz")
    learner = Learner(run.game, run.settings.course, run.settings.seed)
    with np.load(state) as arrays:
        learner.restore(arrays["learner"].tobytes())
    return learner.weights.net()


def own_values(game: Game, positions: Positions) -> np.ndarray:
    """Return the game's own evaluation of each position for its mover, from the last facts."""
    facts = positions.seen[:, game.net_input_size - 2 * game.seats :]
    odds = np.ascontiguousarray(facts).view("<i2")[:, 0] / FACT_UNIT * 4
    return 1 / (1 + np.exp(-odds))


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--games", type=int, default=400)
    args = parser.parse_args()
    run = Run(args.run)
    positions = selfplay(run.game, "script", args.games, seed=1, first=FIRST)
    print(f"{len(positions):,} positions of {args.games} games")
    print(f"the network: {cross_entropy(values_of(newest(run), positions), positions):.3f}")
    if run.game.advises:
        own = cross_entropy(own_values(run.game, positions), positions)
        print(f"the game's own evaluation: {own:.3f}")


if __name__ == "__main__":
    main()
