"""Tests of the differences after one of two actions: found where planted, and only there."""

from __future__ import annotations

import re

import pytest

import aicore
from aicore.arena.rollout import RolledDeal, follow
from aicore.coach.contrast import (
    MAX_DRAWN,
    Board,
    BoardChange,
    Facts,
    FutureWatcher,
    Thing,
    differences,
)
from aicore.coach.why import why
from aicore.core.picture import Scene

HERE, THERE = (Thing("stone", "0", (place, 0)) for place in (10, 20))
NAMES = ["you", "Computer"]


def futures(count: int, *often: tuple[Thing, bool, int]) -> list[Facts]:
    """Return futures in which each fact comes true this often."""
    return [
        frozenset((thing, comes) for thing, comes, times in often if number < times)
        for number in range(count)
    ]


def test_only_sure_and_notable_differences_are_kept() -> None:
    found = differences(futures(100, (HERE, True, 60)), futures(100, (HERE, True, 20)))
    assert found == [BoardChange(HERE, True, 60, 20)]
    assert not differences(futures(100, (HERE, True, 60)), futures(100, (HERE, True, 50)))
    assert not differences(futures(5, (HERE, True, 2)), futures(5))  # notable, but not certain
    assert not differences(futures(100), futures(100))


def test_a_thing_is_marked_once_where_it_differs_most() -> None:
    best = futures(100, (HERE, False, 90), (THERE, True, 40))
    assert differences(best, futures(100)) == [BoardChange(HERE, False, 90, 0)]
    best = futures(100, (HERE, False, 90), (THERE, True, 90))
    assert differences(best, futures(100)) == [BoardChange(THERE, True, 90, 0)]


def test_a_few_things_are_marked_and_the_rest_left_out() -> None:
    many = [(Thing(str(number), "", (0, 0)), True, 100) for number in range(3 * MAX_DRAWN)]
    assert len(differences(futures(100, *many), futures(100))) == MAX_DRAWN


def test_the_direct_effect_of_an_action_is_no_difference() -> None:
    game = aicore.load("connect_four")
    view = game.start().view(0)
    board = Board(Scene(view))
    watch = FutureWatcher(board, 0)
    deal = RolledDeal(view, (game.parse("d"),), "random", 1, 0)
    follow(deal, 0, lambda seat, action: None, watch)
    assert watch.facts is not None
    assert [(thing.face, comes) for thing, comes in watch.facts] == [("1", True)]  # the answer


def test_a_thing_that_an_action_removes_is_no_difference() -> None:
    """An ejected card leaves the hand at once, whatever comes later."""
    game = aicore.load("booster")
    state, chance = game.start(), aicore.Chance(1)
    chance.settle(state)
    while not any(action.startswith("eject ") for action in state.legal()):
        state.apply(state.legal()[-1])
        chance.settle(state)
    seat, view = state.turn, state.view(state.turn)
    action = next(action for action in view.legal() if action.startswith("eject "))
    card = action.removeprefix("eject ")
    board = Board(Scene(view))
    assert card in {thing.name for thing in board.now}
    watch = FutureWatcher(board, seat)
    follow(RolledDeal(view, (game.parse(action),), "random", 1, 0), 0, lambda *_: None, watch)
    assert watch.facts is not None
    assert card not in {thing.name for thing, _ in watch.facts}


@pytest.mark.parametrize("narrow", [pytest.param(False, marks=pytest.mark.slow), True])
def test_the_winning_answer_is_drawn_where_it_lies(narrow: bool) -> None:
    game = aicore.load("connect_four")
    state = game.start()
    for letter in "adbdgd":  # three in column d: it must be blocked there
        state.apply(game.parse(letter))
    view = state.view(0)
    _, picture = why(None, view, "d", "e", NAMES, narrow, seconds=60.0)  # all games
    counted = re.search(r"d4: appears here in (\d+) of 100 games after d, (\d+)", picture)
    assert counted is not None
    before, after = map(int, counted.groups())
    assert before == 0
    assert after > 50
    assert f">{before} : {after}<" in picture
    legend = " ".join(re.findall(r">([^<]+)<", picture))
    assert "by your next turn, after d and after e." in legend


def test_nothing_is_drawn_for_equal_actions() -> None:
    game = aicore.load("tic_tac_toe")
    state = game.start()
    for cell in ("b2", "a1", "c3", "a3", "a2", "c2"):
        state.apply(game.parse(cell))
    view = state.view(0)
    _, picture = why(None, view, "b1", "b1", NAMES, False)
    assert "appears here" not in picture
    assert "Numbers: " not in picture
