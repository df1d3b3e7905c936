"""Tests that the output of `aicore new` plays at once and has no mistakes."""

from __future__ import annotations

import subprocess
import sys

import pytest

import aicore
from aicore.plain.check import check_file
from aicore.plain.new import GAMES, write_game, write_player
from kit.effort import effort


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_plays_at_once(kind, tmp_path):
    (path,), following = write_game(str(tmp_path / f"my_{kind}"), kind)
    assert f"aicore play {path}" in following
    report = check_file(path, effort(1, 4), lambda text: None, 60.0, make_player=aicore.player)
    assert report.findings == report.remarks == []
    game = aicore.load(path)
    state = game.start()
    state.settle(aicore.Rng(1))
    decision = aicore.player("mcts:sims=50", game).decide(state.view(state.turn))
    assert decision.action in state.legal()
    with pytest.raises(aicore.AicoreError, match="already exists"):
        write_game(str(path), kind)


def test_a_player_passes_its_test(tmp_path):
    written, _ = write_player(str(tmp_path / "cautious"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", str(written[1])],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("name", "spec"), [("mine", "./mine.py"), ("sub/mine.py", "sub/mine.py")])
def test_the_next_step_names_the_player_by_its_path(name, spec, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    written, following = write_player(name)
    assert f"--vs {spec} " in following
    assert following.endswith(f"pytest {written[1]}")


@pytest.mark.parametrize("name", ["", "Two Words", "../x y", "9lives", "a" * 60])
def test_unsuitable_names_are_refused(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(aicore.AicoreError, match="lowercase letter"):
        write_game(name, "dice")
    assert list(tmp_path.iterdir()) == []
