"""Tests of the checks of tools/forge.py on workflows and the citation, beyond their schemas."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parents[1] / "tools"


@pytest.fixture
def forge(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(TOOLS)  # it imports `run` from a file beside it
    return import_module("forge")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("- uses: actions/checkout@v6", []),
        ("  uses: pypa/gh-action-pypi-publish@release/v1", []),
        ("- uses: actions/checkout@main", ["actions/checkout@main"]),
        ("- uses: actions/checkout", ["actions/checkout"]),
        ("- run: echo uses: nothing", []),
    ],
)
def test_actions_name_a_major_version(forge: ModuleType, line: str, wrong: list[str]) -> None:
    assert forge.unpinned(f"steps:\n  {line}\n") == wrong


def test_the_citation_has_the_version_of_the_package(forge: ModuleType) -> None:
    package = '__version__ = "1.2.0"  # of everything\n'
    assert forge.citation("cff-version: 1.2.0\nversion: 1.2.0\n", package) == []
    assert forge.citation('version: "1.2.0"\n', package) == []
    (problem,) = forge.citation("cff-version: 1.2.0\nversion: 1.1.0\n", package)
    assert "1.1.0" in problem
    assert "1.2.0" in problem
    assert forge.citation("cff-version: 1.2.0\n", package)
    assert forge.citation("version: 1.2.0\n", "")


def test_the_form_for_games_offers_every_game(forge: ModuleType) -> None:
    games = {path.parent.name for path in TOOLS.parent.glob("aicore/games/*/*.toml")}
    form = (forge.FORMS / "game.yml").read_text("utf-8").partition("What is wrong?")[0]
    assert {line.strip("- ") for line in form.splitlines() if line.strip("- ") in games} == games
    assert len(games) >= 10


def test_both_files_agree_now(forge: ModuleType) -> None:
    package = TOOLS.parent / "aicore" / "__init__.py"
    assert forge.citation(forge.CITATION.read_text("utf-8"), package.read_text("utf-8")) == []
