"""Messages from a page, as dataclasses whose fields have bounded types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aicore.core import schema
from aicore.core.errors import one_line
from aicore.core.language import LANGUAGES
from aicore.core.schema import (
    Either,
    Flag,
    ListOf,
    Maybe,
    NotJson,
    OneOf,
    Row,
    TableOf,
    Text,
    Whole,
    of,
)
from aicore.web.errors import WebError

MAX_SIZE = 16 << 10  # bytes of a message
MAX_PLIES = 1_000_000  # largest number of events that a message may name
OFFERS = ("abort", "help", "takeback")
"""Offers that all players must accept: see `Offer`."""
MAX_NAME = 30  # characters, as in the page's settings
SAVED = {"record": "jsonl", "picture": "svg", "replay": "html"}  # file extensions

ID = Text(64, line=True)
TOKEN = Text(200, line=True)
LINK = Text(300, line=True)
GAME = Text(40, line=True)
PLY = Whole(0, MAX_PLIES)
EDITION = Maybe(PLY)  # None: from an outdated page, which is told to reload
ACTION = Text(400, line=True)
ACTIONS = ListOf(ACTION, 40, 1)
LINE = Text(500, line=True)
PLAYERS = ListOf(Text(300, line=True), 20, 1)
EMOTES = ("hello", "good luck", "nice", "wow", "hmm", "oops", "thanks", "good game")
"""Things that people can say to each other: a fixed list, so that nobody has to moderate."""
CLOCK = Row((OneOf(("turn", "game")), Whole(1, 86_400), Whole(0, 3_600)))
OPTIONS = TableOf(
    Either(Text(200, line=True, blank=True), Whole(-(2**53), 2**53)), 40, Text(40, line=True)
)


@dataclass(frozen=True)
class Join:
    """First message: request to view a table; `narrow`: pictures for a small screen. All answers
    are in the `language`; null: in the one that the connection's Accept-Language prefers."""

    table: str = of(ID)
    token: str | None = of(Maybe(TOKEN), None)
    narrow: bool = of(Flag(), False)
    language: str | None = of(Maybe(OneOf(tuple(LANGUAGES))), None)


@dataclass(frozen=True)
class Look:
    """Change of the window's size; `narrow`: pictures for a small screen."""

    narrow: bool | None = of(Flag(), None)


@dataclass(frozen=True)
class Act:
    """Request to play actions, one after the other, from the position after `ply` events in the
    table's `edition`; more than one only if nothing is revealed in between."""

    actions: list[str] = of(ACTIONS)
    ply: int = of(PLY)
    edition: int | None = of(EDITION, None)


@dataclass(frozen=True)
class Type:
    """Request to play typed moves, as in the terminal."""

    line: str = of(LINE)
    ply: int = of(PLY)
    edition: int | None = of(EDITION, None)


@dataclass(frozen=True)
class Preview:
    """Request to preview actions. If the first is illegal, the answer is an `error` with the rule
    that forbids it."""

    actions: list[str] = of(ACTIONS)
    ply: int = of(PLY)
    edition: int | None = of(EDITION, None)


@dataclass(frozen=True)
class Undo:
    """Request to undo what the viewer's last request played. It is met if that revealed nothing.
    One person may always undo, except after the end of a game with hidden information."""


@dataclass(frozen=True)
class Hint:
    """Request for advice."""


@dataclass(frozen=True)
class Solution:
    """Request for the puzzle's solution."""


@dataclass(frozen=True)
class Chances:
    """Request for the win chances of this position."""


@dataclass(frozen=True)
class Hurry:
    """Request that the computer move now."""


@dataclass(frozen=True)
class At:
    """Request to show the game after `ply` events; null: as it is now."""

    ply: int | None = of(Maybe(PLY))


@dataclass(frozen=True)
class Review:
    """Request for the chances move by move and their main changes; only when the game is over."""


@dataclass(frozen=True)
class Why:
    """Request for the consequences of the decision that was event number `ply`, and of a better
    one; only when the game is over."""

    ply: int = of(PLY)
    better: str = of(ACTION)


@dataclass(frozen=True)
class Explore:
    """Request for the position after `ply` events, `moves` of the seats to move, and a typed
    `line`; or for a search's advice there (answered by `hint`). Only when the game is over, or if
    nothing is hidden and one person plays. Only a finished game keeps its own luck here."""

    ply: int = of(PLY)
    moves: list[str] = of(ListOf(ACTION, 200))
    line: str | None = of(Maybe(LINE), None)
    advise: bool = of(Flag(), False)


@dataclass(frozen=True)
class Others:
    """Request for the scores of computers in the same deal; only in a solo game that is over."""


@dataclass(frozen=True)
class Resign:
    """Resignation: with two seats or one person it ends the game, else a computer plays on."""


@dataclass(frozen=True)
class Accept:
    """Acceptance of a computer's offer to resign, which ends the game; only while `can` in `state`
    has it."""


@dataclass(frozen=True)
class Offer:
    """Agreement to something that needs all players, or its refusal: `"abort"`, to call the game
    off, `"help"`, hints and win chances for all, or `"takeback"`, to undo the last decision of the
    first player who agreed. A refusal ends the offer, and `refused` in `state` reports it."""

    what: str = of(OneOf(OFFERS))
    yes: bool = of(Flag())


@dataclass(frozen=True)
class Fork:
    """Request for a new table that continues from here; answered by `table`. `players` as for a new
    table, or `"same"`: the computer at that seat, mcts for a person."""

    ply: int = of(PLY)
    players: list[str] = of(PLAYERS)


@dataclass(frozen=True)
class Rematch:
    """Request for a rematch with a new deal; answered by `table`."""

    swap: bool = of(Flag())


@dataclass(frozen=True)
class Save:
    """Request for the whole game as a file, once it is over; answered by `file`. `what` is its
    record, a picture of the last position, or a page that steps through it."""

    what: str = of(OneOf(tuple(SAVED)))


@dataclass(frozen=True)
class Sit:
    """Name by which others see the viewer."""

    name: str = of(Text(MAX_NAME, line=True))


@dataclass(frozen=True)
class Emote:
    """One of a few things to say to everybody at the table; only where several people play."""

    what: str = of(OneOf(EMOTES))


CLIENT_MESSAGES: dict[str, type[Any]] = {
    cls.__name__.lower(): cls
    for cls in (
        *(Join, Look, Act, Type, Preview, Undo, Hint, Solution, Chances, Hurry),
        *(At, Review, Why, Explore, Others, Resign, Accept, Offer, Fork, Rematch, Save, Sit, Emote),
    )
}
"""Messages from a socket, by type."""


@dataclass(frozen=True)
class NewTable:
    """Request for a table; `players` has one for each seat. `clock` limits people's time: `turn`,
    seconds for each turn, or `game`, seconds for the game and more for each turn."""

    game: str = of(GAME)
    players: list[str] = of(PLAYERS)
    seats: int | None = of(Maybe(Whole(1, 20)), None)
    options: dict[str, str | int] | None = of(Maybe(OPTIONS), None)
    seed: str | None = of(Maybe(TOKEN), None)
    clock: tuple[str, int, int] | None = of(Maybe(CLOCK), None)


@dataclass(frozen=True)
class NewPuzzle:
    """Request for a table to solve a puzzle."""

    game: str = of(GAME)
    number: int = of(Whole(1, MAX_PLIES))


@dataclass(frozen=True)
class NewLesson:
    """Request for a table with the game's lesson."""

    game: str = of(GAME)


@dataclass(frozen=True)
class NewCode:
    """Request for the QR code of a link to a table."""

    text: str = of(LINK)


@dataclass(frozen=True)
class Tokens:
    """Request for the tables that a browser's tokens open."""

    tokens: list[str] = of(ListOf(TOKEN, 100))


class ProtocolError(WebError):
    """Invalid message, which no page of this server sends."""


def read_message(data: str) -> tuple[str, dict[str, Any]]:
    """Return a message's type and its fields, with defaults for missing ones.

    Raises ProtocolError, or WrongField for wrong fields.
    """
    if len(data) > MAX_SIZE:
        raise ProtocolError(f"the message is longer than {MAX_SIZE >> 10} KiB")
    fields = _object(data)
    kind = fields.pop("type", None)
    if not isinstance(kind, str) or kind not in CLIENT_MESSAGES:
        raise WebError(
            f"unknown message {one_line(kind, 40)}; known are {', '.join(CLIENT_MESSAGES)}"
        )
    return kind, vars(schema.read(CLIENT_MESSAGES[kind], fields, kind))


def read_request(cls: type[Any], body: bytes, name: str) -> dict[str, Any]:
    """Return the fields of an HTTP request. Raises ProtocolError, WrongField."""
    fields: dict[str, Any] = vars(schema.read(cls, _object(body), name))
    return fields


def _object(data: str | bytes) -> dict[str, Any]:
    try:
        return schema.parse_object(data)
    except NotJson as error:
        raise ProtocolError(error) from None
