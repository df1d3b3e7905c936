"""Booster in arrays: the words of actions, and observations read back as README.md tells them."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from aicore.core.game import Game
from aicore.games.booster.text import card_ids
from kit.conformance import walk
from kit.effort import effort
from kit.fields import one, pair, some, told

CARDS = card_ids(aicore.info("booster"))
PHASES = ("deal", "draw", "mission", "eject", "end")
WORDS = (*CARDS, "pass", "alone")
DESTINATIONS = range(20, 30)


def read(game: Game, seat: int, seen: dict[str, Any]) -> dict[str, Any]:
    """A seat's dict from its observation."""
    seats = game.seats
    order = [(seat + i) % seats for i in range(seats)]
    deck_number = pair(seen["deck number"])
    numbers = {card: deck_number - age for card, age in zip(CARDS, seen["age"], strict=True)}
    hand, discard = some(seen["hand"], CARDS), some(seen["discard"], CARDS)
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
    phase = one(seen["phase"], PHASES)
    assert seen["cards held"][0] == len(hand)
    assert seen["target"] == game.options["target"]
    reached = "target" if max(scores) >= seen["target"] else "max_turns"
    return {
        "phase": phase,
        "seat": one(seen["seat"], order),
        "turns": seats * game.options["max_turns"] - pair(seen["turns left"]),
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
def test_observations_tell_all_that_a_seat_knows(seats: int, options: dict[str, int]) -> None:
    """The complete dict of a seat can be read back, and only that is asked for."""
    game = aicore.load("booster", seats=seats, **options)
    mixed = 0
    for seed in range(effort(1, 40)):
        for ply, state in enumerate(walk(game, seed, guided=True)):
            seat = ply % seats
            fields = state.to_dict(seat)
            assert read(game, seat, told(game, bytes(state.observation(seat)))) == fields
            mixed += len({old for hand in fields["drawn_from"] for old in hand}) > 2
    assert mixed  # there were cards of several old decks in hand


def test_a_card_in_hand_longer_than_255_decks_counts_as_255() -> None:
    """Nobody keeps one so long; a byte holds no more."""
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
    seen = told(game, bytes(game.from_dict(fields).observation(0)))
    assert pair(seen["deck number"]) == 301
    assert {
        (card in fields["hands"][0], age) for card, age in zip(CARDS, seen["age"], strict=True)
    } == {(True, 255), (False, 2), (False, 0)}


def test_words() -> None:
    """An eject says its cards; a meld its destination, then what the hand has several of."""
    game = aicore.load("booster", seats=3, target=100, max_turns=40)
    assert game.num_actions == len(WORDS)
    melds = 0
    for state in walk(game, 5, guided=True):
        if state.turn < 0:
            continue
        hand = [CARDS.index(card) for card in state.to_dict()["hands"][state.turn]]
        for text in state.legal():
            verb, _, rest = text.partition(" ")
            cards = [CARDS.index(card) for card in rest.split(",") if card]
            words = [CARDS.index(card) if card in CARDS else card for card in said(state, text)]
            if verb == "pass":
                assert words == ["pass"]
            elif verb == "eject":
                assert words == (cards if len(cards) == 2 else [*cards, "alone"])
            else:
                melds += 1
                several = [c for c in cards if sum(other // 10 == c // 10 for other in hand) > 1]
                assert words[0] in DESTINATIONS
                assert words[0] in cards
                assert words[1:] == [c for c in several if c != words[0]]
    assert melds > 20


def said(state: aicore.State, text: str) -> list[str]:
    """All words of an action."""
    return [WORDS[word] for word in state.spell(text, full=True)]


def test_what_is_asked_of_a_seat_with_a_choice_of_payloads() -> None:
    """Pass or fly; then the payload: all else is settled, as Saturn is too far for these."""
    game = aicore.load("booster")
    state = game.start()
    hand = ["robots", "ion-drive", "luna", "saturn", "freighter-1", "gas-refinery", "comm-sat"]
    rest = [card for card in CARDS if card not in hand]
    for card in [*hand[:5], *rest[:5], *hand[5:]]:
        state.apply(next(text for text, _ in state.outcomes() if text.endswith(f" {card}")))
    melds = [text for text in state.legal() if text != "pass"]
    assert len(melds) == 2
    assert {state.spell("pass"), *map(state.spell, melds)} == {
        (WORDS.index("pass"),),
        (WORDS.index("luna"), WORDS.index("gas-refinery")),
        (WORDS.index("luna"), WORDS.index("comm-sat")),
    }
