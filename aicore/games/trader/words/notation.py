"""Notation of Free Trader: `place 0,1`, `buy industrials`, `jump 0,1`, `damage cargo illegals`."""

from __future__ import annotations

from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar
from aicore.games.trader.rules import state
from aicore.games.trader.rules.names import names
from aicore.games.trader.words.shorthand import expand

__all__ = ["expand", "grammar"]

FORMS = {
    "planet PLANET": state.PLANET_CARD,
    "event EVENT": state.EVENT_CARD,
    "place X,Y": state.PLACE_AT,
    "jump X,Y": state.JUMP_TO,
    "flee X,Y": state.FLEE_TO,
    "flee": state.FLEE,
    "buy GOOD": state.BUY_GOOD,
    "sell GOOD": state.SELL_GOOD,
    "done": state.DONE,
    "sell-module MODULE": state.SELL_PART,
    "damage MODULE": state.LOSE_PART,
    "counterattack": state.COUNTERATTACK,
    "upgrade MODULE": state.IMPROVE,
}
FARTHEST = 120  # maximum distance from the center of the map


def grammar(game: Game) -> Grammar[Form]:
    """Return the grammar of the game's events, with the names in its data."""
    along = range(-FARTHEST, FARTHEST + 1)
    codes = range(state.CENTER - FARTHEST, state.CENTER + FARTHEST + 1)
    modules = names(game, "modules")
    blanks = [
        *(Blank(kind.upper().removesuffix("S"), names(game, kind))
          for kind in ("planets", "events", "goods", "modules")),
        Blank("X", along, 8, codes), Blank("Y", along, 8, codes),
    ]  # fmt: skip
    forms = []
    for pattern, kind in FORMS.items():
        steps = (state.EAST, state.NORTH) if "X,Y" in pattern else ()
        forms.append(Form(pattern, kind << state.KIND_SHIFT, blanks, steps=steps))
    for verb in ("sell-module", "damage"):  # these name a hold and its load
        first = (FORMS[f"{verb} MODULE"] << state.KIND_SHIFT) + len(modules)
        forms.append(Form(f"{verb} {modules[-1]} GOOD", first, blanks))
    return Grammar(forms)
