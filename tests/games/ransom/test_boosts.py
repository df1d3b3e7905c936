"""Tests of boosts and merchants of ransom."""

from __future__ import annotations

from itertools import combinations, product

from games.ransom.positions import POINTS, TARGETS, boosting, position, verbs


def test_a_boost_takes_a_dearer_target_with_less_ammo_than_its_value():  # ruling 7
    state = position(
        "none",
        hand=["he.k", "be.sr", "ne.ca"],
        targets=["beta.k", "alpha.k"],
        held=["beta.sr", "gamma.sr", "delta.sr", "alpha.sr"],
        boost=True,
    )
    boosts = [text for text in state.legal() if text.startswith("boost")]
    assert "boost beta.k with ne.ca using gamma.sr" in boosts
    assert "boost beta.k with ne.ca using beta.sr" not in boosts  # not below beta
    assert "boost alpha.k with ne.ca using alpha.sr" not in boosts
    assert "boost beta.k with he.k using gamma.sr" not in boosts  # 17
    assert "boost alpha.k with ne.ca using gamma.sr" in boosts  # 25 exactly
    expected = set()
    points = {"he.k": 2, "be.sr": 4, "ne.ca": 10}
    for size in (1, 2, 3):
        for ammo in combinations(points, size):
            total = sum(points[card] for card in ammo)
            held = ("beta.sr", "gamma.sr", "delta.sr")
            for target, booster in product(("beta.k", "alpha.k"), held):
                value, help_ = POINTS[target.split(".")[0]], POINTS[booster.split(".")[0]]
                if total < value <= total + help_ and help_ < value:
                    expected.add(f"boost {target} with {','.join(ammo)} using {booster}")
    assert set(boosts) == expected


def test_no_boost_before_it_is_unlocked():
    fields = {"hand": ["he.k", "be.sr", "li.ca"], "targets": ["alpha.k"], "held": ["beta.k"]}
    assert verbs(position(**fields)) == {"discard"}
    assert verbs(position(**fields, boost=True)) == {"boost", "discard"}


def test_boosters_go_under_the_deck_and_return_in_order():  # ruling 6
    state = boosting()
    state.apply("boost alpha.k with ne.k using gamma.k")
    fields = state.to_dict()
    assert fields["under_deck"] == ["delta.k", "gamma.k"]
    assert "alpha.k" in fields["held"]
    assert "gamma.k" not in fields["held"]
    assert (fields["shield"], fields["fuel"]) == (True, 6)
    state.apply("draw he.sr")
    assert state.outcomes() == [("reveal beta.ca", 1.0)]  # the deck proper comes first
    for revealed, discarded in [("beta.ca", "he.sr"), ("delta.k", "he.ba"), ("gamma.k", "he.k")]:
        assert state.outcomes() == [(f"reveal {revealed}", 1.0)]
        state.apply(f"reveal {revealed}")
        state.apply(f"discard {discarded}")
        state.apply({"he.sr": "draw he.ba", "he.ba": "draw he.k", "he.k": "draw he.ca"}[discarded])
    fields = state.to_dict()
    assert (fields["phase"], fields["new"]) == ("act", None)  # nothing left to reveal


def test_a_recapture_pays_again():  # ruling 9
    state = boosting()
    state.apply("boost alpha.k with ne.k using beta.sr")  # beta.sr had paid when it was captured
    for event in (
        "draw f.sr",
        "reveal beta.ca",
        "discard be.ca",
        "draw f.ba",
        "reveal delta.k",
        "discard f.ba",
        "draw f.ca",
        "reveal beta.sr",
    ):
        state.apply(event)
    fuel = state.to_dict()["fuel"]
    state.apply("capture beta.sr with f.sr,f.ca,ne.sr")
    assert state.to_dict()["fuel"] == fuel + 1


def test_three_alphas_unlock_the_boost_for_good():
    state = position(
        hand=["n.k", "ne.sr", "ne.ca"],
        targets=["alpha.k", "alpha.sr"],
        phase="reveal",
        held=["beta.sr"],
    )
    other = state.clone()
    other.apply("reveal beta.k")
    assert not other.to_dict()["boost"]
    state.apply("reveal alpha.ca")
    assert state.to_dict()["boost"]
    state.apply("capture alpha.ca with n.k,ne.sr,ne.ca")
    assert state.to_dict()["boost"]


def test_the_last_target_of_the_deck_unlocks_the_boost_on_the_same_turn():
    held = [t for t in TARGETS if t not in ("alpha.k", "beta.k")]
    state = position(
        hand=["he.k", "be.sr", "li.ca"],
        targets=["alpha.k"],
        deck=["beta.k"],
        held=held,
        phase="reveal",
    )
    state.apply("reveal beta.k")
    assert state.to_dict()["boost"]
    assert "boost" in verbs(state)
    # a card put back keeps the deck from being empty
    held.remove("delta.k")
    state = position(
        hand=["he.k", "be.sr", "li.ca"],
        targets=["alpha.k"],
        deck=["beta.k"],
        held=held,
        under=["delta.k"],
        phase="reveal",
    )
    state.apply("reveal beta.k")
    assert not state.to_dict()["boost"]


# Merchants


def test_a_merchant_allows_boosts_for_its_turn_only():
    state = position(
        hand=["ne.k", "b.sr", "merchant-1"],
        targets=["alpha.sr"],
        held=["beta.sr"],
        phase="merchant",
    )
    assert state.legal() == ["merchant", "keep"]
    kept = state.clone()
    kept.apply("keep")
    kept.apply("reveal beta.ca")
    assert verbs(kept) == {"discard"}
    state.apply("merchant")
    fields = state.to_dict()
    assert (fields["merchant"], fields["hand"]) == (True, ["b.sr", "ne.k"])
    assert "merchant-1" in fields["ammo_discard"]
    assert (fields["phase"], fields["fuel"]) == ("reveal", 3)
    state.apply("reveal beta.ca")
    assert verbs(state) == {"boost", "discard"}
    state.apply("discard b.sr")
    fields = state.to_dict()
    assert (fields["merchant"], fields["boost"]) == (False, False)
    state.apply("draw c.sr")
    state.apply("draw c.ba")
    assert len(state.to_dict()["hand"]) == 3


def test_of_two_merchants_the_lower_goes_and_one_decision_is_made():
    state = position(
        hand=["ne.k", "merchant-1", "merchant-2"], targets=["alpha.sr"], phase="merchant"
    )
    state.apply("merchant")
    fields = state.to_dict()
    assert (fields["hand"], fields["phase"]) == (["ne.k", "merchant-2"], "reveal")


def test_a_shield_pays_for_a_merchants_turn_on_the_last_fuel():
    state = position(hand=["ne.k", "f.sr", "li.sr"], targets=["gamma.sr"], new="gamma.sr", fuel=1)
    state.apply("capture gamma.sr with ne.k,f.sr")
    state.apply("draw merchant-1")
    state.apply("draw b.k")
    assert state.legal() == ["merchant", "keep"]
