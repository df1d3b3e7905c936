"""What a seat knows, in numbers: the parts of an observation."""

from __future__ import annotations

from math import prod
from typing import NamedTuple


class Field(NamedTuple):
    """A part of an observation: an array of bytes with a name.

    Args:
        name: what it holds, as "own hand".
        shape: of the array; its bytes follow each other in C order.
        high: the greatest byte there can be; the least is 0.
    """

    name: str
    shape: tuple[int, ...]
    high: int

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return prod(self.shape)
