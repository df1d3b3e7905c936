"""Shares of listed forced wins in Connect Four that searches prove, and simulations per proof.

    python -m bench.strength.proofs mcts:net=none mcts --sims 20000 200000

The positions are in `tests/search/connect_four_wins.txt`; none of them is a win in one.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

import aicore
from bench.common import player_of

WINS = Path(__file__).parents[2] / "tests" / "search" / "connect_four_wins.txt"


def visits_to_prove(spec: str, game: aicore.Game, moves: str) -> int | None:
    """Return the number of simulations that proved a position to be won; None without proof."""
    state = game.start()
    for move in moves:
        state.apply(move)
    decision = player_of(spec, game).decide(state.view(state.turn))
    best = decision.candidates[0]
    won = best.error == 0.0 and best.values[state.turn] == 1.0
    return decision.simulations if won else None


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs="+")
    parser.add_argument("--sims", type=int, nargs="+", default=[20_000])
    args = parser.parse_args()
    game = aicore.load("connect_four")
    lines = WINS.read_text(encoding="utf-8").splitlines()
    listed = [line.split()[0] for line in lines if not line.startswith("#")]
    for player in args.players:
        for sims in args.sims:
            spec = f"{player}{',' if ':' in player else ':'}sims={sims}"
            visits_of_wins = [visits_to_prove(spec, game, moves) for moves in listed]
            proven = [visits for visits in visits_of_wins if visits is not None]
            median = f", median {statistics.median(proven):,.0f} simulations" if proven else ""
            print(f"{spec}: {len(proven)} of {len(listed)} proven{median}")


if __name__ == "__main__":
    main()
