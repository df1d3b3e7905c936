"""Test that processors with and without AVX2 make the same decisions."""

import os
import subprocess
import sys

import pytest

DECISIONS = """
import aicore
game = aicore.load("relics", seats=3)
state, chance, rng = game.start(), aicore.Chance(seed=3), aicore.Rng(3)
player = aicore.player("mcts:sims=100", game, seed=1)
for ply in range(60):
    chance.settle(state)
    if ply % 6 == 0:
        found = player.decide(state.view(state.turn))
        print(found.action, [(one.visits, one.values) for one in found.candidates])
    state.apply(state.policy(rng))
"""


@pytest.mark.slow
def test_decisions_are_the_same_without_avx2() -> None:
    found = [
        subprocess.run(
            [sys.executable, "-c", DECISIONS], env={**os.environ, "AICORE_AVX2": wanted},
            capture_output=True, text=True, check=True,
        ).stdout
        for wanted in ("0", "1")
    ]  # fmt: skip
    assert found[0] == found[1]
    assert len(found[0].splitlines()) == 10
