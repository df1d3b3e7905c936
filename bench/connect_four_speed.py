"""Connect Four: our tree search against OpenSpiel's C++ MCTSBot, in one run, on one thread.

Both search from the start position with uniform playouts to the end, one playout a simulation and
the exploration constant 1.4. Each engine searches several times in turn; medians are compared.

    pip install -e ".[bench]"
    python bench/connect_four_speed.py [--sims 200000] [--rounds 5]
"""

import argparse
import statistics
import time

import numpy as np
import pyspiel

import aicore
from aicore.search.mcts import Mcts

C = 1.4


def ours(sims: int, seed: int) -> float:
    """Simulations per second of our search."""
    game = aicore.load("connect_four")
    searcher = Mcts(game, sims=sims, c=C)
    start = time.perf_counter()
    decision = searcher.search(game.start().view(0), aicore.Rng(seed))
    assert decision.simulations == sims
    return sims / (time.perf_counter() - start)


def theirs(sims: int, seed: int) -> float:
    """Simulations per second of OpenSpiel's search."""
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        C,
        sims,
        1024,  # MB of memory
        False,  # solve
        seed,
        False,  # verbose
    )
    start = time.perf_counter()
    bot.step(game.new_initial_state())
    return sims / (time.perf_counter() - start)


def playouts(seconds: float) -> float:
    """Our uniform playouts per second."""
    from aicore.search.speed import measure

    return float(measure(aicore.load("connect_four"), seconds)["playouts_per_s"])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sims", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    rows = np.array(
        [(ours(options.sims, seed), theirs(options.sims, seed)) for seed in range(options.rounds)]
    )
    mine, other = (statistics.median(column) for column in rows.T)
    ratios = rows[:, 0] / rows[:, 1]
    print(f"uniform playouts   {playouts(1.0) / 1e6:8.2f} M/s")
    print(f"aicore mcts        {mine / 1e6:8.3f} M simulations/s")
    print(f"OpenSpiel MCTSBot  {other / 1e6:8.3f} M simulations/s")
    print(
        f"ratio              {np.median(ratios):8.2f}  ({ratios.min():.2f} to {ratios.max():.2f})"
    )


if __name__ == "__main__":
    main()
