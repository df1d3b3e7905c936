"""Names that stand for a text of a user's, which goes wherever in this command they go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Carried(str):
    """A name; pickled, it takes along what makes it known in the process that reads it.

    Args:
        name: the text.
        arrive: called with `given` there; returns the name again.
    """

    __slots__ = ("arrive", "given")

    arrive: Callable[..., str]
    given: tuple[Any, ...]

    def __new__(cls, name: str, arrive: Callable[..., str], given: tuple[Any, ...]) -> Carried:
        """Make one."""
        self = super().__new__(cls, name)
        self.arrive, self.given = arrive, given
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self.arrive, self.given
