"""What a page may say: every message, its fields, their types and bounds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from aicore.core.errors import one_line, short
from aicore.web.errors import WebError

LARGEST = 16 << 10  # bytes of a message
MAX_ACTIONS = 40
MAX_MOVES = 200  # of a branch
MAX_ACTION = 400
MAX_LINE = 500
MAX_NAME = 24
MAX_SPEC = 300
MAX_SEATS = 20
MAX_OPTIONS = 40
MAX_TOKENS = 100
MAX_PLIES = 1_000_000

SAVED = {"record": "jsonl", "picture": "svg", "replay": "html"}  # how files end

Check = Callable[[object], bool]


def _text(most: int, empty: bool = False) -> Check:
    def check(value: object) -> bool:
        return (
            isinstance(value, str)
            and len(value) <= most
            and value.isprintable()
            and (empty or bool(value.strip()))
        )

    return check


def _texts(count: int, most: int, least: int = 1) -> Check:
    text = _text(most)
    return lambda value: (
        isinstance(value, list) and least <= len(value) <= count and all(map(text, value))
    )


def _whole(low: int, high: int) -> Check:
    return lambda value: (
        isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    )


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _maybe(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _options(value: object) -> bool:
    name, text, number = _text(40), _text(200, empty=True), _whole(-(2**53), 2**53)
    return (
        isinstance(value, dict)
        and len(value) <= MAX_OPTIONS
        and all(name(key) and (text(item) or number(item)) for key, item in value.items())
    )


_ID = _text(64)
_PLY = _whole(0, MAX_PLIES)
_ACTIONS = _texts(MAX_ACTIONS, MAX_ACTION)
_PLAYERS = _texts(MAX_SEATS, MAX_SPEC)

# type -> its fields; those of OPTIONAL may be missing
SOCKET: dict[str, dict[str, Check]] = {
    "join": {"table": _ID, "token": _maybe(_text(200)), "narrow": _flag},
    "look": {"narrow": _flag},
    "act": {"actions": _ACTIONS, "ply": _PLY},
    "type": {"line": _text(MAX_LINE), "ply": _PLY},
    "preview": {"actions": _ACTIONS, "ply": _PLY},
    "undo": {},
    "hint": {},
    "solution": {},
    "chances": {},
    "hurry": {},
    "at": {"ply": _maybe(_PLY)},
    "review": {},
    "why": {"ply": _PLY, "better": _text(MAX_ACTION)},
    "explore": {
        "ply": _PLY,
        "moves": _texts(MAX_MOVES, MAX_ACTION, least=0),
        "line": _maybe(_text(MAX_LINE)),
        "advise": _flag,
    },
    "others": {},
    "fork": {"ply": _PLY, "players": _PLAYERS},
    "rematch": {"swap": _flag},
    "save": {"what": lambda value: isinstance(value, str) and value in SAVED},
    "sit": {"name": _text(MAX_NAME)},
}
TABLE: dict[str, Check] = {
    "game": _text(40),
    "seats": _maybe(_whole(1, MAX_SEATS)),
    "options": _maybe(_options),
    "seed": _maybe(_text(200)),
    "players": _PLAYERS,
}
PUZZLE: dict[str, Check] = {"game": _text(40), "number": _whole(1, MAX_PLIES)}
LESSON: dict[str, Check] = {"game": _text(40)}
MINE: dict[str, Check] = {"tokens": _texts(MAX_TOKENS, 200, least=0)}
OPTIONAL = {"token", "narrow", "line", "advise", "seats", "options", "seed"}


class Nonsense(WebError):
    """What no page sends."""


def read_object(data: str | bytes) -> dict[str, Any]:
    """The object that a text in JSON is. Raises Nonsense."""

    def constant(name: str) -> None:
        raise ValueError(f"{name} is no number")

    try:
        found = json.loads(data, parse_constant=constant)
    except (ValueError, RecursionError):
        raise Nonsense("not JSON") from None
    if not isinstance(found, dict):
        raise Nonsense("not an object")
    return found


def read_message(data: str) -> tuple[str, dict[str, Any]]:
    """A message's type and its fields. Raises Nonsense, or WebError for wrong fields."""
    if len(data) > LARGEST:
        raise Nonsense(f"longer than {LARGEST >> 10} KiB")
    fields = read_object(data)
    kind = fields.pop("type", None)
    if not isinstance(kind, str) or kind not in SOCKET:
        raise WebError(f"no message {one_line(kind, 40)}; there are {', '.join(SOCKET)}")
    return kind, read_fields(fields, SOCKET[kind], kind)


def read_fields(fields: dict[str, Any], checks: dict[str, Check], what: str) -> dict[str, Any]:
    """All fields that there may be, those that are missing as None. Raises WebError."""
    for name in fields:
        if name not in checks:
            raise WebError(f"{what} has no field {short(name)}")
    for name, check in checks.items():
        if name not in fields:
            if name not in OPTIONAL:
                raise WebError(f"{what} lacks its field {name}")
        elif not check(fields[name]):
            raise WebError(f"{what}: {name} is not what it can be")
    return {name: fields.get(name) for name in checks}
