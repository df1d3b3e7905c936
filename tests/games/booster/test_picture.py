"""Tests of Booster's picture: missions are offered with their points."""

from __future__ import annotations

import aicore
from aicore.core.picture import Scene, drawn
from kit.positions import steps

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
