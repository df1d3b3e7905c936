"""Tests of the scales of plots."""

from __future__ import annotations

import pytest

from aicore.arena.plots import Axis, scale


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0, 8.0, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (-3.0, 13.0, [-2, 0, 2, 4, 6, 8, 10, 12]),
        (0.0, 40.0, [0, 5, 10, 15, 20, 25, 30, 35, 40]),
        (-260.0, 110.0, [-250, -200, -150, -100, -50, 0, 50, 100]),
        (0.0, 0.7, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]),
        (41.0, 649.0, [100, 200, 300, 400, 500, 600]),
    ],
)
def test_ticks_are_round_and_about_eight(low: float, high: float, ticks: list[float]) -> None:
    assert Axis(low, high, 0.0, 100.0).ticks() == pytest.approx(ticks)


@pytest.mark.parametrize(
    ("values", "whole", "ends"),
    [
        ([2.0, -3.0, 7.0], True, (-3.0, 7.0)),
        ([2.0, -3.0, 7.0], False, (-3.4, 7.4)),  # 4 % of room on each side
        ([5.0, 5.0], True, (4.0, 6.0)),  # equal values lie in the middle
        ([5.0], False, (3.92, 6.08)),
    ],
)
def test_a_scale_contains_all_values(
    values: list[float], whole: bool, ends: tuple[float, float]
) -> None:
    axis = scale(values, whole)
    assert (axis.low, axis.high) == pytest.approx(ends)
    assert axis(axis.low) == axis.start < axis(values[0]) < axis(axis.high) == axis.end
