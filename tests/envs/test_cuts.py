"""Tests of games cut off at their maximum length: reported as truncated, with nothing to play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aicore.envs import pettingzoo, vector
from aicore.plain.loading import load

LONGEST = 4  # so seat 1 makes the last move
GAME = f"""
from aicore.plain import Game, action


class Endless(Game):
    \"\"\"Two take turns forever.\"\"\"

    seats, longest = 2, {LONGEST}

    def setup(self, s):
        s.turn = 0

    @action("go")
    def go(self, s):
        s.turn = self.after(s.turn)

    @action("stay")
    def stay(self, s):
        s.turn = self.after(s.turn)

    def result(self, s):
        return None
"""


@pytest.fixture
def endless(tmp_path: Path) -> str:
    path = tmp_path / "endless.py"
    path.write_text(GAME, encoding="utf-8")
    return str(load(str(path)).name)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_vector_reports_a_cut_game_as_truncated_whoever_acts_last(
    endless: str, seat: int
) -> None:
    envs = vector.Vector(endless, 2, seat=seat)
    envs.reset(seed=1)
    for _ in range(2):
        for step in range(LONGEST // 2):
            _, rewards, over, cut, _ = envs.step(np.zeros(2, np.int64))
            assert not over.any()
            assert not rewards.any()
            assert cut.tolist() == 2 * [step == LONGEST // 2 - 1]


def test_after_a_cut_no_token_is_legal(endless: str) -> None:
    env = pettingzoo.raw_env(endless)
    env.reset(seed=0)
    for _ in range(LONGEST):
        assert env.observe(env.agent_selection)["action_mask"].tolist() == [1, 1]
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
