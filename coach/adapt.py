"""Level of an opponent that keeps pace with a person, from the games that they played."""

from __future__ import annotations

import math
from collections.abc import Iterable

LEVELS = 9
INITIAL = 3.0
"""Strength of a person who has not played yet, in levels."""
FIRST_STEP, MIN_STEP = 2.0, 0.7
"""Change in levels after a completely unexpected result: initially, and the minimum later."""
ELO_PER_LEVEL = 140.0
"""Approximate difference in Elo between neighboring levels; see docs/levels.md."""


def strength_after(games: Iterable[tuple[int, float]]) -> float:
    """Return a person's strength, in levels, from games in the order of play.

    It uses Elo's update, with steps that shrink as 1 / sqrt(games).

    Args:
        games: for each game, the opponents' level and the result from 0 (lost) to 1 (won).
    """
    strength = INITIAL
    for number, (level, result) in enumerate(games):
        expected = 1 / (1 + 10 ** ((level - strength) * ELO_PER_LEVEL / 400))
        strength += max(FIRST_STEP / math.sqrt(1 + number), MIN_STEP) * (result - expected)
        strength = min(max(strength, 0.5), LEVELS + 0.5)
    return strength


def next_level(games: Iterable[tuple[int, float]]) -> int:
    """Return the level against which the person should win about half of the games."""
    return min(max(round(strength_after(games)), 1), LEVELS)
