"""Tests of the facts that networks of backgammon see besides the observation, roll by roll."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

import aicore
from kit.positions import walk

SIDE = 21  # number of facts about one side
UNIT = 2048  # a fact is stored in units of 1 / 2,048 (ruleset.pxd)
BAR = 25

Men = list[int]


def facts(state: aicore.State) -> np.ndarray:
    """Return the facts about the mover, the other side, and both."""
    seen = state.view(state.turn).net_input()
    return np.frombuffer(seen, np.uint8)[-2 * (2 * SIDE + 2) :].view("<i2") / UNIT


def positions() -> Iterator[tuple[np.ndarray, Men, Men]]:
    """Yield positions of random games: facts, the mover's men and the other side's men."""
    game = aicore.load("backgammon")
    for seed in range(4):
        for number, state in enumerate(walk(game, seed)):
            if state.turn >= 0 and number % 37 == 0:
                men = state.to_dict()["men"]
                yield facts(state), men[state.turn], men[1 - state.turn]


def hits(mine: Men, theirs: Men, dice: list[int]) -> set[int]:
    """Return the points where `theirs` can hit with some of the dice, counted from their side."""
    found: set[int] = set()
    for i, die in enumerate(dice):
        if die in dice[:i]:
            continue
        for start in [BAR] if theirs[BAR] else [p for p in range(1, BAR) if theirs[p]]:
            end = start - die
            if end < 1 or mine[BAR - end] > 1:
                continue
            if mine[BAR - end] == 1:
                found.add(end)
            if len(dice) > 1:
                after = [*theirs]
                after[start] -= 1
                after[end] += 1
                found |= hits(mine, after, dice[:i] + dice[i + 1 :])
    return found


def steps(theirs: Men, place: int, dice: list[int]) -> int:
    """Return the most pips that the man at `place` can move with these dice."""
    best = 0
    for i, die in enumerate(dice):
        end = place - die
        if end < 1 or theirs[BAR - end] < 2:
            best = max(best, die + steps(theirs, end, dice[:i] + dice[i + 1 :]))
    return best


def rolls() -> Iterator[list[int]]:
    for high, low in product(range(1, 7), repeat=2):
        yield [high] * 4 if high == low else [high, low]


def test_shots_are_the_rolls_that_hit() -> None:
    hit = 0
    for found, *men in positions():
        for side in range(2):
            mine, theirs = men[side], men[1 - side]
            each = [hits(mine, theirs, dice) for dice in rolls()]
            due = [
                sum(bool(places) for places in each) / 36,
                sum(max(places, default=0) for places in each) / 36 / 12,
                sum(len(places) > 1 for places in each) / 36,
            ]
            np.testing.assert_allclose(found[SIDE * side :][18:21], due, atol=1 / UNIT)
            hit += due[0] > 0
    assert hit > 10


def test_the_reach_of_the_last_man_is_averaged_over_rolls() -> None:
    stuck = 0
    for found, *men in positions():
        for side in range(2):
            mine, theirs = men[side], men[1 - side]
            last = max(place for place in range(1, BAR + 1) if mine[place])
            ways = [steps(theirs, last, [die for die in dice if die]) for dice in rolls()]
            # for doubles, the facts count at most 12 pips, in whole dice
            doubles = [12 // dice[0] * dice[0] if len(dice) == 4 else 99 for dice in rolls()]
            due = [min(way, most) for way, most in zip(ways, doubles, strict=True)]
            blocked = sum(way == 0 for way in due)
            np.testing.assert_allclose(found[SIDE * side], sum(due) / 36 / 8, atol=1 / UNIT)
            np.testing.assert_allclose(found[SIDE * side + 1], blocked / 36, atol=1 / UNIT)
            stuck += blocked > 0
    assert stuck > 3


@pytest.mark.parametrize(
    ("fact", "due"),
    [
        (3, 1.0),  # pips: 24 x 2 + 13 x 5 + 8 x 3 + 6 x 5 = 167
        (4, 24 / 25),
        (5, 0.0),
        (6, 0.0),
        (7, 1 / 6),
        (9, 1 / 6),
        (12, 1.0),
        (13, 1.0),
        (14, 2 / 4),
        (15, 5 / 15),
    ],
)
def test_the_opening_position(fact: int, due: float) -> None:
    state = aicore.load("backgammon").start()
    aicore.Chance(1).settle(state)
    found = facts(state)
    np.testing.assert_allclose(found[[fact, SIDE + fact]], due, atol=1 / UNIT)
    np.testing.assert_allclose(found[2 * SIDE :], [0.0, 24 * 2 / 25 - 1], atol=1 / UNIT)


def test_a_prime_traps_the_men_behind_it() -> None:
    state = aicore.load("backgammon").start()
    fields = state.to_dict()
    own, other = [0] * 26, [0] * 26
    for place in (3, 4, 5, 6, 7):
        own[place] = 3
    other[24], other[23], other[1] = 2, 1, 12  # three men behind the prime
    found = facts(state.game.from_dict({**fields, "men": [own, other], "mover": 0, "turn": 0,
                                      "dice": [6, 5, 0, 0]}))  # fmt: skip
    np.testing.assert_allclose(found[9], 5 / 6, atol=1 / UNIT)
    np.testing.assert_allclose(found[10], 3 / 4, atol=1 / UNIT)
