"""Tests that Star1, Star2 and the table change no value of expectimax, and save positions.

Random positions of several games are searched to a fixed depth in five ways: without pruning, with
Star1's bounds, with Star2's, and with either and the table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pytest

import aicore
from aicore.search.expectimax import Expectimax
from kit.positions import with_a_choice

BARE = {"table": False, "killers": False, "order": False}
WAYS = {
    "plain": {"star": 0, **BARE},
    "Star1": {"star": 1, **BARE},
    "Star2": {"star": 2, **BARE},
    "Star1, table": {"star": 1, "order": True},
    "Star2, table": {"star": 2, "order": True},
}
"""Parameters of a searcher by name. The last two also order the actions."""

EXACT = 1 << 20  # more than any chance event's outcomes


@dataclass(frozen=True)
class Case:
    """Game, search depth, and treatment of chance and hidden information.

    Args:
        plies: maximum number of random plies before a position.
        search: parameters of the searcher.
    """

    name: str
    seats: int
    depth: int
    plies: int
    search: dict[str, int | str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)


# Playouts make neighboring leaves differ much, so an unsound bound soon shows.
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


def compare(case: Case, positions: int, seed: int = 0) -> tuple[float, dict[str, int]]:
    """Search random positions in all ways.

    Returns the greatest difference between two ways' values of one position, as reward, and the
    number of positions that each way visited.
    """
    game = aicore.load(case.name, seats=case.seats, **case.options)
    searchers = {
        way: Expectimax(game, depth=case.depth, **{**case.search, **text})
        for way, text in WAYS.items()
    }
    rng = aicore.Rng(seed)
    apart, nodes = 0.0, dict.fromkeys(WAYS, 0)
    for number in range(positions):
        state = with_a_choice(game, rng, case.plies)
        values = []
        for way, searcher in searchers.items():
            decision = searcher.search(state.view(state.turn), aicore.Rng(number))
            best = decision.candidates[0]
            values.append(best.values[state.turn] / (game.high - game.low))
            nodes[way] += decision.nodes
        apart = max(apart, max(values) - min(values))
    return apart, nodes


def label(case: Case) -> str:
    """Return the case's name in pytest's list."""
    return f"{case.name}-{case.seats}-{case.depth}"


@pytest.mark.parametrize("case", CASES, ids=label)
def test_stars_and_table_change_no_value(case: Case) -> None:
    apart, _ = compare(case, 20, seed=5)
    assert apart < 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=label)
def test_stars_and_table_change_no_value_in_10000_positions(case: Case) -> None:
    """This takes some minutes in all."""
    share = math.ceil(10_000 / len(CASES))
    apart, _ = compare(case, share, seed=1)
    assert apart < 1e-9


def test_each_star_saves_positions() -> None:
    """They do where values are near the ends of their range; pig to 20 takes a turn or two."""
    case = next(case for case in CASES if case.options == {"target": "20"})
    _, nodes = compare(case, 30)
    assert nodes["Star1"] < 0.9 * nodes["plain"]
    assert nodes["Star1, table"] < 0.3 * nodes["plain"]
    assert nodes["Star2, table"] < 0.9 * nodes["Star1, table"]
