"""Tests of win probabilities with draws as a separate figure."""

from __future__ import annotations

import pytest

import aicore
from aicore.coach import draws
from aicore.coach.draws import draw_share, drawable, win_probability
from aicore.session.jobs import chances
from kit.positions import reached


def test_where_draws_are_counted():
    assert drawable(aicore.load("connect_four"))
    assert drawable(aicore.load("tic_tac_toe"))
    assert not any(drawable(aicore.load(name)) for name in ("pig", "kuhn_poker", "trader"))


def test_a_solved_position_is_surely_a_draw_or_surely_not():
    assert win_probability(reached("tic_tac_toe")).draw == 1.0
    assert win_probability(reached("tic_tac_toe")).wins == (0.0, 0.0)
    assert draw_share(reached("tic_tac_toe"), (0.9, 0.1)) == 1.0  # whatever a search found
    found = win_probability(reached("tic_tac_toe", "a1", "b1", "a2", "b2"))
    assert (found.draw, found.wins) == (0.0, (1.0, 0.0))


def test_without_a_solver_draws_are_counted(monkeypatch):
    monkeypatch.setattr(draws, "solved", lambda game: None)
    stopped = reached("tic_tac_toe", "b2", "a1", "c3", "a3")  # a2 is forced: even
    found = win_probability(stopped)
    assert 0.5 < found.draw <= 1.0
    assert sum(found.wins) + found.draw == pytest.approx(1.0)


def test_no_draw_is_likelier_than_both_shares_allow(monkeypatch):
    monkeypatch.setattr(draws, "solved", lambda game: None)
    start = reached("tic_tac_toe")
    assert draw_share(start, (1.0, 0.0)) == 0.0
    assert draw_share(start, (0.99, 0.01)) == pytest.approx(0.02)


def test_a_game_that_is_over_was_a_draw_or_not():
    even = reached("tic_tac_toe", "b2", "a1", "c3", "a3", "a2", "c2", "b3", "b1", "c1")
    assert draw_share(even, (0.5, 0.5)) == 1.0
    won = reached("tic_tac_toe", "a1", "b1", "a2", "b2", "a3")
    assert draw_share(won, (1.0, 0.0)) == 0.0


def test_a_win_and_a_draw_add_up_in_a_large_game():
    shares, draw = chances(None, reached("connect_four", "d").view(1))
    assert draw is not None
    assert 0.0 <= draw <= 2 * min(shares)


def test_other_games_have_no_probability_of_a_draw():
    assert chances(None, aicore.load("pig").start().view(0))[1] is None
