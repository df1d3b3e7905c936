"""Tests of booster in arrays: action words, and observations decoded as README.md describes."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from aicore.core.game import Game
from aicore.games.booster.rules.names import card_ids
from kit.effort import effort
from kit.fields import decoded, some
from kit.positions import walk

CARDS = card_ids(aicore.info("booster"))
PHASES = ("deal", "draw", "mission", "eject", "end")
PLACES = range(7)  # in the hand
WORDS = [
    ("pass",),
    *(("eject", first, second) for second in PLACES for first in PLACES if first <= second),
    *(("fly", first, second) for second in PLACES for first in PLACES if first < second),
]


def read(game: Game, seat: int, seen: dict[str, Any]) -> dict[str, Any]:
    """Return a seat's dict decoded from its observation."""
    seats = game.seats
    order = [(seat + i) % seats for i in range(seats)]
    numbers = {
        card: seen["deck number"] - age for card, age in zip(CARDS, seen["age"], strict=True)
    }
    held = [(None, *CARDS)[card] for card in seen["hand"]]
    hand, discard = [card for card in held if card], some(seen["discard"], CARDS)
    unseen = {card for card in CARDS if card not in hand and card not in discard}
    hands: list[Any] = [None] * seats
    drawn_from: list[Any] = [None] * seats
    hands[seat], drawn_from[seat] = hand, sorted(numbers[card] for card in hand)
    for other, row in zip(order[1:], seen["drawn from"], strict=True):
        counts: dict[int, int] = {}
        for card, count in zip(CARDS, row, strict=True):
            if card in unseen:
                assert counts.setdefault(numbers[card], count) == count
            else:
                assert count == 0
        drawn_from[other] = sorted(deck for deck, count in counts.items() for _ in range(count))
        hands[other] = [None] * seen["cards held"][order.index(other)]
    scores = [points for _, points in sorted(zip(order, seen["scores"], strict=True))]
    phase = PHASES[seen["phase"]]
    assert seen["cards held"][0] == len(hand)
    assert held == hand + [None] * (7 - len(hand))
    assert seen["target"] == game.options["target"]
    reached = "target" if max(scores) >= seen["target"] else "max_turns"
    return {
        "phase": phase,
        "seat": order[seen["seat"] - 1],
        "turns": seats * game.options["max_turns"] - seen["turns left"],
        "hands": hands,
        "deck": [None] * seen["deck size"],
        "discard": discard,
        "deck_number": numbers,
        "drawn_from": drawn_from,
        "scores": scores,
        "end": reached if phase == "end" else None,
    }


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"target": 100, "max_turns": 60}),
        (3, {"target": 15}),
        (6, {"target": 100, "max_turns": 30}),
    ],
)
def test_observations_hold_all_that_a_seat_knows(seats: int, options: dict[str, int]) -> None:
    """A seat's complete dict can be decoded from its observation alone."""
    game = aicore.load("booster", seats=seats, **options)
    mixed = 0
    for seed in range(effort(2, 40)):
        for ply, state in enumerate(walk(game, seed, policy=0.5)):
            seat = ply % seats
            fields = state.to_dict(seat)
            assert read(game, seat, decoded(game, bytes(state.observation(seat)))) == fields
            mixed += len({old for hand in fields["drawn_from"] for old in hand}) > 2
    assert mixed  # some hands together held cards of three decks


def test_a_card_in_hand_longer_than_255_decks_counts_as_255() -> None:
    """Nobody keeps a card that long; a byte cannot hold more."""
    game = aicore.load("booster")
    fields = game.start().to_dict()
    while fields["phase"] != "mission":
        state = game.from_dict(fields)
        state.apply(state.outcomes()[0][0])
        fields = state.to_dict()
    fields["deck_number"] = {
        card: 1 if card in fields["hands"][0] else 301 - 2 * (card in fields["hands"][1])
        for card in CARDS
    }
    fields["drawn_from"] = [
        [fields["deck_number"][card] for card in hand] for hand in fields["hands"]
    ]
    fields["turns"] = 302
    seen = decoded(game, bytes(game.from_dict(fields).observation(0)))
    assert seen["deck number"] == 301
    assert {
        (card in fields["hands"][0], age) for card, age in zip(CARDS, seen["age"], strict=True)
    } == {(True, 255), (False, 2), (False, 0)}


def test_words() -> None:
    """An action is a verb with places of the hand; each word has one use."""
    game = aicore.load("booster", seats=3, target=100, max_turns=40)
    assert game.num_tokens == len(WORDS)
    assert game.max_tokens == 1
    tokens = set()
    for seed in range(effort(3, 60)):
        for state in walk(game, seed, policy=0.5):
            for text in state.legal():
                (word,) = state.encode(text)
                assert WORDS[word] == meaning(state, text)
                tokens.add(WORDS[word])
    assert {verb for verb, *_ in tokens} == {"pass", "eject", "fly"}
    assert {word for word in WORDS if word[0] == "eject"} <= tokens


def meaning(state: aicore.State, text: str) -> tuple[Any, ...]:
    """Return an action's verb with the places of the ejected cards, or those a mission leaves."""
    hand = state.to_dict()["hands"][state.turn]
    verb, _, rest = text.partition(" ")
    places = [hand.index(card) for card in rest.split(",") if card]
    if verb == "meld":
        return "fly", *sorted(set(range(len(hand))) - set(places))
    return (verb, places[0], places[-1]) if places else (verb,)
