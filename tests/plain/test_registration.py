"""Tests that a file's game gets a name in Gymnasium and OpenSpiel."""

from __future__ import annotations

import shutil

import pytest

import aicore
from aicore.core.errors import AicoreError
from plain.conftest import EXAMPLES


def test_a_file_becomes_a_gymnasium_id(tmp_path):
    gymnasium = pytest.importorskip("gymnasium")
    file = tmp_path / "bidding.py"
    shutil.copy(EXAMPLES / "goofspiel.py", file)
    names = aicore.register(file)
    assert names.gymnasium == "aicore/Bidding-v0"
    env = gymnasium.make(names.gymnasium, opponents=["random"], seat=0)
    _, facts = env.reset(seed=1)
    assert facts["action_mask"].sum() == 7  # cards in hand
    file.write_text(file.read_text().replace("range(1, 8)", "range(1, 6)"))
    env = gymnasium.make(aicore.register(file).gymnasium, opponents=["random"], seat=0)
    assert env.reset(seed=1)[1]["action_mask"].sum() == 5  # the file's new text
    env.close()


def test_a_file_becomes_an_openspiel_name(tmp_path):
    pyspiel = pytest.importorskip("pyspiel")
    file = tmp_path / "forest_fire.py"
    shutil.copy(EXAMPLES / "firebreak.py", file)
    names = aicore.register(str(file))
    assert names.openspiel == "aicore_forest_fire"
    game = pyspiel.load_game(f"{names.openspiel}(players=2)")
    assert game.get_type().utility == pyspiel.GameType.Utility.IDENTICAL
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.legal_actions()


def test_other_libraries_need_a_plain_name(tmp_path):
    file = tmp_path / "my game.py"
    shutil.copy(EXAMPLES / "nim.py", file)
    with pytest.raises(AicoreError, match="rename the file"):
        aicore.register(file)
