"""Tests of games that are over before a seat, or the learner, can act."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import numpy as np
import pytest

import aicore
import aicore.envs.gymnasium
from aicore.core.errors import AicoreError
from aicore.envs import pettingzoo, vector
from plain.made import write

NATURAL = """
class Natural(Game):
    \"\"\"A card of 3 ends the game at once, for seat 0. Otherwise fold, or go on to the end.\"\"\"
    card = Int(0, 3)
    folded = Flag()
    def setup(self, s):
        s.turn = CHANCE
    @event("deal N", N=(1, 3))
    def deal(self, s, n):
        s.card = n
        s.turn = END if n == 3 else 0
    @action("fold")
    def fold(self, s):
        s.folded = s.turn == 0
        s.turn = END
    @action("go")
    def go(self, s):
        s.turn = END if s.turn else 1
    def result(self, s):
        return 0 if s.card == 3 else 1
"""

NEVER = NATURAL.replace("N=(1, 3)", "N=(3, 3)")
FOLDS = NATURAL.replace("s.turn = END if s.turn else 1", "s.turn = END")


@pytest.fixture
def natural(tmp_path: Path) -> str:
    return str(write(tmp_path, NATURAL))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_passes_over_games_that_their_deal_ends(natural: str, threads: int) -> None:
    batch = aicore.Batch(aicore.load(natural), 50, seed=1, threads=threads, final=True)
    for _ in range(20):
        assert min(batch.turns.tolist()) >= 0
        batch.step(batch.sample())
        done = np.asarray(batch.done) > 0
        assert (np.asarray(batch.rewards)[done] == [0, 1]).all()


def test_a_seat_learns_only_from_games_in_which_it_acts(natural: str) -> None:
    env = gymnasium.make(aicore.register(natural).gymnasium, seat=1)
    env.reset(seed=1)
    for _ in range(50):
        _, info = env.reset()
        assert info["action_mask"].tolist() == [1, 1]
        _, reward, over, _, info = env.step(0)
        assert (reward, over, "illegal" in info) == (1, True, False)


def test_all_agents_get_the_returns_of_a_deal_that_ends_the_game(natural: str) -> None:
    env, ended = pettingzoo.env(natural), 0
    env.reset(seed=1)
    for _ in range(30):
        env.reset()
        if env.unwrapped.terminations["player_0"]:
            ended += 1
            for agent in env.agent_iter():
                assert env.last()[1:4] == (float(agent == "player_0"), True, False)
                env.step(None)
    assert ended


@pytest.mark.parametrize("text", [NEVER, FOLDS])
def test_a_seat_that_never_acts_is_an_error(tmp_path: Path, text: str) -> None:
    path = str(write(tmp_path, text))
    sentence = "1,000 games in a row were over before"
    with pytest.raises(AicoreError, match=sentence):
        gymnasium.make(aicore.register(path).gymnasium, seat=1).reset(seed=1)
    with pytest.raises(AicoreError, match=sentence):
        vector.Vector(path, 2, seat=1).reset(seed=1)


def test_a_batch_that_is_stuck_in_one_place_tries_few_games_in_the_others(tmp_path: Path) -> None:
    count = tmp_path / "count"
    text = NEVER.replace(
        "card = Int(0, 3)", "most_outcomes = 9_000\n    card = Int(0, 9_000)"
    ).replace("N=(3, 3)", "N=(1, 9_000)")
    text = text.replace(
        "s.turn = END if n == 3 else 0",
        f"s.turn = END; open({str(count)!r}, 'a').write('.')",  # once for each new card
    )
    game = aicore.load(str(write(tmp_path, text)))
    count.write_bytes(b"")
    with pytest.raises(AicoreError, match="1,000 games in a row"):
        aicore.Batch(game, 50, seed=1)
    assert 900 < count.stat().st_size < 1100  # 50 places that each tried so many: about 9,000
