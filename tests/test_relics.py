"""The scenarios that hold the plain model of relics to single rules, on the fast game as well."""

from __future__ import annotations

import pytest
import test_relics_twin as scenarios
from test_twins import compare
from twins.relics import Twin
from twins.relics_data import LARGE

import aicore
from aicore.core.errors import StateError

SCENARIOS = [
    name
    for name, scenario in vars(scenarios).items()
    if name.startswith("test_") and not hasattr(scenario, "pytestmark")
]
mirrored = 0  # events that were played on both


class Mirror(Twin):
    """The model; whatever is played on it happens on the fast game from the same position."""

    def apply(self, text: str) -> None:
        """Play an event on both, and compare what is possible before and what is true after."""
        global mirrored
        game = aicore.load("relics", seats=self.seats, rounds=self.rounds)
        try:
            state = game.from_dict(self.to_dict())
        except StateError:  # a scenario may give what a game cannot, such as items twice
            super().apply(text)
            return
        compare(state, self)
        super().apply(text)
        state.apply(text)
        compare(state, self)
        mirrored += 1


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(name, monkeypatch):
    monkeypatch.setattr(scenarios, "Twin", Mirror)
    getattr(scenarios, name)()


@pytest.fixture
def begin(monkeypatch):
    """A quiet game on both, before its first turn."""
    monkeypatch.setattr(scenarios, "Twin", Mirror)
    return scenarios.begin


def test_what_is_carried_of_a_patch_is_double_on_the_sickles_gallery(begin):
    both = begin()
    both.pos[0], both.sickle[0] = LARGE["g1"], "g1"
    both.holes, both.ap = 2, 1
    both.apply("patch")
    assert both.carried[0] == 7  # two holes for 2 x 2 AP each, less the one that was left


def test_airlocks_hold_any_number(begin):
    both = begin()
    both.board.place("p07", (15, 0, 0))  # floor in its left column
    both.pos, both.ap = [(15, 0), (15, -1)], 1
    both.apply("move n")
    assert both.pos[0] == both.pos[1]
    assert both.legal() == ["escape", "end"]


def test_one_more_move_is_cheaper_after_the_shells_last(begin):
    both = begin()
    both.pos = [LARGE["g1"], (LARGE["g1"][0], LARGE["g1"][1] - 1)]
    both.shell[0] = 1
    both.ap = 3  # 2 for the last slow move, 1 to move on
    both.apply("move n")
    assert both.pos[0] == both.pos[1]


@pytest.mark.parametrize(
    ("platform", "doorway"),  # drawn floor: p01 NW, p02 NE
    [("p01", (25, 1)), ("p01", (24, 2)), ("p02", (24, 1)), ("p02", (25, 2))],
)
def test_doorways_go_with_any_corner_of_their_platform(begin, platform, doorway):
    both = begin()
    both.board.place(platform, (24, 1, 0))
    if platform in both.spare:
        both.spare.remove(platform)
    site = both.board.doorway_sites()["g9"][0]
    both.board.doorways = [site, doorway]
    for text in (f"lift {platform}", "at 24,1", "turn 1"):
        both.apply(text)
    assert both.board.doorways == []


def test_the_last_turns_end_where_the_taker_would_come_who_is_out(begin):
    both = begin(["blaster", "shield", "shield"], "NES")
    both.heart, both.heart_on, both.final = 0, False, True
    both.pos[0], both.escaped, both.seat = None, [0], 2
    both.apply("end")
    assert both.end == "last-defense"


def test_scenarios_were_mirrored():
    assert mirrored > 400  # all of them are: no scenario starts from what the game refuses
