"""In how many deals of trader can the ship be paid for at all? A search that knows what will come.

One seed is one deal: both decks are known in advance to whoever reads them, so the game becomes a
puzzle for one. A beam search looks for a way to win it: positions that have drawn equally many
event cards compete, and those `width` that the estimate likes best go on, with every sequence of
decisions up to the next card. A win that it finds exists; where it finds none, none or a hidden one
does. So its share is a lower bound of what foresight could win, and no player can have foresight.
Next to it stands what fair players win on the same deals.

    python -m bench.study.trader_bound --deals 300 --width 30 300 --player mcts greedy merchant
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

import aicore
from aicore.core.game import Game, State
from bench.common import add_jobs, play, referee_of, share_of, workers

MAX_PLANETS = 120  # drawn in one game: fifteen, and fifteen more after each misjump


class Deal:
    """The luck of one seed, for positions that are reached in any order."""

    def __init__(self, game: Game, seed: int) -> None:
        start = game.start()  # a planet is due
        self.game = game
        self.after = []  # the luck after so many planets
        for drawn in range(MAX_PLANETS):
            chance = aicore.Chance(seed)
            for _ in range(drawn):
                chance.pass_over(start)
            self.after.append(chance)

    def settle(self, state: State, planets: int) -> tuple[int, int]:
        """Let luck have its turn, in place. Returns planets drawn so far, and event cards now."""
        events = 0
        while state.turn == aicore.CHANCE:
            outcome = self.after[planets].draw(state)
            if self.game.text(outcome).startswith("planet"):
                planets += 1
            else:
                events += 1
            state.apply(outcome)
        return planets, events


def choices(state: State) -> Iterator[State]:
    """The positions after each sequence of decisions up to the next card."""
    seen = {state.key()}
    border = [state]
    while border:
        one = border.pop()
        for action in one.legal_actions():
            after = one.clone()
            after.apply(action)
            if after.turn != 0:
                yield after
            elif (key := after.key()) not in seen:
                seen.add(key)
                border.append(after)


def winnable(game: Game, seed: int, width: int) -> bool:
    """Whether a beam of this width finds a win in a deal."""
    deal = Deal(game, seed)
    state = game.start()
    planets, events = deal.settle(state, 0)
    waiting: dict[int, dict[int, tuple[State, int]]] = {events: {state.key(): (state, planets)}}
    while waiting:
        drawn = min(waiting)
        rivals = sorted(
            waiting.pop(drawn).values(), key=lambda pair: pair[0].evaluate()[0], reverse=True
        )
        for state, planets in rivals[:width]:
            for after in choices(state):
                count, events = deal.settle(after, planets)
                if after.turn != aicore.END:
                    layer = waiting.setdefault(drawn + events, {})
                    layer.setdefault(hash((after.key(), count)), (after, count))
                elif after.returns()[0] == 1.0:
                    return True
    return False


def won(spec: str, seed: int) -> bool:
    """Whether a fair player wins the deal."""
    return play(referee_of("trader", 1, ()), [spec], seed).state.returns()[0] == 1.0


def row(widths: list[int], players: list[str], seed: int) -> list[bool]:
    """What each beam and each player makes of a deal."""
    game = aicore.load("trader")
    found: list[bool] = []
    for width in widths:
        found.append(any(found) or winnable(game, seed, width))
    return found + [won(spec, seed) for spec in players]


def main() -> None:
    """Search, play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0, help="of the first deal")
    parser.add_argument("--width", type=int, nargs="+", default=[30, 300])
    parser.add_argument("--player", nargs="+", default=["mcts", "greedy"])
    add_jobs(parser)
    chosen = parser.parse_args()
    with workers(chosen.jobs) as everywhere:
        job = partial(row, chosen.width, chosen.player)
        rows = everywhere(job, range(chosen.seed, chosen.seed + chosen.deals))
    names = [f"foresight, beam of {width}" for width in chosen.width] + chosen.player
    for name, results in zip(names, zip(*rows, strict=True), strict=True):
        share, half = share_of(results)
        print(f"{name}: {share:.1%} ± {half:.1%} of {len(results)} deals")


if __name__ == "__main__":
    main()
