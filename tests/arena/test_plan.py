"""Tests of a tournament's plan, and of the luck in the blocks of a test."""

from __future__ import annotations

import pytest

from aicore.arena.block_runner import GameRow
from aicore.arena.config import Stakes
from aicore.arena.plan import Plan
from aicore.arena.tournament import block_gain, block_luck
from kit.engines import FIRST
from kit.tournaments import config_of


@pytest.mark.parametrize("rival", ["greedy", FIRST])
def test_only_a_program_that_may_remember_gets_another_deal_in_each_game(rival):
    plan = Plan(config_of("pig", [rival, "random"]))
    for number in range(3):
        block = plan.block(number)
        assert len(block.seatings) == 2
        assert len(set(block.seeds)) == (2 if rival == FIRST else 1)
    assert not {*plan.block(0).seeds} & {*plan.block(1).seeds}


@pytest.mark.parametrize(("lucks", "luck"), [(("[3.0]", "[1.0]"), 2.0), (("[1.0]", "[3.0]"), -2.0)])
def test_solo_luck_of_a_block_is_the_difference_of_two_players(lucks, luck):
    rows = [
        GameRow(
            0, game, f"[{game}]", "1", "[7]", "[7.0]", given, None, "end", 9, "[9]", None, None,
            None, b"", "[0.0]",
        )
        for game, given in enumerate(lucks)
    ]  # fmt: skip
    assert block_luck(rows) == luck


def test_gains_and_luck_of_a_block_are_above_the_mean_of_the_table():
    """Three games of three seats; player 0 sits in a different one each time."""
    stakes = Stakes("chips", -10.0, 10.0)
    seatings = ("[0, 1, 1]", "[1, 0, 1]", "[1, 1, 0]")
    returns = ("[3.0, 0.0, 0.0]", "[-3.0, 6.0, 0.0]", "[1.0, 1.0, 7.0]")
    rows = [
        GameRow(0, game, seating, "1", paid, paid, paid, None, "end", 9, "[9]", None, None, None,
                b"", "[0.0]")
        for game, (seating, paid) in enumerate(zip(seatings, returns, strict=True))
    ]  # fmt: skip
    # 3 - 1, 6 - 1 and 7 - 3 chips above the means of their tables
    assert block_gain(rows, stakes) == pytest.approx(11.0 / 3.0)
    assert block_luck(rows, above=True) == pytest.approx(11.0 / 3.0)
    assert block_luck(rows) == pytest.approx(16.0 / 3.0)
    lost = rows[0]._replace(returns=None, loser=0)  # a forfeit costs the maximum
    assert block_gain([lost], stakes) == pytest.approx(-10.0)
