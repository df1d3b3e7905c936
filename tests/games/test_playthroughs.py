"""Tests of golden playthroughs: every registered game has them, and plays accordingly."""

from __future__ import annotations

import pytest

import aicore
from kit import playthroughs

FILES = [path for name in aicore.names() for path in playthroughs.files(name)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playthrough(path):
    assert path.exists(), "no playthrough: run `python tests/kit/playthroughs.py --write`"
    games = {
        file: game for name in aicore.names() for file, game in playthroughs.files(name).items()
    }
    # A difference is a change in the rules; if it is intended, write the file again and review it.
    assert playthroughs.playthrough(games[path]) == path.read_text(encoding="utf-8")


def test_no_playthrough_is_left_over():
    assert set(playthroughs.FOLDER.glob("*/playthrough*.txt")) == set(FILES)
