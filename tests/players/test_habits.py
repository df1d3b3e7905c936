"""Tests that levels play sensibly: their odd habits, counted in whole games, have bounds.

The bounds are far above the counts of `python -m bench.strength.habits` (docs/experiments.md), and
far below the counts of players that lack the sense in question.
"""

from __future__ import annotations

from collections import Counter

import pytest

from bench.strength.habits import watch

GAMES = 16


def counted(name: str, level: int) -> Counter[str]:
    """Return the number of times that each habit occurs in GAMES games for two."""
    kinds: Counter[str] = Counter()
    for deal in range(1, GAMES + 1):
        _, found = watch(deal, name, f"level:{level}", 2)
        kinds.update(kind for kind, _, _ in found)
    return kinds


@pytest.mark.slow
@pytest.mark.parametrize("level", [2, 3, 5])
def test_couriers_get_out(level: int) -> None:
    """Before they had an instinct, nobody escaped in 32, 23 and 17 % of 60 games each."""
    assert counted("relics", level)["games in which nobody escapes"] <= 2


@pytest.mark.slow
def test_couriers_leave_when_they_have_won() -> None:
    """Level 7 put off an escape in every second game before temperatures fell in decided games."""
    assert counted("relics", 7)["escapes put off"] <= GAMES / 8


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 3, 6])
def test_captains_waste_nothing(level: int) -> None:
    """With the instinct alone they wasted 3 to 7 cards a game and left 3 to 6 systems Down."""
    kinds = counted("gratis3", level)
    assert kinds["cards without an effect"] <= GAMES / 2
    assert kinds["guns without an effect"] <= GAMES / 4
    assert kinds["repairs left with a system down"] <= GAMES / 2


@pytest.mark.slow
def test_a_beginner_of_booster_comes_to_an_end() -> None:
    """Before, a game took 32 rounds."""
    assert counted("booster", 1)["rounds"] <= 25 * GAMES


def test_the_habits_of_a_random_player_are_seen() -> None:
    _, found = watch(3, "gratis3", "random", 2)
    kinds = Counter(kind for kind, _, _ in found)
    assert kinds["cards without an effect"] > 5
    assert kinds["repairs left with a system down"] > 5
