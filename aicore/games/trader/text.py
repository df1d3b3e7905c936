"""Notation of Free Trader: `place 0,1`, `buy industrials`, `jump 0,1`, `damage cargo illegals`."""

from __future__ import annotations

import difflib
import re
from typing import Any, cast

from aicore.core.errors import NotationError
from aicore.core.game import Game

# The kinds of events in the order of their codes; see state.pxd.
KINDS = (
    "planet",
    "event",
    "place",
    "jump",
    "flee",
    "flee",  # with no planet to flee to
    "buy",
    "sell",
    "done",
    "sell-module",
    "damage",
    "counterattack",
    "upgrade",
)
FLEE_BLINDLY = 5
CENTRE = 128
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
    "planet": "planets",
    "event": "events",
    "buy": "goods",
    "sell": "goods",
    "sell-module": "parts",
    "damage": "parts",
    "upgrade": "modules",
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
    kind, number = event >> 24, event & 0xFFFF
    verb = KINDS[kind]
    if verb in OBJECTS:
        return f"{verb} {names(game, OBJECTS[verb])[number]}"
    if verb in ("done", "counterattack") or kind == FLEE_BLINDLY:
        return verb
    return f"{verb} {(number >> 8) - CENTRE},{(number & 0xFF) - CENTRE}"


def find(game: Game, kind: str, name: str) -> int:
    """The number of a thing of this kind. Raises NotationError."""
    listed = names(game, kind)
    if name in listed:
        return listed.index(name)
    close = difflib.get_close_matches(name, listed, n=1)
    hint = f"did you mean {close[0]}?" if close else f"like {listed[0]}"
    raise NotationError(f"{name!r} is not {WHAT[kind]}; {hint}")


def cell(text: str) -> int:
    """The number of a cell of the map. Raises NotationError."""
    if not re.fullmatch(r"-?\d{1,3},-?\d{1,3}", text, re.ASCII):
        raise NotationError(f"{text!r} is not a place; like 0,1")
    x, y = map(int, text.split(","))
    if max(abs(x), abs(y)) > FARTHEST:
        raise NotationError(f"{text!r}: no planet is farther out than {FARTHEST}")
    return (x + CENTRE) << 8 | (y + CENTRE)


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    match text.split():
        case ["done" | "counterattack" | "flee" as verb]:
            return (FLEE_BLINDLY if verb == "flee" else KINDS.index(verb)) << 24
        case ["place" | "jump" | "flee" as verb, place]:
            return KINDS.index(verb) << 24 | cell(place)
        case ["sell-module" | "damage" as verb, hold, good] if hold == names(game, "modules")[-1]:
            find(game, "goods", good)
            return KINDS.index(verb) << 24 | find(game, "parts", f"{hold} {good}")
        case [verb, name] if verb in OBJECTS:
            return KINDS.index(verb) << 24 | find(game, OBJECTS[verb], name)
    raise NotationError(f"{text!r} is not an action or outcome; forms: {FORMS}")
