"""Tests of damaged tournament files, full disks and earlier versions' files: one line each."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import zlib

import pytest

from aicore.arena.errors import StoreError
from aicore.arena.page import page
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.cli.tournament_report import ladder_csv
from kit.command import fails, run, works
from kit.damage import damage
from kit.effort import effort
from kit.tournaments import config_of, count, played

pytestmark = pytest.mark.usefixtures("here")


def look_at(path):
    """Read and compute everything that a report needs, and what --resume checks first."""
    with Store.open(path, read_only=True) as store:
        figures = summarize(store, replicates=10)
        lines = list(store.records())
    page(figures)
    ladder_csv(figures)
    json.dumps(figures.to_dict(), allow_nan=False)
    with Store.open(path) as store:
        assert store.config is not None
        store.done()
    return figures.games, lines


@pytest.mark.parametrize("seed", range(6))
def test_damaged_files_are_shown_in_one_line(kinds, here, seed):
    chance = random.Random(seed)
    fine, number_of_files = 0, effort(10, 120)
    for number in range(number_of_files):
        path = here / f"{number}"
        shutil.copy(kinds[seed], path)
        done = damage(path, chance)
        try:
            look_at(path)
            fine += 1
        except StoreError as error:
            text = str(error)
            assert str(path) in text, done
            assert text.isprintable(), done
            assert len(text) <= 300, done
        except Exception as error:
            raise AssertionError(done) from error
        if number % 30 == 0:
            assert run("tournament", "report", path).exit_code in (0, 2)
        for left in here.iterdir():
            left.unlink()
    assert fine < number_of_files / 2


def changed(path, statement, *values):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(statement, values)
        connection.commit()


@pytest.mark.parametrize(
    ("statement", "value", "text"),
    [
        ("UPDATE games SET record = ? WHERE block = 1", lambda: zlib.compress(bytes(1 << 26)),
         "no record"),
        ("UPDATE games SET record = ? WHERE block = 1", zlib.compress(b"{}"), "no record"),
        ("UPDATE games SET seating = ? WHERE block = 1", "[0,9]", "seating: '[0,9]'"),
        ("UPDATE games SET loser = ?, returns = NULL, end = NULL, kind = 'time', reason = ''", 5,
         "seat 5 cannot forfeit"),
        ("UPDATE games SET plies = ?", "many", "plies: 'many'"),
        ("UPDATE games SET scores = ?", "[1e999,0]", "[1e999,0]"),
        ("UPDATE games SET returns = ?", "", "result: '["),
        ("UPDATE games SET luck = ?", "[1e999,0]", "[1e999,0]"),
        ("UPDATE games SET luck = NULL WHERE block = ?", 1, "luck: None"),
        ("DELETE FROM games WHERE game = ?", 1, "game 1 of block"),
        ("UPDATE games SET block = block + ?", 10**6, "invalid block: 1000000"),
        ("UPDATE meta SET value = ? WHERE name = 'config'", "[" * 100_000, "is not JSON"),
        ("UPDATE meta SET value = ? WHERE name = 'finished'", "7", "its ending is invalid: 7"),
        ("UPDATE events SET text = ?", "\x1b[2J", "a logged event is invalid"),
        ("ALTER TABLE games RENAME COLUMN plies TO p?", None, "other tables"),
    ],
)  # fmt: skip
def test_an_error_names_the_damage(kinds, here, statement, value, text):
    shutil.copy(kinds[0], "t")
    if value is None:
        changed("t", statement.replace("?", ""))
    else:
        changed("t", statement, value() if callable(value) else value)
    with pytest.raises(StoreError) as caught:
        look_at(here / "t")
    assert text in str(caught.value)
    assert str(here / "t") in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("seats", 10**9, "seats: 1000000000"),
        ("seats", True, "seats: True"),
        ("players", ["random", "human", "random"], "players: ['random', 'human'"),
        ("players", ["random"] * 2, "2 players but 3 names"),
        ("deals", None, "would never end"),
        ("deals", 0, "deals: 0"),
        ("move_time", float("nan"), "configuration is not JSON"),
        ("move_time", -1, "move_time: -1"),
        ("format", "cup", "format: 'cup'"),
        ("sprt", {"elo0": 0}, "sprt: {'elo0': 0}"),
        ("options", [], "options: []"),
        ("seed", 7, "seed: 7"),
        ("luck", 1, "luck: 1"),
        ("game", "../x", "game: '../x'"),
        ("merged", [[0, "x"]], "merged: [[0, 'x']]"),
        ("rounds", 3, "its format round-robin does not fit its rounds"),
        ("team", 2, "3 players but 3 names"),
        ("openings", [[7]], "openings: [[7]]"),
        ("drawn", -1, "drawn: -1"),
        ("adjudicate", ["dice"], "adjudicate: ['dice']"),
        ("clock", [0, 1], "clock: [0, 1]"),
        ("sessions", [[[0, 0], 9]], "sessions: [[[0, 0], 9]]"),
        ("sessions", [[[0, 1], 9]], "its format round-robin does not fit its sessions"),
        ("programs", {"": 1}, "programs: {'': 1}"),
    ],
)
def test_a_configuration_is_checked_before_it_is_used(kinds, here, key, value, text):
    shutil.copy(kinds[0], "t")
    with Store.open("t") as store:
        config = store.config.to_dict()
    changed(
        "t", "UPDATE meta SET value = ? WHERE name = 'config'", json.dumps({**config, key: value})
    )
    assert text in fails("tournament", "report", "t")
    assert text in fails("tournament", "--resume", "t")


def test_a_pipe_or_folder_is_no_tournament(here):
    os.mkfifo("pipe")
    assert "not a tournament file" in fails("tournament", "report", "pipe")
    assert "not a tournament file" in fails("tournament", "--resume", "pipe")


# A full disk


FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
from aicore.cli import main
if __name__ == "__main__":
    main(sys.argv[2:])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
@pytest.mark.parametrize(
    "size", [4096, *(pytest.param(one, marks=pytest.mark.slow) for one in (0, 200_000))]
)
def test_a_full_disk_is_a_one_line_error_and_the_file_can_be_continued(here, size):
    (here / "full.py").write_text(FULL)
    given = ["tournament", "booster", "random", "random", "--games", "2000", "--jobs", "1",
             "--quiet", "--file", "t", "--seed", "1"]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "full.py", str(size), *given], capture_output=True, text=True, cwd=here
    )
    assert done.returncode == 2, done
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: t: ")
    if size < 100_000:
        assert not (here / "t").exists() or count(here / "t") == 0
    left = [path.name for path in here.iterdir() if path.name.startswith(".")]
    assert left == []
    if (here / "t").exists():
        works("tournament", "--resume", "t", "--quiet", "--jobs", 1)
        assert count(here / "t") == 2000


# Files of earlier versions


@pytest.mark.parametrize("version", [3, 5])
def test_files_of_other_versions_are_not_read(kinds, here, version):
    shutil.copy(kinds[0], "t")
    changed("t", f"UPDATE meta SET value = 'aicore-tournament/{version}' WHERE name = 'format'")
    text = f"t has format 'aicore-tournament/{version}', but this version reads aicore-tournament/4"
    assert fails("tournament", "report", "t") == text


def test_an_intact_file_has_its_summary(kinds, here):
    games, lines = look_at(kinds[0])
    assert games == len(lines) == 24
    found = played(here / "again", config_of("pig", ["greedy", "random", "script"], games=20))
    assert found.games == games
