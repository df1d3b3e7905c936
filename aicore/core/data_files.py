"""User data files: TOML with tables that replace tables of a game's own data.

A user's file may hold anything. This module checks that it is small, not deeply nested, and made
of plain numbers and texts. The games check their tables, and their errors name the wrong key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from aicore.core.errors import MAX_LENGTH, AicoreError, DataError, OptionError, one_line, reason_of
from aicore.core.files import read_bytes
from aicore.core.language import gettext as _

FIXED_TABLES = ("game", "options", "players", "script", "levels")
"""Tables of data.toml that a user's file cannot replace."""

MAX_BYTES = 64 << 10  # ten times the size of the games' own files
MAX_LINE = 16 << 10  # bytes
MAX_DOTS = 200  # per line: in a.b.c, each dot adds a nested table
MAX_DEPTH = 8  # nested lists and tables
MAX_TEXT = 200  # characters
MAX_NUMBER = 2**31 - 1
MIN_PATH = 60  # characters of a path that an error shows, even if the error's reason is long

# Exceptions that a game's constructor may raise for unexpected data.
UNFORESEEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
)


def replace_tables(own: Mapping[str, Any], option: str, value: str) -> tuple[dict[str, Any], str]:
    """Return a game's data, with tables replaced by a file's tables, and the option's full value.

    The full value is ``FILE#digest``. Reading it again gives the same data, or an error if the
    file has changed.

    Args:
        own: the game's own data.
        option: name of the option, for error messages.
        value: the option's value: a file, perhaps with a digest.

    Raises OptionError.
    """
    import hashlib  # imported late: it slows the start, and few games read a user's file

    file, digest = split_digest(value)
    try:
        content = read_bytes(file, MAX_BYTES)
        tables = _parse(content)
        current = hashlib.sha256(content).hexdigest()[:12]
        if digest not in ("", current):
            raise DataError(
                _("the file has changed (it was #{was}, now #{now})", was=digest, now=current)
            )
        known = [table for table in own if table not in FIXED_TABLES]
        for key, entry in tables.items():
            if key not in known:
                raise DataError(
                    _(
                        "{key} cannot be replaced; only {known} can",
                        key=one_line(key, 40),
                        known=", ".join(known),
                    )
                )
            _check(entry, key, 1)
    except DataError as error:
        raise refused({option: value}, error) from error
    except AicoreError as error:
        raise OptionError(_("option {name}={value}", name=option, value=error)) from error
    except OSError as error:
        raise refused({option: value}, reason_of(error)) from error
    return {**own, **tables}, f"{file}#{current}"


def split_digest(value: str) -> tuple[str, str]:
    """Return the file and the digest ("" if there is none) of an option's value."""
    file, mark, digest = value.rpartition("#")
    return (file, digest) if mark and re.fullmatch("[0-9a-f]{12}", digest) else (value, "")


def refused(options: Mapping[str, object], why: object) -> OptionError:
    """Return the error for options that name files.

    The error shows the whole reason, and cuts the paths to the remaining room.

    Args:
        options: values of the options, by name.
        why: reason why the game refuses the files.
    """
    reason = one_line(why)
    share = (MAX_LENGTH - len(reason)) // len(options)
    shown = []
    for option, value in options.items():
        begin = _("option {name}={value}", name=option, value="")
        room = max(MIN_PATH, share - len(f"{begin}: "))
        shown.append(begin + _end(split_digest(str(value))[0], room))
    return OptionError(f"{', '.join(shown)}: {reason}")


def _end(path: str, room: int) -> str:
    """Return a path as one line. Of a long path, keep the end, which has the file's name."""
    line = one_line(path[-room:], 10 * room)  # an unprintable character becomes up to ten others
    return line if max(len(path), len(line)) <= room else f"...{line[3 - room :]}"


def _parse(content: bytes) -> dict[str, Any]:
    """Return the tables of a file. Raises DataError."""
    for number, line in enumerate(content.split(b"\n"), 1):
        if len(line) > MAX_LINE:
            raise DataError(
                _("line {number} is longer than {most} bytes", number=number, most=MAX_LINE)
            )
        if line.count(b".") > MAX_DOTS:
            raise DataError(
                _("line {number} has more than {most} dots", number=number, most=MAX_DOTS)
            )
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except RecursionError:
        raise DataError(_("lists or tables are nested too deeply")) from None
    except ValueError as error:
        raise DataError(_("not TOML: {reason}", reason=error)) from error


def _check(value: object, key: str, depth: int) -> None:
    """Raise DataError if a value is too large, nested too deeply, or not a number or text."""
    shown = one_line(key, 80)
    if depth > MAX_DEPTH:
        raise DataError(_("{key}: lists or tables are nested too deeply", key=shown))
    if isinstance(value, (dict, list)):
        for part, entry in _parts(value, key):
            _check(entry, part, depth + 1)
    elif isinstance(value, str):
        if len(value) > MAX_TEXT:
            raise DataError(
                _(
                    "{key}: {n} characters are too many; at most {most} fit",
                    key=shown,
                    n=len(value),
                    most=MAX_TEXT,
                )
            )
        if not value.isprintable():
            raise DataError(_("{key} contains unprintable characters", key=shown))
    elif not isinstance(value, (bool, int, float)):
        raise DataError(_("{key} must be a number, string, list or table", key=shown))
    elif not -MAX_NUMBER <= value <= MAX_NUMBER:  # also rejects nan
        raise DataError(
            _(
                "{key}: {value} is out of range; the limit is {most}",
                key=shown,
                value=one_line(value, 40),
                most=MAX_NUMBER,
            )
        )


def _parts(value: dict[str, Any] | list[Any], key: str) -> Iterator[tuple[str, Any]]:
    """Return the entries of a table or list, each with its full key."""
    if isinstance(value, dict):
        return ((f"{key}.{name}", entry) for name, entry in value.items())
    return ((f"{key}[{number}]", entry) for number, entry in enumerate(value))
