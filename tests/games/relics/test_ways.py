"""Where a platform would lengthen the way of the piece on turn."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.picture import Scene
from aicore.games.relics.rules.chart import Chart
from aicore.games.relics.words.ways import Ways

GAME = aicore.load("relics", seats=2)
SPOT = (29, 15)  # in front of airlock E


@pytest.fixture
def lifted() -> aicore.State:
    """The seat that began at airlock E lifts the platform that lies near it."""
    state, chance = GAME.start(), aicore.Chance(seed=3)
    for action in ("airlock N", "airlock E", "lift p18"):
        chance.settle(state)
        state.apply(action)
    assert state.to_dict()["platforms"]["p18"][:2] == [28, 15]
    return state


def test_a_way_is_as_long_as_it_is_said_to_become(lifted: aicore.State) -> None:
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


def test_a_platform_that_is_lifted_bears_no_way(lifted: aicore.State) -> None:
    for action in (f"at {SPOT[0]},{SPOT[1]}", "turn 0"):
        lifted.apply(action)
    assert len(Ways(Chart(lifted)).reach) > 1
    lifted.apply("lift p18")
    assert Ways(Chart(lifted)).reach == {(31, 15)}


def test_the_picture_makes_most_of_what_leads_on(lifted: aicore.State) -> None:
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

    assert "green: lengthens your way; in gold: leads on" in legend()
    lifted.apply(f"at {SPOT[0]},{SPOT[1]}")
    assert "green: lengthens your way; in gold: leads on" in legend()
    lifted.apply("turn 0")
    assert "gold" not in legend()
