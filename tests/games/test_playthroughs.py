"""Tests of golden playthroughs: every registered game has them, and still plays like them."""

from __future__ import annotations

import pytest

import aicore
from kit import playthroughs

GAMES = {path: game for name in aicore.names() for path, game in playthroughs.files(name).items()}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playthrough(path):
    assert path.exists(), "no playthrough: run `python tests/kit/playthroughs.py --write`"
    # A difference is a change in the rules; if it is intended, write the file again and review it.
    assert playthroughs.playthrough(GAMES[path]) == path.read_text(encoding="utf-8")


def test_no_playthrough_is_left_over():
    assert set(playthroughs.FOLDER.glob("*/playthrough*.txt")) == set(GAMES)
