"""Tests of Free Trader: months, payments and impossible positions.

Expected figures follow from the tables in data.toml by the rules; the comments show the sums.
"""

from __future__ import annotations

import pytest

import aicore
from aicore.core.errors import StateError
from games.trader.table import (
    EVENTS,
    HOLD,
    STAR,
    combat,
    drawing,
    month_ends,
    play,
    position,
    show,
)

# Payments


def test_a_month_ends_with_the_third_card_from_the_last():
    game = aicore.load("trader")
    rng = aicore.Rng(4)
    for _ in range(200):
        state, drawn = game.start(), 0
        while state.turn != aicore.END and state.to_dict()["month"] == 1:
            before = state.to_dict()["phase"]
            state.apply(state.policy(rng) if state.turn >= 0 else state.sample(rng))
            drawn += before == "event"
        if state.to_dict()["month"] == 2 or state.end == "payment":
            assert drawn == 14  # 16 cards, two of them out


def test_immediate_pays_before_the_card_counts():
    fields = month_ends("e12") | {"vectorium": 5, "modules": {"weapons": 9}}
    state = play(drawing("arrive", **fields), "event e12")
    assert show(state, "paid", "vectorium", "month", "drawing") == (1, 0, 2, "attack")
    # Salvage cannot pay: the payment comes first.
    fields = month_ends("e01", face_up=["e12"]) | {"vectorium": 4, "modules": {"weapons": 9}}
    state = play(combat(**fields), "counterattack", "event e01")
    assert (state.end, state.scores()) == ("payment", [0, 4])
    # Nor can goods or modules: ruling 5.
    state = drawing("buy", hold={"illegals": 3}, **(month_ends("e01") | {"vectorium": 4}))
    assert play(state, "event e01").end == "payment"


def test_the_card_that_ends_the_month_meets_the_new_bonus():
    # pirate 2 (e06) with e02: 2 + 2 against 2 + 3 misses; with the bonus of month 3 it hits: 6 > 5
    fields = {"enemy": "e06", "face_up": ["e06"], "month": 2, "paid": 1, "vectorium": 20}
    fields |= month_ends("e02", face_up=["e06"])
    state = play(drawing("attack", **fields), "event e02")
    assert show(state, "phase", "month", "paid", "vectorium") == ("damage", 3, 2, 10)


def test_a_month_that_ends_with_a_fine_is_paid_for_first():  # ruling 9
    fields = month_ends("e02", face_up=["e15"]) | {"face_up": ["e15"], "hold": {"illegals": 1}}
    # earth's law 3 times 2, and 2 V are left of 7; then the fine's card sets the prices
    state = play(drawing("fine", vectorium=7, **fields), "event e02")
    assert show(state, "paid", "month", "phase", "debt", "vectorium") == (1, 2, "fine", 4, 0)
    assert show(state, "hold", "face_up") == (HOLD, ["e15", "e02"])
    # a payment that is missed takes nothing: neither V nor illegals
    state = play(drawing("fine", vectorium=4, **fields), "event e02")
    assert (state.end, state.scores()) == ("payment", [0, 4])
    assert show(state, "hold") == (HOLD | {"illegals": 1},)


def test_a_month_that_ends_with_a_misjump_is_paid_for_first():
    fields = month_ends("e03") | {"target": "abyss", "planets": STAR, "vectorium": 6}
    state = play(drawing("jump", **fields), "event e03")
    assert show(state, "paid", "vectorium", "month") == (1, 1, 2)
    assert show(state, "planets", "drawing", "face_up") == ([["abyss", 1, 0]], "arrive", [])
    # the jump's card lay face up when the deck was made
    assert show(state, "undrawn_events") == ([e for e in EVENTS if e != "e03"],)


@pytest.mark.parametrize("payment", ["immediate", "turn_end"])
def test_payments(payment):
    for paid, amount in enumerate([5, 10, 10, 15]):
        due = payment == "turn_end"
        fields = {"paid": paid, "month": paid + 1 + due, "due": due}
        for vectorium in (amount - 1, amount):
            if due:
                state = position({"payment": payment}, phase="upgrade", vectorium=vectorium,
                                 **fields)  # fmt: skip
                play(state, "done")
            else:
                state = drawing("buy", **(fields | month_ends("e01") | {"vectorium": vectorium}))
                play(state, "event e01")
            if vectorium < amount:
                assert (state.end, state.scores()) == ("payment", [paid, vectorium])
                assert state.returns() == [0.0]
            elif paid < 3:
                assert show(state, "paid", "vectorium", "due") == (paid + 1, 0, False)
            else:
                assert (state.end, state.scores(), state.returns()) == ("paid", [4, 0], [1.0])


def test_turn_end_leaves_time_to_sell():
    fields = month_ends("e01") | {"vectorium": 0, "hold": {"illegals": 1}}
    state = drawing("arrive", options={"payment": "turn_end"}, **fields)
    play(state, "event e01")
    # the new deck and bonus come at once; the payment waits
    assert show(state, "month", "paid", "due", "phase") == (2, 0, True, "sell")
    assert len(show(state, "undrawn_events")[0]) == 15
    play(state, "sell illegals", "done")  # 8 + 2
    assert show(state, "vectorium") == (10,)
    play(state, "upgrade weapons")
    assert show(state, "paid", "vectorium", "due", "phase") == (1, 1, False, "explore")


def test_turn_end_pays_at_the_next_months_end_if_that_is_earlier():
    fields = {"month": 2, "due": True, "vectorium": 7, "enemy": "e12", "face_up": ["e12"]}
    fields |= month_ends("e02", face_up=["e12"])
    state = drawing("attack", options={"payment": "turn_end"}, **fields)
    play(state, "event e02")
    assert show(state, "paid", "vectorium", "due", "month") == (1, 2, True, 3)
    fields |= {"vectorium": 4}
    state = drawing("attack", options={"payment": "turn_end"}, **fields)
    assert play(state, "event e02").end == "payment"
    fields |= {"month": 5, "paid": 3, "vectorium": 15}
    state = drawing("attack", options={"payment": "turn_end"}, **fields)
    assert play(state, "event e02").end == "paid"


def test_the_new_deck_lacks_the_face_up_cards():  # ruling 8
    fields = {"enemy": "e12", "face_up": ["e12"], "vectorium": 9}
    fields |= month_ends("e01", face_up=["e12"])
    state = play(drawing("attack", **fields), "event e01")
    rest = [e for e in EVENTS if e not in ("e12", "e01")]
    assert show(state, "undrawn_events", "face_up") == (rest, ["e12", "e01"])
    assert len(rest) == 14


def test_reshuffle_all_takes_face_up_cards_too():  # ruling 11
    fields = {"enemy": "e12", "face_up": ["e12"], "vectorium": 9}
    fields |= month_ends("e01", face_up=["e12"])
    state = drawing("attack", options={"reshuffle": "all"}, **fields)
    play(state, "event e01")
    assert show(state, "undrawn_events", "face_up", "enemy") == (list(EVENTS), [], "e12")
    assert show(state, "phase") == ("damage",)
    play(state, "damage defenses", "counterattack", "event e12")  # 3 + 3 against 3 + 2 + 1: no
    assert show(state, "enemy", "drawing", "face_up") == ("e12", "attack", [])


def test_prices_to_sell_stay_after_a_reshuffle():  # ruling 4
    state = drawing("arrive", **(month_ends("e03") | {"vectorium": 5, "hold": {"weapons": 1}}))
    play(state, "event e03", "sell weapons")  # 4 + 1
    assert show(state, "paid", "vectorium", "last_event") == (1, 5, "e03")


def test_the_last_payment_ends_the_game_at_once():  # ruling 10
    fields = {"paid": 3, "month": 4} | month_ends("e12") | {"vectorium": 17}
    state = play(drawing("arrive", **fields), "event e12")
    assert (state.turn, state.end, state.scores()) == (aicore.END, "paid", [4, 2])
    assert show(state, "month", "face_up") == (4, ["e12"])
    assert len(show(state, "undrawn_events")[0]) == 2


# Impossible positions


@pytest.mark.parametrize(
    ("fields", "hint"),
    [
        ({"vectorium": 21}, "0 to 20"),
        ({"hold": {"weapons": 4}}, "cargo"),
        ({"planets": {"earth": (0, 0), "verdant": (5, 5)}}, "next to another"),
        ({"planets": {"earth": (0, 0), "verdant": (0, 0)}}, "two at"),
        ({"planets": {"earth": (60, 0), "verdant": (61, 0)}}, "coordinates"),
        ({"month": 3}, "month"),
        ({"due": True}, "due"),
        ({"undrawn_events": ["e02", "e03"]}, "three at least"),
        ({"phase": "combat", "enemy": "e01", "face_up": ["e01"]}, "pirate"),
        ({"phase": "combat"}, "face_up"),
        ({"phase": "jump", "vectorium": 0}, "vectorium"),
        ({"phase": "jump", "planets": {"earth": (0, 0)}}, "several"),
        ({"phase": "event"}, "drawing"),
        ({"debt": 2}, "debt"),
        ({"drawing": "jump"}, "drawing"),
        ({"last_event": "e99"}, "last_event"),
    ],
)
def test_impossible_positions(fields, hint):
    with pytest.raises(StateError, match=hint):
        position(**fields)
