"""The board with a plan drawn in it: platforms as they would lie, and the way of the piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from aicore.core.errors import AicoreError
from aicore.core.game import State, View
from aicore.core.rng import Rng
from aicore.games.relics.picture.squares import (
    ARROWS,
    LIFTED,
    MOVED,
    Cells,
    board,
    cells,
    platform_cells,
    window,
)
from aicore.games.relics.rules.chart import Chart, Square
from aicore.games.relics.rules.names import SIZE

ENDLESS = 1000
WAY = "bold black on bright_white"
LEFT = ("xx", "bold red")  # from where a platform is lifted


def sketch(position: State | View, plans: Sequence[Sequence[str]]) -> RenderableType | None:
    """The board with a plan drawn in it as far as it can be foreseen; None where it shows nothing.

    Args:
        plans: one; what choices there are is drawn with the position itself.
    """
    if len(plans) != 1 or not shows(plans[0]):
        return None
    drawing = Sketch(position, plans[0])
    return drawing if drawing.rows else None


def shows(plan: Sequence[str]) -> bool:
    """Whether something of a plan can be drawn on the board."""
    return any(action.split()[0] in ("move", "at", "turn") for action in plan)


class Sketch:
    """A plan, drawn as large as the terminal allows."""

    def __init__(self, position: State | View, plan: Sequence[str]) -> None:
        before = Chart(position)
        state = position.clone() if isinstance(position, State) else position.resample(Rng(0))
        way: list[tuple[Square, str]] = []
        for action in plan:
            chart = Chart(state) if action.startswith("move") else None
            try:
                state.apply(action)
            except AicoreError:  # luck came between: the rest is not known yet
                break
            if chart is not None:
                way.append((Chart(state).pieces[before.fields["seat"]], action.split()[1]))
        after = Chart(state)
        self.cells, plain = drawn(before, after, way), cells(before)
        self.rows = sorted(
            square[1] for square, sign in self.cells.items() if plain.get(square) != sign
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        rows = options.max_height - 1 if console.is_terminal else ENDLESS
        middle = fullest(self.rows, rows - 2)
        first, last = window(middle, rows - 2)
        outside = [
            side
            for side, left in (("above", self.rows[0] < first), ("below", self.rows[-1] >= last))
            if left
        ]
        more = f"   more {' and '.join(outside)}" if outside else ""
        yield board(self.cells, middle, rows)
        yield Text(f"     xx lifted from there   %% to be laid   >> the way{more}", "dim")


def fullest(rows: Sequence[int], height: int) -> int:
    """The row around which so many rows hold the most of a plan.

    Args:
        rows: those of the squares that it changes, in order; a row counts for each of them.
    """
    return max(
        range(SIZE),
        key=lambda middle: (
            sum(first <= row < last for first, last in [window(middle, height)] for row in rows),
            -abs(middle - rows[len(rows) // 2]),
        ),
    )


def drawn(before: Chart, after: Chart, way: Sequence[tuple[Square, str]]) -> Cells:
    """The signs of the board with a plan in it."""
    found = cells(before)
    platforms, later = before.fields["platforms"], after.fields["platforms"]
    changed = [name for name, place in later.items() if platforms.get(name) != place]
    for name in changed:
        if name in platforms:
            left, top, _ = platforms[name]
            found |= {(left + dx, top + dy): LEFT for dx in (0, 1) for dy in (0, 1)}
    for name in changed:
        left, top, turns = later[name]
        for (dx, dy), (mark, wall, _) in platform_cells(after, name, turns).items():
            sign = (MOVED, LIFTED) if wall else (mark, "bold yellow")
            found[left + dx, top + dy] = sign
        walls = [at for at, (_, wall, _) in platform_cells(after, name, turns).items() if wall]
        if walls:
            found[left + walls[0][0], top + walls[0][1]] = (name[1:], LIFTED)
    seat = before.fields["seat"]
    if seat in before.pieces:
        found[before.pieces[seat]] = cells(before)[before.pieces[seat]]
    for square, step in way:
        found[square] = (2 * ARROWS[step], WAY)
    return found
