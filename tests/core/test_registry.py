"""What is missing of a game's folder is named."""

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
help = "points"
"""


@pytest.mark.parametrize(
    ("left_out", "sentence"),
    [
        ("[game]", "half/data.toml: [game] is missing"),
        ("seats = [2, 2]", "half/data.toml: [game] has no seats"),
        ('kind = "game"', "half/data.toml: [game] has no kind"),
        ('help = "points"', "half/data.toml: [options.target] has no help"),
    ],
)
def test_what_is_missing_of_the_data_is_named(tmp_path: Path, left_out: str, sentence: str) -> None:
    folder = tmp_path / "half"
    folder.mkdir()
    text = WHOLE.replace(left_out, "[other]" if left_out == "[game]" else "")
    (folder / "data.toml").write_text(text)
    call = [sys.executable, "-m", "aicore", "rules", "half"]
    done = subprocess.run(
        call, env={**os.environ, "AICORE_GAMES": str(tmp_path)}, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Error: {sentence}\n"
