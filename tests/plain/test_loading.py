"""Tests of loading: a file runs only where a person names it; its text goes to other processes."""

from __future__ import annotations

import json
import linecache
import pickle
import shutil
import subprocess
import sys
import warnings

import pytest

import aicore
from aicore.core import registry
from aicore.core.errors import AicoreError, MistakeError, RecordError, UnknownGame
from aicore.core.record import Record, replay
from aicore.core.sources import portable_name
from plain.conftest import EXAMPLES

NIM = EXAMPLES / "nim.py"


def a_record(game: str) -> Record:
    fields = {"format": "aicore-record/1", "game": game, "seats": 2, "options": {}, "seed": 1,
              "players": ["random", "random"], "events": [[0, "take 3 from 1"]], "scores": None,
              "returns": None, "end": None}  # fmt: skip
    return Record.from_line(json.dumps(fields))


@pytest.mark.parametrize("name", ["./mine.py", "mine.py", "{path}", "mine.py#0123456789", "a/b.py"])
def test_no_record_runs_a_file(name, tmp_path, monkeypatch):
    file = tmp_path / "mine.py"
    file.write_text("open('ran', 'w').close()\n" + NIM.read_text(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RecordError):
        list(replay(a_record(name.format(path=file)), unfinished=True))
    with pytest.raises(UnknownGame):
        registry.load_with(name.format(path=file), None, {})
    with pytest.raises(AicoreError):
        aicore.player("./mine.py", aicore.load("pig"))
    assert not (tmp_path / "ran").exists()


def test_a_record_plays_where_its_file_was_named_and_says_when_that_changed(tmp_path):
    file = tmp_path / "mynim.py"
    shutil.copy(NIM, file)
    old = aicore.load(file)
    assert old.name.startswith("mynim.py#")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(replay(a_record(old.name), unfinished=True))) == 2
    file.write_text(NIM.read_text().replace("last stick wins", "last one wins"))
    script = (
        "import warnings, aicore\n"
        "from pathlib import Path\n"
        "from aicore.core.registry import load_with\n"
        "from aicore.plain.loading import register\n"
        f"register(Path({str(file)!r}))  # as `--use` does; it creates no game\n"
        "with warnings.catch_warnings(record=True) as warned:\n"
        "    warnings.simplefilter('always')\n"
        f"    again = load_with({str(old.name)!r}, 2, {{}})\n"
        f"print(again == aicore.load({str(file)!r}), "
        "'has changed' in str(warned[0].message))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "True True\n", done.stderr


def test_the_text_goes_to_other_processes(tmp_path):
    """A spawned process shares nothing with this one, and the file is gone."""
    file = tmp_path / "gone.py"
    shutil.copy(NIM, file)
    game = aicore.load(file)
    file.unlink()
    state = game.start()
    data = pickle.dumps((game, state, portable_name(str(game.name))))
    script = (
        "import pickle, sys, aicore\n"
        "game, state, name = pickle.loads(sys.stdin.buffer.read())\n"
        "assert state.game == game and aicore.load(name, rows=2).seats == 2\n"
        "state.play_out(aicore.Rng(1)); print(game.name, state.returns())"
    )
    done = subprocess.run([sys.executable, "-c", script], input=data, capture_output=True)
    copy = state.clone()
    copy.play_out(aicore.Rng(1))
    assert done.stdout.decode().strip() == f"{game.name} {copy.returns()}", done.stderr.decode()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1", "does not define a game"),
        ("def f(:", r"line 1: SyntaxError"),
        ("import aicore\n1 / 0", r"line 2: ZeroDivisionError: division by zero in `1 / 0`"),
        ("raise SystemExit", "SystemExit"),
        ("from aicore.plain import Game\nclass A(Game): pass\nclass B(Game): pass", "several"),
        ("from aicore.plain import Game\nclass A(Game):\n    seats = 9", "1 to 8"),
        ("from aicore.plain import Game\nclass A(Game):\n    pass", "has no actions"),
        ("from aicore.plain import Game, Int\nclass A(Game):\n    x = Int(3, 1)", "high: it must be .*, not 1"),
        ("from aicore.plain import Game, Int\nclass A(Game):\n    result = Int(0, 1)", "choose another"),
        ("from aicore.plain import Game, action\nclass A(Game):\n    @action('go N')\n"
         "    def go(self, s, n): pass", "add the possible values of N"),
        ("from aicore.plain import Game, Int\nclass A(Game):\n    x = Int('a', 1)", "low: it must be a whole number"),
    ],
)  # fmt: skip
def test_files_that_are_no_games_are_refused_in_one_line(text, sentence, tmp_path):
    file = tmp_path / "wrong.py"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(AicoreError, match=sentence) as caught:
        aicore.load(file)
    assert str(caught.value).startswith("wrong.py")
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read_are_refused(tmp_path):
    with pytest.raises(OSError, match="none"):
        aicore.load(tmp_path / "none.py")
    (tmp_path / "latin.py").write_bytes(b"# \xff\n")
    with pytest.raises(AicoreError, match="UTF-8"):
        aicore.load(tmp_path / "latin.py")
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(AicoreError, match="folder"):
        aicore.load(tmp_path / "folder.py")


def test_errors_name_the_line(tmp_path):
    file = tmp_path / "wrong.py"
    file.write_text("\n\nimport nowhere_at_all\n", encoding="utf-8")
    with pytest.raises(MistakeError) as caught:
        aicore.load(file)
    assert caught.value.line == 3


def test_tracebacks_show_the_lines_that_were_loaded(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(NIM.read_text(encoding="utf-8"), encoding="utf-8")
    aicore.load(file)
    first = NIM.read_text(encoding="utf-8").splitlines(keepends=True)[0]
    file.write_text("changed since\n", encoding="utf-8")
    linecache.checkcache()  # as tracebacks do
    assert linecache.getline(str(file), 1) == first


def test_packages_offer_games(monkeypatch):
    """An entry point names the class, which is loaded on request."""
    from importlib.metadata import EntryPoint

    point = EntryPoint("packaged_nim", "plain.packaged:Nim", registry.GROUP)
    monkeypatch.setattr(registry, "_packaged", lambda: {point.name: point})
    registry.names.cache_clear()
    try:
        assert "packaged_nim" in aicore.names()
        state = aicore.load("packaged_nim").start()
        assert pickle.loads(pickle.dumps(state)) == state
        assert state.legal() == ["take 1", "take 2", "take 3"]
    finally:
        registry.names.cache_clear()
