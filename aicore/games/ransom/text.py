"""Notation: ``capture alpha.sr with n.k,ne.sr,ne.ba``, ``draw he.ca``, ``merchant`` and others."""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import Any

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.core.registry import info
from aicore.games.ransom.cards import (
    AMMO,
    BOOST,
    CAPTURE,
    CARD_BITS,
    DISCARD,
    DRAW,
    HELD_SHIFT,
    KEEP,
    KIND_SHIFT,
    MERCHANT,
    NO_CARD,
    TARGET_SHIFT,
    UNVEIL,
)

KINDS = {
    MERCHANT: "merchant",
    KEEP: "keep",
    CAPTURE: "capture",
    BOOST: "boost",
    DISCARD: "discard",
    DRAW: "draw",
    UNVEIL: "reveal",
}
FORMS = (
    "merchant; keep; capture TARGET with AMMO[,AMMO[,AMMO]]; "
    "boost TARGET with AMMO[,AMMO[,AMMO]] using HELD; discard CARD[,CARD]; draw CARD; reveal TARGET"
)


def card_names(data: dict[str, Any], part: str) -> tuple[str, ...]:
    """The ids of all cards of a part ("targets", "ammo"), kind before faction."""
    factions = data["factions"]["ids"]
    return tuple(f"{kind}.{faction}" for kind in data[part]["ids"] for faction in factions)


@lru_cache(maxsize=1)
def target_names() -> tuple[str, ...]:
    """The ids of the sixteen targets."""
    return card_names(info("ransom").data, "targets")


@lru_cache(maxsize=1)
def ammo_names() -> tuple[str, ...]:
    """The ids of the ammo deck: 36 ammo cards, then the merchants."""
    data = info("ransom").data
    return (*card_names(data, "ammo"), *data["merchants"]["ids"])


def encode(kind: int, cards: list[int], target: int = 0, held: int = 0) -> int:
    """The integer of an event; `cards` are ammo, or the one card drawn or revealed."""
    code = kind << KIND_SHIFT | held << HELD_SHIFT | target << TARGET_SHIFT
    if kind in (DRAW, UNVEIL):
        return code | cards[0]
    if kind in (CAPTURE, BOOST, DISCARD):
        padded = sorted(cards) + [NO_CARD] * (3 - len(cards))
        code |= sum(card << CARD_BITS * i for i, card in enumerate(padded))
    return code


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    kind = event >> KIND_SHIFT
    word = KINDS[kind]
    if kind in (MERCHANT, KEEP):
        return word
    if kind == DRAW:
        return f"{word} {ammo_names()[event & NO_CARD]}"
    targets = target_names()
    if kind == UNVEIL:
        return f"{word} {targets[event & 15]}"
    fields = (event >> CARD_BITS * i & NO_CARD for i in range(3))
    ammo = ",".join(ammo_names()[card] for card in fields if card != NO_CARD)
    if kind == DISCARD:
        return f"{word} {ammo}"
    claim = f"{word} {targets[event >> TARGET_SHIFT & 15]} with {ammo}"
    return claim if kind == CAPTURE else f"{claim} using {targets[event >> HELD_SHIFT & 15]}"


def find(names: tuple[str, ...], name: str, what: str) -> int:
    """The number of a card. Raises NotationError."""
    if name in names:
        return names.index(name)
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {close[0]}?" if close else f"like {names[0]}"
    raise NotationError(f"{name!r} is not {what}; {hint}")


def find_ammo(text: str, most: int, merchants: bool = False) -> list[int]:
    """The numbers of different cards in a list with commas. Raises NotationError."""
    names = ammo_names() if merchants else ammo_names()[:AMMO]
    cards = [find(names, name, "an ammo card") for name in text.split(",")]
    if len(cards) > most or len(set(cards)) < len(cards):
        raise NotationError(f"{text!r}: it takes one to {most} different cards")
    if len(cards) > 1 and max(cards) >= AMMO:
        raise NotationError(f"{text!r}: a merchant is discarded alone")
    return cards


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    match text.split():
        case ["merchant"]:
            return encode(MERCHANT, [])
        case ["keep"]:
            return encode(KEEP, [])
        case ["capture", target, "with", ammo]:
            goal = find(target_names(), target, "a target")
            return encode(CAPTURE, find_ammo(ammo, 3), goal)
        case ["boost", target, "with", ammo, "using", held]:
            goal = find(target_names(), target, "a target")
            return encode(BOOST, find_ammo(ammo, 3), goal, find(target_names(), held, "a target"))
        case ["discard", ammo]:
            return encode(DISCARD, find_ammo(ammo, 2, merchants=True))
        case ["draw", card]:
            return encode(DRAW, [find(ammo_names(), card, "a card of the ammo deck")])
        case ["reveal", target]:
            return encode(UNVEIL, [find(target_names(), target, "a target")])
    raise NotationError(f"{text!r} is not an action or outcome; forms: {FORMS}")
