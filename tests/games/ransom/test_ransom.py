"""Space Ransom: its numbers, and a scenario for each ruling of its README."""

from __future__ import annotations

from itertools import combinations, product
from math import comb

import pytest

import aicore
from aicore.core.errors import NotationError, StateError
from aicore.games.ransom.text import ammo_names, from_text, target_names, to_text

TARGETS = list(target_names())
AMMO = list(ammo_names())
POINTS = {"alpha": 25, "beta": 20, "gamma": 15, "delta": 12}


def ordered(names: list[str], cards) -> list[str]:
    """The cards in the order of the components."""
    return [name for name in names if name in cards]


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
    """A position: targets not named are in the deck, ammo not named too, unless a deck is given."""
    if deck is None:
        deck = [t for t in TARGETS if t not in {*targets, *held, *under}]
    elif not held:
        held = [t for t in TARGETS if t not in {*targets, *deck, *under}]
    if ammo_deck is None:
        ammo_deck = [a for a in AMMO if a not in {*hand, *ammo_discard}]
    else:
        ammo_discard = [a for a in AMMO if a not in {*hand, *ammo_deck}]
    return aicore.load("ransom", forced=forced).from_dict(
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


# Numbers


def test_three_random_ammo_cards_reach_each_kind_of_target():
    # Counting the C(36, 3) = 7140 hands without merchants: .0706, .372, .781, .929.
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


def test_the_rules_capture_exactly_those_hands():
    """Deals hands of three with all kinds of target open, and looks for captures."""
    found = dict.fromkeys(POINTS, 0)
    hands = 0
    for kinds in product(range(9), repeat=3):  # factions sr, ba, k: never a faction capture
        hand = [AMMO[4 * kind + faction] for faction, kind in enumerate(kinds)]
        hands += 1
        state = position("none", hand=hand, targets=["alpha.ca", "beta.ca", "gamma.ca", "delta.ca"])
        captured = {text.split()[1].split(".")[0] for text in state.legal() if "capture" in text}
        for kind in captured:
            found[kind] += 1
    # 9 ** 3 ordered triples of 2 .. 10: those that sum to at least 25, 20, 15, 12, counted by hand
    # from the symmetric distribution around 18 (56 with at least 25).
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
    assert to_text(game, from_text(game, text)) == text


def test_notation_in_any_order():
    game = aicore.load("ransom")
    assert to_text(game, from_text(game, "capture beta.k with ne.ca,he.sr")) == (
        "capture beta.k with he.sr,ne.ca"
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("capture alpa.sr with he.sr", "did you mean alpha.sr"),
        ("capture alpha.sr with he.sr,he.sr", "different"),
        ("capture alpha.sr with merchant-1", "not an ammo card|is not a"),
        ("discard he.sr,he.ba,he.k", "one to 2"),
        ("discard merchant-1,merchant-2", "alone"),
        ("fly", "forms:"),
    ],
)
def test_notation_errors(text, hint):
    with pytest.raises(NotationError, match=hint):
        from_text(aicore.load("ransom"), text)


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
    state.apply("draw merchant-1")  # no decision about it: the turn cannot be paid
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
    state.apply("capture delta.k with he.sr,n.k,ne.ca")  # over-spending: ruling 4
    fields = state.to_dict()
    assert (state.turn, fields["end"], fields["fuel"]) == (aicore.END, "cleared", 3)
    assert (state.returns(), fields["hand"]) == ([1.0], [])


# Captures and discards


def test_any_subset_that_suffices_captures():  # ruling 4
    state = position(hand=["he.sr", "n.k", "ne.ca"], targets=["delta.sr"], new="delta.sr")
    assert state.legal() == [
        "capture delta.sr with he.sr,ne.ca",
        "capture delta.sr with n.k,ne.ca",
        "capture delta.sr with he.sr,n.k,ne.ca",
    ]


def test_three_of_the_targets_faction_capture_it_and_oblige_to_nothing():
    state = position(hand=["he.k", "li.k", "be.k"], targets=["alpha.k", "alpha.sr"], new="alpha.k")
    assert "capture alpha.k with he.k,li.k,be.k" in state.legal()
    assert not any("alpha.sr" in text for text in state.legal())
    assert "discard he.k" in state.legal()


def test_a_merchant_does_not_count_for_a_faction_nor_in_a_sum():
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
    assert all("," not in text for text in state.legal())


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


def test_a_possible_boost_obliges_to_nothing():
    hand = ["he.k", "be.sr", "li.ca"]  # 9
    state = position(
        "new", hand=hand, targets=["delta.k", "alpha.k"], new="alpha.k", held=["beta.k"], boost=True
    )
    # delta 12 - 9 needs a held target below 12: none; alpha 25 with 5 or more and the beta.
    assert verbs(state) == {"boost", "discard"}


# Boosts


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
    # kind, the faction capture added: 325 where a capture forbids discards, 330 elsewhere.
    state = position(forced, hand=hand, targets=TARGETS[:8], held=TARGETS[8:], boost=True)
    assert len(state.legal()) == most <= state.game.max_actions


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


def boosting() -> aicore.State:
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
    """1,000 random deals; the figure is our own (README), five standard errors below it."""
    game = aicore.load("ransom")
    rng = aicore.Rng(11)
    scores = []
    for _ in range(1000):
        state = game.start()
        state.play_out(rng, guided=True)
        scores += state.scores()
    assert sum(scores) / len(scores) > 212
