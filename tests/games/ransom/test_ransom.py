"""Tests of Space Ransom: its numbers, and each ruling of its README."""

from __future__ import annotations

from itertools import combinations, product
from math import comb

import pytest

import aicore
from aicore.core.errors import NotationError, StateError
from games.ransom.positions import AMMO, POINTS, TARGETS, boosting, position


def test_three_random_ammo_cards_reach_each_kind_of_target():
    # By counting the C(36, 3) = 7140 hands without merchants: .0706, .372, .781, .929.
    hands = list(combinations([v for v in range(2, 11) for _ in range(4)], 3))
    share = {
        need: sum(sum(hand) >= need for hand in hands) / len(hands) for need in POINTS.values()
    }
    assert share[25] == pytest.approx(0.0706, abs=5e-5)
    assert share[20] == pytest.approx(0.372, abs=5e-4)
    assert share[15] == pytest.approx(0.781, abs=5e-4)
    assert share[12] == pytest.approx(0.929, abs=5e-4)
    # 4 factions of 9 ammo cards each
    assert 4 * comb(9, 3) / comb(36, 3) == pytest.approx(0.0471, abs=5e-5)


def test_hands_capture_the_targets_that_their_sums_reach():
    """Count the captures of hands of three with one open target of each kind."""
    found = dict.fromkeys(POINTS, 0)
    hands = 0
    for kinds in product(range(9), repeat=3):  # factions sr, ba, k: never a faction capture
        hand = [AMMO[4 * kind + faction] for faction, kind in enumerate(kinds)]
        hands += 1
        state = position("none", hand=hand, targets=["alpha.ca", "beta.ca", "gamma.ca", "delta.ca"])
        captured = {text.split()[1].split(".")[0] for text in state.legal() if "capture" in text}
        for kind in captured:
            found[kind] += 1
    # Of the 9 ** 3 ordered triples of 2 to 10, C(8, 3) = 56 sum to at least 25: they are at most 5
    # below three tens.
    sums = [sum(v) for v in product(range(2, 11), repeat=3)]
    assert hands == 729
    assert sum(s >= 25 for s in sums) == 56
    assert found == {kind: sum(s >= POINTS[kind] for s in sums) for kind in POINTS}


def test_points():
    assert sum(POINTS[name.split(".")[0]] for name in TARGETS) == 288  # rules: 16 cards, 288 points


@pytest.mark.parametrize(
    "text",
    [
        "merchant",
        "keep",
        "discard merchant-2",
        "discard n.sr,n.ca",
        "draw ne.ca",
        "reveal delta.ba",
        "capture beta.k with he.sr,ne.sr,ne.ca",
        "boost alpha.sr with li.k using delta.ca",
    ],
)
def test_notation(text):
    game = aicore.load("ransom")
    assert game.text(game.parse(text)) == text


def test_notation_in_any_order():
    game = aicore.load("ransom")
    assert game.text(game.parse("capture beta.k with ne.ca,he.sr")) == (
        "capture beta.k with he.sr,ne.ca"
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("capture alpa.sr with he.sr", 'Did you mean "alpha.sr"'),
        ("capture alpha.sr with he.sr,he.sr", "different"),
        ("capture alpha.sr with merchant-1", "is no AMMO"),
        ("discard he.sr,he.ba,he.k", "discard AMMO,AMMO"),
        ("discard merchant-1,merchant-2", "is no AMMO"),
        ("fly", "Moves begin with merchant"),
    ],
)
def test_notation_errors(text, hint):
    with pytest.raises(NotationError, match=hint):
        aicore.load("ransom").parse(text)


# Setup and turn


def test_setup_draws_three_and_the_first_turn_pays_fuel():  # rulings 1 and 3
    state = aicore.load("ransom").start()
    assert state.to_dict()["fuel"] == 4
    for card in ("he.sr", "n.k", "ne.ca"):
        assert state.to_dict()["phase"] == "setup"
        state.apply(f"draw {card}")
    fields = state.to_dict()
    assert (fields["phase"], fields["turns"], fields["fuel"]) == ("reveal", 1, 3)
    assert fields["hand"] == ["he.sr", "n.k", "ne.ca"]


def test_a_capture_raises_the_shield_and_the_shield_saves_one_turns_fuel():  # ruling 2
    state = position(hand=["he.sr", "n.k", "ne.ca"], targets=["delta.sr"], new="delta.sr")
    state.apply("capture delta.sr with he.sr,ne.ca")
    fields = state.to_dict()
    assert (fields["phase"], fields["shield"], fields["fuel"]) == ("refill", True, 4)
    assert (fields["held"], fields["new"]) == (["delta.sr"], None)
    assert fields["ammo_discard"] == ["he.sr", "ne.ca"]
    state.apply("draw he.ba")
    state.apply("draw he.k")
    fields = state.to_dict()
    assert (fields["phase"], fields["shield"], fields["fuel"]) == ("reveal", False, 4)
    state.apply("reveal gamma.sr")
    state.apply("discard n.k")
    state.apply("draw b.sr")
    assert state.to_dict()["fuel"] == 3


def test_out_of_fuel_ends_the_game_at_once_and_points_count():
    state = position(
        hand=["he.sr", "he.k", "li.ca"],
        held=["beta.k"],
        targets=["alpha.sr"],
        new="alpha.sr",
        fuel=1,
    )
    state.apply("discard li.ca")
    state.apply("draw merchant-1")  # there is no merchant decision: the turn cannot be paid
    fields = state.to_dict()
    assert (state.turn, fields["phase"], fields["end"]) == (aicore.END, "end", "fuel")
    assert (fields["fuel"], fields["turns"]) == (0, 6)
    assert state.scores() == [20]
    assert state.returns() == [20 / 288]


def test_the_fuel_left_decides_between_equal_scores():
    states = [
        position(hand=["he.sr", "he.k", "li.ca"], held=["beta.k"], fuel=fuel) for fuel in (3, 4)
    ]
    assert [state.tie_break() for state in states] == [{"fuel": 3}, {"fuel": 4}]
    assert [state.standing() for state in states] == [[20, 3], [20, 4]]


def test_fuel_rewards_and_the_cap():
    for target, fuel, after in [
        ("alpha.k", 4, 6),
        ("beta.k", 4, 5),
        ("gamma.k", 4, 4),
        ("delta.k", 4, 4),
        ("alpha.k", 14, 15),
        ("beta.k", 15, 15),
    ]:
        state = position(hand=["n.sr", "f.ba", "ne.ca"], targets=[target], new=target, fuel=fuel)
        state.apply(f"capture {target} with n.sr,f.ba,ne.ca")
        assert state.to_dict()["fuel"] == after


def test_the_sixteenth_capture_ends_the_game_at_once():
    held = [t for t in TARGETS if t != "delta.k"]
    state = position(hand=["he.sr", "n.k", "ne.ca"], targets=["delta.k"], held=held, fuel=3)
    state.apply("capture delta.k with he.sr,n.k,ne.ca")  # overspending: ruling 4
    fields = state.to_dict()
    assert (state.turn, fields["end"], fields["fuel"]) == (aicore.END, "cleared", 3)
    assert (state.returns(), fields["hand"]) == ([1.0], [])


# Reshuffle


def test_the_discard_pile_becomes_the_deck_when_a_draw_is_due_and_spent_ammo_is_in_it():
    state = position(
        hand=["he.sr", "n.k", "ne.ca"], targets=["delta.sr"], new="delta.sr", ammo_deck=["li.sr"]
    )
    state.apply("capture delta.sr with he.sr,ne.ca")
    assert state.to_dict()["ammo_deck"] == ["li.sr"]
    assert state.outcomes() == [("draw li.sr", 1.0)]
    state.apply("draw li.sr")
    fields = state.to_dict()
    assert (len(fields["ammo_deck"]), fields["ammo_discard"], fields["ammo_pass"]) == (36, [], 1)
    assert {"he.sr", "ne.ca"} <= set(fields["ammo_deck"])
    assert len(state.outcomes()) == 36


def test_an_empty_deck_stays_empty_until_a_draw_is_due():
    state = position(
        hand=["he.sr", "n.k", "ne.ca"],
        targets=["delta.sr"],
        new="delta.sr",
        ammo_deck=["li.sr", "li.k"],
    )
    state.apply("capture delta.sr with he.sr,ne.ca")
    state.apply("draw li.sr")
    state.apply("draw li.k")
    fields = state.to_dict()
    assert (fields["phase"], fields["ammo_deck"], fields["ammo_pass"]) == ("reveal", [], 0)


# Positions


@pytest.mark.parametrize(
    "change",
    [
        {"fuel": 16},
        {"fuel": 0},
        {"phase": "lunch"},
        {"hand": ["he.sr", "n.k"]},
        {"new": "beta.sr"},
        {"hand": ["he.sr", "n.k", "n.k"]},
        {"turns": 0},
        {"end": "cleared"},
        {"boost": 3},
        {"held": ["delta.sr"]},
        {"under_deck": "x"},
        {"merchant": True},
        {"phase": "merchant"},
        {"ammo_deck": []},
        {"surprise": 1},
        {"ammo_pass": -1},
    ],
)
def test_bad_positions_are_refused(change):
    state = position(hand=["he.sr", "n.k", "ne.ca"], targets=["delta.sr"], new="delta.sr")
    with pytest.raises(StateError):
        state.game.from_dict(state.to_dict() | change)


def test_round_trips_and_sampling_along_guided_games():
    game = aicore.load("ransom")
    rng = aicore.Rng(3)
    for _ in range(20):
        state = game.start()
        while state.turn != aicore.END:
            assert game.from_dict(state.to_dict()) == state
            if state.turn == aicore.CHANCE:
                state.apply(state.sample(rng))
                continue
            legal = set(state.legal_actions())
            assert {state.sample(rng) for _ in range(3)} <= legal
            assert 0.0 <= state.evaluate()[0] <= 1.0
            state.apply(state.policy(rng))
        assert game.from_dict(state.to_dict()) == state


def test_random_actions_are_uniform():
    state = boosting()
    legal = state.legal_actions()
    rng = aicore.Rng(1)
    draws = 2000 * len(legal)
    seen = dict.fromkeys(legal, 0)
    for _ in range(draws):
        seen[state.sample(rng)] += 1
    chi2 = sum((n - 2000) ** 2 / 2000 for n in seen.values())
    # chi squared with n - 1 degrees of freedom: mean n - 1, variance 2 (n - 1); five deviations
    assert chi2 < len(legal) - 1 + 5 * (2 * (len(legal) - 1)) ** 0.5


def test_the_policy_is_strong():
    """Compare the mean of 1,000 deals with our own figure (STUDY.md), less five standard errors."""
    game = aicore.load("ransom")
    rng = aicore.Rng(11)
    scores = []
    for _ in range(1000):
        state = game.start()
        state.play_out(rng, guided=True)
        scores += state.scores()
    assert sum(scores) / len(scores) > 212
