"""Tests of Free Trader's picture: what it says about fights."""

from __future__ import annotations

from collections import Counter

import aicore
from aicore.core.picture import Scene, drawn
from kit.effort import effort
from kit.positions import steps

GAME = aicore.load("trader")
VERDICTS = {"A hit!", "It missed", "You destroyed it!"}


def test_the_last_blow_of_a_fight_is_shown() -> None:
    """The ship was hit if it must lose something, and missed if it may answer; RULES.md: Fights."""
    seen: Counter[str] = Counter()
    for seed in range(effort(6, 12)):
        events: list[tuple[int | str, str]] = []
        for before, event, after in steps(GAME, seed, policy=0.8):
            if before.turn >= 0:
                events = []
            events.append((before.turn if before.turn >= 0 else "chance", GAME.text(event)))
            if after.turn < 0:
                continue
            picture = drawn(Scene(after.view(0), ("you",), tuple(after.legal()), tuple(events)))
            shown = VERDICTS & {one.text or "" for one in picture.iter("text")}
            attacked = events[-1][0] == "chance" and after["enemy"]
            struck = events[0][1] == "counterattack"
            expected = (
                {"A hit!": after["phase"] == "damage", "It missed": after["phase"] == "combat"}
                if attacked
                else {"You destroyed it!": struck and not after["enemy"]}
            )
            assert shown == {text for text, is_so in expected.items() if is_so}, events
            seen.update(shown)
    assert set(seen) == VERDICTS
