"""Tests of a tournament's plan, and of the luck in the blocks of a test."""

from __future__ import annotations

import pytest

from aicore.arena.block_runner import GameRow
from aicore.arena.plan import Plan
from aicore.arena.tournament import block_luck
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
def test_luck_of_two_who_play_one_deal_alone_is_their_difference(lucks, luck):
    rows = [
        GameRow(
            0, game, f"[{game}]", "1", "[7]", "[7.0]", given, None, "end", 9, "[9]", None, None,
            None, b"", "[0.0]",
        )
        for game, given in enumerate(lucks)
    ]  # fmt: skip
    assert block_luck(rows) == luck
