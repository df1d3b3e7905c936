"""Tests of Pig's picture: the lengths of the tracks, and the dice in the lanes."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.picture import Scene
from aicore.games.pig.picture.svg import _rolled
from kit.positions import pictured

GAME = aicore.load("pig")


def widths(scores: list[int], total: int, seat: int) -> dict[str, float]:
    """Return the lengths of a seat's held points and of its points at stake, as shares of a track.

    The points at stake are drawn from the start of the track, beneath the held points.
    """
    fields = GAME.start().to_dict() | {"scores": scores, "total": total}
    rects = list(GAME.info.picture.draw(Scene(GAME.from_dict(fields).view(0))).iter("rect"))
    whole = float(next(one.get("width") for one in rects if one.get("class") == "table edge"))
    found = {one.get("class"): float(one.get("width").rstrip("%")) / whole for one in rects}
    return {
        what: found.get(name)
        for what, name in (("held", f"seat{seat}"), ("stake", f"seat{seat} wash"))
    }


@pytest.mark.parametrize(
    ("score", "total", "held", "stake"),
    [
        (0, 0, None, None),
        (40, 0, 0.4, None),
        (40, 25, 0.4, 0.65),
        (0, 30, None, 0.3),
        (90, 9, 0.9, 0.99),
    ],
)
def test_a_track_is_as_long_as_its_points(score, total, held, stake) -> None:
    found = widths([score, 70], total, 0)
    assert found == {
        "held": None if held is None else pytest.approx(held, abs=0.001),
        "stake": None if stake is None else pytest.approx(stake, abs=0.001),
    }
    assert widths([score, 70], total, 1) == {"held": pytest.approx(0.7, abs=0.001), "stake": None}


@pytest.mark.parametrize("seats", [2, 3])
def test_a_seat_that_rolls_a_1_has_the_die_in_its_own_lane(seats: int) -> None:
    game, own = aicore.load("pig", seats=seats), 0
    for viewer in range(seats):
        for state, events in pictured(game, 3, seat=viewer):
            faces = _rolled(Scene(state.view(viewer), last=events), state)
            if events[-1][1] == "rolls 1":
                roller = (state["mover"] - 1) % seats  # the die passes on
                assert faces[roller][-1] == 1
            if events[0] == ("chance", "rolls 1"):  # the roll of the viewer's last decision
                assert faces[viewer] == [1]
                own += 1
    assert own > 6
