"""Overshoot of searches beyond their time, in milliseconds, over decisions of random games.

The script times a decision from outside, as a person would see it. Measure on an idle machine,
because other programs count, too. The column "clock" shows their part: it belongs to a loop that
only reads the clock.

    python -m bench.study.budget --decisions 200 --time 0.05
"""

from __future__ import annotations

import argparse
import time

import aicore
from aicore.core.game import Game, State

SEARCHERS = ("clock", "mcts", "expectimax", "flat")


def positions(game: Game, number: int, seed: int = 0) -> list[State]:
    """Return positions with a choice, each from a random place in its own random game."""
    rng = aicore.Rng(seed)
    states: list[State] = []
    while len(states) < number:
        state, chosen, met = game.start(), None, 0
        while state.turn != aicore.END:
            if len(state.legal_actions()) > 1:
                met += 1
                if rng.below(met) == 0:
                    chosen = state.clone()
            state.apply(state.sample(rng))
        if chosen is not None:
            states.append(chosen)
    return states


def overshoots(game: Game, name: str, seconds: float, states: list[State]) -> list[float]:
    """Return the seconds beyond the allowance, in ascending order."""
    player = aicore.player(f"{name}:time={seconds}", game) if name != "clock" else None
    late = []
    for state in states:
        view = state.view(state.turn)
        start = time.perf_counter()
        if player is not None:
            player.decide(view)
        while player is None and time.perf_counter() < start + seconds:
            pass
        late.append(time.perf_counter() - start - seconds)
    return sorted(late)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--decisions", type=int, default=200, help="decisions per game and searcher"
    )
    parser.add_argument("--time", type=float, default=0.05, help="seconds per decision")
    parser.add_argument("--only", nargs="*", default=list(aicore.names()))
    parser.add_argument("--searchers", nargs="*", default=SEARCHERS)
    args = parser.parse_args()
    heads = [f"{name}, {what}" for name in args.searchers for what in ("median", "99 %")]
    print(f"| game | {' | '.join(heads)} |")
    print("|---" + "|---:" * len(heads) + "|")
    for name in args.only:
        game = aicore.load(name)
        states = positions(game, args.decisions)
        cells = []
        for searcher in args.searchers:
            late = overshoots(game, searcher, args.time, states)
            for share in (0.5, 0.99):
                cells.append(f"{1000 * late[int(share * (len(late) - 1))]:.1f}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
