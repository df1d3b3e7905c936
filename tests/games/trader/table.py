"""Positions of Free Trader for its tests."""

from __future__ import annotations

import aicore
from aicore.games.trader.rules.names import names

GAME = aicore.load("trader")
PLANETS = names(GAME, "planets")
EVENTS = names(GAME, "events")
MODULES = {"weapons": 3, "defenses": 2, "engines": 3, "cargo": 3}
HOLD = dict.fromkeys(names(GAME, "goods"), 0)
STAR = {"earth": (0, 0), "verdant": (0, 1), "abyss": (1, 0), "citadel": (-1, 0)}
NEAR = {"earth": (0, 0), "verdant": (0, 1)}


def position(options=None, planets=None, ship="earth", modules=(), hold=(), **fields):
    """Return a position; unnamed planets are in the pile, unnamed event cards undrawn.

    Args:
        planets: name -> coordinates.
        ship, previous, target: names of planets.
        modules, hold: differences from the first turn's.
        discarded: event cards that are neither undrawn nor face up.
    """
    planets = planets or NEAR
    shown = [*fields.get("face_up", []), *fields.pop("discarded", [])]
    for key in ("previous", "target"):
        if fields.get(key):
            fields[key] = list(planets[fields[key]])
    phase = fields.get("phase", "sell")
    last = {"last_event": shown[-1] if shown else "e01"}
    if phase == "explore":
        last = {}
    return aicore.load("trader", **(options or {})).from_dict(
        {
            "phase": phase,
            "month": 1,
            "vectorium": 5,
            "modules": MODULES | dict(modules),
            "hold": HOLD | dict(hold),
            "planets": [[name, *planets[name]] for name in PLANETS if name in planets],
            "ship": list(planets[ship]),
            "previous": None,
            "pile": [
                name for name in PLANETS if name not in planets and name != fields.get("placing")
            ],
            "undrawn_events": [e for e in EVENTS if e not in shown],
            "face_up": [],
            "last_event": None,
            "enemy": None,
            "placing": None,
            "target": None,
            "debt": 0,
            "paid": 0,
            "due": False,
            "drawing": None,
            "end": None,
        }
        | last
        | fields
    )


def month_ends(keep, **fields):
    """Return fields with three undrawn cards, `keep` among them: the next card ends the month."""
    rest = [e for e in EVENTS if e not in fields.get("face_up", []) and e != keep][-2:]
    return {"undrawn_events": [e for e in EVENTS if e in (keep, *rest)]}


def show(state, *keys):
    fields = state.to_dict()
    return tuple(fields[key] for key in keys)


def play(state, *events):
    for event in events:
        state.apply(event)
    return state


def drawing(purpose, **fields):
    return position(phase="event", drawing=purpose, **fields)


def combat(**fields):
    """Return a combat position; the enemy is e12, a pirate of value 3, unless another is named."""
    enemy = fields.setdefault("enemy", "e12")
    fields.setdefault("face_up", [enemy])
    fields.setdefault("phase", "combat")
    return position(**fields)


def block(*cells):
    """Return planets on these cells, the first under the ship."""
    return dict(zip(PLANETS, cells, strict=False))


AROUND = [(0, 1), (1, 0), (0, -1), (-1, 0)]
CORNERS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
