"""Loss of players against a random opponent: the first table of docs/experiments.md.

The other seat plays uniformly. A line has a game, a player and its loss in each seat: the expected
return of the best response minus the player's, as a share of the range of returns. The player
decides once at every information set, so one seed gives one policy.

    python -m bench.strength.against_random kuhn_poker flat:sims=10000 mcts:sims=10000
    python -m bench.strength.against_random leduc_poker expectimax:depth=8,worlds=200
"""

from __future__ import annotations

import argparse

import aicore
from aicore.arena.exploit import play_of
from aicore.search.responses import SmallGame, uniform


def losses(name: str, spec: str) -> list[float]:
    """Return each seat's loss by a player's policy, as a share of the range of returns."""
    small = SmallGame(aicore.load(name))
    game, play = small.game, play_of(small, spec)
    random = small.play(*[uniform] * game.seats)
    shares = []
    for seat in range(game.seats):
        lost = small.respond(seat, random).value - small.value_against(seat, play, random)
        shares.append(max(lost, 0.0) / (game.high - game.low))  # rounding may leave less than 0
    return shares


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("specs", nargs="+")
    args = parser.parse_args()
    for spec in args.specs:
        cells = [f"{lost:.4f} |" for lost in losses(args.game, spec)]
        print(f"| {args.game} | `{spec}` |", *cells, flush=True)


if __name__ == "__main__":
    main()
