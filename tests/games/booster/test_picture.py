"""Tests of Booster's picture: the missions that it offers, and its height."""

from __future__ import annotations

import re

import pytest

import aicore
from aicore.core.picture import Scene, drawn
from aicore.games.booster.picture.svg import HIGHEST_CARD, LOWEST_CARD, TALLEST
from kit.effort import effort
from kit.positions import pictured, steps

GAME = aicore.load("booster")
LEVELS = {card["id"]: card["level"] for cards in GAME.info.data["cards"].values() for card in cards}


def test_each_number_of_points_has_a_button() -> None:
    seen = 0
    for seed in range(8):
        for before, _, _ in steps(GAME, seed, policy=0.8):
            legal = before.legal() if before.turn >= 0 else []
            melds = [text.split()[1].split(",") for text in legal if text.startswith("meld ")]
            worths = {LEVELS[cards[2]] + LEVELS[cards[4]] for cards in melds}
            if not legal or "pass" not in legal:
                continue
            scene = Scene(before.view(before.turn), ("you", "other"), tuple(legal))
            texts = [one.text or "" for one in drawn(scene).iter("text")]
            buttons = [text for text in texts if text.startswith("Fly for ")]
            assert buttons == [f"Fly for {worth} points" for worth in sorted(worths)[::-1]]
            seen += len(buttons)
    assert seen > 10


def test_tooltips_name_the_cards_of_the_deck_and_of_other_hands() -> None:
    for before, _, _ in list(steps(GAME, 1, policy=0.8))[30::25]:
        fields = before.to_dict()
        unseen = [*fields["deck"], *fields["hands"][1]]
        titles = [one.text or "" for one in drawn(Scene(before.view(0))).iter("title")]
        lists = [
            title.partition(";")[0].partition(" to come, or in other hands: ")[2]
            for title in titles
        ]
        shown = [name for each in filter(None, lists) for name in re.split(", | and ", each)]
        assert len([name for name in shown if name != "none"]) == len(unseen)


@pytest.mark.parametrize("seats", [3, 6])
def test_cards_are_lower_where_the_picture_would_be_too_tall(seats: int) -> None:
    """Six seats show up to a mission and two ejected cards each since a viewer's last move."""
    game, lower = aicore.load("booster", seats=seats), 0
    for seed in range(effort(2, 10)):
        for state, last in pictured(game, seed, policy=0.7):
            if state.turn != 0:
                continue
            picture = drawn(Scene(state.view(0), ("you", *"bcdef")[:seats], ("pass",), last))
            heights = {float(one.get("height", "0").rstrip("%")) for one in picture.iter("rect")}
            height = float(picture.get("viewBox", "").split()[3])
            assert height <= TALLEST or LOWEST_CARD in heights
            lower += HIGHEST_CARD not in heights
    assert lower > 5
