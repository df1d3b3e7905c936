"""Reader of JSON from outside: it limits sizes, checks values, and returns messages as dataclasses.

A *kind* describes allowed values. It checks a value from outside, explains a mistake in it, and
names its type for TypeScript and documents. A message is a dataclass whose fields have kinds:

    @dataclass(frozen=True)
    class At:
        \"\"\"Show the game as it stood after `ply` events.\"\"\"

        ply: int | None = of(Maybe(Whole(0, 1000)))

    read(At, {"ply": 7}).ply

This module reads records, engines' answers, queries of `aicore analyze`, puzzles and the page's
messages. Data files, positions and calls from Python have their own errors, so they use only
`bounded_int` and `number` of this module.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard, TypeVar

from aicore.core.errors import AicoreError, one_line, quoted, short

T = TypeVar("T")

MAX_DIGITS = 40  # of a whole number
MAX_INTEGER = 1 << 53
"""Limit up to which whole numbers are the same in every program that reads JSON."""
MAX_MAGNITUDE = 1e9
"""Limit of the magnitude of numbers with a fraction."""
BOM = "\ufeff"
"""Byte order mark, with which some editors and shells begin a text in UTF-8."""

SURROGATE = re.compile("[\ud800-\udfff]|\\\\u[dD][89a-fA-F]")
"""Half of a character (a surrogate), or the escape of a half, which may be part of a pair."""


class NotJson(AicoreError):
    """Text that is not JSON, or is too large."""


class WrongField(AicoreError):
    """Missing or wrong field; the error's text begins with the field's name.

    Attributes:
        field: name of the message's field that is wrong or contains the wrong field.
    """

    def __init__(self, message: object) -> None:
        super().__init__(message)
        self.field = str(message).partition(":")[0].partition(".")[0]


def parse(text: str | bytes, lenient: bool = False) -> Any:
    """Return the value of a JSON text, whose length the caller must limit. Raises NotJson.

    Args:
        lenient: whether to accept duplicate names in an object, numbers of any length, infinite
            numbers, and halves of characters. Protocols accept these at first, so that their error
            can name the message's id and the wrong field.
    """
    try:
        line = text.decode() if isinstance(text, bytes) else text
        line = line.removeprefix(BOM)
    except UnicodeDecodeError as error:
        raise NotJson(f"not UTF-8: {error.reason} at byte {error.start}") from error
    try:
        if lenient:
            return json.loads(line)
        value = _STRICT.decode(line)
        if SURROGATE.search(line):
            json.dumps(value, ensure_ascii=False).encode()
    except NotJson:
        raise
    except RecursionError:
        raise NotJson("not JSON: nested too deeply") from None
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        raise NotJson(f"not JSON: {half} is half of a surrogate pair") from None
    except ValueError as error:
        raise NotJson(f"not JSON: {one_line(str(error), 100)}") from error
    return value


def parse_object(text: str | bytes, lenient: bool = False) -> dict[str, Any]:
    """Return the object in a JSON text, as `parse` reads it. Raises NotJson."""
    value = parse(text, lenient)
    if not isinstance(value, dict):
        raise NotJson("not a JSON object")
    return value


def through_json(value: object) -> Any:
    """Return a plain value written as JSON and read again: tuples become lists."""
    return json.loads(json.dumps(value))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object's fields by name. Raises NotJson if a name appears twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in fields if names.count(name) > 1)
        raise NotJson(f"not JSON: {short(twice)} appears twice")
    return fields


def _digits(text: str) -> int:
    """Return a whole number. Raises NotJson if it has too many digits."""
    if len(text) > MAX_DIGITS:
        raise NotJson(f"not JSON: the number {one_line(text, 20)} has {len(text)} digits")
    return int(text)


def _fraction(text: str) -> float:
    """Return any other number. Raises NotJson if it is not finite."""
    value = float(text)
    if not math.isfinite(value):
        raise NotJson(f"not JSON: {one_line(text, 20)} is not a finite number")
    return value


_STRICT = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_digits, parse_float=_fraction, parse_constant=_fraction
)


def is_whole(value: object, low: float = -math.inf, high: float = math.inf) -> TypeGuard[int]:
    """Whether a value is a whole number in a range. True and 3.0 are not whole numbers."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_number(value: object, low: float = -math.inf, high: float = math.inf) -> TypeGuard[float]:
    """Whether a value is a number in a range. True is not a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high


def bounded_int(
    value: object, name: str, low: int, high: int, error: type[AicoreError] = WrongField
) -> int:
    """Return `value` if it is a whole number in a range. Raises `error`, beginning with `name`."""
    if not is_whole(value, low, high):
        raise error(_refusal(Whole(low, high), value, name))
    return value


def number(
    value: object, name: str, low: float, high: float, error: type[AicoreError] = WrongField
) -> float:
    """Return `value` if it is a number in a range. Raises `error`, beginning with `name`."""
    if not is_number(value, low, high):
        raise error(_refusal(Number(low, high), value, name))
    return value


def _refusal(kind: Kind, value: object, name: str) -> str:
    """Return the error's text for a value that is not of a kind."""
    shown = "" if value is None else f", not {quoted(value)}"
    return f"{name}: it must be {kind.words}{shown}"


def wrong_argument(kind: Kind, value: object, name: str) -> AicoreError:
    """Return the error for a wrong argument of a call, worded like the errors of `Parameter`."""
    return AicoreError(f"{name}={quoted(value)}: it must be {kind.words}")


class Kind(ABC):
    """Description of the allowed values.

    Attributes:
        WORDS: value of `words` in a class where it is constant.
        TYPESCRIPT: value of `typescript` in a class where it is constant.
    """

    WORDS = ""
    TYPESCRIPT = ""

    @abstractmethod
    def read(self, value: object, name: str) -> Any:
        """Return the value if it is of this kind. Raises WrongField, which begins with the name."""

    @property
    def words(self) -> str:
        """Requirement in words: "a string of at most 20 characters"."""
        return self.WORDS

    @property
    def typescript(self) -> str:
        """Type in TypeScript."""
        return self.TYPESCRIPT

    def wrong(self, name: str) -> WrongField:
        """Return the error for a value that is not of this kind."""
        return WrongField(f"{name}: it must be {self.words}")


@dataclass(frozen=True)
class Whole(Kind):
    """Whole number from `low` to `high`. Some languages write 3.0 for 3, so both are allowed."""

    low: int = 0
    high: int = MAX_INTEGER

    def read(self, value: object, name: str) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return bounded_int(value, name, self.low, self.high)

    @property
    def words(self) -> str:
        if self.low == self.high:
            return as_written(self.low)
        return f"a whole number from {as_written(self.low)} to {as_written(self.high)}"

    TYPESCRIPT = "number"


def as_written(limit: int) -> str:
    """Return a limit as people write it: 7, 2^53, 2^64 - 1."""
    if abs(limit) < 1_000_000:
        return str(limit)
    sign, size = ("-" if limit < 0 else ""), abs(limit)
    power = (size + 1).bit_length() - 1
    if size not in (1 << power, (1 << power) - 1):
        return str(limit)
    return f"{sign}2^{power}" if size == 1 << power else f"{sign}2^{power} - 1"


@dataclass(frozen=True)
class Number(Kind):
    """Number from `low` to `high`."""

    low: float = 0.0
    high: float = MAX_MAGNITUDE

    def read(self, value: object, name: str) -> float:
        return float(number(value, name, self.low, self.high))

    @property
    def words(self) -> str:
        return f"a number from {self.low:.15g} to {self.high:.15g}"

    TYPESCRIPT = "number"


@dataclass(frozen=True)
class Text(Kind):
    """Text.

    Args:
        most: maximum number of characters.
        line: whether the text must be one printable line.
        blank: whether this line may be blank.
    """

    most: int = 300
    line: bool = False
    blank: bool = False

    def read(self, value: object, name: str) -> str:
        if not isinstance(value, str) or len(value) > self.most:
            raise self.wrong(name)
        if self.line and not (value.isprintable() and (self.blank or value.strip())):
            raise self.wrong(name)
        return value

    @property
    def words(self) -> str:
        return f"a {'line of text' if self.line else 'string'} of at most {self.most} characters"

    TYPESCRIPT = "string"


@dataclass(frozen=True)
class Flag(Kind):
    """True or false."""

    def read(self, value: object, name: str) -> bool:
        if not isinstance(value, bool):
            raise self.wrong(name)
        return value

    WORDS = "true or false"
    TYPESCRIPT = "boolean"


@dataclass(frozen=True)
class OneOf(Kind):
    """One of a few words."""

    values: tuple[str, ...]

    def read(self, value: object, name: str) -> str:
        if not isinstance(value, str) or value not in self.values:
            raise self.wrong(name)
        return value

    @property
    def words(self) -> str:
        return f"one of {', '.join(self.values)}"

    @property
    def typescript(self) -> str:
        return " | ".join(f'"{value}"' for value in self.values)


@dataclass(frozen=True)
class Maybe(Kind):
    """Value of a kind, or null."""

    kind: Kind

    def read(self, value: object, name: str) -> Any:
        return None if value is None else self.kind.read(value, name)

    @property
    def words(self) -> str:
        return f"{self.kind.words}, or null"

    @property
    def typescript(self) -> str:
        return f"{self.kind.typescript} | null"


@dataclass(frozen=True)
class ListOf(Kind):
    """List of `least` to `most` values of a kind."""

    kind: Kind
    most: int
    least: int = 0

    def read(self, value: object, name: str) -> list[Any]:
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            raise self.wrong(name)
        return [self.kind.read(entry, name) for entry in value]

    @property
    def words(self) -> str:
        count = f"at most {self.most}" if not self.least else f"{self.least} to {self.most}"
        return f"a list of {count} entries"

    @property
    def typescript(self) -> str:
        inner = self.kind.typescript
        return f"({inner})[]" if " " in inner else f"{inner}[]"


@dataclass(frozen=True)
class Row(Kind):
    """List with one value of each of several kinds."""

    kinds: tuple[Kind, ...]

    def read(self, value: object, name: str) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(self.kinds):
            raise self.wrong(name)
        return tuple(kind.read(one, name) for kind, one in zip(self.kinds, value, strict=True))

    @property
    def words(self) -> str:
        return f"a list of {len(self.kinds)} entries"

    @property
    def typescript(self) -> str:
        return f"[{', '.join(kind.typescript for kind in self.kinds)}]"


@dataclass(frozen=True)
class Either(Kind):
    """Text of one kind, or a value of another kind."""

    text: Kind
    other: Kind

    def read(self, value: object, name: str) -> Any:
        return (self.text if isinstance(value, str) else self.other).read(value, name)

    @property
    def words(self) -> str:
        return f"{self.other.words} or {self.text.words}"

    @property
    def typescript(self) -> str:
        return f"{self.text.typescript} | {self.other.typescript}"


@dataclass(frozen=True)
class TableOf(Kind):
    """Object of at most `most` fields with values of one kind.

    Args:
        kind: kind of the values.
        most: maximum number of fields.
        key: kind of the names.
    """

    kind: Kind
    most: int
    key: Text = Text()

    def read(self, value: object, name: str) -> dict[str, Any]:
        if not isinstance(value, dict) or len(value) > self.most:
            raise self.wrong(name)
        return {
            self.key.read(key, name): self.kind.read(entry, f"{name}.{short(key)}")
            for key, entry in value.items()
        }

    @property
    def words(self) -> str:
        return f"an object of at most {self.most} fields"

    @property
    def typescript(self) -> str:
        return f"Record<string, {self.kind.typescript}>"


@dataclass(frozen=True)
class Given(Kind):
    """Any JSON value, which the reader of the message checks."""

    def read(self, value: object, name: str) -> Any:
        return value

    WORDS = "anything"
    TYPESCRIPT = "unknown"


@dataclass(frozen=True)
class Fields(Kind):
    """Object, which the reader of the message checks."""

    def read(self, value: object, name: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.wrong(name)
        return value

    WORDS = "an object"
    TYPESCRIPT = "object"


@dataclass(frozen=True)
class Shape(Kind):
    """Object with the fields of a dataclass.

    Args:
        cls: the dataclass.
        open: whether to ignore fields with unknown names.
    """

    cls: type[Any]
    open: bool = False

    def read(self, value: object, name: str) -> Any:
        if not isinstance(value, dict):
            raise self.wrong(name)
        return read(self.cls, value, name, self.open)

    WORDS = "an object"

    @property
    def typescript(self) -> str:
        return self.cls.__name__


def of(kind: Kind, default: Any = dataclasses.MISSING) -> Any:
    """Return a dataclass field of a kind. Without a default, messages must have the field."""
    return dataclasses.field(default=default, metadata={"kind": kind})


def kinds(cls: type[Any]) -> Mapping[str, Kind]:
    """Return the kinds of a message's fields."""
    return {each.name: each.metadata["kind"] for each in dataclasses.fields(cls)}


def optional(cls: type[Any]) -> frozenset[str]:
    """Return the names of a message's fields that may be missing."""
    return frozenset(
        each.name for each in dataclasses.fields(cls) if each.default is not dataclasses.MISSING
    )


def read(cls: Callable[..., T], given: Mapping[str, Any], name: str = "", open: bool = False) -> T:
    """Return the message made of an object's fields.

    Args:
        cls: dataclass with fields made by `of`.
        given: the object's fields, by name.
        name: name of the field that holds the object, for errors; "" for a whole message.
        open: whether to ignore fields with unknown names, which a later version may have.

    Raises WrongField.
    """
    fields = {}
    before = f"{name}." if name else ""
    wanted = dataclasses.fields(cls)  # type: ignore[arg-type]
    if not open:
        names = [each.name for each in wanted]
        for other in given:
            if other not in names:
                there = ", ".join(names) or "none"
                raise WrongField(f"{before}{short(other)}: no such field; the fields are {there}")
    for each in wanted:
        if each.name in given:
            fields[each.name] = each.metadata["kind"].read(given[each.name], before + each.name)
        elif each.default is dataclasses.MISSING:
            raise WrongField(f"{before}{each.name}: missing")
    return cls(**fields)
