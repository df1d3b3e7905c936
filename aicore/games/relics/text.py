"""Notation: ``move n``, ``lift p07``, ``use doorway 5,4 14,6`` and the like; codes: state.pxd.

What a person may type besides is in typed.py, why an action is not possible in forbidden.py.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from aicore.core.errors import NotationError
from aicore.core.game import Game, State, View

SIZE = 31
TAG_SHIFT = 24
WAYS = ("n", "e", "s", "w")
AIRLOCKS = ("N", "E", "S", "W")
GALLERIES = tuple(f"g{number}" for number in range(1, 10))
TILES = ("n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2")
PLATFORMS = tuple(f"p{number:02}" for number in range(1, 21))
GUNS = tuple(f"gun{number}" for number in range(1, 13))
WEAPONS = (None, "blaster", "shield")
TURNS = ("0", "1", "2", "3")
ARTIFACT_IDS = (
    "mercurial-salamander",
    "venusian-dragonfly",
    "lunar-sickle",
    "cererian-flower",
    "martian-spearhead",
    "jovian-scepter",
    "saturnian-hourglass",
    "uranium-gem",
    "neptunian-shell",
)
ITEM_IDS = (
    "power-pack",
    "tape",
    "vitality",
    "adrenaline",
    "o2",
    "keycard",
    "security-hack",
    "grapple-gun",
    "rocketpack",
    "doorway",
    "foam-gun",
    "heat-ray",
    "freeze-ray",
    "platform-hack-1",
    "platform-hack-2",
)
PLAIN = ("tape", "vitality", "adrenaline", "o2", "platform-hack-1")  # used without a word more
RAYS = ("heat-ray", "freeze-ray")
MEANS = {"heat-ray": 11, "freeze-ray": 12, "pay": 14, "blaster": 15}  # to shoot or undo the net
POWERED = {"suit": 0, "heat-ray": 11, "freeze-ray": 12}
FOAMED = {"hole": 0, "fires": 1}
TAGS = (
    "",
    "gallery",
    "platform",
    "weapon",
    "airlock",
    "move",
    "lift",
    "spare",
    "at",
    "turn",
    "take",
    "artifact",
    "respond",
    "suffer",
    "lose",
    "item",
    "shoot",
    "hit",
    "raise",
    "overload",
    "patch",
    "net",
    "use",
    "remove",
    "escape",
    "end",
)
BARE = ("suffer", "raise", "patch", "escape", "end")
NAMED: dict[str, Sequence[str]] = {  # events of a word and a name
    "airlock": AIRLOCKS,
    "move": WAYS,
    "lift": PLATFORMS,
    "spare": PLATFORMS,
    "remove": PLATFORMS,
    "turn": TURNS,
    "artifact": ARTIFACT_IDS,
    "lose": ITEM_IDS,
    "item": ITEM_IDS,
    "hit": GUNS,
}
LINES = (  # for several actions; the first is shown to a person who begins
    "lift p07 to 14,10 turn 1; go nnee; take",
    "go n2 e2          the same as nnee, or four moves",
    "go 15,6           the shortest way to a square; go g2: to a gallery; go exit N",
    "lift p07 to 14,10 floor w    so that its floor is in the west; wall nw: its wall",
    "lift p07 turn 2   turned where it lies",
)
FORMS = "move n|e|s|w, lift pNN, at X,Y, turn R, take [keycard], use ITEM ..., patch, escape, end"


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    word, detail = TAGS[event >> TAG_SHIFT], event & 0xFFFFFF
    match word:
        case "gallery":
            return f"gallery {GALLERIES[detail >> 4]} {TILES[detail & 15]}"
        case "platform":
            return f"platform {_square(detail >> 5)} {PLATFORMS[detail & 31]}"
        case "weapon":
            return f"weapon {detail >> 4} {WEAPONS[detail & 15]}"
        case "at":
            return f"at {_square(detail)}"
        case "take":
            return "take keycard" if detail else "take"
        case "respond" | "overload":
            return f"{word} {ITEM_IDS[detail]}"
        case "shoot":
            return f"shoot {GUNS[detail >> 4]} with {_name(MEANS, detail & 15)}"
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
            return f" {GUNS[detail]}"
        case "doorway":
            return f" {_square(detail >> 10)} {_square(detail & 1023)}"
        case "platform-hack-2":
            return f" {PLATFORMS[detail >> 2]} {detail & 3}"
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
            number = _find(GALLERIES[:4] + GALLERIES[5:], gallery)
            return _code("gallery", (number + (number > 3)) << 4 | _find(TILES, tile))
        case ["platform", square, platform]:
            return _code("platform", _cell(square) << 5 | _find(PLATFORMS, platform))
        case ["weapon", seat, weapon]:
            number = _find([str(number) for number in range(game.seats)], seat)
            return _code("weapon", number << 4 | 1 + _find(("blaster", "shield"), weapon))
        case ["at", square]:
            return _code("at", _cell(square))
        case ["respond" | "overload" as word, ray]:
            return _code(word, MEANS[RAYS[_find(RAYS, ray)]])
        case ["shoot", gun, "with", weapon]:
            ways = ("blaster", "heat-ray")
            return _code("shoot", _find(GUNS, gun) << 4 | MEANS[ways[_find(ways, weapon)]])
        case ["net", means]:
            return _code("net", _value(MEANS, means))
        case ["use", item, *how]:
            number = _find(ITEM_IDS, item)
            return _code("use", _detail(text, item, how) << 4 | number)
    raise NotationError(f"{text!r} is not an event of relics; such are: {FORMS}")


def expand(position: State | View, line: str) -> list[str] | None:
    """The actions that a typed line stands for; None if it is no such line. Raises NotationError.

    ``go nnee``, ``go 15,6``, ``lift p07 to 14,10 turn 1``, and several of them with ``;`` between.
    """
    from aicore.games.relics import typed  # which builds on the names above

    return typed.expand(position, line)


def shorten(texts: Sequence[str]) -> list[str]:
    """Lines that stand for some actions of a seat, as `expand` reads them."""
    from aicore.games.relics import typed  # which builds on the names above

    return typed.shorten(texts)


def why_not(position: State | View, text: str) -> str | None:
    """The rule that forbids a well-formed action now, in one line; None if it is legal."""
    from aicore.games.relics import forbidden  # which builds on the names above

    canonical = position.game.text(position.game.parse(text))
    return forbidden.reason(position.to_dict(), position.game.info.data, canonical)


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
            return _find(GUNS, gun)
        case "doorway", [start, end]:
            return _cell(start) << 10 | _cell(end)
        case "platform-hack-2", [platform, turns]:
            return _find(PLATFORMS, platform) << 2 | _find(TURNS, turns)
    raise NotationError(f"{text!r}: it is not used like that; see the items in the rules")


def _code(word: str, detail: int = 0) -> int:
    return TAGS.index(word) << TAG_SHIFT | detail


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
    hint = f"did you mean {close[0]}?" if close else f"one of {names[0]} to {names[-1]}"
    raise NotationError(f"{name!r} is not possible here; {hint}")


def _value(names: dict[str, int], name: str) -> int:
    return names[list(names)[_find(list(names), name)]]


def _name(names: dict[str, int], value: int) -> str:
    return next(name for name, known in names.items() if known == value)
