"""Tests of a game's outcome in a few words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

import aicore
from aicore.session.outcome import outcome


@dataclass
class Final:
    """Final position with just the fields that `outcome` reads."""

    game: Any
    points: list[float]
    worth: list[float] = field(default_factory=list)

    def scores(self) -> list[float]:
        return self.points

    def returns(self) -> list[float]:
        return self.worth


@pytest.mark.parametrize(
    ("game", "scores", "returns", "you", "text"),
    [
        ("booster", [6, 10], [0.0, 1.0], 0, "You lost, 6 to 10"),
        ("booster", [6, 10], [0.0, 1.0], 1, "You won, 10 to 6"),
        ("booster", [6, 10], [0.0, 1.0], None, "bot 1 won, 10 to 6"),
        ("booster", [7, 7], [0.5, 0.5], 0, "A draw, 7 to 7"),
        ("booster", [6, 10, 3], [0.0, 1.0, 0.0], 0, "bot 1 won, 10 to your 6"),
        ("booster", [6, 10, 3], [0.0, 1.0, 0.0], 1, "You won, 10 to 6 and 3"),
        ("gratis3", [35, 22, 35], [0.5, 0.0, 0.5], 0, "You and bot 2 share the victory"),
        ("gratis3", [35, 22, 35], [0.5, 0.0, 0.5], 1, "bot 0 and bot 2 share the victory"),
        ("tic_tac_toe", [1.0, 0.0], [1.0, 0.0], 0, "You won"),
        ("tic_tac_toe", [0.5, 0.5], [0.5, 0.5], 0, "A draw"),
        ("kuhn_poker", [-1.0, 1.0], [-1.0, 1.0], 0, "You lost"),
        ("relics", [0, 0], [0.0, 0.0], 0, "Nobody won"),
        ("ransom", [30], [30 / 288], 0, "30 of 288 points"),
        ("trader", [3, 6], [0.0], 0, "You lost: three payments and 6 V"),
        ("trader", [4, 12], [1.0], 0, "You won: four payments and 12 V"),
    ],
)
def test_an_outcome_in_few_words(
    game: str, scores: list[float], returns: list[float], you: int | None, text: str
) -> None:
    found = aicore.load(game, seats=len(returns))
    names = ["you" if seat == you else f"bot {seat}" for seat in range(found.seats)]
    final: Any = Final(found, scores, returns)
    assert outcome(final, names) == text
