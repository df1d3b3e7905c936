"""Tests of an opponent matched to a person's strength by their games."""

from __future__ import annotations

import pytest

import aicore
from aicore.coach.adapt import ELO_PER_LEVEL, next_level, strength_after


def won(rng, strength, level):
    """Return the result of a game by a person of known strength, in levels."""
    return float(rng.uniform() < 1 / (1 + 10 ** ((level - strength) * ELO_PER_LEVEL / 400)))


@pytest.mark.parametrize("strength", [1.5, 3.0, 4.6, 6.0, 7.5])
def test_a_person_wins_about_every_second_game(strength):
    """The share is 40 to 60 %, over 20 people with 40 games each, after the first five."""
    results = []
    for person in range(20):
        rng, games = aicore.Rng(person), []
        for _ in range(45):
            level = next_level(games)
            games.append((level, won(rng, strength, level)))
        results += [result for _, result in games[5:]]
    assert 0.4 < sum(results) / len(results) < 0.6


def test_the_level_follows_a_person_who_learns():
    games = [(3, 0.0), (2, 0.0), (1, 1.0)] * 5
    low = strength_after(games)
    for _ in range(14):
        games.append((next_level(games), 1.0))
    assert strength_after(games) > low + 3


def test_nobody_leaves_the_ladder():
    assert next_level([(9, 1.0)] * 30) == 9
    assert next_level([(1, 0.0)] * 30) == 1
    assert next_level([]) == 3
