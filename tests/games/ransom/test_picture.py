"""Tests of the picture of ransom: warnings, and marks of captured targets."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.picture import Scene, drawn
from games.ransom.positions import loaded, position
from kit.positions import pictured

SOON = "Only 2 fuel left: capture something this turn or the next, or the game ends."
NOW = "The last fuel: capture something now, or the game ends."


def written(scene: Scene) -> str:
    """Return the texts of a picture, with a space between lines."""
    return " ".join(one.text or "" for one in drawn(scene).iter("text"))


@pytest.mark.parametrize(
    ("phase", "fuel", "shield", "warning"),
    [
        ("act", 3, False, ""),
        ("act", 2, False, SOON),
        ("act", 1, False, NOW),
        ("act", 1, True, ""),
        ("merchant", 3, False, ""),
        ("merchant", 2, False, NOW),  # the turn will cost one of them
        ("merchant", 2, True, ""),
        ("refill", 2, False, ""),  # the act is over, and the next turn not yet paid for
        ("refill", 1, False, ""),
    ],
)
def test_a_warning_says_how_many_turns_the_fuel_lasts(phase, fuel, shield, warning) -> None:
    state = position(
        phase=phase, fuel=fuel, shield=shield, targets=["alpha.k"], held=["beta.k"],
        hand=["merchant-1", "he.k", "he.sr"][: 2 if phase == "refill" else 3],
    )  # fmt: skip
    shown = written(Scene(state.view(0), ("you",), tuple(state.legal() if state.turn >= 0 else ())))
    assert [text for text in (SOON, NOW) if text in shown] == ([warning] if warning else [])


def test_a_merchant_phase_with_2_fuel_begins_the_last_turn() -> None:
    state = position(
        phase="merchant", fuel=2, hand=["merchant-1", "he.k", "he.sr"],
        targets=["alpha.k"], held=["beta.k"],
    )  # fmt: skip
    state.apply("keep")
    state.apply(state.outcomes()[0][0])
    state.apply("discard he.k")
    while state.turn == aicore.CHANCE:
        state.apply(state.outcomes()[0][0])
    assert state.end == "fuel"


def refusals(state: aicore.State) -> list[str]:
    """Return the reasons why the open targets that no action takes cannot be taken."""
    scene = Scene(state.view(0), ("you",), tuple(state.legal()))
    return [one.get("data-why", "") for one in drawn(scene).iter() if one.get("data-why")]


def test_a_refused_target_names_the_duty_or_the_points() -> None:
    """README, Duties: a new target within reach must be taken, whatever else a faction takes."""
    fields = {"hand": ["he.k", "be.k", "n.k"], "targets": ["alpha.k", "delta.sr"]}  # 13 points
    duty = "Your hand is worth 13, enough for the new target (12): the Siren delta must be taken."
    points = "It takes 25 points, and your hand is worth 13."
    assert refusals(position("new", new="delta.sr", **fields)) == [duty]
    assert refusals(position("any", new="delta.sr", **fields)) == []  # a faction capture
    fields["hand"][0] = "he.sr"
    assert refusals(position("new", new="delta.sr", **fields)) == [duty]
    assert refusals(position("new", new="alpha.k", **fields)) == [points]
    assert refusals(position("any", new="delta.sr", **fields)) == [points]


def test_a_captured_target_is_marked_in_the_holding_cell() -> None:
    seen = 0
    for seed in range(3):
        for state, events in pictured(loaded("new"), seed, policy=1.0):
            if state.turn != 0 or not events[0][1].startswith(("capture", "boost")):
                continue
            plain, marked = (
                [one.get("class") for one in drawn(Scene(state.view(0), last=last)).iter("rect")]
                for last in ((), events)
            )
            assert sum("last" in (style or "") for style in marked) > sum(
                "last" in (style or "") for style in plain
            )
            seen += 1
    assert seen > 20
