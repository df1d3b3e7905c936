"""What Star1, Star2 and the table save over plain expectimax, which must give the same values.

Random positions of several games are searched to a fixed depth in four ways: every position, with
Star1's bounds, with Star2's, and with everything that expectimax has. The values must agree; what
differs is how many positions are visited.

    python -m bench.study.star2 --positions 10000
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

import aicore
from aicore.core.game import Game, State
from aicore.search.expectimax import Expectimax

BARE = {"table": False, "killers": False, "order": False}
WAYS = {
    "plain": {"star": 0, **BARE},
    "Star1": {"star": 1, **BARE},
    "Star2": {"star": 2, **BARE},
    "Star1, table": {"star": 1, "order": True},
    "Star2, table": {"star": 2, "order": True},
}
"""By name, the parameters of a searcher. The last two put actions in order, too."""

EXACT = 1 << 20  # no chance event has so many outcomes


@dataclass(frozen=True)
class Case:
    """A game, how far to look ahead, and how to treat luck and what is hidden.

    Args:
        plies: positions are found at most so far into a random game.
        search: parameters of the searcher.
    """

    name: str
    seats: int
    depth: int
    plies: int
    search: dict[str, int | str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The case in words."""
        words = [self.name, *(f"{key}={value}" for key, value in self.options.items())]
        words += [f"{self.seats} seats"] if self.seats > 2 else []
        words += ["paranoid"] if "rivals" in self.search else []
        if "samples" in self.search:
            words.append(f"{self.search['samples']} samples")
        words += ["leaves played out"] if "playout" in self.search else []
        return ", ".join(words)


# Playouts make neighboring leaves differ by much: there, an unsound bound soon shows.
CASES = (
    Case("tic_tac_toe", 2, 7, 4),
    Case("connect_four", 2, 6, 30),
    Case("pig", 2, 5, 200),
    Case("pig", 2, 6, 30, options={"target": "20"}),
    Case("pig", 3, 5, 200, {"rivals": "paranoid"}),
    Case("pig", 2, 6, 60, {"playout": 1000, "worlds": 1}, {"target": "30"}),
    Case("leduc_poker", 2, 5, 6, {"worlds": 4, "playout": 20}),
    Case("kuhn_poker", 2, 4, 4, {"worlds": 2}),
    Case("leduc_poker", 2, 8, 6, {"worlds": 2}),
    Case("gratis3", 2, 5, 200, {"worlds": 1, "branch": 1, "samples": 3}),
    Case("booster", 2, 3, 80, {"worlds": 1, "branch": 1, "samples": 2, "rivals": "paranoid"}),
    Case("booster", 3, 3, 80, {"worlds": 1, "branch": 1, "samples": 2, "rivals": "paranoid"}),
    Case("trader", 1, 3, 80, {"branch": EXACT}),
    Case("trader", 1, 5, 80, {"samples": 2}),
    Case("ransom", 1, 2, 60, {"branch": 1, "samples": 2}),
    Case("relics", 2, 8, 200, {"branch": 1, "samples": 2, "rivals": "paranoid"}),
)


@dataclass
class Found:
    """What searching a case's positions gave.

    Args:
        nodes: positions visited, by way.
        seconds: of all searches, by way.
        apart: the greatest difference between two ways' values of one position, as reward.
    """

    positions: int
    nodes: dict[str, int]
    seconds: dict[str, float]
    apart: float


def position(game: Game, rng: aicore.Rng, plies: int) -> State:
    """A position with a choice, within the first `plies` of a random game where it can be."""
    while True:
        state = game.start()
        left = rng.below(plies)
        while state.turn != aicore.END:
            if left <= 0 and len(state.promising()) > 1:
                return state
            state.apply(state.sample(rng))
            left -= 1


def compare(case: Case, positions: int, seed: int = 0) -> Found:
    """Search random positions in all ways."""
    game = aicore.load(case.name, seats=case.seats, **case.options)
    searchers = {
        way: Expectimax(game, depth=case.depth, **{**case.search, **text})  # type: ignore[arg-type]
        for way, text in WAYS.items()
    }
    rng = aicore.Rng(seed)
    found = Found(positions, dict.fromkeys(WAYS, 0), dict.fromkeys(WAYS, 0.0), 0.0)
    for number in range(positions):
        state = position(game, rng, case.plies)
        values = []
        for way, searcher in searchers.items():
            decision = searcher.search(state.view(state.turn), aicore.Rng(number))
            best = decision.candidates[0]
            values.append(best.values[state.turn] / (game.high - game.low))
            found.nodes[way] += decision.nodes
            found.seconds[way] += decision.seconds
        found.apart = max(found.apart, max(values) - min(values))
    return found


def main() -> None:
    """Compare and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=1000, help="in all")
    chosen = parser.parse_args()
    ways = [way for way in WAYS if way != "plain"]
    print(f"| game | depth | plain, nodes | {' | '.join(ways)} | greatest difference |")
    print("|---|---" + "|---:" * (len(WAYS) + 1) + "|")
    done = 0
    for place, case in enumerate(CASES):
        share = chosen.positions * (place + 1) // len(CASES) - done
        done += share
        found = compare(case, share)
        plain = found.nodes["plain"]
        cells = [f"{found.nodes[way] / plain:.1%}" for way in ways]
        each = round(plain / share)
        print(
            f"| {case.title} | {case.depth} | {each:,} | {' | '.join(cells)} | {found.apart:.0e} |",
            flush=True,
        )
    print(f"\n{done:,} positions.")


if __name__ == "__main__":
    main()
