"""A tournament's file: one SQLite database that holds all of it, whatever happens on the way.

Write-ahead logging and one transaction for whole blocks: after a crash at any moment the file holds
complete blocks only, and what it does not hold is played again, with the same result.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aicore.arena.plan import Config, Plan
from aicore.arena.table import GameRow
from aicore.core.errors import StoreError

FORMAT = "aicore-tournament/1"

COMMIT_EVERY = 0.5  # seconds; what a crash can cost

# Timing has a table of its own: without it, two runs of one configuration have equal tables.
SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    block INTEGER NOT NULL, game INTEGER NOT NULL, seating TEXT NOT NULL, seed INTEGER NOT NULL,
    scores TEXT NOT NULL, returns TEXT, standing TEXT, end TEXT, plies INTEGER NOT NULL,
    decisions TEXT NOT NULL, loser INTEGER, kind TEXT, reason TEXT, record BLOB NOT NULL,
    PRIMARY KEY (block, game)
);
CREATE TABLE timing (
    block INTEGER NOT NULL, game INTEGER NOT NULL, seconds TEXT NOT NULL,
    PRIMARY KEY (block, game)
);
CREATE TABLE events (at REAL NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL);
"""

_RESULT = GameRow._fields[:-1]  # all but the seconds
_ADD = f"INSERT INTO games ({', '.join(_RESULT)}) VALUES ({', '.join('?' * len(_RESULT))})"


class Store:
    """An open tournament file. Make one with `Store.create` or `Store.open`.

    A context manager: leaving it commits what there is, also on the way out of an exception.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._committed = time.monotonic()

    @classmethod
    def create(cls, path: str | Path, config: Config) -> Store:
        """A new file. Raises StoreError if there is one already, OSError."""
        path = Path(path)
        if path.exists():
            raise StoreError(f"{path} exists: continue it with --resume, or choose another --file")
        # it appears under its name when it is complete
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        fresh.touch()  # the error of the operating system says more than that of SQLite
        try:
            with closing(sqlite3.connect(fresh)) as connection:
                connection.executescript(SCHEMA)
                facts = {"format": FORMAT, "config": json.dumps(config.to_dict())}
                connection.executemany("INSERT INTO meta VALUES (?, ?)", list(facts.items()))
                connection.commit()
            fresh.rename(path)
        finally:
            fresh.unlink(missing_ok=True)
        return cls(path, _connect(path))

    @classmethod
    def open(cls, path: str | Path, read_only: bool = False) -> Store:
        """A file that exists. Raises StoreError, OSError."""
        path = Path(path)
        with path.open("rb") as file:
            start = file.read(16)
        if start and not start.startswith(b"SQLite format 3"):
            raise StoreError(f"{path} is not a tournament's file")
        try:
            store = cls(path, _connect(path, read_only))
            found = store._get("format")
        except sqlite3.Error as error:
            raise StoreError(f"{path} is not a tournament's file, or broken: {error}") from error
        if found != FORMAT:
            store._connection.close()
            raise StoreError(f"{path} has format {found}, this version reads {FORMAT}")
        return store

    @property
    def config(self) -> Config:
        """What the file is a tournament of. Raises StoreError."""
        return Config.from_dict(json.loads(self._get("config") or "{}"))

    def done(self) -> set[int]:
        """The numbers of the blocks that are in the file."""
        return {block for (block,) in self._connection.execute("SELECT DISTINCT block FROM games")}

    def add(self, rows: Iterable[GameRow]) -> None:
        """Add the games of whole blocks: all of them or, on any exception, none. Committed soon.

        Raises StoreError when one of them is in the file already: then something counts twice.
        """
        rows = list(rows)
        if not rows:
            return
        if not self._connection.in_transaction:
            self._connection.execute("BEGIN")
        self._connection.execute("SAVEPOINT added")
        try:
            self._connection.executemany(_ADD, [row[:-1] for row in rows])
            self._connection.executemany(
                "INSERT INTO timing VALUES (?, ?, ?)",
                [(row.block, row.game, row.seconds) for row in rows],
            )
            self._connection.execute("RELEASE added")
        except BaseException as error:  # Ctrl-C, too, leaves no half a block behind
            self._connection.execute("ROLLBACK TO added")
            if not isinstance(error, sqlite3.Error):
                raise
            if not isinstance(error, sqlite3.IntegrityError):
                raise StoreError(f"{self.path}: {error}") from error
            raise StoreError(
                f"{self.path}: block {rows[0].block} is there already; does someone else play it?"
            ) from error
        if time.monotonic() - self._committed > COMMIT_EVERY:
            self.commit()

    def finish(self, blocks: int, facts: dict[str, Any]) -> None:
        """Close the tournament after so many blocks; what was played beyond them is dropped.

        Workers play ahead of a test's decision. What they played then depends on their number, so
        it does not count.
        """
        for table in ("games", "timing"):
            self._connection.execute(f"DELETE FROM {table} WHERE block >= ?", (blocks,))
        self._set("finished", json.dumps(facts))
        self.commit()
        self._connection.execute("PRAGMA journal_mode = DELETE")  # one file, also read-only

    @property
    def finished(self) -> dict[str, Any] | None:
        """What `finish` was told, or None while there is more to play."""
        text = self._get("finished")
        return None if text is None else json.loads(text)

    def note(self, kind: str, text: str) -> None:
        """Keep an event of the run, such as the death of a worker."""
        self._connection.execute("INSERT INTO events VALUES (?, ?, ?)", (time.time(), kind, text))

    def notes(self) -> list[tuple[float, str, str]]:
        """The events of the run: Unix time, kind, text."""
        return list(self._connection.execute("SELECT at, kind, text FROM events ORDER BY rowid"))

    def games(self, timing: bool = True) -> Iterator[GameRow]:
        """All games by block and number, without records; `seconds` is "[]" without timing."""
        columns = ", ".join(f"games.{name}" for name in _RESULT if name != "record")
        query = f"SELECT {columns}, x'', "
        query += (
            "coalesce(seconds, '[]') FROM games LEFT JOIN timing USING (block, game)"
            if timing
            else "'[]' FROM games"
        )
        for row in self._connection.execute(f"{query} ORDER BY games.block, games.game"):
            yield GameRow(*row)

    def records(self) -> Iterator[str]:
        """The games' records, one line each, by block and number."""
        for (line,) in self._connection.execute("SELECT record FROM games ORDER BY block, game"):
            yield zlib.decompress(line).decode()

    def count(self) -> int:
        """How many games are in the file."""
        return int(self._connection.execute("SELECT count(*) FROM games").fetchone()[0])

    def commit(self) -> None:
        """Make what was added last."""
        self._connection.commit()
        self._committed = time.monotonic()

    def close(self) -> None:
        """Commit and close."""
        self._connection.commit()
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _get(self, name: str) -> str | None:
        row = self._connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def _set(self, name: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))


def _connect(path: Path, read_only: bool = False) -> sqlite3.Connection:
    if read_only:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=10)
    else:
        connection = sqlite3.connect(path, timeout=10)
        finished = "SELECT 1 FROM meta WHERE name = 'finished'"
        if not connection.execute(finished).fetchone():
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # a crash of the program loses nothing
    return connection


def check_same(stored: Config, wanted: Config, path: Path) -> None:
    """Refuse to continue a tournament as another one. Raises StoreError, naming what differs."""
    found = stored.differences(wanted)
    if found:
        raise StoreError(f"{path} is another tournament: {'; '.join(found)}")


def missing(plan: Plan, done: set[int]) -> Iterator[int]:
    """The blocks that are still to be played, in order."""
    return (number for number in plan.numbers() if number not in done)
