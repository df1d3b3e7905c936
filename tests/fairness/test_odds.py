"""Tests that the kit notices a `resample` with other odds than chance."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from kit.knowledge import check_resampling_keeps_the_odds

DICE = 2  # per seat


class Cups:
    """Game of two seats with dice under cups, with only the attributes that the check reads."""

    has_hidden, seats = True, 2

    def __init__(self, faces: int, whole: bool) -> None:
        self.faces = faces  # faces drawn equally likely when the other seat's dice are redrawn
        self.whole = whole  # whether a hidden cup reads None as a whole, or each die in it

    def start(self) -> Rolled:
        return Rolled(self, [[0] * DICE, [0] * DICE])


class Rolled:
    """Position of that game: first the dice are rolled, all at once."""

    def __init__(self, game: Cups, cups: list[list[int]]) -> None:
        self.game, self.cups = game, cups

    @property
    def turn(self) -> int:
        return 0 if all(map(all, self.cups)) else aicore.CHANCE

    def sample(self, rng: aicore.Rng) -> list[list[int]]:
        return [[1 + rng.below(6) for _ in cup] for cup in self.cups]

    def apply(self, cups: list[list[int]]) -> None:
        self.cups = cups

    def resample(self, seat: int, rng: aicore.Rng) -> Rolled:
        cups = [list(cup) for cup in self.cups]
        cups[1 - seat] = [1 + min(5, rng.below(self.game.faces)) for _ in range(DICE)]
        return Rolled(self.game, cups)

    def to_dict(self, seat: int | None = None) -> dict[str, Any]:
        hidden = None if self.game.whole else [None] * DICE
        return {
            "cups": [
                cup if seat is None or owner == seat else hidden
                for owner, cup in enumerate(self.cups)
            ]
        }


@pytest.mark.parametrize("whole", [True, False])
def test_loaded_dice_are_noticed(whole: bool) -> None:
    check_resampling_keeps_the_odds(Cups(6, whole), 1000)
    with pytest.raises(AssertionError, match=r"`resample` for seat 0 draws \('cups', 1, 0\)"):
        check_resampling_keeps_the_odds(Cups(8, whole), 1000)
