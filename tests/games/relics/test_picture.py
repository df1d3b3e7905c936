"""Tests of Relics' picture on a page: it shows what lies in the station."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import aicore
from aicore.core.picture import Scene, to_svg
from games.relics.scenario import stands
from kit.positions import walk


@pytest.mark.parametrize("seed", range(3))
def test_treasures_are_drawn_where_they_lie(seed: int) -> None:
    game, taken = aicore.load("relics", seats=2), set()
    for state in list(walk(game, seed, policy=1.0))[8::40]:
        fields = state.to_dict()
        titles = Counter(re.findall("<title>(.*?)</title>", to_svg(Scene(state.view(0)))))
        found = Counter(title.partition(" in the ")[0] for title in titles.elements())
        assert titles["the Heart of Sol"] == fields["heart_on"]
        assert found["an artifact"] == len(fields["artifact_on"])
        assert found["an item"] == sum(fields["tokens"].values())
        taken.add(found["an artifact"])
    assert len(taken) > 2


def test_the_legend_counts_the_items_that_lie_in_the_station() -> None:
    for given, items in (("ap 12", 12), ("tokens g2 1", 11), ("has tape; tokens g2 0", 10)):
        assert f">{items} items left<" in to_svg(Scene(stands(given).view(0)))


def test_walks_lead_to_an_airlock_with_other_pieces_but_to_no_other_taken_square() -> None:
    bridge = "at 15,2; platform p07 at 15,0 turn 0; platform p09 at 15,2 turn 2"
    for other, free in (("15,15", {"exit N", "15,4"}), ("15,-1", {"exit N", "15,4"}),
                        ("15,4", {"exit N"})):  # fmt: skip
        state = stands(f"{bridge}; seat 1 at {other}")
        svg = to_svg(Scene(state.view(0), legal=tuple(state.legal())))
        assert {"exit N", "15,4"} & set(re.findall('data-line="go (.*?)"', svg)) == free
