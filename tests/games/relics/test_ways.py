"""Tests of the mover's walks, and of places where a platform would extend its way."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.errors import NotationError
from aicore.core.picture import Scene
from aicore.games.relics.rules.chart import Chart, xy
from aicore.games.relics.words.notation import expand
from aicore.games.relics.words.ways import Ways
from games.relics import scenario

GAME = aicore.load("relics", seats=2)
SPOT = (29, 15)  # in front of airlock E


@pytest.fixture
def lifted() -> aicore.State:
    """Return a position in which the seat from airlock E has lifted the platform near it."""
    state, chance = GAME.start(), aicore.Chance(seed=3)
    for action in ("airlock N", "airlock E", "lift p18"):
        chance.settle(state)
        state.apply(action)
    assert state.to_dict()["platforms"]["p18"][:2] == [28, 15]
    return state


def test_joins_predicts_how_a_platform_extends_the_way(lifted: aicore.State) -> None:
    ways = Ways(Chart(lifted))
    assert ways.reach == {(31, 15)}
    assert ways.joins((5, 5), 0) == 0
    joined = [ways.joins(SPOT, turns) for turns in range(4)]
    assert set(joined) == {0, 1, 2}
    own = {(SPOT[0] + i, SPOT[1] + j) for i in range(2) for j in range(2)} | ways.reach
    for turns, joins in enumerate(joined):
        laid = lifted.clone()
        laid.apply(f"at {SPOT[0]},{SPOT[1]}")
        laid.apply(f"turn {turns}")
        farther = Ways(Chart(laid)).reach
        assert joins == (farther > ways.reach) + bool(farther - own)


def test_a_lifted_platform_is_no_part_of_the_way(lifted: aicore.State) -> None:
    for action in (f"at {SPOT[0]},{SPOT[1]}", "turn 0"):
        lifted.apply(action)
    assert len(Ways(Chart(lifted)).reach) > 1
    lifted.apply("lift p18")
    assert Ways(Chart(lifted)).reach == {(31, 15)}


def test_the_picture_marks_the_places_that_lead_on(lifted: aicore.State) -> None:
    def marked(kind: str) -> list[str]:
        legal = tuple(lifted.legal())
        picture = GAME.info.picture.draw(Scene(lifted.view(lifted.turn), ("you", "mcts"), legal))
        found = [one for one in picture.iter() if kind in one.get("class", "").split()]
        return [legal[int(one.get("data-actions", ""))] for one in found]

    assert len(marked("spot")) == len(lifted.legal())
    assert marked("useful") == ["at 29,15"]
    assert marked("near") == []
    lifted.apply("at 29,15")
    assert marked("useful") == ["turn 0", "turn 3"]
    assert marked("near") == ["turn 1"]


def test_the_picture_says_what_its_marks_mean(lifted: aicore.State) -> None:
    def legend() -> str:
        scene = Scene(lifted.view(lifted.turn), ("you", "mcts"), tuple(lifted.legal()))
        text = " ".join(GAME.info.picture.draw(scene).itertext())
        return " ".join(text.split())

    assert "green: extends your path; gold: leads on" in legend()
    lifted.apply(f"at {SPOT[0]},{SPOT[1]}")
    assert "green: extends your path; gold: leads on" in legend()
    lifted.apply("turn 0")
    assert "gold" not in legend()


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        ("at 15,6; ap 2", 4),  # the ends of the four arms
        ("at 15,6; ap 5; net g2", 4),  # no farther, although a door leads to g1
        ("at 15,6; ap 7; sickle g2", 6),  # 2 AP for each step, including the one off the gallery
        ("at 11,6; ap 4; sickle g2", 8),  # 1 AP for each step to g2, then 2
        ("at 15,6; ap 3; shell 1", 4),  # 2 AP for the first step, then 1
        ("at 15,6; ap 4; shell 3; adrenaline yes", 7),  # 1 AP for three steps, then 1/2
    ],
)
def test_walks_are_offered_exactly_where_a_line_can_be_played(given: str, lines: int) -> None:
    state = scenario.stands(f"tokens g1 0; tokens g2 0; {given}")
    view = state.view(state.turn)
    scene = Scene(view, ("you", "mcts"), tuple(state.legal()))
    offered = {
        str(one.get("data-line")): one.findtext("title") or ""
        for one in GAME.info.picture.draw(scene).iter()
        if one.get("data-line")
    }
    played = {}
    for square in Chart(view).floor:
        try:
            steps = expand(view, f"go {xy(square)}") or []
        except NotationError:
            continue
        if len(steps) > 1:
            after = state.clone()
            for step in steps:
                after.apply(step)
            left = (2 * one["ap"] + one["credit"] for one in (state, after))
            paid = next(left) - next(left)
            played[f"go {xy(square)}"] = f"walk here: {paid / 2:g} AP"
    assert offered == played
    assert len(offered) == lines


def test_a_walk_out_of_a_net_is_refused_for_the_net() -> None:
    with pytest.raises(NotationError, match=r"^step 3 of 4, `move w` from 13,6: the net holds"):
        expand(scenario.stands("at 15,6; net g2"), "go 11,6")
