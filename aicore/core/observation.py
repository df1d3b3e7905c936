"""What a seat knows, in numbers: the parts of an observation."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

KINDS = ("amount", "flag", "category", "seat", "card", "square")
"""The meanings of a field's numbers."""


class Field(NamedTuple):
    """A part of an observation: an array of whole numbers with a name.

    Args:
        name: what it holds, as "own hand".
        shape: of the array; its numbers follow each other in C order.
        high: the greatest number there can be; the least is 0.
        kind: what the numbers mean. An "amount" counts or measures; a "flag" is 0 or 1. The numbers
            of all other kinds only tell values apart: a "category" is one of several; a "seat" is 0
            for nobody, 1 for the observer, 2 for the next seat in turn; a "card" is one of the
            cards; a "square" is one of a board's.
        names: of the numbers, as far as they have some.
        axes: of a board: rows and columns. The last two lengths of the shape, if the field is a
            board; else what the numbers from `first` on count, row by row.
        first: the number of the first card or square; what is below says "none" or "hidden".
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
        """Bytes of a number."""
        return 1 if self.high < 1 << 8 else 2 if self.high < 1 << 16 else 4

    @property
    def dtype(self) -> str:
        """The type of the numbers, as NumPy writes it: the lowest byte comes first."""
        return f"<u{self.width}"

    @property
    def entries(self) -> int:
        """The number of its numbers."""
        return prod(self.shape)

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self.entries * self.width

    @property
    def embedded(self) -> bool:
        """Whether the numbers only tell values apart, so that a network looks each of them up."""
        return self.kind not in ("amount", "flag")
