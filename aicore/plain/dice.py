"""Rolls of several dice as one chance event."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod


def dice(number: int, faces: int = 6, *, room: int = 0) -> dict[tuple[int, ...], int]:
    """Return all rolls of equal dice, sorted, with whole-number weights for `.chances`.

    Five dice have 252 different rolls, ten have 3,003.

    Args:
        number: number of dice.
        faces: number of faces of each.
        room: length of each roll, with zeros in front for blanks without a die; 0: `number`.

    >>> dice(2, faces=2)
    {(1, 1): 1, (1, 2): 2, (2, 2): 1}
    """
    blank = (0,) * (room - number)
    return {
        blank + roll: factorial(number) // prod(factorial(roll.count(face)) for face in {*roll})
        for roll in combinations_with_replacement(range(1, faces + 1), number)
    }
