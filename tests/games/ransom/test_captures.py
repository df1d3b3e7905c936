"""Tests of ransom's captures: which cards capture a target, and the duty of a new target."""

from __future__ import annotations

import pytest

from games.ransom.positions import TARGETS, position, verbs


def test_any_subset_that_suffices_captures():  # ruling 4
    state = position(hand=["he.sr", "n.k", "ne.ca"], targets=["delta.sr"], new="delta.sr")
    assert state.legal() == [
        "capture delta.sr with he.sr,ne.ca",
        "capture delta.sr with n.k,ne.ca",
        "capture delta.sr with he.sr,n.k,ne.ca",
    ]


def test_three_of_the_targets_faction_may_capture_it_but_need_not():
    state = position(hand=["he.k", "li.k", "be.k"], targets=["alpha.k", "alpha.sr"], new="alpha.k")
    assert "capture alpha.k with he.k,li.k,be.k" in state.legal()
    assert not any("alpha.sr" in text for text in state.legal())
    assert "discard he.k" in state.legal()


def test_a_merchant_counts_neither_for_a_faction_nor_in_a_sum():
    state = position(hand=["he.k", "li.k", "merchant-1"], targets=["delta.k"], new="delta.k")
    assert state.legal() == ["discard he.k", "discard li.k", "discard merchant-1"]


def test_two_of_equal_value_go_together_but_not_merchants():
    state = position(hand=["he.k", "he.ca", "merchant-1"], targets=["alpha.k"], new="alpha.k")
    assert sorted(state.legal()) == [
        "discard he.ca",
        "discard he.k",
        "discard he.k,he.ca",
        "discard merchant-1",
    ]
    state = position(hand=["he.k", "merchant-1", "merchant-2"], targets=["alpha.k"], new="alpha.k")
    assert len(state.legal()) == 3
    state = position(hand=["be.sr", "be.ba", "be.k"], targets=["alpha.k"], new="alpha.k")
    assert len(state.legal()) == 6
    state.apply("discard be.sr,be.k")
    assert state.to_dict()["hand"] == ["be.ba"]


def test_a_sum_is_no_pair():
    state = position(hand=["he.k", "li.ca", "be.k"], targets=["alpha.k"], new="alpha.k")
    assert sorted(state.legal()) == ["discard be.k", "discard he.k", "discard li.ca"]


# forced: ruling 5


HAND = ["n.k", "f.sr", "ne.ca"]  # 26


def test_forced_new_means_the_new_target_and_nothing_else():
    state = position("new", hand=HAND, targets=["delta.k", "alpha.k"], new="alpha.k")
    assert state.legal() == ["capture alpha.k with n.k,f.sr,ne.ca"]
    state = position(
        "new",
        hand=HAND,
        targets=["delta.k", "alpha.k"],
        new="alpha.k",
        boost=True,
        held=["gamma.k"],
    )
    assert verbs(state) == {"capture", "boost"}
    assert all(text.split()[1] == "alpha.k" for text in state.legal())


def test_forced_any_leaves_the_choice_among_targets_but_no_discard():
    state = position("any", hand=HAND, targets=["delta.k", "alpha.k"], new="alpha.k")
    assert verbs(state) == {"capture"}
    assert {text.split()[1] for text in state.legal()} == {"alpha.k", "delta.k"}


def test_forced_none_allows_everything():
    state = position("none", hand=HAND, targets=["delta.k", "alpha.k"], new="alpha.k")
    assert verbs(state) == {"capture", "discard"}


def test_an_old_target_within_reach_forbids_discards_under_new_and_any():
    hand = ["he.k", "be.sr", "ne.ca"]  # 16
    for forced, expected in [
        ("new", {"capture"}),
        ("any", {"capture"}),
        ("none", {"capture", "discard"}),
    ]:
        state = position(forced, hand=hand, targets=["gamma.k", "alpha.k"], new="alpha.k")
        assert verbs(state) == expected


def test_a_duty_forbids_the_discard_of_a_merchant_too():
    fields = {"hand": ["ne.k", "f.sr", "merchant-1"], "targets": ["delta.k"], "new": "delta.k"}
    for forced, expected in [
        ("new", {"capture"}),
        ("any", {"capture"}),
        ("none", {"capture", "discard"}),
    ]:
        assert verbs(position(forced, **fields)) == expected


@pytest.mark.parametrize("forced", ["new", "any", "none"])
def test_a_faction_capture_is_no_duty(forced):
    hand = ["he.k", "li.k", "be.k"]  # 9
    state = position(forced, hand=hand, targets=["delta.k"], new="delta.k")
    assert verbs(state) == {"capture", "discard"}


def test_a_duty_in_a_merchants_turn_allows_boosts_of_the_new_target():
    state = position(
        hand=["ne.k", "n.sr", "merchant-2"], targets=["alpha.k"], held=["delta.sr"],
        phase="merchant",
    )  # fmt: skip
    state.apply("merchant")
    state.apply("reveal gamma.k")
    assert set(state.legal()) == {
        "boost gamma.k with n.sr using delta.sr",
        "boost gamma.k with ne.k using delta.sr",
        "capture gamma.k with n.sr,ne.k",
    }


def test_a_possible_boost_is_no_duty():
    hand = ["he.k", "be.sr", "li.ca"]  # 9
    state = position(
        "new", hand=hand, targets=["delta.k", "alpha.k"], new="alpha.k", held=["beta.k"], boost=True
    )
    # delta 12 - 9 needs a held target below 12, but there is none; alpha needs 25 with 5 or more,
    # and the beta.
    assert verbs(state) == {"boost", "discard"}


@pytest.mark.parametrize(
    ("forced", "hand", "most"),
    [
        ("none", ["o.sr", "o.ba", "o.k"], 330),
        ("none", ["b.sr", "o.sr", "ne.sr"], 328),
        ("any", ["b.sr", "o.sr", "ne.sr"], 325),
        ("new", ["b.sr", "o.sr", "ne.sr"], 325),
    ],
)
def test_the_most_actions(forced, hand, most):
    # Counted over all 165 triples of ammo values and all numbers of open and held targets of each
    # kind, plus the faction capture: 325 where a capture forbids discards, 330 elsewhere.
    state = position(forced, hand=hand, targets=TARGETS[:8], held=TARGETS[8:], boost=True)
    assert len(state.legal()) == most <= state.game.max_actions
