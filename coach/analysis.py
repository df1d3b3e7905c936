"""Analysis for programs, as queries and answers; see docs/analysis.md.

An answer depends only on the knowledge that one seat has in a position.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import aicore
from aicore.arena.rollout import GAMES, roll_out, usual
from aicore.coach.judge import SIMULATIONS, Judge
from aicore.core.deal import Deal
from aicore.core.decision import Candidate, Progress, StopSearch
from aicore.core.errors import AicoreError
from aicore.core.game import Game, State
from aicore.core.record import FORMAT, Record, replay
from aicore.core.registry import info, load_with
from aicore.core.schema import (
    Fields,
    Flag,
    Given,
    ListOf,
    Maybe,
    Number,
    Shape,
    Text,
    Whole,
    of,
    parse_object,
    read,
)
from aicore.players import Player, player_class
from aicore.players.external_resources import external_resources, external_rule_files
from aicore.players.protocol import OPTIONS
from aicore.players.spec import SINGLE_TEXT, split

PROTOCOL = "aicore-analysis/1"
MAX_SEATS = 100
MAX_PLIES = 10_000  # maximum number of positions in one query
MAX_CANDIDATES = 10_000
MAX_PRIORITY = 1_000_000
MAX_WAIT = 86_400.0  # maximum seconds for `time` and `every`
LIMITS = {"threads": 4, "trees": 16, "memory": 1024}
"""Limits on a query's use of the machine, even for `threads=auto`."""
MAX_GAMES = 10_000  # maximum number of games after each action of a rollout
MAX_ROLLED = 100  # maximum number of actions that a rollout names


class WrongQuery(AicoreError):
    """Error for a query that cannot be answered.

    Args:
        field: the field with the error; None if there is no single field.
    """

    def __init__(self, message: object, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


@contextmanager
def blaming(field: str) -> Iterator[None]:
    """Turn errors within the block into a WrongQuery that names this field."""
    try:
        yield
    except AicoreError as error:
        raise WrongQuery(error, field) from error


@dataclass(frozen=True)
class RolloutRequest:
    """Rollout that a query asks for.

    Args:
        games: the maximum number of games after each action.
        actions: the texts of actions that the rollout always includes.
        only: whether the rollout includes no other actions.
        by: the spec of the player that continues the games; "" for the default player.
    """

    games: int = of(Whole(0, MAX_GAMES), GAMES)
    actions: list[str] | None = of(Maybe(ListOf(Text(), MAX_ROLLED)), None)
    only: bool = of(Flag(), False)
    by: str = of(Text(), "")


@dataclass(frozen=True)
class _Fields:
    """Fields of a query's message."""

    id: object = of(Given(), None)
    type: str = of(Text(), "")
    game: str | None = of(Text(), None)
    seats: int | None = of(Maybe(Whole(0, MAX_SEATS)), None)
    options: dict[str, int | str] | None = of(OPTIONS, None)
    events: object = of(Given(), None)
    position: dict[str, Any] | None = of(Maybe(Fields()), None)
    record: dict[str, Any] | None = of(Maybe(Fields()), None)
    plies: list[int] | None = of(Maybe(ListOf(Whole(), MAX_PLIES)), None)
    seat: int | None = of(Maybe(Whole(0, MAX_SEATS - 1)), None)
    by: str = of(Text(), "")
    sims: int | None = of(Maybe(Whole()), None)
    time: float | None = of(Maybe(Number(0.0, MAX_WAIT)), None)
    candidates: int = of(Whole(0, MAX_CANDIDATES), 10)
    every: float = of(Number(0.0, MAX_WAIT), 0.0)
    priority: int = of(Whole(-MAX_PRIORITY, MAX_PRIORITY), 0)
    seed: int = of(Whole(), 0)
    rollout: RolloutRequest | None = of(Maybe(Shape(RolloutRequest)), None)


@dataclass(frozen=True)
class Query:
    """Query for analysis, checked without the rules of the game.

    Args:
        id: the client's name for the query.
        source: the position or the events, as JSON.
        plies: the number of events before each position; there is at least one position.
        seat: the seat whose knowledge counts; None for the seat to move.
        by: the spec of the player that thinks; "" for the default player.
        budget: the query's `sims` and `time`, if given, as keys and values.
        candidates: the maximum number of candidates in an answer.
        every: seconds between progress messages; 0 for none.
        priority: priority of the query; the highest comes first.
        seed: the seed of the search.
        rollout: the rollout that the query asks for, if any.
    """

    id: object
    source: str
    plies: tuple[int, ...]
    seat: int | None
    by: str
    budget: tuple[tuple[str, str], ...]
    candidates: int
    every: float
    priority: int
    seed: int
    rollout: RolloutRequest | None = None


def read_query(message: Mapping[str, Any]) -> Query:
    """Return the query in a message. Raises AicoreError."""
    given = read(_Fields, message)
    budget = []
    if given.sims is not None:
        budget.append(("sims", str(given.sims)))
    if given.time is not None:
        budget.append(("time", repr(given.time)))
    if given.rollout is not None and given.rollout.only and not given.rollout.actions:
        raise WrongQuery("rollout.only: name the actions in rollout.actions", "rollout")
    return Query(
        id=given.id,
        source=_source(given),
        plies=_plies(given),
        seat=given.seat,
        by=given.by,
        budget=tuple(budget),
        candidates=given.candidates,
        every=given.every,
        priority=given.priority,
        seed=given.seed,
        rollout=given.rollout,
    )


def _source(given: _Fields) -> str:
    """Return a query's position or events as JSON."""
    sources = {"events": given.events, "position": given.position, "record": given.record}
    sources_given = [name for name, value in sources.items() if value is not None]
    if len(sources_given) > 1:
        raise WrongQuery(f"{' and '.join(sources_given)}: give only one of them", sources_given[1])
    if sources_given == ["record"]:
        if (given.game, given.seats, given.options) != (None, None, None):
            raise WrongQuery(
                "record: leave out game, seats and options; the record has them", "record"
            )
        return json.dumps({"record": given.record})
    if given.game is None:
        raise WrongQuery("game: missing", "game")
    chosen: dict[str, Any] = {"game": given.game, "options": given.options or {}}
    if given.seats is not None:
        chosen["seats"] = given.seats
    if sources_given == ["position"]:
        chosen["position"] = given.position
    else:
        chosen["events"] = given.events or []
    return json.dumps(chosen, sort_keys=True)


def _plies(given: _Fields) -> tuple[int, ...]:
    """Return the number of events before each position of a query; by default, all events."""
    if given.position is not None and given.plies:
        raise WrongQuery("plies: cannot be used with position", "plies")
    events = given.events if given.record is None else given.record.get("events")
    last = len(events) if isinstance(events, list) else 0
    return tuple(dict.fromkeys(given.plies or [last]))


def answer(
    query: Query, ply: int, usual: str, free: bool, progress: Progress | None
) -> dict[str, Any]:
    """Return the answer about one position of a query.

    Args:
        query: the query.
        ply: the number of events before the position.
        usual: the spec of the player that thinks, unless the query names one.
        free: whether the query may name files and programs.
        progress: callback for the leading action and its share; None for no reports.

    Raises AicoreError.
    """
    game, positions = _positions(query.source, query.plies, free)
    state = positions[ply]
    seat = max(state.turn, 0) if query.seat is None else query.seat
    Whole(0, game.seats - 1).read(seat, "seat")
    message: dict[str, Any] = {"type": "analysis", "ply": ply, "seat": seat, "turn": _turn(state)}
    player = _player(query.by or usual, query.budget, game, free or not query.by)
    if state.turn == seat and len(state.legal_actions()) > 1:
        player.seed, player.decisions = Deal(str(query.seed)).player_seed(seat), 0
        decision = player.decide(state.view(seat), progress)
        if decision.candidates:
            shares = game.shares(decision.candidates[0].values)
        else:
            shares = Judge(game).shares(state, seat)
        message["candidates"] = [
            _candidate(game, each) for each in decision.candidates[: query.candidates]
        ]
        message["action"] = decision.action
        message["line"] = list(decision.continuation) or [decision.action]
        message["simulations"], message["depth"] = decision.simulations, decision.depth
    else:
        sims = int(player.values.get("sims", 0)) or SIMULATIONS
        shares = Judge(game, min(sims, SIMULATIONS)).shares(state, seat)
        message["candidates"] = []
        if state.turn == seat:
            message["action"] = state.legal()[0]
    if query.rollout is not None:
        message["rollout"] = _rolled(query, query.rollout, state, seat, free, progress)
    return {**message, "shares": _rounded(shares)}


def _rolled(
    query: Query,
    request: RolloutRequest,
    state: State,
    seat: int,
    free: bool,
    progress: Progress | None,
) -> dict[str, Any] | None:
    """Return a rollout for an answer; None if it was canceled before the first deal ended."""
    game = state.game
    if state.turn != seat or len(state.legal_actions()) < 2:
        raise WrongQuery(f"rollout: seat {seat} has nothing to decide there", "rollout")
    by = request.by or usual(game)
    try:
        _player(by, (), game, free or not request.by)
    except WrongQuery as error:
        text = str(error)  # it begins with the name of a field, or is a sentence
        where = "rollout: " if text[:1].isupper() else "rollout."
        raise WrongQuery(where + text, "rollout") from error
    with blaming("rollout"):
        actions = [state.event_text(action) for action in request.actions or ()]

    def report(done: int, most: int, leader: str, share: float) -> None:
        if progress is not None:
            progress(leader, share)

    try:
        rollout = roll_out(
            state.view(seat), by, max(1, request.games), actions,
            only=request.only, seed=query.seed, report=report,
        )  # fmt: skip
    except StopSearch:
        return None
    return rollout.to_dict(game)


def _turn(state: State) -> int | str:
    names = {aicore.CHANCE: "chance", aicore.END: "end"}
    return names.get(state.turn, state.turn)


def _candidate(game: Game, candidate: Candidate) -> dict[str, Any]:
    message: dict[str, Any] = {
        "action": candidate.action,
        "visits": candidate.visits,
        "shares": _rounded(game.shares(candidate.values)),
        "error": round(candidate.error / game.stake, 6),
    }
    if candidate.bound:
        message["bound"] = True
    if candidate.share:
        message["share"] = round(candidate.share, 6)
    return message


def _rounded(shares: tuple[float, ...]) -> list[float]:
    return [round(share, 6) for share in shares]


@lru_cache(maxsize=4)
def _positions(source: str, plies: tuple[int, ...], free: bool) -> tuple[Game, dict[int, State]]:
    """Return the game of a query and its positions, by ply. Raises AicoreError."""
    given = parse_object(source)
    if "position" in given:
        game = _game(given["game"], given.get("seats"), given["options"], free)
        with blaming("position"):
            return game, {0: game.from_dict(given["position"])}
    record = _record(given, free)
    last = len(record.events)
    beyond = [ply for ply in plies if ply > last]
    if beyond:
        raise WrongQuery(f"plies: {beyond[0]} is too high; there are {last} events", "plies")
    with blaming("record" if "record" in given else "events"):
        played = replay(record, unfinished=True)
        positions = {ply.number: ply.state for ply in played if ply.number in plies}
        return record.load(), positions


def _record(given: dict[str, Any], free: bool) -> Record:
    """Return the record in a query, or a record made from its events."""
    if "record" in given:
        with blaming("record"):
            record = Record.from_line(json.dumps(given["record"]))
            _game(record.game, record.seats, record.options, free)
        return record
    game = _game(given["game"], given.get("seats"), given["options"], free)
    parts = {
        "format": FORMAT,
        "game": game.name,
        "seats": game.seats,
        "options": given["options"],
        "seed": 0,
        "players": ["human"] * game.seats,
        "events": given["events"],
        **dict.fromkeys(("scores", "returns", "end")),
    }
    with blaming("events"):
        record = Record.from_line(json.dumps(parts))
    end = list(_ended(record))
    if end:
        record.scores, record.returns, record.end = end
    return record


def _ended(record: Record) -> list[Any]:
    """Return scores, returns and end if a record's events reach the end of the game, else []."""
    state = record.load().start()
    for ply, (_, event) in enumerate(record.events):
        try:
            state.apply(event)
        except AicoreError as error:
            raise WrongQuery(f"events: ply {ply}: {error}", "events") from error
    return [state.scores(), state.returns(), state.end] if state.turn == aicore.END else []


def _game(name: str, seats: int | None, options: Mapping[str, int | str], free: bool) -> Game:
    with blaming("game"):
        info(name)
    for one in () if free else external_rule_files(name, options):
        raise WrongQuery(f"options.{one.key}: names a file; use --trust to allow this", "options")
    fewest, most = info(name).seats
    with blaming("options" if seats is None or fewest <= seats <= most else "seats"):
        return load_with(name, seats, options)


@lru_cache(maxsize=8)
def _player(spec: str, budget: tuple[tuple[str, str], ...], game: Game, free: bool) -> Player:
    """Return the player that thinks. Raises WrongQuery."""
    with blaming("by"):
        name, given = split(spec)
        kind = player_class(name)
        if name == "human":
            raise WrongQuery("by: player human cannot analyze; name a computer player")
        for resource in () if free else external_resources([spec]):
            access = "runs a program" if resource.program else f"reads a file ({resource.key})"
            raise WrongQuery(f"by: player {name} {access}; use --trust to allow this")
    if budget:
        takes = {} if name in SINGLE_TEXT else {limit.name: limit for limit in kind.PARAMETERS}
        for key, text in budget:
            if key not in takes:
                raise WrongQuery(f"{key}: player {name} has no such limit", key)
            with blaming(key):
                takes[key].read(text)
        for key in ("sims", "time"):
            given.pop(key, None)
        given.update(budget)
        spec = f"{name}:{','.join(f'{key}={value}' for key, value in given.items())}"
    with blaming("by"):
        player = aicore.player(spec, game)
        for key, most in LIMITS.items():
            value = player.values.get(key, 0)
            if not isinstance(value, str) and value > most:
                raise WrongQuery(f"by: {key} may be at most {most} here")
        player.ready(0)
    return player


def read_message(line: bytes, longest: int) -> dict[str, Any]:
    """Return the JSON object in a line. Raises AicoreError."""
    if len(line) > longest:
        raise AicoreError(f"the line is longer than {longest} bytes")
    return parse_object(line, lenient=True)
