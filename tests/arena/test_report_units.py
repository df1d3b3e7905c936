"""Tests of units in a report: luck-adjusted means of scores or points, and half points."""

from __future__ import annotations

import pytest

from aicore.arena.report import halves, less_luck
from kit.tournaments import config_of, played


@pytest.mark.parametrize(
    ("game", "unit", "percent"),
    [("ransom", "The mean score with", False), ("pig", "The mean of the points with", True)],
)
def test_luck_adjusted_means_are_of_scores_in_solo_games_else_of_points(
    tmp_path, game, unit, percent
):
    config = config_of(game, ["random", "script"], games=24)
    section = less_luck(played(tmp_path / "t", config))
    assert section.lines[0].startswith(unit)
    assert all(("%" in str(row[1])) == percent for row in section.rows)


@pytest.mark.parametrize(
    ("points", "text"),
    [(0.0, "0"), (0.5, "½"), (1.0, "1"), (2.5, "2½"), (12.0, "12"), (4 / 3, "1.333")],
)
def test_half_points_are_fractions(points, text):
    assert halves(points) == text
