"""Tests that the README's blocks run, and its setup commands exist."""

from __future__ import annotations

import contextlib
import html
import os
import re
import shlex
import subprocess
import sys
from functools import cache
from importlib import metadata
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import aicore
from aicore.players import PLAYERS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)
SESSIONS = [
    [line.removeprefix("$ ") for line in text.splitlines()]
    for language, text in BLOCKS
    if language == "console"
]

# Code to run first, which makes modules outside the base install unavailable.
ABSENT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
"""


def installed_by(distribution: str) -> set[str]:
    """Return the distributions that one installs without extras, itself included."""
    found = {distribution}
    with contextlib.suppress(metadata.PackageNotFoundError):
        for requirement in metadata.requires(distribution) or ():
            if "extra ==" not in requirement:
                found |= installed_by(re.match(r"[\w.-]+", requirement)[0].lower())
    return found


@cache
def extras() -> set[str]:
    """Return the modules that the base install lacks."""
    base = installed_by("aicore-tabletop")
    return {
        module
        for module, names in metadata.packages_distributions().items()
        if not base & {name.lower() for name in names}
    }


@pytest.fixture
def base_install(tmp_path: Path) -> dict[str, str]:
    """Return an environment with only the base install."""
    absent = extras()
    assert {"numpy", "pytest"} <= absent
    assert not absent & {"aicore", "click", "rich", "pygments"}
    (tmp_path / "start").mkdir()
    (tmp_path / "start" / "sitecustomize.py").write_text(ABSENT.format(absent=absent))
    return {
        **os.environ, "PYTHONPATH": str(tmp_path / "start"), "XDG_DATA_HOME": str(tmp_path),
    }  # fmt: skip


def blocks(language: str) -> list[str]:
    """Return the README's blocks in one language."""
    return [text for found, text in BLOCKS if found == language]


def test_the_pictures_are_current() -> None:
    spec = spec_from_file_location("generate_pictures", ROOT / "docs" / "generate_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    generate = module_from_spec(spec)
    spec.loader.exec_module(generate)
    drawn = generate.pictures()
    shown = re.findall(r"^!\[[^]]+\]\((.+?)\)$", README, flags=re.MULTILINE)
    assert shown
    assert {ROOT / path for path in shown} <= {*drawn, generate.TERMINAL}
    for path, text in drawn.items():
        assert path.read_text(encoding="utf-8") == text, "run: python docs/generate_pictures.py"
    stored = words_of(generate.TERMINAL.read_text(encoding="utf-8"))
    now = words_of(generate.terminal_picture())
    assert "Hint:" in now
    assert stored == now, "run: python docs/generate_pictures.py"


def words_of(svg: str) -> list[str]:
    """Return the words of a picture of a terminal."""
    return html.unescape(" ".join(re.findall(r">([^<>]+)</text>", svg))).split()


def test_there_are_blocks_to_run() -> None:
    assert len([command for session in SESSIONS for command in session]) >= 5
    assert len(blocks("python")) == 2


@pytest.mark.parametrize(
    "session",
    [
        pytest.param(
            one, marks=pytest.mark.slow if re.search("study|tournament", one[0]) else (), id=one[0]
        )
        for one in SESSIONS
    ],
)
def test_commands_run_after_the_base_install(
    session: list[str], tmp_path: Path, base_install: dict[str, str]
) -> None:
    """Without a terminal, end of input ends a game cleanly."""
    for command in session:
        program, *arguments = shlex.split(command)
        assert program == "aicore"
        run = subprocess.run(
            [Path(sys.executable).with_name("aicore"), *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=base_install,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        assert run.stdout.strip()


def test_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    game, batch = blocks("python")
    exec(compile(game, "README.md", "exec"), {})
    scores, returns = re.findall(r"\[(.*?)\]", capsys.readouterr().out)
    assert len(scores.split(",")) == len(returns.split(",")) == 2
    exec(compile(batch, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("(4096, 84) ")


def test_set_up_is_two_commands() -> None:
    play, test = blocks("sh")
    assert play.endswith("aicore play booster --vs mcts\n")
    assert test.endswith('install -e ".[test]" && .venv/bin/pytest\n')
    assert play.count("\n") == test.count("\n") == 1


def test_tables_are_true() -> None:
    """The tables name every player, and only existing games."""
    listed = re.findall(r"^\| `(\w+)` \|", README, flags=re.MULTILINE)
    assert set(PLAYERS) <= set(listed)
    assert set(listed) - set(PLAYERS) <= set(aicore.names())
    assert len(set(listed) - set(PLAYERS)) >= 5
