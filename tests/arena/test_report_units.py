"""Tests that a report names what its luck-adjusted means are means of."""

from __future__ import annotations

import pytest

from aicore.arena.report import less_luck
from kit.tournaments import config_of, played


@pytest.mark.parametrize(
    ("game", "unit", "percent"),
    [("ransom", "The mean score with", False), ("pig", "The mean of the points with", True)],
)
def test_means_are_of_scores_where_each_plays_alone_else_of_points(tmp_path, game, unit, percent):
    config = config_of(game, ["random", "script"], games=24)
    section = less_luck(played(tmp_path / "t", config))
    assert section.lines[0].startswith(unit)
    assert all(("%" in str(row[1])) == percent for row in section.rows)
