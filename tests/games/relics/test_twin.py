"""Tests of the plain model of relics alone; the scenarios check its rules."""

from __future__ import annotations

import random

import pytest

from games.relics.scenario import QUIET
from games.relics.twin import Twin
from games.relics.twin.data import WALLED
from kit.effort import effort


def test_there_are_twelve_guns_by_gallery():
    twin = Twin(2)
    for gallery in WALLED:
        twin.apply(f"gallery {gallery} {QUIET[gallery]}")
    assert sorted(twin.board.guns) == list(range(1, 13))
    # g1 has tile n2 and so guns 1 and 2; g9 has s2
    assert twin.board.guns[1] == ((10, 4), "n")
    assert twin.board.guns[2] == ((12, 5), "e")
    assert twin.board.guns[12] == ((18, 23), "w")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end(seats):
    for seed in range(effort(7, 20)):
        dice = random.Random(f"{seats} {seed}")
        twin = Twin(seats)
        while twin.turn != "end":
            possible = twin.legal() or [text for text, _ in twin.outcomes()]
            kinds = sorted({text.split()[0] for text in possible})
            kind = dice.choice(kinds)
            twin.apply(dice.choice([text for text in possible if text.split()[0] == kind]))
        assert twin.end in ("all-out", "rounds", "last-defense")
        with pytest.raises(ValueError, match="not possible now"):
            twin.apply("end")
