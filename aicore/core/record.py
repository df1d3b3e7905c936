"""Records: games as lines of JSON, which `replay` checks against the rules.

A record is enough to replay the game without its players: it lists all decisions, with their
actors, and all chance events. An unfinished record (a saved game) has no scores, returns or end.
Nor does the record of a game that somebody resigned.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.core.deal import MAX_SEED, Deal
from aicore.core.errors import AicoreError, RecordError, short
from aicore.core.files import LINE_LIMIT, append_line, read_lines
from aicore.core.language import fill, pgettext
from aicore.core.language import gettext as _
from aicore.core.registry import load_with
from aicore.core.schema import NotJson, Whole, is_number, is_whole, parse, through_json
from aicore.core.story import CHANCE_ACTOR as CHANCE_ACTOR
from aicore.core.story import Actor as Actor
from aicore.core.story import Event as Event
from aicore.core.story import SeenEvent, seen_event

if TYPE_CHECKING:
    from aicore.core.game import Game, State

FORMAT = "aicore-record/1"

# Limits of a record: more than any game needs, but small enough to protect the memory.
MAX_SEATS = 100
MAX_EVENTS = 1_000_000
MAX_EVENT = 1000  # characters of an event
MAX_TEXT = 20_000  # characters of any other text
MAX_ENTRIES = 1000  # options

OPTIONAL = ("rival", "resigned")  # fields that a record's line may lack


@dataclass
class Record:
    """Record of one game.

    Args:
        game: name of the game.
        seats: number of seats.
        options: rule options of the game; options that are missing have their defaults.
        seed: seed of the game's luck and its players' random numbers: see `aicore.core.deal`.
        players: spec of each seat's player.
        events: actor (a seat or "chance") and text of every event, in order.
        scores, returns, end: the result; all None while the game is unfinished.
        rival: spec of the player that plays the same deal afterwards in a duel; None if there is
            none.
        resigned: seat that resigned, which ended the game before its rules did; None if none.

    A record's line omits `rival` and `resigned` if they are None.
    """

    game: str
    seats: int
    options: dict[str, int | str]
    seed: int | str
    players: list[str]
    events: list[Event] = field(default_factory=list)
    scores: list[Any] | None = None
    returns: list[float] | None = None
    end: str | None = None
    rival: str | None = None
    resigned: int | None = None

    @property
    def deal(self) -> Deal:
        """Luck of the recorded game and the seeds of its players."""
        return Deal(self.seed)

    @property
    def finished(self) -> bool:
        """Whether the record holds the result."""
        return self.end is not None

    @property
    def over(self) -> bool:
        """Whether nobody can continue the game: it is finished, or somebody resigned."""
        return self.finished or self.resigned is not None

    def load(self) -> Game:
        """Return the rules of the recorded game. Raises UnknownGame, OptionError."""
        return load_with(self.game, self.seats, self.options)

    def to_line(self) -> str:
        """Return the record as one line of JSON, without the line's end."""
        fields = {"format": FORMAT, **vars(self)}
        for name in OPTIONAL:
            if fields[name] is None:
                del fields[name]
        return json.dumps(fields, separators=(",", ":"), allow_nan=False)

    @classmethod
    def from_line(cls, line: str) -> Record:
        """Return the record in a line of JSON. Raises RecordError."""
        fields = _parse(line)
        if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
            raise RecordError(f'not a record: it must be an object with "format":"{FORMAT}"')
        for name, wrong in _wrong_fields(fields):
            raise RecordError(f"{name}: {wrong}")
        fields["events"] = [(actor, text) for actor, text in fields["events"]]
        return cls(**fields)

    def write(self, path: str | Path) -> None:
        """Add the record to the end of a file of records, which may be new.

        Raises AicoreError if the file holds something else, and OSError.
        """
        append_line(path, self.to_line(), not_records)


def not_records(first: bytes) -> str:
    """Return the reason why a file with this first line holds no records; "" if it holds some."""
    try:
        fields = _parse(first.decode())
    except (RecordError, UnicodeDecodeError):
        fields = None
    name = fields.get("format") if isinstance(fields, dict) else None
    if isinstance(name, str) and name.startswith(FORMAT.partition("/")[0]):
        return ""
    return _("it is not a record file")


def _parse(line: str) -> Any:
    """Return the value of a text in JSON. Raises RecordError, also if the text is too long."""
    if len(line) > LINE_LIMIT:
        raise RecordError(_("the line is longer than {limit} MiB", limit=LINE_LIMIT >> 20))
    try:
        return parse(line)
    except NotJson as error:
        raise RecordError(error) from error


def _wrong_fields(fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the mistake of each field that is wrong in any game."""
    known = tuple(Record.__dataclass_fields__)
    for name in known:
        if name not in fields and name not in OPTIONAL:
            yield name, "missing"
    for name in fields:
        if name not in known:
            yield short(name), f"records have no such field; the fields are {', '.join(known)}"
    seats, seed = fields["seats"], fields["seed"]
    if not _is_text(fields["game"]):
        yield "game", "it must be a string"
    if not is_whole(seats, 1, MAX_SEATS):
        yield "seats", f"it must be {Whole(1, MAX_SEATS).words}"
    if not is_whole(seed) and not (
        isinstance(seed, str) and 1 <= len(seed) <= MAX_SEED and seed.isprintable()
    ):
        yield "seed", f"it must be a whole number or a string of 1 to {MAX_SEED} characters"
    options = fields["options"]
    if not isinstance(options, dict) or len(options) > MAX_ENTRIES:
        yield "options", "it must be an object"
    for name, value in options.items():
        if not (is_whole(value) or _is_text(value)):
            yield f"options.{short(name)}", "it must be a whole number or a string"
    players = fields["players"]
    if not isinstance(players, list) or not all(map(_is_text, players)):
        yield "players", "it must be a list of specs"
    if not (fields.get("rival") is None or _is_text(fields["rival"])):
        yield "rival", "it must be a spec"
    if len(players) != seats:
        yield "players", f"expected {seats}, one per seat, not {len(players)}"
    yield from _wrong_events(fields["events"], seats)
    result = [fields[name] for name in ("scores", "returns", "end")]
    if any(part is None for part in result):
        if any(part is not None for part in result):
            yield "scores, returns, end", "either all must be null (unfinished game) or none"
    elif not (isinstance(result[0], list) and isinstance(result[1], list)):
        yield "scores, returns", "they must be lists"
    elif not all(map(is_number, result[1])) or len(result[1]) != seats:
        yield "returns", "it must be a list with one number per seat"
    elif not _is_text(result[2]):
        yield "end", "it must be a string"
    resigned = fields.get("resigned")
    if not (resigned is None or is_whole(resigned, 0, seats - 1)):
        yield "resigned", f"it must be {Whole(0, seats - 1).words}"
    if resigned is not None and result[2] is not None:
        yield "resigned", "a finished game cannot be resigned"


def _wrong_events(events: Any, seats: int) -> Iterator[tuple[str, str]]:
    """Yield "events" and the mistake for each mistake in a list of events."""
    if not isinstance(events, list):
        yield "events", "it must be a list"
    if len(events) > MAX_EVENTS:
        yield "events", f"there are {len(events)}; a record can have at most {MAX_EVENTS}"
    for number, event in enumerate(events):
        if not (
            isinstance(event, list)
            and len(event) == 2
            and (event[0] == CHANCE_ACTOR or is_whole(event[0], 0, seats - 1))
            and isinstance(event[1], str)
        ):
            most = seats - 1
            wanted = f'["chance","..."] or [SEAT,"..."] with a seat from 0 to {most}'
            yield "events", f"ply {number} must be {wanted}"
        if len(event[1]) > MAX_EVENT:
            yield "events", f"ply {number} must be a string of at most {MAX_EVENT} characters"


def _is_text(value: object) -> bool:
    """Whether a value is a text of allowed length."""
    return isinstance(value, str) and len(value) <= MAX_TEXT


def read_records(path: str | Path) -> Iterator[Record]:
    """Yield the records of a file, one per line; skip empty lines.

    Raises OSError, and RecordError with the number of the wrong line.
    """
    number = 0
    try:
        for line in read_lines(path):
            number += 1
            if line.strip():
                yield _read(line, _("{file}, line {number}", file=short(Path(path)), number=number))
    except RecordError:
        raise
    except AicoreError as error:
        raise RecordError(error) from error


def _read(line: bytes, where: str) -> Record:
    """Return the record in a line of a file. Raises RecordError, which begins with `where`."""
    try:
        return Record.from_line(line.decode())
    except UnicodeDecodeError as error:
        raise RecordError(_("{where} is not UTF-8 text", where=where)) from error
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error


@dataclass(frozen=True)
class Ply:
    """Step of a replayed game: a position and the event that comes next.

    Args:
        number: number of earlier events.
        state: the position, an independent copy.
        event: text of the event that comes next; None at the end of the record.
        after: the position after this event; the same position at the end of the record. Do not
            change it.
    """

    number: int
    state: State
    event: str | None
    after: State

    @property
    def turn(self) -> Actor:
        """Seat to move, "chance" or "end"."""
        turn = self.state.turn
        return turn if turn >= 0 else CHANCE_ACTOR if turn == _CHANCE else "end"

    def heard(self, seat: int | None) -> SeenEvent | None:
        """Return the event with a seat's knowledge; None at the end. Seat None sees everything."""
        if self.event is None:
            return None
        return seen_event(self.state, self.turn, self.event, self.after, seat)

    def to_dict(self) -> dict[str, Any]:
        """Return the ply in plain types, as ``aicore replay --json`` prints it."""
        fields: dict[str, Any] = {"ply": self.number, "turn": self.turn}
        if self.turn == CHANCE_ACTOR:
            fields["outcomes"] = [[text, chance] for text, chance in self.state.outcomes()]
        elif self.turn != "end":
            fields["legal"] = self.state.legal()
        fields["event"] = self.event
        fields["state"] = self.state.to_dict()
        return fields


_CHANCE = -1  # `State.turn` if a chance event is due


def replay(record: Record, unfinished: bool = False) -> Iterator[Ply]:
    """Replay a record, and check every event, its actor and the result against the rules.

    Args:
        unfinished: whether to accept a record that stops before the game's end, although nobody
            resigned.

    Yields a Ply for each event and one for the last position. Raises RecordError.
    """
    try:
        game = record.load()
    except AicoreError as error:
        raise RecordError(
            _("the record's game cannot be loaded: {reason}", reason=error)
        ) from error
    state = game.start()
    for number, (actor, text) in enumerate(record.events):
        after = state.clone()
        ply = Ply(number, state, text, after)
        if actor != ply.turn:
            due = {CHANCE_ACTOR: _("a chance event is due"), "end": _("the game is over")}
            expected = due.get(str(ply.turn)) or _("seat {seat} is to move", seat=ply.turn)
            wrong = _("ply {number}, {event} by {who}: {reason}")
            slots = {"number": number, "event": short(repr(text)), "who": _who(actor)}
            raise RecordError(fill(wrong, **slots, reason=expected))
        try:
            after.apply(text)
        except AicoreError as error:
            wrong = _("ply {number}, by {who}: {reason}")
            slots = {"number": number, "who": _who(actor)}
            raise RecordError(fill(wrong, **slots, reason=error)) from error
        state = after.clone()
        yield ply
    last = Ply(len(record.events), state, None, state)
    if not record.over and not unfinished:
        text = _("the record is unfinished: it stops after {number} plies", number=last.number)
        raise RecordError(text)
    if record.finished and last.turn != "end":
        raise RecordError(
            _("ply {number}: the events end before the game does", number=last.number)
        )
    if last.turn == "end":
        _check_result(record, state)
    yield last


def _check_result(record: Record, state: State) -> None:
    """Compare a record's result with the last state. Raises RecordError if they differ."""
    facts = {"scores": state.scores(), "returns": state.returns(), "end": state.end}
    for name, fact in facts.items():
        fact = through_json(fact)
        claim = getattr(record, name)
        if claim != fact:
            shown, actual = short(json.dumps(claim)), short(json.dumps(fact))
            raise RecordError(
                _(
                    "{name}: the record says {shown}, but by the rules it is {found}",
                    name=name,
                    shown=shown,
                    found=actual,
                )
            )


def _who(actor: Actor) -> str:
    """Return an actor in words."""
    if actor == CHANCE_ACTOR:
        return pgettext("by", "chance")
    return pgettext("by", "seat {seat}", seat=actor)
