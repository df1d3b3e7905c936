"""Tournament files: one SQLite database for each tournament, which a crash does not damage.

The file uses write-ahead logging, and each transaction adds whole blocks. So after a crash, the
file has complete blocks only. The next run plays the missing blocks again, with the same result.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sqlite3
import stat
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aicore.arena import check
from aicore.arena.block_runner import GameRow, readable
from aicore.arena.check import FORMAT, InvalidEntry
from aicore.arena.config import Config
from aicore.arena.errors import StoreError
from aicore.arena.plan import MAX_DEALS, Block, Plan
from aicore.core.errors import quoted
from aicore.core.files import PRIVATE, user_path
from aicore.core.language import fill
from aicore.core.language import gettext as _

COMMIT_EVERY = 0.25  # seconds between commits

LARGEST = 64 << 20  # maximum bytes of one value in the file
LARGEST_RECORD = 32 << 20  # maximum bytes of a game's uncompressed record

# Timing has its own table, so that the other tables are equal after two runs of a configuration.
SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    block INTEGER NOT NULL, game INTEGER NOT NULL, seating TEXT NOT NULL, seed TEXT NOT NULL,
    scores TEXT NOT NULL, returns TEXT, luck TEXT, standing TEXT, end TEXT, plies INTEGER NOT NULL,
    decisions TEXT NOT NULL, loser INTEGER, kind TEXT, reason TEXT, record BLOB NOT NULL,
    PRIMARY KEY (block, game)
);
CREATE TABLE timing (
    block INTEGER NOT NULL, game INTEGER NOT NULL, seconds TEXT NOT NULL,
    PRIMARY KEY (block, game)
);
CREATE TABLE events (at REAL NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL);
"""

# Views for people who use SQL; docs/tournaments.md lists their columns. No code reads them.
VIEWS = f"""
CREATE VIEW players AS
    SELECT name.key AS player, name.value AS name
    FROM meta, json_each(meta.value, '$.names') AS name WHERE meta.name = 'config';
CREATE VIEW settings AS
    SELECT setting.key AS name, setting.value AS value FROM meta, json_each(meta.value) AS setting
    WHERE meta.name = 'config';
CREATE VIEW seats AS
    SELECT games.block, games.game, games.block / {MAX_DEALS} AS line_up,
        games.block % {MAX_DEALS} AS deal, seat.key AS seat, seat.value AS player, players.name,
        json_extract(games.returns, '$[' || seat.key || ']') AS return,
        json_extract(games.scores, '$[' || seat.key || ']') AS score,
        json_extract(games.decisions, '$[' || seat.key || ']') AS decisions,
        json_extract(timing.seconds, '$[' || seat.key || ']') AS seconds,
        games.loser IS NOT NULL AND games.loser = seat.key AS forfeited, games.kind, games.reason,
        games.end, games.plies
    FROM games JOIN json_each(games.seating) AS seat JOIN players ON players.player = seat.value
        LEFT JOIN timing ON timing.block = games.block AND timing.game = games.game;
CREATE VIEW results AS
    WITH leveled AS (
        SELECT *, coalesce(return, 1.0 - forfeited) AS level FROM seats
    ), ranked AS (
        SELECT *, max(level) OVER (PARTITION BY block, game) AS best FROM leveled
    )
    SELECT block, game, line_up, deal, seat, player, name, return, forfeited, kind,
        CASE WHEN level < best THEN 0.0
        ELSE 1.0 / sum(level = best) OVER (PARTITION BY block, game) END AS points
    FROM ranked;
CREATE VIEW standings AS
    SELECT player, name, count(*) AS games, sum(points = 1.0) AS won,
        sum(points > 0.0 AND points < 1.0) AS drawn, sum(points = 0.0) AS lost,
        sum(points) AS points, sum(forfeited) AS forfeits,
        sum(forfeited AND kind = 'time') AS on_time
    FROM results GROUP BY player;
CREATE VIEW pairs AS
    SELECT one.player, one.name, other.player AS opponent, other.name AS opponent_name,
        count(*) AS games, sum(one.points > other.points) AS ahead,
        sum(one.points = other.points) AS level, sum(one.points < other.points) AS behind
    FROM results AS one JOIN results AS other
        ON other.block = one.block AND other.game = one.game AND other.player <> one.player
    GROUP BY one.player, other.player;
"""

_RESULT = GameRow._fields[:-1]  # all fields but the seconds
_ADD = f"INSERT INTO games ({', '.join(_RESULT)}) VALUES ({', '.join('?' * len(_RESULT))})"

_RECORD = '{"format":"aicore-record/'
_CONTROL = bytes(range(32))  # characters that a line of JSON does not contain


# errors from reading a damaged file or writing to a full disk
_BROKEN = (sqlite3.Error, UnicodeError, MemoryError)


# errors of file systems without hard links
_NO_LINKS = {
    errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK,
    errno.EINVAL,
}  # fmt: skip


class TakenError(StoreError):
    """Error for a new file whose name is taken."""


def taken(path: Path) -> TakenError:
    """Return the error for a new file whose name another file has."""
    return TakenError(
        _("{path} already exists: continue it with --resume, or choose another --file", path=path)
    )


class Store:
    """Open tournament file, made by `Store.create` or `Store.open`.

    It is a context manager, which commits pending games at the end, even after an exception. Any
    problem in reading or writing raises a StoreError that names the file.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._committed = time.monotonic()
        self._rows: check.Rows | None = None
        self._known: str | None = None  # text of the configuration when it was read or written

    @classmethod
    def create(cls, path: str | Path, config: Config) -> Store:
        """Create a file. Raises TakenError if the name is taken, StoreError, OSError."""
        path = user_path(path)
        if path.exists():
            raise taken(path)
        for left in _beside(path):  # SQLite would use it as part of the new file
            if left.exists():
                text = _("{path} is left over from an earlier file: move it away", path=left)
                raise TakenError(text)
        try:
            check.config(config.to_dict())
        except InvalidEntry as error:
            text = _("{path}: this tournament cannot be saved: {why}", path=path, why=error)
            raise StoreError(text) from error
        # mkstemp makes a private file, with clearer errors than SQLite; `_name` names it at the end
        number, name = tempfile.mkstemp(prefix=".aicore-", dir=path.parent)
        os.close(number)
        fresh = Path(name)
        try:
            with _errors_named(path), contextlib.closing(sqlite3.connect(fresh)) as connection:
                connection.executescript(SCHEMA + VIEWS)
                facts = {"format": FORMAT, "config": json.dumps(config.to_dict())}
                connection.executemany("INSERT INTO meta VALUES (?, ?)", list(facts.items()))
                connection.commit()
            _name(fresh, path)
        except FileExistsError as error:
            raise taken(path) from error
        finally:
            for left in (fresh, *_beside(fresh)):
                left.unlink(missing_ok=True)
        with _errors_named(path):
            return cls(path, _connect(path))

    @classmethod
    def open(cls, path: str | Path, read_only: bool = False) -> Store:
        """Open an existing file. Raises StoreError, OSError."""
        path = user_path(path)
        if not stat.S_ISREG(path.stat().st_mode):
            raise StoreError(_("{path} is not a tournament file", path=path))
        with path.open("rb") as file:
            start = file.read(16)
        if start and not start.startswith(b"SQLite format 3"):
            raise StoreError(_("{path} is not a tournament file", path=path))
        connection = None
        try:
            connection = _connect(path, read_only)
            store = cls(path, connection)
            store._recognize()
        except BaseException as error:
            if connection is not None:
                connection.close()
            if isinstance(error, _BROKEN):
                text = _("{path} is not a tournament file, or it is broken: {why}")
                raise StoreError(fill(text, path=path, why=_words(error))) from error
            raise
        return store

    def _recognize(self) -> None:
        """Check the file's tables. Raises StoreError if they are not ours, sqlite3.Error."""
        query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY sql"
        tables = [text for (text,) in self._connection.execute(query)]
        format_name = None
        with contextlib.suppress(*_BROKEN):
            format_name = self._get("format")
        ours = tables == sorted(
            text.strip() for text in (SCHEMA + VIEWS).split(";") if text.strip()
        )
        if format_name != FORMAT and (ours or (format_name or "").startswith("aicore-")):
            text = _("{path} has format {format}, but this version reads {known}")
            raise StoreError(fill(text, path=self.path, format=quoted(format_name), known=FORMAT))
        if not ours:
            text = _("{path} is not a tournament file: it has other tables", path=self.path)
            raise StoreError(text)

    @property
    def config(self) -> Config:
        """Configuration in the file, checked. Raises StoreError."""
        with _errors_named(self.path):
            text = self._get("config")
            if text is None:
                raise InvalidEntry("it has no configuration")
            self._known = self._known or text
            return check.config(check.facts(text, "configuration"))

    def done(self) -> dict[int, int]:
        """Return the number of games of each block in the file, checked. Raises StoreError."""
        query = "SELECT block, count(*), min(game), max(game) FROM games GROUP BY block"
        with _errors_named(self.path):
            return self._checker().whole(self._connection.execute(query))

    def _checker(self) -> check.Rows:
        if self._rows is None:
            self._rows = check.Rows(self.config)
        return self._rows

    def add(self, rows: Iterable[GameRow]) -> None:
        """Add the games of whole blocks: all of them, or none if there is an exception.

        It also commits pending games if the last commit was some time ago.

        Raises StoreError if a game is in the file already, since it would count twice.
        """
        rows = list(rows)
        with _errors_named(self.path):
            if rows:
                self._look(rows)
                self._insert(rows)
            if time.monotonic() - self._committed > COMMIT_EVERY:
                self.commit()

    def has(self, rows: Iterable[GameRow]) -> bool:
        """Whether the file has no different results for these games; some may be missing."""
        columns = ", ".join(_RESULT)
        query = f"SELECT {columns} FROM games WHERE block = ? AND game = ?"
        with _errors_named(self.path):
            return all(
                self._connection.execute(query, (row.block, row.game)).fetchone()
                in (None, tuple(row[:-1]))
                for row in rows
            )

    def _look(self, rows: list[GameRow]) -> None:
        """Raise StoreError if a game could not be read again."""
        checker = self._checker()
        try:
            for row in rows:
                checker.look(row)
        except InvalidEntry as error:
            text = _("{path}: a game cannot be saved: {why}", path=self.path, why=error)
            raise StoreError(text) from error

    def _insert(self, rows: list[GameRow]) -> None:
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
        except BaseException as error:  # even Ctrl-C must not leave half a block behind
            with contextlib.suppress(sqlite3.Error):  # a full disk may have rolled it back
                self._connection.execute("ROLLBACK TO added")
            if isinstance(error, sqlite3.IntegrityError):
                text = _(
                    "{path}: block {block} already exists; is another process playing this "
                    "tournament?"
                )
                raise StoreError(fill(text, path=self.path, block=rows[0].block)) from error
            raise

    def grow(self, config: Config) -> None:
        """Replace the configuration with a larger one. Raises StoreError."""
        try:
            check.config(config.to_dict())
        except InvalidEntry as error:
            text = _("{path} cannot be extended: {why}", path=self.path, why=error)
            raise StoreError(text) from error
        with _errors_named(self.path):
            self._known = json.dumps(config.to_dict())
            self._set("config", self._known)
            self._connection.execute("DELETE FROM meta WHERE name = 'finished'")
            self.commit()
            self._connection.execute("PRAGMA journal_mode = WAL")
        self._rows = None

    def finish(self, blocks: int, facts: dict[str, Any]) -> None:
        """Mark the tournament as finished; after a test, delete all but the first `blocks`.

        Workers play some blocks beyond a test's end. Their number depends on the number of
        workers, so these blocks do not count.

        Args:
            blocks: number of blocks that count.
            facts: facts about the end, as `finished` returns them.

        Raises StoreError if another process has extended the tournament meanwhile.
        """
        with _errors_named(self.path):
            if self._known not in (None, self._get("config")):
                text = _("{path} was extended meanwhile; --resume {path} plays the new games")
                raise StoreError(fill(text, path=self.path))
            for table in ("games", "timing") if self.config.sprt is not None else ():
                self._connection.execute(f"DELETE FROM {table} WHERE block >= ?", (blocks,))
            self._set("finished", json.dumps(facts))
            self.commit()
            # leave one file, readable without write access, unless another process is reading
            with contextlib.suppress(sqlite3.OperationalError):
                self._connection.execute("PRAGMA journal_mode = DELETE")

    @property
    def finished(self) -> dict[str, Any] | None:
        """Facts that `finish` received; None if the tournament is unfinished."""
        with _errors_named(self.path):
            text = self._get("finished")
            return None if text is None else check.finish(check.facts(text, "end"))

    def note(self, kind: str, text: str) -> None:
        """Record an event of the run, such as the death of a worker."""
        row = (time.time(), kind, readable(text)[: check.MAX_REASON])
        with _errors_named(self.path):
            self._connection.execute("INSERT INTO events VALUES (?, ?, ?)", row)

    def notes(self) -> list[tuple[float, str, str]]:
        """Return the events of the run: Unix time, kind, text."""
        with _errors_named(self.path):
            query = "SELECT at, kind, text FROM events ORDER BY rowid"
            return [check.note(row) for row in self._connection.execute(query)]

    def games(self, timing: bool = True, records: bool = False) -> Iterator[GameRow]:
        """Yield all games, ordered by block and index.

        Each game is checked, so that its values are safe to compute with.

        Args:
            timing: whether to read the seconds; else they are "[]".
            records: whether to read the records; else they are empty.
        """
        columns = ", ".join(f"games.{name}" for name in _RESULT if name != "record")
        query = f"SELECT {columns}, " + ("record, " if records else "x'', ")
        query += (
            "coalesce(seconds, '[]') FROM games LEFT JOIN timing USING (block, game)"
            if timing
            else "'[]' FROM games"
        )
        with _errors_named(self.path):
            rows = self._connection.execute(f"{query} ORDER BY games.block, games.game")
            yield from self._checker().read(rows)

    def records(self) -> Iterator[str]:
        """Yield the record of each game as a line, ordered by block and index."""
        query = "SELECT block, game, record FROM games ORDER BY block, game"
        with _errors_named(self.path):
            for block, game, packed in self._connection.execute(query):
                line = _inflated(packed)
                if line is None:
                    raise InvalidEntry(f"block {quoted(block)}, game {quoted(game)} has no record")
                yield line

    def record(self, block: int, game: int) -> str:
        """Return the record of a game as a line. Raises StoreError if it has none."""
        query = "SELECT record FROM games WHERE block = ? AND game = ?"
        with _errors_named(self.path):
            row = self._connection.execute(query, (block, game)).fetchone()
            line = None if row is None else _inflated(row[0])
            if line is None:
                raise InvalidEntry(f"block {block}, game {game} has no record")
            return line

    def count(self) -> int:
        """Return the number of games in the file."""
        with _errors_named(self.path):
            return int(self._connection.execute("SELECT count(*) FROM games").fetchone()[0])

    def commit(self) -> None:
        """Commit the games added so far."""
        with _errors_named(self.path):
            self._connection.commit()
        self._committed = time.monotonic()

    def close(self) -> None:
        """Commit pending games, and close the file."""
        try:
            self.commit()
        finally:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.ExitStack() as stack:
            if error is not None:  # the first exception matters more
                stack.enter_context(contextlib.suppress(StoreError))
            self.close()

    def _get(self, name: str) -> str | None:
        row = self._connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        if row is not None and type(row[0]) is not str:
            text = _("{path} is damaged: its {name} is invalid: {value}")
            raise StoreError(fill(text, path=self.path, name=name, value=quoted(row[0])))
        return None if row is None else row[0]

    def _set(self, name: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))


@contextlib.contextmanager
def _errors_named(path: Path) -> Iterator[None]:
    """Turn any problem in reading or writing a file into a StoreError that names the file."""
    try:
        yield
    except InvalidEntry as error:
        raise StoreError(_("{path} is damaged: {why}", path=path, why=error)) from error
    except _BROKEN as error:
        raise StoreError(f"{path}: {_words(error)}") from error


def _words(error: BaseException) -> str:
    """Return the database's message as one printable line, since it may quote the file."""
    return " ".join(readable(str(error)).split())[:160] or _("not enough memory")


def _name(fresh: Path, path: Path) -> None:
    """Give a complete file its name, unless the name is taken. Only one process can succeed.

    The file may also keep its first name. Raises FileExistsError, OSError.
    """
    try:
        os.link(fresh, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # without links, the process that creates the empty file owns the name
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        fresh.replace(path)


def _beside(path: Path) -> list[Path]:
    """Return the files that SQLite keeps beside a database in use, or after a crash."""
    return [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]


def _inflated(packed: object) -> str | None:
    """Return a record's uncompressed line; None if it is not a valid line."""
    if type(packed) is not bytes:
        return None
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(packed, LARGEST_RECORD)
        line = data.decode()
    except (ValueError, zlib.error):
        return None
    whole = unpacker.eof and len(data.translate(None, _CONTROL)) == len(data)
    return line if whole and line.startswith(_RECORD) and line.endswith("}") else None


def _connect(path: Path, read_only: bool = False) -> sqlite3.Connection:
    mode = "ro" if read_only else "rw"  # never a new file
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=10)
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST)
        connection.execute("PRAGMA trusted_schema = OFF")
        if not read_only:
            finished = "SELECT 1 FROM meta WHERE name = 'finished'"
            if not connection.execute(finished).fetchone():
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")  # still safe if the program crashes
    except BaseException:
        connection.close()
        raise
    return connection


def check_same(stored: Config, wanted: Config, path: Path) -> None:
    """Raise StoreError, with the differences, if a tournament was started with other settings."""
    game = stored.game.partition("#")[0]  # without the digest of a plain game's text
    if stored.game != wanted.game and game == wanted.game.partition("#")[0]:
        text = _(
            "{game} has changed since {path} was started, and its games may have had other rules. "
            "Move {path} away to begin anew, or bring back the earlier {game}"
        )
        raise StoreError(fill(text, game=game, path=path))
    differences = stored.differences(wanted)
    if differences:
        same_version = (stored.rules, stored.aicore) == (wanted.rules, wanted.aicore)
        text = (
            _(
                "{path} was started with {differences}. "
                "To continue it, leave out the options that differ"
            )
            if same_version
            else _("{path} was started with {differences}")
        )
        raise StoreError(fill(text, path=path, differences="; ".join(differences)))


def missing(plan: Plan, done: Mapping[int, int]) -> Iterator[Block]:
    """Yield the blocks that are still to be played, or their remaining games, in order.

    Args:
        plan: the plan of the tournament.
        done: number of games already played in each block.
    """
    for number in plan.numbers():
        played = done.get(number, 0)
        if played < len(plan.seatings(number)):
            yield plan.block(number, played)
