"""Positions of ransom in short notation."""

from __future__ import annotations

from functools import cache

import aicore
from aicore.games.ransom.rules.names import ammo_names, target_names

TARGETS = list(target_names())
AMMO = list(ammo_names())
POINTS = {"alpha": 25, "beta": 20, "gamma": 15, "delta": 12}


def ordered(names: list[str], cards) -> list[str]:
    """Return the cards in component order."""
    return [name for name in names if name in cards]


@cache
def loaded(forced: str) -> aicore.Game:
    """Return the game with this value of the option `forced`."""
    return aicore.load("ransom", forced=forced)


def position(
    forced="new",
    phase="act",
    hand=(),
    targets=(),
    held=(),
    under=(),
    deck=None,
    ammo_discard=(),
    ammo_deck=None,
    **fields,
) -> aicore.State:
    """Return a position; unnamed cards are in the decks, or out of them if a deck is given."""
    if deck is None:
        deck = [t for t in TARGETS if t not in {*targets, *held, *under}]
    elif not held:
        held = [t for t in TARGETS if t not in {*targets, *deck, *under}]
    if ammo_deck is None:
        ammo_deck = [a for a in AMMO if a not in {*hand, *ammo_discard}]
    else:
        ammo_discard = [a for a in AMMO if a not in {*hand, *ammo_deck}]
    return loaded(forced).from_dict(
        {
            "phase": phase,
            "turns": 5,
            "fuel": 4,
            "shield": False,
            "hand": ordered(AMMO, hand),
            "ammo_deck": ordered(AMMO, ammo_deck),
            "ammo_discard": ordered(AMMO, ammo_discard),
            "ammo_pass": 0,
            "targets": ordered(TARGETS, targets),
            "new": None,
            "target_deck": ordered(TARGETS, deck),
            "under_deck": list(under),
            "held": ordered(TARGETS, held),
            "boost": False,
            "merchant": False,
            "end": None,
        }
        | fields
    )


def verbs(state: aicore.State) -> set[str]:
    return {text.split()[0] for text in state.legal()}


def boosting() -> aicore.State:
    """Return a position with the boost unlocked and a target under the deck."""
    open_targets = ["alpha.k", "alpha.sr", "beta.k"]
    deck = ["beta.ca"]
    under = ["delta.k"]
    held = [t for t in TARGETS if t not in {*open_targets, *deck, *under}]
    return position(
        "none",
        hand=["ne.k", "ne.sr", "be.ca"],
        targets=open_targets,
        held=held,
        under=under,
        deck=deck,
        boost=True,
    )
