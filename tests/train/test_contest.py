"""Tests of matches that decide which network is kept."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.errors import SpecError
from aicore.train.contest import Score, contest
from plain.conftest import EXAMPLES


@pytest.mark.parametrize(
    ("name", "seats", "even"), [("tic_tac_toe", 2, 1 / 2), ("booster", 3, 1 / 3), ("pig", 2, 1 / 2)]
)
def test_a_player_against_itself_is_even(name: str, seats: int, even: float) -> None:
    game = aicore.load(name, seats=seats)
    score = contest(game, "random", "random", 120, "1", 1)
    assert score is not None
    assert score.even == pytest.approx(even)
    assert score.low < even < score.high
    assert score.games == pytest.approx(120, abs=seats)


@pytest.mark.parametrize(("name", "seats"), [("booster", 3), ("tic_tac_toe", 2)])
def test_the_better_player_scores_above_even(name: str, seats: int) -> None:
    game = aicore.load(name, seats=seats)
    score = contest(game, "mcts:sims=50", "random", 60, "1", 1)
    assert score is not None
    assert score.low > score.even
    assert score.elo > 50


def test_games_for_stakes_are_scored_by_returns() -> None:
    """Hearts is played for points: the mean share of the range counts, and 1/2 is even."""
    game = aicore.load(EXAMPLES / "hearts.py")
    score = contest(game, "random", "random", 24, "1", 1)
    assert score is not None
    assert score.even == 0.5


def test_ratings_depend_on_the_number_of_seats() -> None:
    """A third of the points is even among three seats, half of them between two."""
    assert Score(90, 1 / 3, 0.2, 0.5, 1 / 3).elo == pytest.approx(0)
    assert Score(90, 1 / 2, 0.4, 0.6, 1 / 2).elo == pytest.approx(0)
    assert Score(90, 1 / 2, 0.4, 0.6, 1 / 3).level == pytest.approx(2 / 3)


def test_a_match_that_takes_too_long_has_no_score() -> None:
    game = aicore.load("tic_tac_toe")
    assert contest(game, "mcts:time=1", "mcts:time=1", 2, "1", 1, seconds=0.0) is None


def test_unknown_players_are_refused() -> None:
    with pytest.raises(SpecError):
        contest(aicore.load("pig"), "nobody", "random", 2, "1", 1)
