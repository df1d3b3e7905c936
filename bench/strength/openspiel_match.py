"""Match in Connect Four against OpenSpiel's C++ MCTSBot, on both sides of each opening.

Openings are two random moves. With --seconds, both players think for this time per move, in turn,
on one thread each. With --sims, both make this number of simulations. OpenSpiel's bot has its
solver on, one uniform playout per simulation, and exploration constant 2, as in its examples. Our
player has the defaults of `aicore play connect_four`.

    pip install -e ".[openspiel]"
    python -m bench.strength.openspiel_match --seconds 1 --games 200
    python -m bench.strength.openspiel_match --sims 5000 --games 200
"""

from __future__ import annotations

import argparse
import statistics
import time

import pyspiel

import aicore
from bench.common import share_of

COLUMNS = "abcdefg"
MEMORY = 1024  # MiB


def theirs(sims: int, seed: int) -> pyspiel.MCTSBot:
    """Return OpenSpiel's bot."""
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, 2.0, sims, MEMORY, True, seed, False)


def simulations_in(seconds: float) -> int:
    """Return the number of simulations that OpenSpiel's bot makes in a time, from the start."""
    sims = 1000
    while True:
        start = time.perf_counter()
        theirs(sims, 0).step(pyspiel.load_game("connect_four").new_initial_state())
        took = time.perf_counter() - start
        if took > seconds / 4:
            return int(sims * seconds / took)
        sims *= 2


def play(spec: str, sims: int, first: int, seed: int) -> float:
    """Return our score in one game: 1, 1/2 or 0. `first` is our side; side 0 moves first."""
    game = aicore.load("connect_four")
    state = game.start()
    board = pyspiel.load_game("connect_four").new_initial_state()
    me = aicore.player(spec, game, seed=seed)
    bot = theirs(sims, seed)
    rng = aicore.Rng(seed)
    for ply in range(42):
        if ply < 2:
            action = state.legal()[rng.below(len(state.legal()))]
        elif state.turn == first:
            action = me.decide(state.view(first)).action
        else:
            action = COLUMNS[bot.step(board)]
        state.apply(action)
        board.apply_action(COLUMNS.index(action))
        assert (state.turn == aicore.END) == board.is_terminal()
        if state.turn == aicore.END:
            break
    return state.returns()[first]


def main() -> None:
    """Play and print the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    budget = parser.add_mutually_exclusive_group(required=True)
    budget.add_argument("--seconds", type=float)
    budget.add_argument("--sims", type=int)
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    if args.seconds:
        spec, sims = f"mcts:time={args.seconds}", simulations_in(args.seconds)
    else:
        spec, sims = f"mcts:sims={args.sims}", args.sims
    pairs = []
    for seed in range(args.games // 2):
        pairs.append(statistics.mean(play(spec, sims, first, seed) for first in (0, 1)))
        if len(pairs) > 1:
            mean, half = share_of(pairs)
            print(f"\r{2 * len(pairs)} games: {mean:.1%} ± {half:.1%}", end="")
    print(f"  {spec} against OpenSpiel's MCTSBot with {sims} simulations")


if __name__ == "__main__":
    main()
