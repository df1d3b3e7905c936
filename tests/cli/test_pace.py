"""Tests of the words for a tournament's pace."""

from __future__ import annotations

import pytest

from aicore.cli.tournament_live import Pace


@pytest.mark.parametrize(
    ("total", "seconds", "words"),
    [
        (400, 10.0, "100 of 400 games (25 %), 9.0/s, 0:33 left"),
        (100, 10.0, "100 of 100 games (100 %), 9.0/s, 0:00 left"),
        (None, 10.0, "100 games, 9.0/s"),
    ],
)
def test_pace_counts_only_new_games(monkeypatch, total, seconds, words):
    pace = Pace(10, total)
    pace.games = 100
    monkeypatch.setattr(Pace, "seconds", seconds)
    assert pace.words() == words
