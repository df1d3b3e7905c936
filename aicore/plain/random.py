"""Random numbers for the methods of plain games and players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from aicore.core.rng import Rng

Item = TypeVar("Item")


class Random(Rng):
    """Stream of random numbers. Use no other source, so that equal seeds give equal games."""

    def chance(self, probability: float) -> bool:
        """Return True with this probability."""
        return self.uniform() < probability

    def choice(self, items: Sequence[Item]) -> Item:
        """Return a uniformly random item."""
        return items[self.below(len(items))]
