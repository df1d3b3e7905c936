"""Parts of an observation, which is a seat's knowledge in numbers."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

KINDS = ("amount", "flag", "category", "seat", "card", "square")
"""Meanings of a field's numbers."""


class Field(NamedTuple):
    """Part of an observation: a named array of whole numbers.

    Args:
        name: description of the content, such as "own hand".
        shape: shape of the array; its numbers are in C order.
        high: greatest possible number; the least is 0.
        kind: meaning of the numbers. An "amount" counts or measures; a "flag" is 0 or 1. All other
            kinds are categorical. A "category" is one of several; a "seat" is 0 for nobody, 1 for
            the observer, 2 for the next seat in turn. A "card" is one of the game's cards; a
            "square" is one of a board's squares.
        names: names of the numbers, if they have any.
        axes: number of rows and of columns of a board; () without one. If the field is a board,
            they are the last two lengths of its shape. Otherwise its entries are squares, numbered
            row by row from `first` on.
        first: number of the first card or square; lower numbers mean "none" or "hidden".
    """

    name: str
    shape: tuple[int, ...]
    high: int
    kind: str = "amount"
    names: tuple[str, ...] = ()
    axes: tuple[int, ...] = ()
    first: int = 0

    @property
    def width(self) -> int:
        """Size of a number in bytes."""
        return 1 if self.high < 1 << 8 else 2 if self.high < 1 << 16 else 4

    @property
    def dtype(self) -> str:
        """Type of the numbers in NumPy's notation: the lowest byte comes first."""
        return f"<u{self.width}"

    @property
    def entries(self) -> int:
        """Number of entries of the array."""
        return prod(self.shape)

    @property
    def size(self) -> int:
        """Size of the array in bytes."""
        return self.entries * self.width

    @property
    def embedded(self) -> bool:
        """Whether the numbers are categorical, so that a network looks each of them up."""
        return self.kind not in ("amount", "flag")
