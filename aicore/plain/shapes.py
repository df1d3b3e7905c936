"""Shapes of squares, such as polyominoes, for boards of the kind `Grid`."""

from __future__ import annotations

from collections.abc import Iterable

Cells = tuple[tuple[int, int], ...]
"""Squares (row, column) of a shape, from row 0 and column 0 on."""


def shape(*rows: str) -> Cells:
    """Return the squares of a shape drawn with "#", such as shape("##", ".#")."""
    return _moved((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")


def turns(cells: Iterable[tuple[int, int]], *, mirrored: bool = True) -> tuple[Cells, ...]:
    """Return the different ways to lay a shape, up to eight: turned and, if allowed, mirrored."""
    shapes: list[Cells] = []
    one = _moved(cells)
    for way in range(8 if mirrored else 4):
        if way == 4:
            one = _moved((r, -c) for r, c in one)
        shapes.append(one)
        one = _moved((c, -r) for r, c in one)
    return tuple(dict.fromkeys(shapes))


def placed(cells: Cells, row: int, column: int, rows: int, columns: int) -> Cells | None:
    """Return the squares that a shape covers at a place of a board; None if it does not fit."""
    moved = tuple((r + row, c + column) for r, c in cells)
    fits = all(0 <= r < rows and 0 <= c < columns for r, c in moved)
    return moved if fits else None


def _moved(cells: Iterable[tuple[int, int]]) -> Cells:
    """Return a shape that begins at row 0 and column 0, in order."""
    squares = list(cells)
    top, left = min(r for r, _ in squares), min(c for _, c in squares)
    return tuple(sorted((r - top, c - left) for r, c in squares))
