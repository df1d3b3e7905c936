"""Tests of expected results as people read them: chances, returns in games for stakes, shares."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import aicore
from aicore.coach import results
from aicore.coach.draws import drawable
from aicore.coach.results import figure, half_width, limit, result, size, sized
from aicore.core.game import Game
from aicore.core.language import speaking
from aicore.core.registry import load_with
from aicore.plain.loading import register

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def backgammon() -> Game:
    """Return backgammon without a cube: its returns reach from -3 to 3 points."""
    return aicore.load("backgammon")


def test_results_that_are_win_chances():
    assert results.speaks_of_chances(aicore.load("connect_four"))
    for name in ("backgammon", "leduc_poker", "kuhn_poker", "ransom"):  # ransom is a solitaire
        assert not results.speaks_of_chances(aicore.load(name))


def test_results_of_other_games_are_percentages():
    game = aicore.load("tic_tac_toe")  # returns from 0 to 1
    assert figure(game, 0.614) == result(game, 0.614) == "61 %"
    assert result(game, 0.614, 1) == "61.4 %"
    assert (size(game, 0.04), results.bare_size(game, 0.04)) == ("4 %", "4.0")
    assert results.change(game, 0.037) == "+3.7"
    assert results.change(game, -0.037, " %") == "-3.7 %"
    assert sized(game, 0.04, 0.02) == "4.0 % ±3.9"  # 1.96 standard errors
    assert limit(game, 0.075) == "7.5 %"
    assert results.as_message(game) is None


def test_results_beyond_the_possible_ones_are_cut(backgammon):
    """A review fits its shares to the result, and some then lie beyond 0 and 1."""
    game = aicore.load("tic_tac_toe")
    assert (result(game, 1.014), figure(game, -0.03)) == ("100 %", "0 %")
    assert figure(backgammon, 1.1) == "+3.00"
    assert results.summand(game, 1.014) == "101 %"  # the parts of an account add up


def test_results_for_stakes_are_signed_returns(backgammon):
    """A share of 0.5 is 0 points; the whole range is 6 points."""
    assert figure(backgammon, 0.5 + 0.85 / 6) == "+0.85"
    assert result(backgammon, 0.5 - 0.85 / 6, 1) == "-0.85 points"
    assert result(backgammon, 0.5) == result(backgammon, 0.4999) == "+0.00 points"
    assert (size(backgammon, 0.04), results.bare_size(backgammon, 0.04)) == ("0.24 points", "0.24")
    assert results.change(backgammon, 0.04) == results.change(backgammon, 0.04, " %") == "+0.24"
    assert sized(backgammon, 0.42, 0.1) == "0.42 ±0.20 points"
    assert sized(backgammon, 0.42, 0.1, bare=True) == "0.42 ±0.20"
    assert limit(backgammon, 0.075) == "0.45 points"


def test_the_cube_multiplies_the_points():
    game = aicore.load("backgammon", cube=2)
    assert result(game, 0.75) == "+6.00 points"  # half of the 12 points that can be won
    assert size(game, 0.04) == "0.96 points"


@pytest.mark.parametrize(
    ("game", "options", "text"),
    [
        ("kuhn_poker", {}, "+1.00"),
        ("leduc_poker", {}, "+6.50"),
        ("backgammon", {"cube": 6}, "+96.0"),
    ],
)
def test_wide_ranges_have_fewer_decimals(game, options, text):
    """Returns reach to 2 chips, 13 chips, and 3 * 2 ** 6 points."""
    assert figure(aicore.load(game, **options), 0.75) == text


def test_an_interval_is_zero_only_for_an_exact_value(backgammon):
    game = aicore.load("tic_tac_toe")  # returns from 0 to 1
    assert half_width(game, 0.02) == "3.9"  # 1.96 standard errors
    assert half_width(game, 0.0002) == "<0.1"
    assert half_width(game, 0.0) == "0.0"
    assert half_width(backgammon, 0.02) == "0.04"
    assert half_width(backgammon, 0.0002) == "<0.01"
    assert half_width(backgammon, 0.0) == "0.00"


def test_numbers_and_units_follow_the_language(backgammon):
    with speaking("de"):
        assert result(backgammon, 0.75) == "+1,50 Punkte"
        assert half_width(backgammon, 0.02) == "0,04"
        assert results.as_message(backgammon) == {
            "unit": "Punkte", "low": -3.0, "high": 3.0, "decimals": 2,
        }  # fmt: skip


@pytest.mark.parametrize(
    ("returns", "ends", "labels"),
    [
        ([0.0, 0.4, -1.0], (-1, 1), ("-1", "0", "+1")),
        ([0.0, 1.2, -1.0], (-2, 2), ("-2", "0", "+2")),
        ([0.0], (-1, 1), ("-1", "0", "+1")),
        ([-3.0, 3.0], (-3, 3), ("-3", "0", "+3")),
    ],
)
def test_the_axis_of_a_graph_fits_its_returns(backgammon, returns, ends, labels):
    shares = [backgammon.share(value) for value in returns]
    assert results.axis(backgammon, shares) == ends
    assert results.marks(backgammon, *ends) == labels


def test_a_graph_of_losses_alone_has_no_gains():
    about = SimpleNamespace(low=-26.0, high=0.0, stake=26.0)  # as in hearts
    assert results.axis(about, [0.5, 0.71]) == (-13, -7)  # returns from -13 to -7.54
    assert results.marks(about, -13, -7) == ("-13", "-10", "-7")
    assert results.axis(about, [1.0, 1.0]) == (-26, 0)


def test_no_draws_are_counted_in_games_for_stakes(tmp_path):
    """In an open game for stakes, values are not win chances."""
    nim = (EXAMPLES / "nim.py").read_text()
    file = tmp_path / "nim.py"
    file.write_text(
        nim.replace("longest =", 'stakes = "coins"\n    returns = -600, 0\n    longest =')
    )
    game = load_with(register(file), 2, {})
    assert (game.seats, game.has_hidden, game.has_chance) == (2, False, False)
    assert not drawable(game)
    assert result(game, 0.5) == "-300.0 coins"
