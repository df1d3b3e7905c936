"""Tests of Space Ransom in arrays: action words, and observations decoded as README.md says."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import aicore
from aicore.core.game import Game
from games.ransom.positions import AMMO, POINTS, TARGETS, boosting, position
from kit.effort import effort
from kit.fields import decoded, some
from kit.positions import walk

PHASES = ("setup", "merchant", "reveal", "act", "refill", "end")
FACTIONS = ("sr", "ba", "k", "ca")
KINDS = ("he", "li", "be", "b", "c", "n", "o", "f", "ne")  # worth 2, 3, ... 10
SETS = [tuple(i for i in range(3) if 1 << i & bits) for bits in range(1, 8)]  # places in hand
PAIRS = [
    (target, held)
    for target in TARGETS
    for held in TARGETS
    if POINTS[held.split(".")[0]] < POINTS[target.split(".")[0]]
]
WORDS: list[tuple[Any, ...]] = [
    ("merchant",),
    ("keep",),
    *(("discard", places) for places in SETS[:6]),
    *(("capture", target, places) for target in TARGETS for places in SETS),
    *(("boost", target, places, held) for target, held in PAIRS for places in SETS),
]


def read(game: Game, seen: dict[str, Any]) -> dict[str, Any]:
    """Return the position's dict decoded from its observation."""
    hand, deck = some(seen["hand"], AMMO), some(seen["ammo deck"], AMMO)
    phase, held = PHASES[seen["phase"]], some(seen["held"], TARGETS)
    under = {place: target for target, place in zip(TARGETS, seen["under deck"], strict=True)}
    assert ("none", "any", "new")[seen["duties"]] == game.options["forced"]
    ends = "cleared" if len(held) == len(TARGETS) else "fuel"
    return {
        "phase": phase,
        "turns": seen["turns"],
        "fuel": seen["fuel"],
        "shield": seen["shield"] == 1,
        "hand": hand,
        "ammo_deck": deck,
        "ammo_discard": [card for card in AMMO if card not in hand and card not in deck],
        "ammo_pass": seen["ammo pass"],
        "targets": some(seen["targets"], TARGETS),
        "new": (None, *TARGETS)[seen["new"]],
        "target_deck": some(seen["target deck"], TARGETS),
        "under_deck": [target for place, target in sorted(under.items()) if place],
        "held": held,
        "boost": seen["boost"] == 1,
        "merchant": seen["merchant"] == 1,
        "end": ends if phase == "end" else None,
    }


def in_hand(seen: dict[str, Any]) -> list[tuple[int, str | None]]:
    """Return the points and faction at each place of the hand."""
    return [
        (points, (None, *FACTIONS)[faction])
        for points, faction in zip(seen["points in hand"], seen["factions in hand"], strict=True)
    ]


def figures(card: str) -> tuple[int, str | None]:
    """Return the points and faction of an ammo card or a merchant."""
    kind, _, faction = card.partition(".")
    return (KINDS.index(kind) + 2, faction) if faction else (0, None)


@pytest.mark.parametrize("forced", ["new", "any", "none"])
def test_observations_hold_the_position(forced: str) -> None:
    game = aicore.load("ransom", forced=forced)
    under = 0
    for seed in range(effort(12, 200)):
        for state in walk(game, seed, policy=0.5 * (seed % 3 > 0)):
            seen, fields = decoded(state.game, bytes(state.observation(0))), state.to_dict()
            assert read(game, seen) == fields
            cards = [figures(card) for card in fields["hand"]]
            assert in_hand(seen) == cards + [(0, None)] * (3 - len(cards))
            under += len(fields["under_deck"]) > 0
    assert under


def test_targets_under_the_deck_are_numbered_from_the_next_to_come() -> None:
    hand = ["ne.k", "ne.sr", "be.ca"]
    state = position("none", hand=hand, targets=["alpha.k"], under=["delta.k", "alpha.sr"])
    seen = decoded(state.game, bytes(state.observation(0)))["under deck"]
    assert seen == [{"delta.k": 1, "alpha.sr": 2}.get(target, 0) for target in TARGETS]


def meaning(state: aicore.State, text: str) -> tuple[Any, ...]:
    """Return an action's meaning, with cards as their places in the hand."""
    hand = state.to_dict()["hand"]

    def places(cards: str) -> tuple[int, ...]:
        return tuple(hand.index(card) for card in cards.split(","))

    match text.split():
        case ["discard", cards]:
            return "discard", places(cards)
        case [verb, target, "with", cards, *held]:
            return verb, target, places(cards), *held[1:]
    return (text,)


def test_words() -> None:
    """Each action is one word with the same meaning as its text."""
    game = aicore.load("ransom", forced="none")
    assert game.num_tokens == len(WORDS)
    assert game.max_tokens == 1
    verbs: set[str] = set()
    for seed in range(effort(8, 100)):
        for state in [*walk(game, seed, policy=0.5), boosting()]:
            for text in state.legal():
                (word,) = state.encode(text)
                assert WORDS[word] == meaning(state, text)
                assert state.decode([word]) == game.parse(text)
                verbs.add(text.split()[0])
    assert verbs == {"merchant", "keep", "capture", "boost", "discard"}


def test_a_game_cannot_be_longer_than_declared() -> None:
    """There are at most 40 successes: each raises the rank, 0 to 4, of one of sixteen targets."""
    ranks = {kind: 4 - i for i, kind in enumerate(POINTS)}
    successes = 4 * sum(ranks.values())
    assert all(ranks[one] - ranks[other] >= 1 for one, other in combinations(POINTS, 2))
    turns = successes + 4 + 2 * successes  # paid by shields, first fuel, rewards
    assert aicore.load("ransom").max_length == 2 * turns == 248
