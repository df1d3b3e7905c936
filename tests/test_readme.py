"""The README's blocks run, and its set-up commands are those that exist."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import aicore
from aicore.players import PLAYERS

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)
COMMANDS = [
    line.removeprefix("$ ")
    for language, text in BLOCKS
    if language == "console"
    for line in text.splitlines()
]


def blocks(language: str) -> list[str]:
    """The README's blocks in one language."""
    return [text for found, text in BLOCKS if found == language]


def test_there_are_blocks_to_run() -> None:
    assert len(COMMANDS) >= 5
    assert len(blocks("python")) == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str, tmp_path: Path) -> None:
    """Without a terminal, end of input ends a game cleanly."""
    program, *arguments = shlex.split(command)
    assert program == "aicore"
    run = subprocess.run(
        [Path(sys.executable).with_name("aicore"), *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip()


def test_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(blocks("python")[0], "README.md", "exec"), {})
    scores, returns = re.findall(r"\[(.*?)\]", capsys.readouterr().out)
    assert len(scores.split(",")) == len(returns.split(",")) == 2


def test_set_up_is_two_commands() -> None:
    play, test = blocks("sh")
    assert play.endswith("aicore play booster --vs mcts\n")
    assert test.endswith('install -q -e ".[test]" && .venv/bin/pytest\n')
    assert play.count("\n") == test.count("\n") == 1


def test_tables_are_true() -> None:
    """Every player is told of, and no game that is not there; all games tells `aicore games`."""
    listed = re.findall(r"^\| `(\w+)` \|", README, flags=re.MULTILINE)
    assert set(PLAYERS) <= set(listed)
    assert set(listed) - set(PLAYERS) <= set(aicore.names())
    assert len(set(listed) - set(PLAYERS)) >= 5
