"""What a page may say: every message a dataclass, its fields of kinds with bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aicore.core import schema
from aicore.core.errors import one_line
from aicore.core.schema import Either, Flag, ListOf, Maybe, NotJson, OneOf, TableOf, Text, Whole, of
from aicore.web.errors import WebError

MAX_SIZE = 16 << 10  # bytes of a message
MAX_PLIES = 1_000_000
MAX_NAME = 30  # characters, as the settings of the page take them
SAVED = {"record": "jsonl", "picture": "svg", "replay": "html"}  # how files end

ID = Text(64, line=True)
TOKEN = Text(200, line=True)
GAME = Text(40, line=True)
PLY = Whole(0, MAX_PLIES)
EDITION = Maybe(PLY)  # None: an old page's, which is told to load itself again
ACTION = Text(400, line=True)
ACTIONS = ListOf(ACTION, 40, 1)
LINE = Text(500, line=True)
PLAYERS = ListOf(Text(300, line=True), 20, 1)
OPTIONS = TableOf(
    Either(Text(200, line=True, blank=True), Whole(-(2**53), 2**53)), 40, Text(40, line=True)
)


@dataclass(frozen=True)
class Join:
    """The first message: show me this table; `narrow`: pictures for a small screen."""

    table: str = of(ID)
    token: str | None = of(Maybe(TOKEN), None)
    narrow: bool = of(Flag(), False)


@dataclass(frozen=True)
class Look:
    """The window changed."""

    narrow: bool | None = of(Flag(), None)


@dataclass(frozen=True)
class Act:
    """Play these, one after the other, from the position after `ply` events in the `edition` of
    the table; more than one only as far as nothing is revealed in between."""

    actions: list[str] = of(ACTIONS)
    ply: int = of(PLY)
    edition: int | None = of(EDITION, None)


@dataclass(frozen=True)
class Type:
    """Play what a person typed, as in the terminal."""

    line: str = of(LINE)
    ply: int = of(PLY)
    edition: int | None = of(EDITION, None)


@dataclass(frozen=True)
class Preview:
    """What would these look like? Answered by `error` with the rule that forbids it, where the
    first cannot be done."""

    actions: list[str] = of(ACTIONS)
    ply: int = of(PLY)
    edition: int | None = of(EDITION, None)


@dataclass(frozen=True)
class Undo:
    """Back to my last decision: always while nothing was revealed, else only against computers."""


@dataclass(frozen=True)
class Hint:
    """Advise me."""


@dataclass(frozen=True)
class Solution:
    """Give the puzzle's solution away."""


@dataclass(frozen=True)
class Chances:
    """The win chances of this position."""


@dataclass(frozen=True)
class Hurry:
    """The computer that thinks is to move now."""


@dataclass(frozen=True)
class At:
    """Show the game as it stood after `ply` events; null: as it stands."""

    ply: int | None = of(Maybe(PLY))


@dataclass(frozen=True)
class Review:
    """Chances move by move and what changed them most; only when the game is over."""


@dataclass(frozen=True)
class Why:
    """What comes of the decision before `ply` events had happened, and of a better one; only when
    the game is over."""

    ply: int = of(PLY)
    better: str = of(ACTION)


@dataclass(frozen=True)
class Explore:
    """The position after `ply` events, `moves` of whoever is to move, and what was typed; or what a
    search would play there (answered by `hint`). When the game is over, or where nothing is hidden
    and one person plays; the luck is the game's own only when it is over."""

    ply: int = of(PLY)
    moves: list[str] = of(ListOf(ACTION, 200))
    line: str | None = of(Maybe(LINE), None)
    advise: bool = of(Flag(), False)


@dataclass(frozen=True)
class Others:
    """What computers score in the same deal; only for one seat, when the game is over."""


@dataclass(frozen=True)
class Resign:
    """Give up: with two seats or one person the game is over, else a computer takes the seat."""


@dataclass(frozen=True)
class Offer:
    """Agree to what needs all who play: `"abort"`, to call the game off, or `"help"`, hints and win
    chances for all. Who says no ends the offer, and `refused` in `state` tells the others."""

    what: str = of(OneOf(("abort", "help")))
    yes: bool = of(Flag())


@dataclass(frozen=True)
class Fork:
    """A new table that plays on from here; `players` as for a new table, or `"same"`: the computer
    that sits there, mcts for a person; answered by `table`."""

    ply: int = of(PLY)
    players: list[str] = of(PLAYERS)


@dataclass(frozen=True)
class Rematch:
    """The same again with a new deal; answered by `table`."""

    swap: bool = of(Flag())


@dataclass(frozen=True)
class Save:
    """The whole game as a file, when it is over: its record, a picture of the last position or a
    page that steps through it; answered by `file`."""

    what: str = of(OneOf(tuple(SAVED)))


@dataclass(frozen=True)
class Sit:
    """What others shall call me."""

    name: str = of(Text(MAX_NAME, line=True))


SOCKET: dict[str, type[Any]] = {
    cls.__name__.lower(): cls
    for cls in (
        *(Join, Look, Act, Type, Preview, Undo, Hint, Solution, Chances, Hurry),
        *(At, Review, Why, Explore, Others, Resign, Offer, Fork, Rematch, Save, Sit),
    )
}
"""What a socket says, by the messages' types."""


@dataclass(frozen=True)
class NewTable:
    """A table: `players` is one for each seat."""

    game: str = of(GAME)
    players: list[str] = of(PLAYERS)
    seats: int | None = of(Maybe(Whole(1, 20)), None)
    options: dict[str, str | int] | None = of(Maybe(OPTIONS), None)
    seed: str | None = of(Maybe(TOKEN), None)


@dataclass(frozen=True)
class NewPuzzle:
    """A table where a puzzle is solved."""

    game: str = of(GAME)
    number: int = of(Whole(1, MAX_PLIES))


@dataclass(frozen=True)
class NewLesson:
    """A table where the game's lesson is learned."""

    game: str = of(GAME)


@dataclass(frozen=True)
class Tokens:
    """The tokens of a browser."""

    tokens: list[str] = of(ListOf(TOKEN, 100))


class Nonsense(WebError):
    """What no page sends."""


def read_message(data: str) -> tuple[str, dict[str, Any]]:
    """A message's type and its fields, those that are missing as their defaults.

    Raises Nonsense, or WrongField for wrong fields.
    """
    if len(data) > MAX_SIZE:
        raise Nonsense(f"longer than {MAX_SIZE >> 10} KiB")
    fields = _object(data)
    kind = fields.pop("type", None)
    if not isinstance(kind, str) or kind not in SOCKET:
        raise WebError(f"no message {one_line(kind, 40)}; there are {', '.join(SOCKET)}")
    return kind, vars(schema.read(SOCKET[kind], fields, kind))


def read_request(cls: type[Any], body: bytes, name: str) -> dict[str, Any]:
    """The fields of what is asked for once, by HTTP. Raises Nonsense, WrongField."""
    found: dict[str, Any] = vars(schema.read(cls, _object(body), name))
    return found


def _object(data: str | bytes) -> dict[str, Any]:
    try:
        return schema.parse_object(data)
    except NotJson as error:
        raise Nonsense(error) from None
