"""Booster in arrays: the words of actions, and observations read back as README.md tells them."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from aicore.core.game import Game
from aicore.games.booster.text import card_ids
from kit.conformance import walk
from kit.effort import effort
from kit.observed import fields_of, marked, number, one

CARDS = card_ids(aicore.info("booster"))
PHASES = ("deal", "draw", "mission", "eject", "end")
WORDS = (*CARDS, "pass", "alone")
DESTINATIONS = range(20, 30)


def read(game: Game, seat: int, told: dict[str, Any]) -> dict[str, Any]:
    """A seat's dict from its observation."""
    seats = game.seats
    order = [(seat + i) % seats for i in range(seats)]
    deck_number = number(told["deck number"])
    numbers = {
        card: deck_number - age for card, age in zip(CARDS, told["age"], strict=True)
    }
    hand, discard = marked(told["hand"], CARDS), marked(told["discard"], CARDS)
    unseen = {card for card in CARDS if card not in hand and card not in discard}
    hands: list[Any] = [None] * seats
    drawn_from: list[Any] = [None] * seats
    hands[seat], drawn_from[seat] = hand, sorted(numbers[card] for card in hand)
    for other, row in zip(order[1:], told["drawn from"], strict=True):
        counts: dict[int, int] = {}
        for card, count in zip(CARDS, row, strict=True):
            if card in unseen:
                assert counts.setdefault(numbers[card], count) == count
            else:
                assert count == 0
        drawn_from[other] = sorted(deck for deck, count in counts.items() for _ in range(count))
        hands[other] = [None] * told["cards held"][order.index(other)]
    scores = [points for _, points in sorted(zip(order, told["scores"], strict=True))]
    phase = one(told["phase"], PHASES)
    assert told["cards held"][0] == len(hand)
    assert told["target"] == game.options["target"]
    reached = "target" if max(scores) >= told["target"] else "max_turns"
    return {
        "phase": phase,
        "seat": one(told["seat"], order),
        "turns": seats * game.options["max_turns"] - number(told["turns left"]),
        "hands": hands,
        "deck": [None] * told["deck size"],
        "discard": discard,
        "deck_number": numbers,
        "drawn_from": drawn_from,
        "scores": scores,
        "end": reached if phase == "end" else None,
    }


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {"target": 100, "max_turns": 100}), (6, {"max_turns": 30})]
)
def test_observations_tell_all_that_a_seat_knows(seats: int, options: dict[str, int]) -> None:
    """The complete dict of a seat can be read back, and only that is asked for."""
    game = aicore.load("booster", seats=seats, **options)
    reshuffled = 0
    for seed in range(effort(2, 40)):
        for ply, state in enumerate(walk(game, seed, guided=True)):
            seat = ply % seats
            fields = state.to_dict(seat)
            assert read(game, seat, fields_of(state, seat)) == fields
            reshuffled += len(set(fields["deck_number"].values())) > 2
    assert reshuffled  # hands with cards of several old decks were among them


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
    told = fields_of(game.from_dict(fields), 0)
    assert number(told["deck number"]) == 301
    assert {(card in fields["hands"][0], age) for card, age in zip(CARDS, told["age"], strict=True)
            } == {(True, 255), (False, 2), (False, 0)}


@pytest.mark.parametrize("seats", [2, 6])
def test_words(seats: int) -> None:
    """An eject says its cards; a meld its destination, then what the hand has several of."""
    game = aicore.load("booster", seats=seats, target=100, max_turns=100)
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
    """Pass or fly; then the payload, as all else is settled."""
    game = aicore.load("booster")
    state = game.start()
    hand = "robots ion-drive luna freighter-1 gas-refinery comm-sat booster-1".split()
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
