"""Tests of errors for missing parts of a game's folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

WHOLE = """
[game]
title = "Half"
summary = "half a game"
seats = [2, 2]
default_seats = 2
kind = "game"
[options.target]
default = 1
low = 1
high = 9
help = "points"
"""
RULES = """
from aicore.games.tic_tac_toe.game import GAME as TicTacToe

class GAME(TicTacToe):
    pass
"""


@pytest.mark.parametrize(
    ("left_out", "sentence"),
    [
        ("[game]", "half/data.toml: [game] is missing"),
        pytest.param(
            "seats = [2, 2]", "half/data.toml: [game] has no seats", marks=pytest.mark.slow
        ),
        pytest.param('kind = "game"', "half/data.toml: [game] has no kind", marks=pytest.mark.slow),
        pytest.param(
            'help = "points"',
            "half/data.toml: [options.target] has no help",
            marks=pytest.mark.slow,
        ),
        ("low = 1", "half/data.toml: [options.target] needs low and high, or choices"),
        ('"points"', "half/data.toml: Invalid value (at line 12, column 8)"),
    ],
)
def test_missing_data_are_named(tmp_path: Path, left_out: str, sentence: str) -> None:
    folder = tmp_path / "half"
    folder.mkdir()
    text = WHOLE.replace(left_out, "[other]" if left_out == "[game]" else "")
    (folder / "data.toml").write_text(text)
    assert error_of(tmp_path, "rules", "half") == sentence


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "half has no compiled module; build it with python setup.py build_ext --inplace"),
        pytest.param(
            {"game.py": ""}, "half/game.pyx must end with GAME = the class of its rules",
            marks=pytest.mark.slow,
        ),
        ({"game.py": RULES}, "half has no picture/terminal.py; see docs/adding-a-game.md"),
        pytest.param(
            {"game.py": RULES, "picture/terminal.py": ""},
            "half/picture/terminal.py does not define draw; see docs/adding-a-game.md",
            marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_missing_modules_are_named(tmp_path: Path, files: dict[str, str], sentence: str) -> None:
    folder = tmp_path / "half"
    folder.mkdir()
    for name, text in {"data.toml": WHOLE, **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    assert error_of(tmp_path, "watch", "half", "random", "random") == sentence


def test_an_unknown_accent_is_named(tmp_path: Path) -> None:
    (tmp_path / "half").mkdir()
    text = WHOLE.replace("[options", 'accent = "pink"\n[options', 1)
    (tmp_path / "half" / "data.toml").write_text(text)
    choices = "slate, amber, teal, blue, plum, rose, green"
    assert error_of(tmp_path, "rules", "half").endswith(f"accent is not one of {choices}")


def error_of(games: Path, *words: str) -> str:
    """Return the error of a command whose games are in a separate folder."""
    call = [sys.executable, "-m", "aicore", *words]
    done = subprocess.run(
        call, env={**os.environ, "AICORE_GAMES": str(games)}, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    return done.stderr.removeprefix("Error: ").removesuffix("\n")
