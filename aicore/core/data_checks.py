"""Checks of a game's data, some of which a player's file may replace.

Each error begins with the wrong key. `aicore.core.schema` checks the numbers of a game, and the
game checks all other data with the functions of this module.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from aicore.core import schema
from aicore.core.errors import DataError, short

bounded_int = partial(schema.bounded_int, error=DataError)
"""`schema.bounded_int` that raises DataError: check a whole number in a range."""
number = partial(schema.number, error=DataError)
"""`schema.number` that raises DataError: check a number in a range."""


def need(condition: object, message: str) -> None:
    """Raise DataError with a message that begins with the key, unless the condition holds."""
    if not condition:
        raise DataError(message)


def expect(condition: object, key: str, found: object, wanted: str) -> None:
    """Raise DataError for a wrong value of a key unless the condition holds.

    Args:
        found: the value as text; None if the key is missing.
        wanted: description of a right value.
    """
    if not condition:
        shown = "missing, " if found is None else f"found {short(found)}, "
        raise DataError(f"{key}: {shown}expected {wanted}")


def table(
    value: Any, key: str, needed: Collection[str] | None = None, known: Collection[str] = ()
) -> dict[str, Any]:
    """Return the value if it is a table with the right keys. Raises DataError.

    Args:
        needed: required keys; None: any keys.
        known: optional keys.
    """
    names = [*(needed or ()), *known]
    listed = ", ".join(names)
    expect(
        isinstance(value, dict), key, repr(value), f"a table of {listed}" if names else "a table"
    )
    for name in needed or ():
        need(name in value, f"{key}.{name}: missing")
    for name in value if needed is not None else ():
        need(name in names, f"{key}.{short(name)}: no such key; the keys are {listed}")
    entries: dict[str, Any] = value
    return entries


def items(value: Any, key: str, size: int) -> list[Any]:
    """Return the value if it is a list of `size` entries. Raises DataError."""
    entries = list(value) if isinstance(value, list) else []
    shown = None if value is None else repr(value)
    expect(isinstance(value, list), key, shown, f"a list of {size}")
    expect(len(entries) == size, key, f"{len(entries)} entries", str(size))
    return entries


def bounded_ints(value: Any, key: str, size: int, low: int, high: int) -> list[int]:
    """Return the value if it is a list of `size` whole numbers in a range. Raises DataError."""
    return [
        bounded_int(part, f"{key}[{i}]", low, high)
        for i, part in enumerate(items(value, key, size))
    ]


def columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Return the entries of tables with equal keys as one list for each key."""
    return {name: [row[name] for row in rows] for name in rows[0]}


def choice(value: Any, key: str, allowed: Collection[str]) -> str:
    """Return the value if it is one of the allowed words. Raises DataError."""
    expect(value in allowed, key, repr(value), " or ".join(allowed))
    return str(value)
