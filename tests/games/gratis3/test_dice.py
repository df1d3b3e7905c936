"""Tests of Gratis-3: the facts of its dice and cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import factorial

import pytest

import aicore
from games.gratis3.positions import CARDS, play, position, roll_due
from kit.chi2 import p_value


def faces(dice: int) -> Counter[tuple[int, int]]:
    """Return the counts of singles and doubles over all throws of this many dice."""
    found: Counter[tuple[int, int]] = Counter()
    for throw in product(range(1, 7), repeat=dice):
        found[sum(face in (4, 5) for face in throw), throw.count(6)] += 1
    return found


def test_rolls_are_multinomial() -> None:
    """n! / (s! d! m!) (1/3)^s (1/6)^d (1/2)^m is computed; up to five dice are also counted."""
    for dice in range(1, 9):
        chances = dict(roll_due(dice).outcomes())
        expected = {}
        for singles in range(dice + 1):
            for doubles in range(dice + 1 - singles):
                misses = dice - singles - doubles
                ways = Fraction(factorial(dice))
                for part in (singles, doubles, misses):
                    ways /= factorial(part)
                share = ways * Fraction(1, 3) ** singles * Fraction(1, 6) ** doubles / 2**misses
                expected[f"roll {dice}: {singles},{doubles}"] = float(share)
        assert chances == pytest.approx(expected, rel=1e-12)
        if dice <= 5:
            counted = faces(dice)
            assert chances == pytest.approx(
                {f"roll {dice}: {s},{d}": ways / 6**dice for (s, d), ways in counted.items()}
            )


def test_sampled_rolls_follow_the_table() -> None:
    state, rng = roll_due(8), aicore.Rng(4)
    counts = Counter(state.game.text(state.sample(rng)) for _ in range(40_000))
    chances = {text: share for text, share in state.outcomes() if share * 40_000 > 5}
    scale = sum(counts[text] for text in chances) / sum(chances.values())
    expected = [share * scale for share in chances.values()]
    assert p_value([counts[text] for text in chances], expected) > 1e-4


def test_first_queues() -> None:
    """Three of nine cards in order are counted over all 9 * 8 * 7 draws."""
    game = aicore.load("gratis3")
    draws = Counter(",".join(CARDS[i] for i in three) for three in permutations(range(9), 3))
    chances = dict(game.start().outcomes())
    assert chances == pytest.approx({f"queue 0 {c}": n / 504 for c, n in draws.items()})
    # A single card is among three of nine with probability 3/9.
    with_override = sum(share for text, share in chances.items() if "override" in text)
    assert with_override == pytest.approx(1 / 3)


def test_two_dice_for_systems() -> None:
    state = play(position(3, 4), "play missile", "nuke 1", "no-evade", "roll 6: 4,0")
    expected = Counter(f"systems {min(a, b)},{max(a, b)}" for a in range(1, 7) for b in range(1, 7))
    assert dict(state.outcomes()) == pytest.approx({t: n / 36 for t, n in expected.items()})
    assert len(expected) == 21
