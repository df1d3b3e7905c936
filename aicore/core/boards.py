"""Boards of named places: graphs with roads, and hexagons."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Unpack

from aicore.core.kinds import Array, Common, FieldError, Kind, words
from aicore.core.schema import bounded_int

Spot = tuple[float, float]


class Graph(Array):
    """Board of named places with roads between some of them: ``s.board["Rome"]``.

    Args:
        inner: kind of the content of a place.
        places: names of the places; a table also gives each its spot on drawings (x, y).
        roads: pairs of neighbors.
    """

    hexes = False

    def __init__(
        self, inner: Kind, places: Sequence[str] | Mapping[str, Spot],
        roads: Iterable[tuple[str, str]], **common: Unpack[Common],
    ) -> None:  # fmt: skip
        names = words(type(self).__name__, tuple(places))
        if any(" " in name for name in names):
            raise FieldError("Graph: a place is one word: write New_York")
        super().__init__(inner, len(names), keys=names, **common)
        self.places = names
        self.roads = tuple(map(_pair, roads))
        near: dict[str, list[str]] = {name: [] for name in names}
        for one, two in self.roads:
            for end in (one, two):
                if end not in near:
                    raise FieldError(f"Graph: a road leads to {end!r}, which is no place")
            if one == two:
                raise FieldError(f"Graph: a road leads from {one!r} to itself")
            if two not in near[one]:
                near[one].append(two)
                near[two].append(one)
        self.near = {name: tuple(ends) for name, ends in near.items()}
        circle = 2 * math.pi / len(names)
        self.spots: dict[str, Spot] = (
            {name: (float(x), float(y)) for name, (x, y) in places.items()}
            if isinstance(places, Mapping)
            else {
                name: (math.sin(k * circle), -math.cos(k * circle)) for k, name in enumerate(names)
            }
        )


def _pair(road: object) -> tuple[str, str]:
    """Return a road as the pair of its ends. Raises FieldError."""
    if isinstance(road, list | tuple) and len(road) == 2:
        return road[0], road[1]
    raise FieldError(f"Graph: a road is a pair of places such as ('rome', 'pisa'), not {road!r}")


class Hexes(Graph):
    """Board of hexagons: ``Hexes(inner, 7, 7)`` is a rhombus, ``Hexes(inner, radius=3)`` round.

    Places are named by column and row, such as "c4"; `near` lists the neighbors of each.

    Args:
        inner: kind of the content of a hexagon.
        rows, columns: size of a rhombus.
        radius: distance from the middle of a round board to its edge.
    """

    DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    hexes = True

    def __init__(
        self, inner: Kind, rows: int = 0, columns: int = 0, *, radius: int = 0,
        **common: Unpack[Common],
    ) -> None:  # fmt: skip
        if radius and (rows or columns):
            raise FieldError("Hexes: give rows and columns, or a radius")
        if radius:
            bounded_int(radius, "Hexes, radius", 1, 12, FieldError)
            rows = columns = 2 * radius + 1
        bounded_int(rows, "Hexes, rows", 1, 26, FieldError)
        bounded_int(columns, "Hexes, columns", 1, 26, FieldError)
        self._at = {
            (column, row): f"{chr(97 + column)}{row + 1}"
            for row in range(rows)
            for column in range(columns)
            if not radius or radius <= column + row <= 3 * radius
        }
        self._where = {name: at for at, name in self._at.items()}
        roads = [
            (name, self._at[column + right, row + down])
            for (column, row), name in self._at.items()
            for right, down in self.DIRECTIONS
            if (column + right, row + down) in self._at
        ]
        spots = {name: (column + row / 2, row * 0.866) for (column, row), name in self._at.items()}
        super().__init__(inner, spots, roads, **common)

    def step(self, place: str, direction: int) -> str | None:
        """Return the next place in a direction; None beyond the edge.

        Directions are 0 for east, then clockwise: southeast, southwest, west, northwest, northeast.
        """
        if direction not in range(6):
            raise ValueError(f"step: direction {direction!r} must be from 0 to 5")
        if place not in self._where:
            raise ValueError(f"step: {place!r} is not a place of the board")
        column, row = self._where[place]
        right, down = self.DIRECTIONS[direction]
        return self._at.get((column + right, row + down))
