"""Notation of Free Trader: `place 0,1`, `buy industrials`, `jump 0,1`, `damage cargo illegals`."""

from __future__ import annotations

import difflib
import re
from typing import Any, cast

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.games.trader.state import (
    BUY_GOOD,
    CENTRE,
    COUNTERATTACK,
    DONE,
    EAST,
    EVENT_CARD,
    FIELD,
    FLEE,
    FLEE_TO,
    IMPROVE,
    JUMP_TO,
    KIND_SHIFT,
    LOSE_PART,
    NORTH,
    PLACE_AT,
    PLANET_CARD,
    SELL_GOOD,
    SELL_PART,
)
from aicore.games.trader.typed import expand

__all__ = ["expand", "from_text", "to_text"]

# The first words of events, but for flights to a planet that is still to be found.
VERBS = {
    PLANET_CARD: "planet",
    EVENT_CARD: "event",
    PLACE_AT: "place",
    JUMP_TO: "jump",
    FLEE_TO: "flee",
    BUY_GOOD: "buy",
    SELL_GOOD: "sell",
    DONE: "done",
    SELL_PART: "sell-module",
    LOSE_PART: "damage",
    COUNTERATTACK: "counterattack",
    IMPROVE: "upgrade",
}
KINDS = {verb: kind for kind, verb in VERBS.items()}
FARTHEST = 120
FORMS = (
    "place X,Y; buy GOOD; done; jump X,Y; flee X,Y; flee; counterattack; damage MODULE; "
    "damage cargo GOOD; sell GOOD; sell-module MODULE; sell-module cargo GOOD; upgrade MODULE; "
    "planet NAME; event ID"
)


def names_of(data: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """Ids in the order of their numbers: planets, events, goods, modules, parts of the ship."""
    modules, goods = data["modules"]["ids"], data["goods"]["ids"]
    return {
        "planets": tuple(planet["name"] for planet in data["cards"]["planets"]),
        "events": tuple(event[0] for event in data["cards"]["events"]),
        "goods": tuple(goods),
        "modules": tuple(modules),
        "parts": (*modules, *(f"{modules[-1]} {good}" for good in goods)),
    }


def names(game: Game, kind: str) -> tuple[str, ...]:
    """The ids of one kind in this game, whose data may be a player's own."""
    listed: tuple[str, ...] = cast(Any, game).names[kind]
    return listed


# What follows the first word of an event.
OBJECTS = {
    PLANET_CARD: "planets",
    EVENT_CARD: "events",
    BUY_GOOD: "goods",
    SELL_GOOD: "goods",
    SELL_PART: "parts",
    LOSE_PART: "parts",
    IMPROVE: "modules",
}
WHAT = {
    "planets": "a planet",
    "events": "an event card",
    "goods": "a good",
    "parts": "a module",
    "modules": "a module",
}


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    kind, number = event >> KIND_SHIFT, event & FIELD
    if kind == FLEE:
        return VERBS[FLEE_TO]
    verb = VERBS[kind]
    if kind in OBJECTS:
        return f"{verb} {names(game, OBJECTS[kind])[number]}"
    if kind in (DONE, COUNTERATTACK):
        return verb
    x, y = coordinates(number)
    return f"{verb} {x},{y}"


def coordinates(cell: int) -> tuple[int, int]:
    """Where a cell of the map is."""
    return cell // EAST - CENTRE, cell % EAST // NORTH - CENTRE


def cell_at(x: int, y: int) -> int:
    """The number of the cell at these coordinates."""
    return EAST * (x + CENTRE) + NORTH * (y + CENTRE)


def find(game: Game, kind: str, name: str) -> int:
    """The number of a thing of this kind. Raises NotationError."""
    listed = names(game, kind)
    if name in listed:
        return listed.index(name)
    close = difflib.get_close_matches(name, listed, n=1)
    hint = f"did you mean {close[0]}?" if close else f"like {listed[0]}"
    raise NotationError(f"{name!r} is not {WHAT[kind]}; {hint}")


def read_cell(text: str) -> int:
    """The number of a cell of the map. Raises NotationError."""
    if not re.fullmatch(r"-?\d{1,3},-?\d{1,3}", text, re.ASCII):
        raise NotationError(f"{text!r} is not a place; like 0,1")
    x, y = map(int, text.split(","))
    if max(abs(x), abs(y)) > FARTHEST:
        raise NotationError(f"{text!r}: no planet is farther out than {FARTHEST}")
    return cell_at(x, y)


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    match text.split():
        case ["flee"]:
            return FLEE << KIND_SHIFT
        case ["done" | "counterattack" as verb]:
            return KINDS[verb] << KIND_SHIFT
        case ["place" | "jump" | "flee" as verb, place]:
            return KINDS[verb] << KIND_SHIFT | read_cell(place)
        case ["sell-module" | "damage" as verb, hold, good] if hold == names(game, "modules")[-1]:
            find(game, "goods", good)
            return KINDS[verb] << KIND_SHIFT | find(game, "parts", f"{hold} {good}")
        case [verb, name] if KINDS.get(verb) in OBJECTS:
            kind = KINDS[verb]
            return kind << KIND_SHIFT | find(game, OBJECTS[kind], name)
    raise NotationError(f"{text!r} is not an action or outcome; forms: {FORMS}")
