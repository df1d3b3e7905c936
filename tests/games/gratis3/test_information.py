"""Tests of Gratis-3: the knowledge of each seat."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import aicore
from aicore.core.game import State
from games.gratis3 import twin as model
from games.gratis3.positions import CARDS, play, position, shown
from kit.chi2 import p_value
from kit.effort import effort


def test_evasions_are_private() -> None:
    state = play(position(3, 4, 5), "play short-range")
    assert [state.event_text("evade missile", seat) for seat in range(3)] == [
        "evade ?",
        "evade missile",
        "evade ?",
    ]
    assert state.event_text("no-evade", 0) == "no-evade"
    state.apply("evade missile")
    assert state.to_dict(0)["evasion"][1] == [None, None, None]
    assert state.to_dict(0)["hand"][1] == [None] * 5
    assert state.to_dict(0)["pending"]["can_be"][1][1] == list(dict.fromkeys(CARDS))[1:]
    assert state.to_dict(1) == state.to_dict()


def test_a_card_played_face_up_is_ruled_out_face_down() -> None:
    state = play(position(3, 4), "play short-range", "evade missile", "roll 1: 0,0")
    # The queue holds a missile, a short-range and the launch-move; all other types are in hand.
    assert shown(state, "pending")["can_be"][1] == [
        [],
        ["move-launch", "shields-guns", "short-range", "missile", "override"],
        [],
    ]
    play(state, "play move-launch", "launched")  # the only copy
    rest = ["shields-guns", "short-range", "missile", "override"]
    assert shown(state, "pending")["can_be"][1] == [rest, [], []]
    play(state, "play shields-guns", "guns", "play shields-guns")  # seat 1's one of the two copies
    assert shown(state, "pending")["can_be"][1] == [rest, [], [], []]


def walk(seats: int, seed: int) -> Iterable[tuple[State, model.Twin]]:
    """Yield the states of a random game with many attacks, each with its twin's state."""
    rng = random.Random(seed)
    state, twin = aicore.load("gratis3", seats=seats).start(), model.Twin(seats)
    while state.turn != aicore.END:
        yield state, twin
        possible = sorted(state.legal() or [text for text, _ in state.outcomes()])
        liked = [t for t in possible if t.startswith(("fire", "nuke", "emp", "evade", "launch "))]
        event = rng.choice(liked or possible)
        state.apply(event)
        twin.apply(event)


def test_others_know_as_much_as_the_rules_say() -> None:
    """After every event, can_be equals the plain model's could_be."""
    lying = 0
    for seed in range(effort(2, 6)):
        for state, twin in walk(2 + seed % 3, seed):
            found = shown(state, "pending")["can_be"]
            assert found == twin.could_be()
            lying += any(sum(map(bool, marks)) == 2 for marks in found)
    assert lying > effort(15, 50)


def hidden_cards(state: State, seat: int) -> tuple[str, ...]:
    return tuple(card for card in shown(state, "evasion")[seat] if card)


def test_resampling_is_uniform_over_what_is_consistent() -> None:
    """A chi-square test against the plain model's list of assignments; the seeds are fixed."""
    checked = 0
    for state, twin in walk(3, 5):
        for owner in range(3):
            possible = set(twin.sides[owner].assignments())
            if len(hidden_cards(state, owner)) < 2 or checked == effort(6, 12):
                continue
            checked += 1
            rng, seat = aicore.Rng(checked), (owner + 1) % 3
            counts = Counter(
                hidden_cards(state.resample(seat, rng), owner) for _ in range(60 * len(possible))
            )
            assert set(counts) == possible
            if len(possible) > 1:
                assert p_value([counts[cards] for cards in possible]) > 1e-4
    assert checked == effort(6, 12)


def test_a_view_is_one_for_all_assignments() -> None:
    for state, _ in walk(3, 6):
        for seat in range(3):
            other = state.resample(seat, aicore.Rng(seat))
            assert bytes(other.view(seat)) == bytes(state.view(seat))
            assert other.key(seat) == state.key(seat)
            assert hidden_cards(other, seat) == hidden_cards(state, seat)
