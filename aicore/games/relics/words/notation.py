"""Notation: ``move n``, ``lift p07``, ``use doorway 5,4 14,6`` and the like.

See state.pxd for the codes, shorthand.py for other lines that a person may type, and forbidden.py
for reasons why an action is not possible.
"""

from __future__ import annotations

from aicore.core.game import Game, State, View
from aicore.core.grammar import Blank, Form, Grammar
from aicore.core.language import N_
from aicore.games.relics.rules.names import (
    AIRLOCKS,
    ARTIFACT_IDS,
    GALLERY_IDS,
    GUN_IDS,
    ITEM_IDS,
    PLATFORM_IDS,
    SIZE,
    TILE_IDS,
    TURNS,
    WALLED,
    WAYS,
    WEAPONS,
)
from aicore.games.relics.rules.state import Item, Means, Tag, Use
from aicore.games.relics.words.forbidden import why_illegal
from aicore.games.relics.words.shorthand import expand, shorten

__all__ = ["LINES", "expand", "grammar", "shorten", "why_not"]

TAG_SHIFT = 24  # lowest bit of an event's tag; the bits below hold the values of its blanks
ITEM_BITS = 4  # lowest bits of a use: the item
SQUARES = [f"{x},{y}" for y in range(SIZE) for x in range(SIZE)]
MEANS = {  # means to shoot, or to take off the net
    "heat-ray": Item.HEAT_RAY,
    "freeze-ray": Item.FREEZE_RAY,
    "pay": Means.PAY,
    "blaster": Means.FIRE_BLASTER,
}
POWERED = {"suit": Use.SUIT, "heat-ray": Item.HEAT_RAY, "freeze-ray": Item.FREEZE_RAY}
FOAMED = {"hole": Use.ON_HOLE, "fires": Use.ON_FIRES}


def _named(name: str, codes: dict[str, int], *words: str) -> Blank:
    """Return a blank for some words of a table, or for all of them."""
    shown = words or tuple(codes)
    return Blank(name, shown, 4, [codes[word] for word in shown])


BLANKS = [
    Blank("GALLERY", WALLED, 4, [GALLERY_IDS.index(name) for name in WALLED]),
    Blank("TILE", TILE_IDS, 4), Blank("SQUARE", SQUARES, 10), Blank("PLATFORM", PLATFORM_IDS, 5),
    Blank("WEAPON", WEAPONS[1:], 4, (1, 2)), Blank("AIRLOCK", AIRLOCKS),
    Blank("WAY", WAYS), Blank("TURNS", TURNS, 2), Blank("ARTIFACT", ARTIFACT_IDS, 4),
    Blank("ITEM", ITEM_IDS, 4), Blank("GUN", GUN_IDS, 4), _named("MEANS", MEANS),
    _named("RAY", MEANS, "heat-ray", "freeze-ray"), _named("ARM", MEANS, "blaster", "heat-ray"),
    _named("POWERED", POWERED), _named("FOAMED", FOAMED), _named("BURNING", FOAMED, "fires"),
]  # fmt: skip
FORMS = {
    "gallery GALLERY TILE": Tag.GALLERY_TAG,
    "platform SQUARE PLATFORM": Tag.PLATFORM_TAG,
    "weapon SEAT WEAPON": Tag.WEAPON_TAG,
    "airlock AIRLOCK": Tag.AIRLOCK_TAG,
    "move WAY": Tag.MOVE_TAG,
    "lift PLATFORM": Tag.LIFT_TAG,
    "spare PLATFORM": Tag.SPARE_TAG,
    "at SQUARE": Tag.AT_TAG,
    "turn TURNS": Tag.TURN_TAG,
    "take": Tag.TAKE_TAG,
    "artifact ARTIFACT": Tag.ARTIFACT_TAG,
    "respond RAY": Tag.RESPOND_TAG,
    "suffer": Tag.SUFFER_TAG,
    "lose ITEM": Tag.LOSE_TAG,
    "item ITEM": Tag.ITEM_TAG,
    "shoot GUN with ARM": Tag.SHOOT_TAG,
    "hit GUN": Tag.HIT_TAG,
    "raise": Tag.RAISE_TAG,
    "overload RAY": Tag.OVERLOAD_TAG,
    "patch": Tag.PATCH_TAG,
    "net MEANS": Tag.NET_TAG,
    "remove PLATFORM": Tag.REMOVE_TAG,
    "escape": Tag.ESCAPE_TAG,
    "end": Tag.END_TAG,
}
USES = {  # words after the item that is used
    "power-pack": "POWERED", "tape": "", "vitality": "", "adrenaline": "", "o2": "",
    "security-hack": "GUN", "grapple-gun": "SQUARE", "rocketpack": "SQUARE",
    "doorway": "SQUARE SQUARE", "foam-gun": "FOAMED", "freeze-ray": "BURNING",
    "platform-hack-1": "", "platform-hack-2": "PLATFORM TURNS",
}  # fmt: skip
LINES = (  # lines for several actions; beginners are shown the first one
    "lift p07 to 14,10 floor w; go nnee; take",
    N_("go n2 e2          the same as nnee, or four moves"),
    N_("go 15,6           the cheapest way to a square; go g2: to a gallery; go exit N"),
    N_("lift p07 to 14,10 wall nw    its wall in the northwest; turn 1: a quarter turn clockwise"),
    N_("lift p07 turn 2   turns it in place"),
)


def grammar(game: Game) -> Grammar[Form]:
    """Return the forms of all events."""
    blanks = [*BLANKS, Blank("SEAT", range(game.seats))]
    forms = [Form(pattern, tag << TAG_SHIFT, blanks) for pattern, tag in FORMS.items()]
    forms.append(Form("take keycard", (Tag.TAKE_TAG << TAG_SHIFT) + 1))
    for item, how in USES.items():
        first = Tag.USE_TAG << TAG_SHIFT | ITEM_IDS.index(item)
        forms.append(Form(f"use {item} {how}".strip(), first, blanks, unit=1 << ITEM_BITS))
    return Grammar(forms)


def why_not(position: State | View, text: str) -> str | None:
    """Return the rule that forbids a well-formed action now, in one line; None if it is legal."""
    return why_illegal(position, position.game.text(position.game.parse(text)))
