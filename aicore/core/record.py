"""Records: a whole game in one line of JSON, checked against the rules whenever it is read back.

A record is enough to see the game again without its players: every decision with its actor and
every chance event is an event of it. An unfinished record (a saved game) has no scores, returns
and end yet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.core.errors import AicoreError, RecordError

if TYPE_CHECKING:
    from aicore.core.deal import Deal
    from aicore.core.game import Game, State

FORMAT = "aicore-record/1"

CHANCE_ACTOR = "chance"
"""The actor of a chance event; a decision's actor is its seat."""

Actor = int | str
Event = tuple[Actor, str]


@dataclass
class Record:
    """One game.

    Args:
        game: its name.
        seats: the number of seats.
        options: the rule options that are not the game's defaults, or all of them.
        seed: of the game's luck and its players' numbers: see `aicore.core.deal`.
        players: the spec of each seat's player.
        events: actor (a seat or "chance") and text of every event, in order.
        scores, returns, end: the result; all None while the game is unfinished.
    """

    game: str
    seats: int
    options: dict[str, int | str]
    seed: str | int
    players: list[str]
    events: list[Event] = field(default_factory=list)
    scores: list[Any] | None = None
    returns: list[float] | None = None
    end: str | None = None

    @property
    def deal(self) -> Deal:
        """The luck that it was played with, to play on or again."""
        from aicore.core.deal import Deal

        return Deal(self.seed)

    @property
    def finished(self) -> bool:
        """Whether the record holds the result."""
        return self.end is not None

    def load(self) -> Game:
        """The rules that it was played by. Raises UnknownGame, OptionError."""
        from aicore.core.registry import load

        return load(self.game, seats=self.seats, **self.options)

    def to_line(self) -> str:
        """The record as one line of JSON, without the line's end."""
        fields = {"format": FORMAT, **vars(self)}
        return json.dumps(fields, separators=(",", ":"), allow_nan=False)

    @classmethod
    def from_line(cls, line: str) -> Record:
        """The record that a line of JSON holds. Raises RecordError."""
        try:
            fields = json.loads(line)
        except ValueError as error:
            raise RecordError(f"not JSON: {error}") from error
        if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
            raise RecordError(f'not a record: it must be an object with "format":"{FORMAT}"')
        for name, wrong in _wrong_fields(fields):
            raise RecordError(f"{name}: {wrong}")
        fields["events"] = [(actor, text) for actor, text in fields["events"]]
        return cls(**fields)

    def write(self, path: str | Path) -> None:
        """Append the record to a file and flush it. Raises OSError."""
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(self.to_line() + "\n")


def _wrong_fields(fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with a record's fields, as far as it can be told without the rules."""
    known = tuple(Record.__dataclass_fields__)
    for name in known:
        if name not in fields:
            yield name, "missing"
    for name in fields:
        if name not in known:
            yield name, f"not a field of a record; its fields: {', '.join(known)}"
    seats = fields["seats"]
    if not isinstance(fields["game"], str):
        yield "game", "it must be a text"
    if not _is_integer(fields["seats"]):
        yield "seats", "it must be a whole number"
    if not isinstance(fields["seed"], str) and not _is_integer(fields["seed"]):
        yield "seed", "it must be a text or a whole number"
    if not isinstance(fields["options"], dict):
        yield "options", "it must be an object"
    players = fields["players"]
    if not isinstance(players, list) or not all(isinstance(spec, str) for spec in players):
        yield "players", "it must be a list of specs"
    if len(players) != seats:
        yield "players", f"{len(players)} specs for {seats} seats"
    if not isinstance(fields["events"], list):
        yield "events", "it must be a list"
    for number, event in enumerate(fields["events"]):
        if not (
            isinstance(event, list)
            and len(event) == 2
            and (event[0] == CHANCE_ACTOR or _is_integer(event[0]))
            and isinstance(event[1], str)
        ):
            yield "events", f'ply {number} must be ["chance","..."] or [SEAT,"..."]'
    result = [fields[name] for name in ("scores", "returns", "end")]
    if any(part is None for part in result):
        if any(part is not None for part in result):
            yield "scores, returns, end", "all of them are null (unfinished), or none is"
    elif not (isinstance(result[0], list) and isinstance(result[1], list)):
        yield "scores, returns", "they must be lists"
    elif not isinstance(result[2], str):
        yield "end", "it must be a text"


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read_records(path: str | Path) -> Iterator[Record]:
    """The records of a file, one a line; empty lines are passed over.

    Raises RecordError, which names the line, and OSError.
    """
    with Path(path).open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                yield Record.from_line(line.decode("utf-8"))
            except UnicodeDecodeError as error:
                raise RecordError(f"{path}, line {number}: not UTF-8 text") from error
            except RecordError as error:
                raise RecordError(f"{path}, line {number}: {error}") from error


@dataclass(frozen=True)
class Ply:
    """One point of a replayed game: a position and the event that comes next.

    Args:
        number: how many events came before.
        state: the position, an independent copy.
        event: what happens in it; None where the record ends.
    """

    number: int
    state: State
    event: str | None

    @property
    def turn(self) -> Actor:
        """The seat to move, "chance" or "end"."""
        turn = self.state.turn
        return turn if turn >= 0 else CHANCE_ACTOR if turn == _CHANCE else "end"

    def to_dict(self) -> dict[str, Any]:
        """The ply in plain types, as ``aicore replay --json`` prints it."""
        fields: dict[str, Any] = {"ply": self.number, "turn": self.turn}
        if self.turn == CHANCE_ACTOR:
            fields["outcomes"] = [[text, chance] for text, chance in self.state.outcomes()]
        elif self.turn != "end":
            fields["legal"] = self.state.legal()
        fields["event"] = self.event
        fields["state"] = self.state.to_dict()
        return fields


_CHANCE = -1


def replay(record: Record, unfinished: bool = False) -> Iterator[Ply]:
    """Play a record again, checking every event, its actor and the result against the rules.

    Args:
        unfinished: whether a record that stops before the game's end is welcome.

    Yields a Ply for each event and one for the last position. Raises RecordError.
    """
    try:
        game = record.load()
    except AicoreError as error:
        raise RecordError(f"the record's game: {error}") from error
    state = game.start()
    for number, (actor, text) in enumerate(record.events):
        ply = Ply(number, state.clone(), text)
        if actor != ply.turn:
            due = {CHANCE_ACTOR: "a chance event is due", "end": "the game is over"}
            expected = due.get(str(ply.turn), f"seat {ply.turn} is to move")
            raise RecordError(f"ply {number}, {text!r} by {_who(actor)}: {expected}")
        try:
            state.apply(text)
        except AicoreError as error:
            raise RecordError(f"ply {number}, by {_who(actor)}: {error}") from error
        yield ply
    last = Ply(len(record.events), state, None)
    if not record.finished and not unfinished:
        raise RecordError(f"unfinished: the record stops after {last.number} plies")
    if record.finished and last.turn != "end":
        raise RecordError(f"ply {last.number}: the events stop before the game is over")
    if last.turn == "end":
        _check_result(record, state)
    yield last


def _check_result(record: Record, state: State) -> None:
    facts = {"scores": state.scores(), "returns": state.returns(), "end": state.end}
    for name, fact in facts.items():
        fact = json.loads(json.dumps(fact))  # tuples become lists, as in the record
        claim = getattr(record, name)
        if claim != fact:
            shown, found = json.dumps(claim), json.dumps(fact)
            raise RecordError(f"{name}: the record says {shown}, by the rules it is {found}")


def _who(actor: Actor) -> str:
    return "chance" if actor == CHANCE_ACTOR else f"seat {actor}"
