"""Random ways to damage a tournament's file, for tests."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import zlib

CELLS = [
    None, 0, -1, 1, 2, 7, 1 << 40, (1 << 63) - 1, -(1 << 63), 0.5, -1e300, float("inf"), "", "x",
    "[]", "[1]", "[0,1]", "[1,0]", "[0,7]", "[0,1,2]", "[-1,0]", "[1e999,0]", "[NaN,0]",
    "[null,null]", '["a","b"]', "[[],[]]", "[[[1]],2]", "{}", "null", "1", "[" * 100_000,
    "9" * 5000, "[" + "1," * 50_000 + "1]", "\x1b[31m", "\u202e", b"", b"\xff\xfe", b"[0,1]",
    "z" * 300_000, zlib.compress(b"{}"), zlib.compress(b"\xff"), zlib.compress(bytes(1 << 26), 1),
    zlib.compress(b'{"format":"aicore-record/1"}\n{}'), "elo0", "time", "a" * 32,
]  # fmt: skip

FACTS = [
    None, True, 0, -1, 1, 2, 9, 10**9, 10**30, 0.5, -1.5, 1e308, float("nan"), float("inf"),
    "", "x", "engine:/bin/false", "human", "\x1b[31m", "\ud800", [], {}, ["random"],
    ["random"] * 2000, ["random", "engine:/bin/false"], [["random"]], [1, 2], {"a": 1},
    {"target": "x"}, {"a": [1]}, "sprt", "gauntlet", "no_game", "booster", "../../etc/passwd",
    "y" * 100_000,
    {"elo0": 0, "elo1": 5, "model": "logistic", "alpha": 0.05, "beta": 0.05},
    {"elo0": 0, "elo1": 5, "model": "x", "alpha": 2, "beta": -1}, {"elo0": "0"},
]  # fmt: skip

COLUMNS = {
    "games": ("block", "game", "seating", "seed", "scores", "returns", "standing", "end", "plies",
              "decisions", "loser", "kind", "reason", "record"),
    "timing": ("block", "game", "seconds"),
    "events": ("at", "kind", "text"),
    "meta": ("name", "value"),
}  # fmt: skip


def damage(path, chance):
    """Damage a file in one to three ways; return the ways."""
    done = []
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        way = chance.choice([bytes_changed, truncated, cells, cells, cells, facts, facts, tables])
        with contextlib.suppress(Exception):  # already damaged content may resist
            done.append((way.__name__, way(path, chance)))
    return done


def bytes_changed(path, chance):
    data = bytearray(path.read_bytes())
    if not data:
        return None
    near = chance.choice([100, 4096, len(data), len(data)])
    places = [chance.randrange(min(near, len(data))) for _ in range(chance.choice([1, 3, 30, 300]))]
    for place in places:
        data[place] = chance.choice([0, 255, chance.randrange(256)])
    path.write_bytes(data)
    return places[:30]


def truncated(path, chance):
    length = chance.randrange(path.stat().st_size + 1)
    os.truncate(path, length)
    return length


def cells(path, chance):
    table = chance.choice(["games"] * 5 + ["timing", "events", "meta"])
    column = chance.choice(COLUMNS[table])
    value = chance.choice(CELLS)
    some = chance.choice(["1", "rowid % 2" if table != "meta" else "1", "0 = abs(random() % 9)"])
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {some}", (value,))
        connection.commit()
    return table, column, repr(value)[:60], some


def facts(path, chance):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        query = "SELECT value FROM meta WHERE name = 'config'"
        config = json.loads(connection.execute(query).fetchone()[0])
        key = chance.choice(list(config))
        value = chance.choice(FACTS)
        if chance.random() < 0.1:
            del config[key]
        else:
            config[key] = value
        text = json.dumps(config)
        if chance.random() < 0.1:
            text = text[: chance.randrange(len(text))]
        connection.execute("UPDATE meta SET value = ? WHERE name = 'config'", (text,))
        connection.commit()
    return key, repr(value)[:60]


def tables(path, chance):
    table = chance.choice(list(COLUMNS))
    statement = chance.choice([
        f"DROP TABLE {table}",
        f"DELETE FROM {table} WHERE 0 = abs(random() % 3)",
        f"ALTER TABLE {table} RENAME TO other",
        f"ALTER TABLE {table} ADD COLUMN more TEXT",
        f"CREATE VIEW more AS SELECT * FROM {table}",
        "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM games; END",
        "DROP TABLE timing; CREATE VIEW timing AS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL "
        "SELECT k + 1 FROM n) SELECT k AS block, k AS game, '[]' AS seconds FROM n",
        "INSERT INTO meta VALUES ('finished', '[1]')",
        "PRAGMA user_version = 7",
        "PRAGMA journal_mode = WAL",
        "UPDATE games SET block = block + 1000",
        "UPDATE games SET game = 1 - game",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'x'",
    ])  # fmt: skip
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement)
        connection.commit()
    return statement
