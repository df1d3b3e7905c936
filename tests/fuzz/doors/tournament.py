"""Door of tournament files: real ones, damaged as bytes and as rows of SQL."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from aicore.arena import tournament, workers
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.core.errors import AicoreError
from aicore.core.record import Record
from fuzz import command, damage
from fuzz.door import ACCEPTED, Door, clear, folder, tell

PLAY = """
import json, sys
from aicore.cli import main
if __name__ == "__main__":
    for line in json.loads(sys.argv[1]):
        try:
            main(line)
        except SystemExit as left:
            assert left.code in (None, 0, 1)  # 1: a test that rejects
"""
# command lines that are played once, in a process of their own
PLAYED = (
    ["tic_tac_toe", "random", "greedy", "script", "--games", "18"],
    ["pig", "random", "script", "--sprt", "0,400", "--option", "target=20"],
    ["trader", "random", "merchant", "--games", "4"],
    ["tic_tac_toe", *["random"] * 4, "--format", "swiss", "--rounds", "2", "--games", "8"],
    ["pig", *["random"] * 4, "--seats", "4", "--team", "2", "--games", "8"],
)


class Tournament(Door):
    """A tournament's file, reported, or opened to continue it."""

    NAME = "tournament"
    SHARE = 5
    REFUSALS = (AicoreError, OSError)

    def prepare(self) -> None:
        """Play small tournaments; keep each one finished and cut short."""
        self.files: list[bytes] = []
        paths = [folder() / f"base{number}" for number in range(len(PLAYED))]
        lines = [
            ["tournament", *words, "--jobs", "1", "--quiet", "--file", str(path)]
            for words, path in zip(PLAYED, paths, strict=True)
        ]
        program = [sys.executable, "-c", PLAY, json.dumps(lines)]
        subprocess.run(program, check=True, capture_output=True)
        for path in paths:
            self.files.append(_whole(path, ()))
            cut = ("DELETE FROM meta WHERE name = 'finished'", "DELETE FROM games WHERE block > 1")
            self.files.append(_whole(path, cut))
            command.run(["tournament", "report", str(path)])  # loads the modules it needs
        clear()

    def attempt(self, rng: Random) -> str:
        """Damage a file, then read it."""
        content = rng.choice(self.files)
        path = folder() / "t"
        for left in folder().glob("t*"):  # including journals
            left.unlink()
        if rng.random() < 0.4:
            content = damage.garbled_bytes(content, rng)
            path.write_bytes(content)
        else:
            path.write_bytes(content)
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                for _ in range(rng.choice((1, 1, 2))):
                    _hurt(connection, rng)
        kind = rng.random()
        if kind < 0.15:
            tell("aicore tournament --resume")
            return _resumed(path)
        if kind < 0.25:
            words = [["--json", "-"], ["--csv", "-"], ["--records", "-"], ["--html", "p"], []]
            tell("aicore tournament report")
            extra = rng.choice(words)
            extra = [str(folder() / part) if part == "p" else part for part in extra]
            return command.run(["tournament", "report", str(path), *extra])
        tell("summary of a tournament's file")
        with Store.open(path, read_only=True) as store:
            for line in store.records():
                Record.from_line(line)
            json.dumps(summarize(store, 2).to_dict(), allow_nan=False)
            store.done()
            store.count()
        return ACCEPTED


class _Opened(Exception):
    """Signal that the file was opened to continue it."""


def _resumed(path: Path) -> str:
    """Run `aicore tournament --resume` up to the moment at which games would be played."""

    def stop(*_: Any, **__: Any) -> None:
        raise _Opened

    real = tournament.run, workers.Workers
    tournament.run, workers.Workers = stop, stop  # type: ignore[assignment,misc]
    try:
        return command.run(["tournament", "--resume", str(path), "--jobs", "1", "--quiet"])
    except _Opened:
        return ACCEPTED
    finally:
        tournament.run, workers.Workers = real  # type: ignore[misc]


def _whole(path: Path, statements: tuple[str, ...]) -> bytes:
    """Return a file's bytes after some statements, without a log beside it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.execute("PRAGMA journal_mode = DELETE")
    return path.read_bytes()


def _hurt(connection: sqlite3.Connection, rng: Random) -> None:
    """Change a row, a cell or the schema."""
    kind = rng.random()
    if kind < 0.45:
        _hurt_meta(connection, rng)
    elif kind < 0.9:
        _hurt_row(connection, rng)
    else:
        statement = rng.choice(
            (
                "DELETE FROM games", "DELETE FROM timing", "DELETE FROM meta", "DROP TABLE games",
                "DROP TABLE timing", "DROP TABLE events", "DROP TABLE meta",
                "ALTER TABLE games RENAME COLUMN seed TO sown",
                "DELETE FROM games WHERE game = 1",
                "UPDATE games SET block = block + 1000000000000",
                "INSERT INTO events VALUES ('now', x'00ff', 7)",
                "INSERT INTO events VALUES (1, 'note', 'a' || char(27) || '[2J' || char(10))",
                "CREATE VIEW more AS SELECT 1",
            )
        )  # fmt: skip
        try:
            connection.execute(statement)
        except sqlite3.Error:
            return


def _hurt_meta(connection: sqlite3.Connection, rng: Random) -> None:
    try:
        rows = connection.execute("SELECT name, value FROM meta").fetchall()
    except sqlite3.Error:
        return
    if not rows:
        return
    name, value = next((row for row in rows if row[0] == "config"), rows[0])
    if rng.random() < 0.2:
        name, value = rng.choice(rows)
    try:
        fields = json.loads(value)
        if rng.random() < 0.8:
            value = json.dumps(damage.damaged(fields, rng))
        else:
            value = damage.garbled(value, rng)
    except ValueError:
        value = damage.garbled(value, rng)
    _set(connection, "UPDATE meta SET value = ? WHERE name = ?", (value, name))


def _hurt_row(connection: sqlite3.Connection, rng: Random) -> None:
    table = rng.choice(("games", "games", "games", "timing"))
    try:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        rows = connection.execute(f"SELECT rowid, * FROM {table}").fetchall()
    except sqlite3.Error:
        return
    if not rows or not columns:
        return
    row, place = rng.choice(rows), rng.randrange(len(columns))
    old = row[place + 1]
    new: Any = damage.value(rng, 3)
    if isinstance(old, str) and rng.random() < 0.8:
        try:
            new = json.dumps(damage.damaged(json.loads(old), rng))
        except ValueError:
            new = damage.garbled(old, rng)
    elif isinstance(old, bytes) and rng.random() < 0.8:
        new = damage.garbled_bytes(old, rng)
        if rng.random() < 0.5:
            new = zlib.compress(damage.garbled_bytes(zlib.decompress(old), rng))
    elif isinstance(old, int) and rng.random() < 0.8:
        new = damage.tweaked(old, rng)
    _set(connection, f"UPDATE {table} SET {columns[place]} = ? WHERE rowid = ?", (new, row[0]))


def _set(connection: sqlite3.Connection, statement: str, values: tuple[Any, ...]) -> None:
    try:
        connection.execute(statement, values)
    except (sqlite3.Error, OverflowError, UnicodeEncodeError):
        return  # SQLite itself refuses it
