"""Tests of the alpha-beta solver: its values are exact, or it gives none."""

from pathlib import Path

import pytest

import aicore
from aicore.core.errors import IllegalAction, OptionError
from aicore.search.exact import minimax, solve
from aicore.search.expectimax.solver import Solver

ENOUGH = 1 << 24
WINS = Path(__file__).parent / "connect_four_wins.txt"


def test_all_positions_of_tic_tac_toe_have_the_value_of_value_iteration():
    game = aicore.load("tic_tac_toe")
    solution, solver, seen = solve(game), Solver(game, 1), set()
    stack = [game.start()]
    while stack:
        state = stack.pop()
        if state.turn == aicore.END or state.key() in seen:
            continue
        seen.add(state.key())
        values, best = solver.solve(state, ENOUGH)
        assert values == solution.value(state)
        after = state.clone()
        after.apply(best)
        assert solution.value(after) == values
        for action in state.legal_actions():
            stack.append(state.clone())
            stack[-1].apply(action)
    assert len(seen) == 4520  # positions of unfinished games, reached by legal moves


def test_late_positions_have_the_value_of_backward_induction():
    game, compared = aicore.load("connect_four"), 0
    for seed in range(24):
        rng, state, line = aicore.Rng(seed), game.start(), []
        while state.turn != aicore.END:
            line.append(state.clone())
            state.apply(state.policy(rng))
        solver = Solver(game, 1)
        for state in reversed([state for state in line[-7:] if len(line) > 33]):
            values, best = solver.solve(state, ENOUGH)
            assert values == tuple(minimax(state))
            after = state.clone()
            after.apply(best)
            assert tuple(minimax(after)) == values
            compared += 1
    assert compared > 15


def test_listed_wins_are_found_with_an_action_that_wins():
    """The winning moves were found by `minimax`: see the head of the file."""
    game = aicore.load("connect_four")
    solver, found = Solver(game, 64), 0
    for line in WINS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or len(line.split()[0]) < 20:
            continue
        moves, wins = line.split()[:2]
        state = game.start()
        for each in moves:
            state.apply(each)
        values, best = solver.solve(state, ENOUGH)
        assert values[state.turn] == 1
        assert game.text(best) in wins
        found += 1
    assert found >= 5


def test_a_value_that_takes_too_many_positions_stays_unknown_and_later_searches_are_right():
    game = aicore.load("connect_four")
    state = game.start()
    for move in "ddddddc":
        state.apply(move)
    solver = Solver(game, 1)
    assert solver.solve(state, 1000) is None
    assert solver.visited == 1000
    for move in "ccccbaabbaagg":
        state.apply(move)
    assert solver.solve(state, ENOUGH) == Solver(game, 1).solve(state, ENOUGH)


def test_other_games_and_the_end_are_refused():
    for name in ("pig", "booster", "relics"):
        assert not Solver.solves(aicore.load(name))
        with pytest.raises(OptionError, match="without luck"):
            Solver(aicore.load(name))
    game = aicore.load("tic_tac_toe")
    state, rng = game.start(), aicore.Rng(1)
    while state.turn != aicore.END:
        state.apply(state.sample(rng))
    with pytest.raises(IllegalAction, match="over"):
        Solver(game, 1).solve(state, 10)
