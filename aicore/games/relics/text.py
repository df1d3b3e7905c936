"""Notation: ``move n``, ``lift p07``, ``use doorway 5,4 14,6`` and the like; codes: state.pxd.

What a person may type besides is in typed.py, why an action is not possible in forbidden.py.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from aicore.core.errors import NotationError
from aicore.core.game import Game, State, View
from aicore.games.relics.forbidden import reason
from aicore.games.relics.names import (
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
    WORDS,
)
from aicore.games.relics.state import Item, Means, Use
from aicore.games.relics.typed import expand, shorten

__all__ = ["LINES", "expand", "from_text", "shorten", "to_text", "why_not"]

TAG_SHIFT = 24  # of an event; the detail is below
DETAIL = (1 << TAG_SHIFT) - 1
PLAIN = ("tape", "vitality", "adrenaline", "o2", "platform-hack-1")  # used without a word more
RAYS = ("heat-ray", "freeze-ray")
MEANS: dict[str, int] = {  # to shoot or undo the net
    "heat-ray": Item.HEAT_RAY,
    "freeze-ray": Item.FREEZE_RAY,
    "pay": Means.PAY,
    "blaster": Means.FIRE_BLASTER,
}
POWERED: dict[str, int] = {
    "suit": Use.SUIT,
    "heat-ray": Item.HEAT_RAY,
    "freeze-ray": Item.FREEZE_RAY,
}
FOAMED: dict[str, int] = {"hole": Use.ON_HOLE, "fires": Use.ON_FIRES}
BARE = ("suffer", "raise", "patch", "escape", "end")
NAMED: dict[str, Sequence[str]] = {  # events of a word and a name
    "airlock": AIRLOCKS,
    "move": WAYS,
    "lift": PLATFORM_IDS,
    "spare": PLATFORM_IDS,
    "remove": PLATFORM_IDS,
    "turn": TURNS,
    "artifact": ARTIFACT_IDS,
    "lose": ITEM_IDS,
    "item": ITEM_IDS,
    "hit": GUN_IDS,
}
LINES = (  # for several actions; the first is shown to a person who begins
    "lift p07 to 14,10 floor w; go nnee; take",
    "go n2 e2          the same as nnee, or four moves",
    "go 15,6           the shortest way to a square; go g2: to a gallery; go exit N",
    "lift p07 to 14,10 wall nw    its wall in the north-west; turn 1: a quarter on",
    "lift p07 turn 2   turned where it lies",
)
FORMS = "move n|e|s|w, lift pNN, at X,Y, turn R, take [keycard], use ITEM ..., patch, escape, end"


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    word, detail = WORDS[event >> TAG_SHIFT], event & DETAIL
    match word:
        case "gallery":
            return f"gallery {GALLERY_IDS[detail >> 4]} {TILE_IDS[detail & 15]}"
        case "platform":
            return f"platform {_square(detail >> 5)} {PLATFORM_IDS[detail & 31]}"
        case "weapon":
            return f"weapon {detail >> 4} {WEAPONS[detail & 15]}"
        case "at":
            return f"at {_square(detail)}"
        case "take":
            return "take keycard" if detail else "take"
        case "respond" | "overload":
            return f"{word} {ITEM_IDS[detail]}"
        case "shoot":
            return f"shoot {GUN_IDS[detail >> 4]} with {_name(MEANS, detail & 15)}"
        case "net":
            return f"net {_name(MEANS, detail)}"
        case "use":
            return f"use {ITEM_IDS[detail & 15]}{_how(ITEM_IDS[detail & 15], detail >> 4)}"
    return f"{word} {NAMED[word][detail]}" if word in NAMED else word


def _how(item: str, detail: int) -> str:
    """The words after the item that is used."""
    match item:
        case "power-pack":
            return f" {_name(POWERED, detail)}"
        case "foam-gun" | "freeze-ray":
            return f" {_name(FOAMED, detail)}"
        case "grapple-gun" | "rocketpack":
            return f" {_square(detail)}"
        case "security-hack":
            return f" {GUN_IDS[detail]}"
        case "doorway":
            return f" {_square(detail >> 10)} {_square(detail & 1023)}"
        case "platform-hack-2":
            return f" {PLATFORM_IDS[detail >> 2]} {detail & 3}"
    return ""


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    match text.split():
        case [word] if word in BARE:
            return _code(word)
        case ["take"]:
            return _code("take")
        case ["take", "keycard"]:
            return _code("take", 1)
        case [word, name] if word in NAMED:
            return _code(word, _find(NAMED[word], name))
        case ["gallery", gallery, tile]:
            number = GALLERY_IDS.index(WALLED[_find(WALLED, gallery)])
            return _code("gallery", number << 4 | _find(TILE_IDS, tile))
        case ["platform", square, platform]:
            return _code("platform", _cell(square) << 5 | _find(PLATFORM_IDS, platform))
        case ["weapon", seat, weapon]:
            number = _find([str(number) for number in range(game.seats)], seat)
            return _code("weapon", number << 4 | 1 + _find(("blaster", "shield"), weapon))
        case ["at", square]:
            return _code("at", _cell(square))
        case ["respond" | "overload" as word, ray]:
            return _code(word, MEANS[RAYS[_find(RAYS, ray)]])
        case ["shoot", gun, "with", weapon]:
            ways = ("blaster", "heat-ray")
            return _code("shoot", _find(GUN_IDS, gun) << 4 | MEANS[ways[_find(ways, weapon)]])
        case ["net", means]:
            return _code("net", _value(MEANS, means))
        case ["use", item, *how]:
            number = _find(ITEM_IDS, item)
            return _code("use", _detail(text, item, how) << 4 | number)
    raise NotationError(f"{text!r} is not an event of relics; such are: {FORMS}")


def why_not(position: State | View, text: str) -> str | None:
    """The rule that forbids a well-formed action now, in one line; None if it is legal."""
    return reason(position, position.game.text(position.game.parse(text)))


def _detail(text: str, item: str, how: list[str]) -> int:
    """What the words after the item that is used denote."""
    match item, how:
        case _, [] if item in PLAIN:
            return 0
        case "power-pack", [name]:
            return _value(POWERED, name)
        case "foam-gun", [name]:
            return _value(FOAMED, name)
        case "freeze-ray", ["fires"]:
            return FOAMED["fires"]
        case (("grapple-gun" | "rocketpack"), [square]):
            return _cell(square)
        case "security-hack", [gun]:
            return _find(GUN_IDS, gun)
        case "doorway", [start, end]:
            return _cell(start) << 10 | _cell(end)
        case "platform-hack-2", [platform, turns]:
            return _find(PLATFORM_IDS, platform) << 2 | _find(TURNS, turns)
    raise NotationError(f"{text!r}: it is not used like that; see the items in the rules")


def _code(word: str, detail: int = 0) -> int:
    return WORDS.index(word) << TAG_SHIFT | detail


def _square(cell: int) -> str:
    return f"{cell % SIZE},{cell // SIZE}"


def _cell(text: str) -> int:
    column, _, row = text.partition(",")
    numbers = [str(number) for number in range(SIZE)]
    if column in numbers and row in numbers:
        return int(row) * SIZE + int(column)
    raise NotationError(f"{text!r} is no square: column and row from 0 to 30, such as 15,3")


def _find(names: Sequence[str], name: str) -> int:
    if name in names:
        return names.index(name)
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {close[0]}?" if close else f"it takes {_span(names)}"
    raise NotationError(f"{name!r} is not possible here; {hint}")


def _span(names: Sequence[str]) -> str:
    """Some names: the first and the last where they are numbered, else all."""
    numbered = len({name.rstrip("0123456789") for name in names}) == 1
    return f"{names[0]} to {names[-1]}" if numbered else ", ".join(names)


def _value(names: dict[str, int], name: str) -> int:
    return names[list(names)[_find(list(names), name)]]


def _name(names: dict[str, int], value: int) -> str:
    return next(name for name, known in names.items() if known == value)
