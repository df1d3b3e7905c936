"""Tests of relics' players with doorways and hacked platforms."""

from __future__ import annotations

import copy

import pytest

import aicore
from games.relics.positions import bridged, first_turn, texts, wander
from kit.effort import effort

CHARGES = {"grapple-gun": 2, "heat-ray": 3, "freeze-ray": 3}  # when drawn: README, items


def given(state, item: str):
    """Return the position with an undrawn item moved to the hand of the seat on turn."""
    data = copy.deepcopy(state.to_dict())
    data["items"][data["seat"]].append(item)
    if item in CHARGES:
        data["charge"][data["seat"]][item] = CHARGES[item]
    data["undrawn_items"].remove(item)
    return state.game.from_dict(data)


def acting(item: str):
    """Yield decisions of two games with the item, if undrawn, given to the seat on turn."""
    for seed in range(effort(2, 4)):
        for state in wander(2, seed, 1000):
            fields = state.to_dict()
            if fields["phase"] == "act" and item in fields["undrawn_items"]:
                yield given(state, item)


def test_doorways_are_proposed_where_they_shorten_the_way():
    seen = better = 0
    for state in acting("doorway"):
        for text in texts(state):
            if text.startswith("use doorway"):
                assert text in state.legal()
                after = state.clone()
                after.apply(text)
                seen += 1
                better += after.evaluate()[state.turn] > state.evaluate()[state.turn]
    assert seen > 50
    assert better > 0.6 * seen  # measured: three in four


def test_doorways_lead_home_in_the_last_turn():
    """The seat starts at the far side of the gallery before the airlock, 10 moves away."""
    state = first_turn()
    data = bridged(state.to_dict())
    data.update(guns=[], pos=[[15, 8], [24, 15]], ap=6, round=12)
    tiles = dict(data["galleries"])
    other = next(gallery for gallery in tiles if tiles[gallery] == "n2")
    data["galleries"] = {**tiles, other: tiles["g2"], "g2": "n2"}  # its north door is off center
    data["artifacts"][0] = data["undrawn_artifacts"]
    data["undrawn_artifacts"], data["artifact_on"] = [], []
    state = given(state.game.from_dict(data), "doorway")
    player = aicore.player("mcts:sims=300", state.game, seed=1)
    while state.turn == 0:
        state.apply(player.decide(state.view(0)).action)
    assert state.to_dict()["escaped"] == [0]


def test_a_platform_in_the_way_is_turned_where_it_lies():
    state = first_turn()
    data = bridged(state.to_dict())
    data["platforms"]["p07"][2] = 1  # across the lane
    data.update(guns=[], pos=[[15, 3], [24, 15]], ap=4, round=12)
    data["artifacts"][0] = data["undrawn_artifacts"]
    data["undrawn_artifacts"], data["artifact_on"] = [], []
    state = given(state.game.from_dict(data), "platform-hack-2")
    ways = [text for text in texts(state) if text.startswith("use platform-hack-2 p07")]
    assert len(ways) == 1
    state.apply(ways[0])
    rng = aicore.Rng(1)
    while state.turn == 0:
        state.apply(state.policy(rng))
    assert state.to_dict()["escaped"] == [0]  # 4 AP for four moves, none for a platform


def homeward(item: str, ap: int):
    """Return a seat's last turn, four moves over a bridged lane from the airlock."""
    state = first_turn()
    data = bridged(state.to_dict())
    data.update(guns=[], pos=[[15, 3], [24, 15]], ap=ap, round=12)
    data["artifacts"][0] = data["undrawn_artifacts"]
    data["undrawn_artifacts"], data["artifact_on"] = [], []
    return given(state.game.from_dict(data), item)


@pytest.mark.parametrize(
    ("item", "ap"),
    [
        ("rocketpack", 2),
        ("grapple-gun", 1),
        ("o2", 2),
        ("power-pack", 2),
        ("heat-ray", 1),
        ("freeze-ray", 1),
    ],
)
def test_a_courier_comes_home_by_what_it_holds(item, ap):
    state = homeward(item, ap)
    rng = aicore.Rng(1)
    while state.turn == 0:
        state.apply(state.policy(rng))
    assert state.to_dict()["escaped"] == [0]


def test_a_courier_keeps_its_ray_while_there_is_more_to_fetch():
    """A courier that lacks AP on its way to an artifact ends the turn: charges are for traps."""
    state = first_turn()
    data = bridged(state.to_dict())
    data.update(guns=[], pos=[[15, 3], [24, 15]], ap=0, round=2)
    state = given(state.game.from_dict(data), "heat-ray")
    assert "overload heat-ray" in state.legal()
    assert state.game.text(state.policy(aicore.Rng(1))) == "end"


def least_to_set_out(item: str | None) -> int:
    """Return the fewest AP with which a courier leaves its airlock again in its last turn."""
    state = first_turn()
    data = bridged(state.to_dict())
    data.update(guns=[], pos=[[15, -1], [24, 15]], round=12, heart_on=False, heart=1)
    for ap in range(1, 30):
        data["ap"] = ap
        trial = state.game.from_dict(data)
        trial = given(trial, item) if item else trial
        if trial.game.text(trial.policy(aicore.Rng(1))) != "escape":
            return ap
    raise AssertionError("it never sets out")


@pytest.mark.parametrize(
    ("item", "ap"),
    [
        ("vitality", 3),
        ("o2", 2),
        ("power-pack", 2),
        ("heat-ray", 3),
        ("freeze-ray", 3),
        ("tape", 0),
    ],
)
def test_a_courier_counts_on_the_ap_in_its_hand(item, ap):
    """The rules say how many AP an item brings; each charge of a ray is one AP."""
    assert least_to_set_out(None) - least_to_set_out(item) == ap


def test_ways_are_shorter_by_rocketpack():
    assert least_to_set_out("rocketpack") < least_to_set_out(None)


def test_a_leap_follows_the_couriers_way():
    """The courier leaps to the farthest square on its way, never back or past the door."""
    state = homeward("rocketpack", 3)
    assert state.game.text(state.policy(aicore.Rng(1))) == "use rocketpack 15,0"


@pytest.mark.parametrize("item", ["vitality", "o2"])
def test_a_courier_ends_no_turn_while_an_item_brings_ap(item):
    seen = 0
    for state in acting(item):
        data = state.to_dict()
        data.update(ap=0, credit=0)
        state = state.game.from_dict(data)
        column, row = data["pos"][data["seat"]]
        waits = data["net"][data["seat"]] or not (0 <= column <= 30 and 0 <= row <= 30)
        if waits or f"use {item}" not in state.legal():  # in a net or on an airlock
            continue
        text = state.game.text(state.policy(aicore.Rng(1)))
        assert text != "end"
        seen += text == f"use {item}"
    assert seen > effort(25, 50)


def test_a_gun_is_shot_while_the_blaster_has_charges():
    seen = 0
    for seed in range(8):
        for state in wander(2, seed, 5):
            data = state.to_dict()
            shots = [text for text in state.legal() if text.endswith("with blaster")]
            if data["phase"] == "guns" and shots:
                weights = {state.game.text(event): weight for event, weight in state.promising()}
                assert set(weights) == set(state.legal())
                assert max(weights, key=lambda text: weights[text]) == shots[0]
                seen += 1
    assert seen > 2


def test_a_courier_runs_on_adrenaline_where_its_way_is_free():
    """In its last turn, the courier has 4 AP, eight moves from the airlock, in the gallery."""
    state = first_turn()
    data = bridged(state.to_dict())
    data.update(guns=[], pos=[[15, 6], [24, 15]], ap=4, round=12)
    tiles = dict(data["galleries"])
    other = next(gallery for gallery in tiles if tiles[gallery] == "s1")
    data["galleries"] = {**tiles, other: tiles["g2"], "g2": "s1"}  # its north door is in the middle
    data["artifacts"][0] = data["undrawn_artifacts"]
    data["undrawn_artifacts"], data["artifact_on"] = [], []
    state = given(state.game.from_dict(data), "adrenaline")
    rng = aicore.Rng(1)
    while state.turn == 0:
        state.apply(state.policy(rng))
    assert state.to_dict()["escaped"] == [0]
