"""Notation of Free Trader: `place 0,1`, `buy industrials`, `jump 0,1`, `damage cargo illegals`."""

from __future__ import annotations

from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar
from aicore.games.trader.rules.names import names
from aicore.games.trader.rules.state import (
    BUY_GOOD,
    CENTER,
    COUNTERATTACK,
    DONE,
    EAST,
    EVENT_CARD,
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
from aicore.games.trader.words.shorthand import expand

__all__ = ["expand", "grammar"]

FORMS = {
    "planet PLANET": PLANET_CARD,
    "event EVENT": EVENT_CARD,
    "place X,Y": PLACE_AT,
    "jump X,Y": JUMP_TO,
    "flee X,Y": FLEE_TO,
    "flee": FLEE,
    "buy GOOD": BUY_GOOD,
    "sell GOOD": SELL_GOOD,
    "done": DONE,
    "sell-module MODULE": SELL_PART,
    "damage MODULE": LOSE_PART,
    "counterattack": COUNTERATTACK,
    "upgrade MODULE": IMPROVE,
}
FARTHEST = 120  # from the center of the map


def grammar(game: Game) -> Grammar[Form]:
    """The forms of all events, with the names of the game's data."""
    along = range(-FARTHEST, FARTHEST + 1)
    codes = range(CENTER - FARTHEST, CENTER + FARTHEST + 1)
    modules = names(game, "modules")
    blanks = [
        *(Blank(kind.upper().removesuffix("S"), names(game, kind))
          for kind in ("planets", "events", "goods", "modules")),
        Blank("X", along, 8, codes), Blank("Y", along, 8, codes),
    ]  # fmt: skip
    forms = [
        Form(pattern, kind << KIND_SHIFT, blanks, steps=(EAST, NORTH) if "X,Y" in pattern else ())
        for pattern, kind in FORMS.items()
    ]
    for verb, kind in (("sell-module", SELL_PART), ("damage", LOSE_PART)):  # a hold and its load
        first = (kind << KIND_SHIFT) + len(modules)
        forms.append(Form(f"{verb} {modules[-1]} GOOD", first, blanks))
    return Grammar(forms)
