"""Our tree search against OpenSpiel's C++ searches: simulations per second in one run.

One thread, uniform playouts to the end, one a simulation, the exploration constant 1.4, from the
first decision: Connect Four and Pig against MCTSBot, Leduc poker against ISMCTSBot. The engines
search in turn; medians are compared, and the range of the ratios is shown.

    pip install -e ".[openspiel]"
    python -m bench.study.openspiel_speed [--rounds 7]
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

# our name -> OpenSpiel's, simulations of a search
GAMES = {
    "connect_four": ("connect_four", 200_000),
    "pig": ("pig", 20_000),
    "leduc_poker": ("leduc_poker", 50_000),
}


def ours(name: str, sims: int, seed: int) -> float:
    """Simulations per second of our search."""
    game = aicore.load(name)
    state = game.start()
    chance = aicore.Chance(seed)
    chance.settle(state)
    while len(state.legal()) < 2:
        state.apply(state.legal()[0])
        chance.settle(state)
    searcher = Mcts(game, sims=sims, c=C, memory=MEMORY)
    start = time.perf_counter()
    decision = searcher.search(state.view(state.turn), aicore.Rng(seed))
    assert decision.simulations == sims
    return sims / (time.perf_counter() - start)


def theirs(name: str, sims: int, seed: int) -> float:
    """Simulations per second of OpenSpiel's search."""
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
    rounds = parser.parse_args().rounds
    print("| game | aicore | OpenSpiel | ratio | least to greatest |")
    print("|---|---:|---:|---:|---|")
    for name, (other, sims) in GAMES.items():
        pairs = [(ours(name, sims, seed), theirs(other, sims, seed)) for seed in range(rounds)]
        mine, their = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratios = sorted(one / two for one, two in pairs)
        print(
            f"| {name} | {mine:,.0f} | {their:,.0f} | {statistics.median(ratios):.1f} "
            f"| {ratios[0]:.1f} to {ratios[-1]:.1f} |"
        )


if __name__ == "__main__":
    main()
