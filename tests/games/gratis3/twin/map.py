"""Spaces of gratis3, the lines between them and RAV moves along those lines.

A Space is its name: a letter for its row and a number, such as "U3". The rows come in map order:
U and D beside the Locations, S between them, P and Q outside.
"""

from __future__ import annotations

from collections.abc import Collection

ROWS = "UDSPQ"


def flank(number: int) -> str:
    """Return the row, U or D, on whose side the Space of row S with this number lies."""
    return "U" if number % 2 == 1 else "D"


class Map:
    """Board between the Gate and the last Location.

    Args:
        last: number of the last Location, at least 2.
    """

    def __init__(self, last: int) -> None:
        self.last = last
        lengths = {"U": last, "D": last, "S": last - 1, "P": last - 1, "Q": last - 1}
        self.spaces = [f"{row}{i}" for row in ROWS for i in range(1, lengths[row] + 1)]
        self._lines: dict[str, set[str]] = {space: set() for space in self.spaces}
        for i in range(1, last):
            near = flank(i)
            far = "D" if near == "U" else "U"
            self._draw(f"S{i}", f"{near}{i}")
            self._draw(f"S{i}", f"{near}{i + 1}")
            self._draw(f"S{i}", f"{far}{i}")
            self._draw(f"{far}{i}", f"{far}{i + 1}")
            for outer, inner in (("P", "U"), ("Q", "D")):
                self._draw(f"{outer}{i}", f"{inner}{i}")
                self._draw(f"{outer}{i}", f"{inner}{i + 1}")
                if i > 1:
                    self._draw(f"{outer}{i}", f"{outer}{i - 1}")
                if inner == near:
                    self._draw(f"{outer}{i}", f"S{i}")

    def _draw(self, one: str, two: str) -> None:
        self._lines[one].add(two)
        self._lines[two].add(one)

    def in_order(self, spaces: Collection[str]) -> list[str]:
        """Return some Spaces in map order."""
        return [space for space in self.spaces if space in spaces]

    def lines(self, space: str) -> list[str]:
        """Return the Spaces one line away."""
        return self.in_order(self._lines[space])

    def locations(self, space: str) -> list[int]:
        """Return the Locations that a Space is beside: two for a row S, none for an outer one."""
        number = int(space[1:])
        if space[0] == "S":
            return [number, number + 1]
        return [number] if space[0] in "UD" else []

    def beside(self, location: int) -> list[str]:
        """Return the green Spaces beside a Location, none for the Gate."""
        return [space for space in self.spaces if location in self.locations(space)]

    def journeys(
        self, start: str, tail: str | None, reach: int, occupied: Collection[str]
    ) -> list[tuple[str, str]]:
        """Return pairs of a Space where a RAV may end and the Space of its tail then, in map order.

        Args:
            start: the RAV's Space.
            tail: the Space that its first step may not lead to.
            reach: the most lines it may follow, at least one.
            occupied: Spaces where it may not end; `start` is not among them.
        """
        ends = set()
        places: set[tuple[str, str | None]] = {(start, tail)}
        for _ in range(reach):
            places = {
                (onto, space)
                for space, behind in places
                for onto in self.lines(space)
                if onto != behind
            }
            ends |= {(space, behind) for space, behind in places if space not in occupied}
        return [(end, left) for end in self.spaces for left in self.spaces if (end, left) in ends]
