"""Tests that only the user can read files with secrets, from the first byte, and their folders."""

from __future__ import annotations

import json
import os
import stat
import sys

import pytest

from aicore.cli.saves import new_save, saves_folder
from aicore.core.files import append_line
from aicore.web.store import TableStore
from kit import command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes of files")


@pytest.fixture(autouse=True)
def generous(tmp_path, monkeypatch):
    """Set up a user whose new files everybody may read and write."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def opened(monkeypatch):
    """Return the list of modes with which new files are opened, as other processes see them."""
    modes = []
    plain = os.open

    def watched(path, flags, mode=0o777, **more):
        if flags & os.O_CREAT:
            modes.append(mode)
        return plain(path, flags, mode, **more)

    monkeypatch.setattr(os, "open", watched)
    return modes


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def run(*words):
    result = command.run(*words)
    assert result.exit_code == 0, result.output


def test_a_save_and_its_folders_are_private(opened):
    file = new_save("pig")
    append_line(file, "{}")
    assert mode(file) == 0o600
    assert [mode(folder) for folder in (file.parent, file.parent.parent)] == [0o700] * 2
    assert opened == [0o600]


def test_existing_folders_become_private():
    saves_folder().mkdir(parents=True)
    file = new_save("pig")
    assert file.parent == saves_folder()
    assert [mode(folder) for folder in (file.parent, file.parent.parent)] == [0o700] * 2


def test_a_tournament_is_private(tmp_path):
    run("tournament", "pig", "random", "script", "--games", 2, "--quiet", "--file", "t")
    assert mode(tmp_path / "t") == 0o600


def test_records_and_reports_are_private(tmp_path, opened):
    run("watch", "pig", "random", "random", "--seed", 1, "--record", "r")
    run("replay", "r", "--html", "page")
    run("study", "pig", "--seats", 2, "--games", 3, "--by", "random", "--no-ladder", "--quiet",
        "--jobs", 1, "--json", "figures", "--html", "plots")  # fmt: skip
    for name in ("r", "page", "figures", "plots"):
        assert mode(tmp_path / name) == 0o600, name
    assert {*opened} == {0o600}
    assert json.loads((tmp_path / "r").read_text())["seed"] == "1"


def test_the_tables_of_a_server_are_private(tmp_path):
    folder = tmp_path / "data" / "aicore"
    folder.mkdir(parents=True)
    TableStore(folder / "web.sqlite").close()
    assert mode(folder) == 0o700
    assert {mode(file) for file in folder.iterdir()} == {0o600}
