"""Tests of the alpha-beta solver: its values are exact, or it gives none."""

from pathlib import Path

import pytest

import aicore
from aicore.core.errors import IllegalAction, OptionError
from aicore.plain.loading import load
from aicore.search.exact import minimax, solve
from aicore.search.expectimax.solver import Solver

ENOUGH = 1 << 24

GRADED = """
from aicore.plain import END, Game, Int, action


def mixed(tree, path):
    return (tree * 7919 + path * 104729 + 1) * 2654435761 % 4294967296 >> 8


class Graded(Game):
    \"\"\"Five choices among three branches, by either seat; the returns have many steps.\"\"\"

    seats = 2
    returns = (0, 1)
    tree = Int(0, 999)
    path = Int(1, 2000, start=1)

    def setup(self, s):
        s.turn = 0

    @action("take N", N=(0, 2))
    def take(self, s, n):
        s.path = 3 * s.path + n
        s.turn = END if s.path >= 243 else mixed(s.tree, s.path) % 2

    @take.legal
    def takes(self, s):
        return [0, 1, 2]

    def result(self, s):
        won = mixed(s.tree, s.path) % 41 / 40
        return [won, 1 - won]
"""
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


def test_the_best_action_of_graded_returns_has_the_value(tmp_path):
    """A later null window once replaced the best action by one with a lower value."""
    file = tmp_path / "graded.py"
    file.write_text(GRADED, encoding="utf-8")
    game = load(str(file))
    for tree in range(40):
        solver, rng = Solver(game, 1), aicore.Rng(tree)
        state = game.from_dict({"tree": tree, "path": 1, "turn": 0})
        line = []
        while state.turn != aicore.END:
            line.append(state.clone())
            state.apply(state.sample(rng))
        for state in [line[2], line[0], line[1]]:  # the table has results of other positions
            values, best = solver.solve(state, ENOUGH)
            assert values == pytest.approx(minimax(state))
            state.apply(best)
            assert minimax(state) == pytest.approx(values)


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
