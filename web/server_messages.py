"""Messages to a page, as dataclasses; the page's TypeScript types are generated from them.

The server's tests use them to check every message that they receive.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aicore.core.schema import (
    Either,
    Flag,
    ListOf,
    Maybe,
    Number,
    OneOf,
    Row,
    Shape,
    TableOf,
    Whole,
    of,
)
from aicore.core.schema import Text as Limited
from aicore.web.client_messages import CLOCK, EMOTES, SAVED

MAX_TEXT = 1 << 26  # characters
MAX_LIST = 1 << 20  # entries
TEXT = Limited(MAX_TEXT)
TEXTS = ListOf(TEXT, MAX_LIST)
COUNT = Whole()
COUNTS = ListOf(COUNT, MAX_LIST)
SEAT = Whole(0, 100)
NUMBER = Number(-1e9)
SHARE = Number(0.0, 1.0)
SHARES = ListOf(SHARE, 100)
VALUE = Either(TEXT, NUMBER)
BY_ACTION = TableOf(TEXT, MAX_LIST, TEXT)


@dataclass(frozen=True)
class Player:
    """Player at a seat; `level` of a computer that is on the game's ladder."""

    name: str = of(TEXT)
    kind: str = of(OneOf(("person", "computer")))
    about: str = of(TEXT, "")
    here: bool = of(Flag(), False)
    level: int | None = of(Maybe(COUNT), None)


@dataclass(frozen=True)
class Entry:
    """Turn of the story. `ply` is the number of events up to its end. `steps` has the number of
    events up to each action, and `scores` has the score of each seat after the turn."""

    ply: int = of(COUNT)
    actor: int | str = of(Either(OneOf(("chance",)), SEAT))
    sentences: list[str] = of(TEXTS)
    steps: list[int] = of(COUNTS, ())
    scores: list[float] = of(ListOf(Number(-1e9), 100), ())


@dataclass(frozen=True)
class DueStep:
    """Current step of a lesson, the indices in `legal` that complete it, and a comment on the
    previous step."""

    step: int = of(COUNT)
    steps: int = of(COUNT)
    do: str = of(TEXT)
    lit: list[int] = of(COUNTS)
    comment: str = of(TEXT)


@dataclass(frozen=True)
class PuzzlePosition:
    """Puzzle `number` of the game's `of` puzzles. `key` names its theme alike in all languages."""

    number: int = of(COUNT)
    key: str = of(TEXT)
    theme: str = of(TEXT)
    level: str = of(TEXT)
    of: int = of(COUNT)  # last, because it hides the function


@dataclass(frozen=True)
class End:
    """Result by seat: `shares` of what can be won, 0 to 1, and `scores`; no scores after a
    resignation. Seats of one of the `teams` win or lose together."""

    shares: list[float] = of(SHARES)
    scores: list[float] = of(ListOf(NUMBER, 100))
    teams: list[int] = of(COUNTS)


@dataclass(frozen=True)
class Stakes:
    """Returns in a game for stakes: their `unit`, such as "points", the least and the greatest one,
    and the `decimals` to show. A share of the range, 0 to 1, means a return between these two."""

    unit: str = of(TEXT)
    low: float = of(NUMBER)
    high: float = of(NUMBER)
    decimals: int = of(COUNT)


@dataclass(frozen=True)
class State:
    """Table as this viewer knows it, complete each time.

    `edition` changes with each undo; `begun` is the number of events taken over from the game that
    this one continues. `running` is the seat whose clock runs. `limit` is the
    `clock` of the table, and `left` has the seconds that each seat has left; null without a limit.
    `stakes` is null in games that are won or lost.
    """

    table: str = of(TEXT)
    ply: int = of(COUNT)
    edition: int = of(COUNT)
    begun: int = of(COUNT)
    game: str = of(TEXT)
    title: str = of(TEXT)
    accent: str = of(TEXT)
    seat: int | None = of(Maybe(SEAT))
    owner: bool = of(Flag())
    players: list[Player] = of(ListOf(Shape(Player), 100))
    turn: int | None = of(Maybe(SEAT))
    waits: str = of(TEXT)
    facts: list[str] = of(TEXTS)
    picture: str = of(TEXT)
    legal: list[str] = of(TEXTS)
    descriptions: list[str] = of(TEXTS)
    costs: list[str] = of(TEXTS)
    danger: dict[str, str] = of(BY_ACTION)
    confirm: dict[str, str] = of(BY_ACTION)
    story: list[Entry] = of(ListOf(Shape(Entry), MAX_LIST))
    can: list[str] = of(TEXTS)
    aim: list[str] = of(TEXTS)
    result: str | None = of(Maybe(TEXT))
    outcome: str | None = of(Maybe(TEXT))
    end: End | None = of(Maybe(Shape(End)))
    seed: str | None = of(Maybe(TEXT))
    clock: list[float] = of(ListOf(Number(), 100))
    running: int | None = of(Maybe(SEAT))
    limit: tuple[str, int, int] | None = of(Maybe(CLOCK))
    left: list[float | None] = of(ListOf(Maybe(Number()), 100))
    pending: list[str] = of(TEXTS)
    trouble: str = of(TEXT)
    warning: str = of(TEXT)
    agreed: dict[str, list[int]] = of(TableOf(ListOf(Whole(0, 100), 100), 10))
    refused: dict[str, int] = of(TableOf(SEAT, 10))
    open: bool = of(Flag())
    lesson: DueStep | None = of(Maybe(Shape(DueStep)), None)
    puzzle: PuzzlePosition | None = of(Maybe(Shape(PuzzlePosition)), None)
    stakes: Stakes | None = of(Maybe(Shape(Stakes)), None)


@dataclass(frozen=True)
class Preview:
    """Position after these actions, until something is revealed. `danger`: why the first may cost
    the game, or `""`; `confirm`: another question to ask before playing it, or `""`."""

    ply: int = of(COUNT)
    actions: list[str] = of(TEXTS)
    picture: str = of(TEXT)
    sentences: list[str] = of(TEXTS)
    cost: str = of(TEXT)
    danger: str = of(TEXT)
    confirm: str = of(TEXT)


@dataclass(frozen=True)
class Thinking:
    """Computer that is thinking; its choice and that choice's value are sent only in games without
    hidden information."""

    seat: int = of(SEAT)
    seconds: float = of(Number())
    choice: str = of(TEXT, "")
    value: float = of(SHARE, 0.0)


@dataclass(frozen=True)
class Answer:
    """Verdict on a puzzle solver's action: whether it is the best, and sentences about it."""

    action: str = of(TEXT)
    right: bool = of(Flag())
    sentences: list[str] = of(TEXTS)


@dataclass(frozen=True)
class Candidate:
    """Action that was considered; `values` by seat, 0 to 1."""

    action: str = of(TEXT)
    sentences: str = of(TEXT, "")
    share: float | None = of(Maybe(SHARE), None)
    visits: int | None = of(Maybe(COUNT), None)
    values: list[float] | None = of(Maybe(SHARES), None)


@dataclass(frozen=True)
class Hint:
    """Advice for a whole turn, drawn on the board. `chances` by seat, 0 to 1; the first of
    `candidates` is chosen; `notes` say why, if others look better."""

    ply: int = of(COUNT)
    actions: list[str] = of(TEXTS)
    typed: list[str] = of(TEXTS)
    sentences: list[str] = of(TEXTS)
    chances: list[float] | None = of(Maybe(SHARES))
    candidates: list[Candidate] = of(ListOf(Shape(Candidate), MAX_LIST))
    notes: list[str] = of(TEXTS)
    picture: str = of(TEXT)


@dataclass(frozen=True)
class Chances:
    """Win chance by seat, 0 to 1; in a game for stakes, its expected return as a share of the
    range. `draw`: the probability of a draw; null in games whose draws are not counted."""

    ply: int = of(COUNT)
    shares: list[float] = of(SHARES)
    draw: float | None = of(Maybe(SHARE))


@dataclass(frozen=True)
class At:
    """Position after `ply` of `of` events, with `sentences` about the turn up to it."""

    ply: int = of(COUNT)
    picture: str = of(TEXT)
    sentences: list[str] = of(TEXTS)
    of: int = of(COUNT)  # last, because it hides the function


@dataclass(frozen=True)
class Point:
    """Point in the course of a game: `shares`, as in `chances`, and `searched`, a search's estimate
    of them. The review cannot explain the difference between them."""

    ply: int = of(COUNT)
    shares: list[float] = of(SHARES)
    searched: list[float] = of(SHARES)
    sentences: list[str] = of(TEXTS)


@dataclass(frozen=True)
class Turn:
    """Turning point of the game: a share, as in `chances`, before and after it."""

    ply: int = of(COUNT)
    before: float = of(SHARE)
    after: float = of(SHARE)
    sentences: list[str] = of(TEXTS)


@dataclass(frozen=True)
class Mark:
    """Decision that gave `loss` away: the number of events including it, a word for it, and the
    better action, also `told` in a sentence."""

    ply: int = of(COUNT)
    word: str = of(TEXT)
    loss: float = of(SHARE)
    better: str = of(TEXT)
    told: str = of(TEXT)


@dataclass(frozen=True)
class Review:
    """Course of a finished game. `summary` is about its turning point, its luck, and advice for
    next time."""

    points: list[Point] = of(ListOf(Shape(Point), MAX_LIST))
    turns: list[Turn] = of(ListOf(Shape(Turn), MAX_LIST))
    marks: list[Mark] = of(ListOf(Shape(Mark), MAX_LIST))
    summary: list[str] = of(TEXTS)
    result: str = of(TEXT)


@dataclass(frozen=True)
class Why:
    """Comparison of a decision with a better one, each played out up to 100 times with the same
    luck. `sentences` are about events notably more frequent after one; `picture` draws `better`."""

    ply: int = of(COUNT)
    played: str = of(TEXT)
    better: str = of(TEXT)
    sentences: list[str] = of(TEXTS)
    picture: str = of(TEXT)


@dataclass(frozen=True)
class Explored:
    """Branch of `moves` by the seats `actors`, after `ply` events: `at` events in all, as seen by
    the seat to move."""

    ply: int = of(COUNT)
    at: int = of(COUNT)
    moves: list[str] = of(TEXTS)
    actors: list[int] = of(COUNTS)
    sentences: list[str] = of(TEXTS)
    picture: str = of(TEXT)
    legal: list[str] = of(TEXTS)
    descriptions: list[str] = of(TEXTS)
    costs: list[str] = of(TEXTS)
    danger: dict[str, str] = of(BY_ACTION)
    turn: int | None = of(Maybe(SEAT))
    outcome: str | None = of(Maybe(TEXT))


@dataclass(frozen=True)
class Others:
    """Scores of computers in the same deal."""

    own: float = of(NUMBER)
    rows: list[tuple[str, float]] = of(ListOf(Row((TEXT, NUMBER)), 100))


@dataclass(frozen=True)
class File:
    """File to save, with a name for it."""

    what: str = of(OneOf(tuple(SAVED)))
    name: str = of(TEXT)
    text: str = of(TEXT)


@dataclass(frozen=True)
class Go:
    """Table to go to. After `rematch` everybody with a seat receives it, as there is only one
    rematch. `invites` after `fork`: `[seat, token]` of each `"friend"`."""

    table: str = of(TEXT)
    token: str = of(TEXT)
    invites: list[tuple[int, str]] = of(ListOf(Row((SEAT, TEXT)), 100), ())


@dataclass(frozen=True)
class Said:
    """One of a few things that a person at the table says to all."""

    seat: int = of(SEAT)
    what: str = of(OneOf(EMOTES))


@dataclass(frozen=True)
class Failed:
    """Error in one line; nothing changed, or a `state` with the changes follows."""

    message: str = of(TEXT)


@dataclass(frozen=True)
class Option:
    """Rule option of a game; `names` has the texts for its values."""

    name: str = of(TEXT)
    default: str | float = of(VALUE)
    help: str = of(TEXT)
    values: list[str | float] | None = of(Maybe(ListOf(VALUE, MAX_LIST)), None)
    names: list[str] | None = of(Maybe(ListOf(TEXT, MAX_LIST)), None)
    bounds: tuple[float, float] | None = of(Maybe(Row((NUMBER, NUMBER))), None)


@dataclass(frozen=True)
class LobbyGame:
    """Game in the lobby. `cover` is SVG, and `accent` names a color. `minutes` is the length of a
    typical game, 0 if it is unknown. `levels` and `puzzles` are counts; `themes` has the names of
    the puzzles' themes by their keys."""

    name: str = of(TEXT)
    title: str = of(TEXT)
    pitch: str = of(TEXT)
    accent: str = of(TEXT)
    minutes: int = of(COUNT)
    kind: str = of(TEXT)
    seats: tuple[int, int] = of(Row((SEAT, SEAT)))
    hidden: bool = of(Flag())
    options: list[Option] = of(ListOf(Shape(Option), 100))
    levels: int = of(COUNT)
    lesson: bool = of(Flag())
    puzzles: int = of(COUNT)
    themes: dict[str, str] = of(BY_ACTION)
    cover: str = of(TEXT)


@dataclass(frozen=True)
class LobbyPlayer:
    """Computer player; `only`: the games that it plays."""

    name: str = of(TEXT)
    title: str = of(TEXT)
    about: str = of(TEXT)
    only: list[str] = of(TEXTS, ())


@dataclass(frozen=True)
class Games:
    """Games and computer players on offer; `levels`: names of the levels from 1 on; `first`: the
    level for a first game."""

    games: list[LobbyGame] = of(ListOf(Shape(LobbyGame), MAX_LIST))
    players: list[LobbyPlayer] = of(ListOf(Shape(LobbyPlayer), MAX_LIST))
    engines: bool = of(Flag())
    levels: list[str] = of(TEXTS)
    first: int = of(COUNT)


@dataclass(frozen=True)
class Manual:
    """Rules of a game in Markdown, with figures in SVG by name; its glossary by term."""

    rules: str = of(TEXT)
    figures: dict[str, str] = of(BY_ACTION)
    glossary: dict[str, str] = of(BY_ACTION)
    aim: list[str] = of(TEXTS)


@dataclass(frozen=True)
class TableCreated:
    """New table: `tokens` has one for each seat, and null for a computer's seat; `owner` is the
    token of the first `"me"`, else a token without a seat."""

    table: str = of(TEXT)
    owner: str = of(TEXT)
    tokens: list[str | None] = of(ListOf(Maybe(TEXT), 100))


@dataclass(frozen=True)
class MyTable:
    """Table that a token opens, and its seat; `unreadable`: the reason if it cannot be read."""

    table: str = of(TEXT)
    token: str = of(TEXT)
    game: str = of(TEXT)
    title: str = of(TEXT)
    players: list[str] = of(TEXTS)
    seat: int | None = of(Maybe(SEAT))
    turn: str | float | None = of(Maybe(VALUE))
    over: bool = of(Flag())
    result: str | None = of(Maybe(TEXT))
    since: float = of(Number(0.0, 1e12))
    unreadable: str = of(TEXT, "")


SERVER_MESSAGES: dict[str, type[Any]] = {
    "state": State,
    "preview": Preview,
    "thinking": Thinking,
    "answer": Answer,
    "hint": Hint,
    "chances": Chances,
    "at": At,
    "review": Review,
    "why": Why,
    "explored": Explored,
    "others": Others,
    "file": File,
    "table": Go,
    "emote": Said,
    "error": Failed,
}
"""Messages to a socket, by type."""
PARTS = (Player, Entry, DueStep, PuzzlePosition, End, Stakes, Candidate, Point, Turn, Mark)
"""Parts of the messages to a socket."""
ANSWERS = (Option, LobbyGame, LobbyPlayer, Games, Manual, TableCreated, MyTable)
"""Answers over HTTP, and their parts."""
