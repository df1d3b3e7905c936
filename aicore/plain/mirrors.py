"""Symmetries of a plain game: effects of mirroring its boards on fields and actions."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from aicore.core.errors import AicoreError
from aicore.core.symmetry import Symmetry, Turn, source, symmetry, turns

if TYPE_CHECKING:
    from aicore.core.game import Game
    from aicore.core.grammar import Blank
    from aicore.core.layout import Layout
    from aicore.plain.forms import PlainForm


def symmetries_of(game: Game, mirrors: tuple[str, ...]) -> tuple[Symmetry, ...]:
    """Return all symmetries that combine the mirrors.

    A mirror changes grids, and rows of values that are as long as a side of the grids. It also
    changes blanks for rows, columns or squares: `ROW`, `COLUMN`, or one value for each square.

    Raises AicoreError if a mirror does not fit the boards.
    """
    if not mirrors:
        return ()
    assert game.layout is not None
    rows, columns = _board(game.layout)
    lines = {
        part.label: "columns" if part.shape[-1] == columns else "rows"
        for part in game.layout
        if not part.kind.grid and part.shape and part.shape[-1] in (rows, columns)
    }
    forms: list[PlainForm] = [form for form in game.grammar if not form.chance]
    symmetries = []
    for turn in turns(mirrors):
        if turn[2] and rows != columns:
            raise AicoreError("symmetries: a diagonal needs a square board")
        tokens = [0] * game.num_tokens
        for form in forms:
            for number in range(form.first, form.first + form.size):
                tokens[number] = form.number_of(_codes(form, number, turn, rows, columns))
        symmetries.append(symmetry(game, turn, tokens, lines))
    return tuple(symmetries)


def _board(layout: Layout) -> tuple[int, int]:
    """Return the size of the boards (rows, columns). Raises AicoreError."""
    sizes = {part.shape[-2:] for part in layout if part.kind.grid}
    if len(sizes) != 1:
        raise AicoreError("symmetries: they need a Grid, or several of the same size")
    rows, columns = sizes.pop()
    return rows, columns


def _codes(form: PlainForm, number: int, turn: Turn, rows: int, columns: int) -> list[int]:
    """Return the codes of an action's blanks in the mirrored position."""
    codes = list(form.codes_of(number) or ())
    ways = [_way(blank, rows, columns) for blank in form.blanks]
    down, across, swap = turn
    for place, way in enumerate(ways):
        if way == "squares":
            codes[place] = source(turn, rows, columns).index(codes[place])
    pairs = product(
        *([i for i, way in enumerate(ways) if way == each] for each in ("rows", "columns"))
    )
    if swap:
        for one, other in pairs:
            codes[one], codes[other] = codes[other], codes[one]
        if {"rows", "columns"} & set(ways) and not {"rows", "columns"} <= set(ways):
            raise AicoreError(
                f"symmetries: {form.pattern!r} names no square for a diagonal to mirror"
            )
    for place, way in enumerate(ways):
        if way == "rows" and (across if swap else down):
            codes[place] = rows - 1 - codes[place]
        if way == "columns" and (down if swap else across):
            codes[place] = columns - 1 - codes[place]
    return codes


def _way(blank: Blank, rows: int, columns: int) -> str:
    """Return the part of a board that a blank names: "rows", "columns", "squares" or "" for none.

    The rules are the same as for clicks on the board.
    """
    size = len(blank)
    if "ROW" in blank.name and size == rows:
        return "rows"
    if "COL" in blank.name and size == columns:
        return "columns"
    return "squares" if size == rows * columns else ""
