"""Level of an opponent that keeps pace with a person, from the games that they played."""

from __future__ import annotations

import math
from collections.abc import Iterable

LEVELS = 9
BEGIN = 3.0
"""Strength of a person who has not played yet, in levels."""
FIRST, LEAST = 2.0, 0.7
"""Change in levels after a complete surprise: in the first game, and the minimum later."""
APART = 140.0
"""Approximate Elo from one level to the next; see docs/levels.md."""


def standing(games: Iterable[tuple[int, float]]) -> float:
    """Return a person's strength, in levels, from games in the order of play.

    It uses Elo's update, with steps that shrink as 1 / sqrt(games).

    Args:
        games: for each game, the opponents' level and the result from 0 (lost) to 1 (won).
    """
    strength = BEGIN
    for number, (level, result) in enumerate(games):
        expected = 1 / (1 + 10 ** ((level - strength) * APART / 400))
        strength += max(FIRST / math.sqrt(1 + number), LEAST) * (result - expected)
        strength = min(max(strength, 0.5), LEVELS + 0.5)
    return strength


def next_level(games: Iterable[tuple[int, float]]) -> int:
    """Return the level against which the person should win about half of the games."""
    return min(max(round(standing(games)), 1), LEVELS)
