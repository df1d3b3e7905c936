"""Simulations per second of our tree search and of OpenSpiel's C++ searches, in one run.

All searches begin at the first decision, with exploration constant 1.4 and one uniform playout to
the end per simulation. Our search plays Connect Four and Pig against MCTSBot, and Leduc poker
against ISMCTSBot. OpenSpiel's searches have one thread. Ours has one, and then as many trees as
threads, which share their results. The engines search in turn. The table has medians, and the range
of the ratios.

    pip install -e ".[openspiel]"
    python -m bench.study.openspiel_speed [--rounds 7] [--threads 2]
"""

from __future__ import annotations

import argparse
import statistics
import time

import pyspiel

import aicore
from aicore.search.mcts import Mcts

C = 1.4
MEMORY = 1024  # MiB

# OpenSpiel's name and the simulations of a search, by our name
GAMES = {
    "connect_four": ("connect_four", 200_000),
    "pig": ("pig", 20_000),
    "leduc_poker": ("leduc_poker", 50_000),
}


def ours(name: str, sims: int, threads: int, seed: int) -> float:
    """Return the simulations per second of our search, with a tree for each thread."""
    game = aicore.load(name)
    state = game.start()
    chance = aicore.Chance(seed)
    chance.settle(state)
    while len(state.legal()) < 2:
        state.apply(state.legal()[0])
        chance.settle(state)
    searcher = Mcts(game, sims=sims, c=C, memory=MEMORY, trees=threads, threads=threads, share=True)
    start = time.perf_counter()
    decision = searcher.search(state.view(state.turn), aicore.Rng(seed))
    assert decision.simulations == sims
    return sims / (time.perf_counter() - start)


def theirs(name: str, sims: int, seed: int) -> float:
    """Return the simulations per second of OpenSpiel's search."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(seed, evaluator, C, sims, -1, final, True, True)
    else:
        bot = pyspiel.MCTSBot(game, evaluator, C, sims, MEMORY, False, seed, False)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    start = time.perf_counter()
    bot.step(state)
    return sims / (time.perf_counter() - start)


def main() -> None:
    """Measure and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1, help="maximum number of aicore threads")
    args = parser.parse_args()
    print("| game | our threads | aicore | OpenSpiel | ratio | least to greatest |")
    print("|---|---:|---:|---:|---:|---|")
    for name, (other, sims) in GAMES.items():
        columns = [
            (
                *(ours(name, sims, 1 + more, seed) for more in range(args.threads)),
                theirs(other, sims, seed),
            )
            for seed in range(args.rounds)
        ]
        *mine, their = zip(*columns, strict=True)
        for threads, speeds in enumerate(mine, 1):
            ratios = sorted(one / two for one, two in zip(speeds, their, strict=True))
            print(
                f"| {name} | {threads} | {statistics.median(speeds):,.0f} "
                f"| {statistics.median(their):,.0f} | {statistics.median(ratios):.1f} "
                f"| {ratios[0]:.1f} to {ratios[-1]:.1f} |"
            )


if __name__ == "__main__":
    main()
