"""Storage of tables in one SQLite database; it stores an event before anybody sees it.

Thanks to write-ahead logging, even a killed server's database holds every event that was shown.
Tokens are stored as digests, so that nobody can take a seat by reading the file.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from aicore.core.errors import short
from aicore.core.files import private_folder
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.record import CHANCE_ACTOR, Event
from aicore.core.schema import parse_object
from aicore.web.errors import WebError

try:
    import fcntl
except ImportError:  # without it, nothing keeps two servers from using one file
    fcntl = None  # type: ignore[assignment]

FORMAT = "aicore-web/2"
DAY = 86_400.0  # seconds
AT_ONCE = 1000  # events read or written at a time

SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (
    id TEXT PRIMARY KEY, facts TEXT NOT NULL, at REAL NOT NULL,
    maker TEXT NOT NULL DEFAULT '', began INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE tokens (digest BLOB PRIMARY KEY, id TEXT NOT NULL, seat INTEGER, owner INTEGER)
    WITHOUT ROWID;
CREATE TABLE events (
    id TEXT NOT NULL, ply INTEGER NOT NULL, actor INTEGER, text TEXT NOT NULL,
    seconds REAL NOT NULL, PRIMARY KEY (id, ply)
) WITHOUT ROWID;
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY, figures TEXT NOT NULL, at REAL NOT NULL DEFAULT 0,
    maker TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
"""
INDEXES = """
CREATE INDEX IF NOT EXISTS tables_at ON tables (began, at);
CREATE INDEX IF NOT EXISTS tables_maker ON tables (maker, began, at);
CREATE INDEX IF NOT EXISTS tokens_id ON tokens (id);
CREATE INDEX IF NOT EXISTS tournaments_at ON tournaments (at);
CREATE INDEX IF NOT EXISTS tournaments_maker ON tournaments (maker);
"""


@dataclass
class TableFacts:
    """Description of a table, without the events.

    Args:
        players: "human" or a computer's spec, by seat.
        names: the names that people chose, by seat; "" for none.
        since: the time when the table was made, in seconds since 1970.
        still: whether this is a record to view, in which nobody plays on.
        maker: the name of the visitor who made the table and pays for its computers' searches.
        known: "seed" if the owner chose the seed, "past" if the owner saw the whole beginning of
            the game. In both cases the owner may know secrets of others. "" if neither.
        rematch: the rematch's table, once somebody asked for it, and the number of seats by which
            everybody moved on.
        puzzle: the number of the puzzle to solve here, or None.
        lesson: whether this is the game's lesson.
        closed: the way in which people ended the game early: "resigned", "timed out",
            "called off", or "".
        by: the seat that resigned, or had no time left.
        agreed: the seats that agree to an offer, in the order in which they agreed, by offer.
        refused: the seat that refused an offer, by offer.
        failed: the computer that failed and was replaced, by seat.
        spent: the number of events before the current decision, and the seconds that it had taken
            when somebody last came or left; empty for none.
        edition: the number of undos.
        retries: the number of undos in each turn, by the ply at which it began, as text.
        begun: the number of events taken over from the game that this one continues.
        clock: the limit of people's time, as in `NewTable`; empty for none.
        came: the seats whose people have been at the table; clocks with a limit wait for all.
    """

    game: str
    seats: int
    options: dict[str, int | str]
    seed: int | str
    players: list[str]
    names: list[str]
    since: float = field(default_factory=time.time)
    still: bool = False
    maker: str = ""
    known: str = ""
    rematch: list[Any] | None = None
    puzzle: int | None = None
    lesson: bool = False
    closed: str = ""
    by: int | None = None
    agreed: dict[str, list[int]] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    spent: list[Any] = field(default_factory=list)
    edition: int = 0
    retries: dict[str, int] = field(default_factory=dict)
    begun: int = 0
    clock: list[Any] = field(default_factory=list)
    came: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Key:
    """Access that a token gives to a table, with or without a seat; an owner also manages it."""

    table: str
    seat: int | None
    owner: bool


def digest(token: str) -> bytes:
    """Return the stored form of a token."""
    return hashlib.sha256(token.encode()).digest()


class StoreLock:
    """Lock that keeps other servers from using a database; forked processes share it.

    Raises OSError, and WebError if another server has the lock.
    """

    def __init__(self, path: Path) -> None:
        private_folder(path.parent)
        self._file = os.open(path.with_name(f"{path.name}-lock"), os.O_RDWR | os.O_CREAT, 0o600)
        if fcntl is not None and sys.platform != "win32":
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self.close()
                raise WebError(
                    _(
                        "{file} is in use by another server; stop that one, or set XDG_DATA_HOME",
                        file=short(path),
                    )
                ) from None
            except OSError:  # some shared folders have no locks
                pass

    def close(self) -> None:
        """Give the lock back, unless a forked process still has it."""
        os.close(self._file)


class TableStore:
    """Database of a server. Raises sqlite3.Error, OSError, and WebError if it cannot be used.

    Several processes may write to it: SQLite lets them write one after the other.

    Args:
        path: the file.
        lock: the lock of the server's parent process; None for a server that is one process.
        owns: whether this process has a table, by id; only those expire here. None for all.
    """

    def __init__(
        self,
        path: Path,
        lock: StoreLock | None = None,
        owns: Callable[[str], bool] | None = None,
    ) -> None:
        self._lock = StoreLock(path) if lock is None else None
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)  # private, as it holds seeds
        os.close(descriptor)
        self._base = sqlite3.connect(path, isolation_level=None)
        self._own = ""  # SQL condition that selects this process's tables
        if owns is not None:
            self._base.create_function("own", 1, owns, deterministic=True)
            self._own = " AND own(id)"
        try:
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = NORMAL")
            self._base.execute("PRAGMA trusted_schema = OFF")
            self._recognize(path)
            self._key = self._key_of_names()
        except BaseException as error:
            self.close()
            if isinstance(error, WebError):
                raise
            if isinstance(error, sqlite3.DatabaseError | ValueError):
                text = _("{file} is not a file of `aicore web`: {error}")
                raise WebError(fill(text, file=short(path), error=error)) from error
            raise

    def _recognize(self, path: Path) -> None:
        if self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            self._base.executescript(f"BEGIN; {SCHEMA} COMMIT;")
            self._base.execute("INSERT INTO meta VALUES ('format', ?)", (FORMAT,))
        if self._meta("format") != FORMAT:
            text = _("{file} is from another version of aicore; move it away")
            raise WebError(fill(text, file=short(path)))
        self._base.executescript(INDEXES)

    def _meta(self, name: str) -> str | None:
        row = self._base.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def key_of_names(self) -> bytes:
        """Return the key that turns addresses into visitors' names; each file has its own."""
        return self._key

    def _key_of_names(self) -> bytes:
        if self._meta("visitors") is None:
            self._base.execute("INSERT INTO meta VALUES ('visitors', ?)", (secrets.token_hex(16),))
        return bytes.fromhex(self._meta("visitors") or "")

    def close(self) -> None:
        """Close the database."""
        self._base.close()
        if self._lock is not None:
            self._lock.close()

    @property
    def changes(self) -> int:
        """Number of rows written since the file was opened."""
        return self._base.total_changes

    def count(self, maker: str | None = None) -> int:
        """Return the number of tables, of all visitors or of one."""
        where, which = ("", ()) if maker is None else (" WHERE maker = ?", (maker,))
        row = self._base.execute(f"SELECT count(*) FROM tables{where}", which).fetchone()
        return int(row[0])

    def adding(
        self, table: str, facts: TableFacts, keys: dict[str, Key], events: Sequence[Event]
    ) -> Iterator[int]:
        """Add a table, some events at a time; nobody can find it before the end.

        Args:
            keys: each token's access.
            events: the events of a game that began elsewhere.
        """
        self._base.execute(
            "INSERT INTO tables VALUES (?, ?, ?, ?, 0)",
            (table, json.dumps(asdict(facts)), time.time(), facts.maker),
        )
        try:
            for start in range(0, len(events), AT_ONCE):
                some = enumerate(events[start : start + AT_ONCE], start)
                rows = [(table, ply, _seat_of(a), text, 0.0) for ply, (a, text) in some]
                with self._base:
                    self._base.execute("BEGIN")
                    self._base.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
                yield start
            with self._base:
                self._base.execute("BEGIN")
                self.add_keys(keys)
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self.remove([table])
            raise

    def add(
        self, table: str, facts: TableFacts, keys: dict[str, Key], events: Sequence[Event] = ()
    ) -> None:
        """Add a table at once: see `adding`."""
        for _part in self.adding(table, facts, keys, events):
            pass

    def add_keys(self, keys: dict[str, Key]) -> None:
        """Store tokens and their access."""
        rows = [(digest(token), key.table, key.seat, key.owner) for token, key in keys.items()]
        self._base.executemany("INSERT INTO tokens VALUES (?, ?, ?, ?)", rows)

    def owns(self, table: str, seat: int) -> bool:
        """Whether the person at a seat manages the table."""
        query = "SELECT max(owner) FROM tokens WHERE id = ? AND seat = ?"
        return bool(self._base.execute(query, (table, seat)).fetchone()[0])

    def has(self, table: str) -> bool:
        """Whether a table exists."""
        query = "SELECT 1 FROM tables WHERE id = ?"
        return self._base.execute(query, (table,)).fetchone() is not None

    def facts(self, table: str) -> TableFacts | None:
        """Return a table's facts, or None if there is no such table."""
        query = "SELECT facts FROM tables WHERE id = ?"
        row = self._base.execute(query, (table,)).fetchone()
        return None if row is None else TableFacts(**parse_object(row[0]))

    def change(self, table: str, facts: TableFacts) -> None:
        """Store a table's changed facts."""
        query = "UPDATE tables SET facts = ?, at = ? WHERE id = ?"
        self._base.execute(query, (json.dumps(asdict(facts)), time.time(), table))

    def key(self, token: str) -> Key | None:
        """Return a token's access, if any."""
        wanted = digest(token)
        query = "SELECT digest, id, seat, owner FROM tokens WHERE digest = ?"
        row = self._base.execute(query, (wanted,)).fetchone()
        if row is None or not hmac.compare_digest(row[0], wanted):
            return None
        return Key(row[1], row[2], bool(row[3]))

    def events(self, table: str) -> Iterator[tuple[list[Event], list[float]]]:
        """Yield all events of a table, some at a time, with the seconds that each took."""
        query = (
            "SELECT actor, text, seconds FROM events WHERE id = ? AND ply >= ? ORDER BY ply LIMIT ?"
        )
        count = 0
        while rows := self._base.execute(query, (table, count, AT_ONCE)).fetchall():
            count += len(rows)
            events = [(CHANCE_ACTOR if actor is None else actor, text) for actor, text, _ in rows]
            yield events, [seconds for _, _, seconds in rows]

    def append_event(self, table: str, ply: int, event: Event, seconds: float) -> None:
        """Store an event."""
        row = (table, ply, _seat_of(event[0]), event[1], seconds)
        self._base.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)

    def touch(self, table: str, began: bool) -> None:
        """Note a visit by the holder of a token; `began`: whether they played an action."""
        query = "UPDATE tables SET at = ?, began = max(began, ?) WHERE id = ?"
        self._base.execute(query, (time.time(), began, table))

    def expired(self, days: float, hours: float, limit: int) -> list[str]:
        """Return tables that nobody touched for `days`, or, if nothing was played, for `hours`.

        Args:
            limit: maximum number of tables.
        """
        now = time.time()
        query = f"SELECT id FROM tables WHERE began = ? AND at < ?{self._own} ORDER BY at LIMIT ?"
        names: list[str] = []
        for began, seconds in ((0, min(hours * 3600.0, days * DAY)), (1, days * DAY)):
            rows = self._base.execute(query, (began, now - seconds, limit)).fetchall()
            names += [row[0] for row in rows]
        return names[:limit]

    def unplayed(self, limit: int, kept: Sequence[str] = ()) -> list[str]:
        """Return unplayed tables of the visitor who has the most of them, the oldest first.

        Args:
            limit: maximum number of tables.
            kept: tables that do not count.
        """
        others = f"id NOT IN ({', '.join('?' * len(kept))})"
        unplayed = f"FROM tables WHERE began = 0{self._own} AND {others}"
        query = (
            f"SELECT id {unplayed} AND maker = (SELECT maker {unplayed} "
            "GROUP BY maker ORDER BY count(*) DESC LIMIT 1) ORDER BY at LIMIT ?"
        )
        return [row[0] for row in self._base.execute(query, (*kept, *kept, limit)).fetchall()]

    def remove(self, tables: list[str]) -> None:
        """Remove tables, with their events and tokens."""
        with self._base:
            self._base.execute("BEGIN")
            for name in tables:
                for part in ("events", "tokens", "tables"):
                    self._base.execute(f"DELETE FROM {part} WHERE id = ?", (name,))

    def remove_tournaments(self, hours: float, limit: int) -> int:
        """Remove figures older than `hours`. Return the number removed."""
        old = "SELECT id FROM tournaments WHERE at < ? LIMIT ?"
        query = f"DELETE FROM tournaments WHERE id IN ({old})"
        return self._base.execute(query, (time.time() - hours * 3600.0, limit)).rowcount

    def truncate(self, table: str, length: int, facts: TableFacts) -> None:
        """Remove all events but the first `length`, and store the table's changed facts."""
        with self._base:
            self._base.execute("BEGIN")
            self._base.execute("DELETE FROM events WHERE id = ? AND ply >= ?", (table, length))
            self.change(table, facts)

    def add_tournament(self, name: str, figures: str, maker: str) -> None:
        """Store the figures of a tournament, as JSON."""
        row = (name, figures, time.time(), maker)
        self._base.execute("INSERT INTO tournaments VALUES (?, ?, ?, ?)", row)

    def tournaments(self, maker: str) -> int:
        """Return the number of tournaments that one visitor uploaded."""
        query = "SELECT count(*) FROM tournaments WHERE maker = ?"
        return int(self._base.execute(query, (maker,)).fetchone()[0])

    def tournament(self, name: str) -> str | None:
        """Return the figures of a tournament, as JSON, or None if there is no such tournament."""
        query = "SELECT figures FROM tournaments WHERE id = ?"
        row = self._base.execute(query, (name,)).fetchone()
        return None if row is None else str(row[0])


def _seat_of(actor: int | str) -> int | None:
    """Return the seat, or None for chance."""
    return actor if isinstance(actor, int) else None
