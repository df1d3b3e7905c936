"""Helpers for terminal drawings: colors of seats, choice of a size, drawings as plain text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType

    from aicore.core.game import State, View
    from aicore.core.story import Names


class Fitting:
    """First of several drawings that fits the available rows (`max_height`), or the last.

    Pipes and files show the first drawing.

    Args:
        drawings: functions that each return a drawing, the tallest first.
    """

    def __init__(self, *drawings: Callable[[], RenderableType]) -> None:
        self.drawings = drawings

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        from rich.segment import Segment, Segments  # imported late: few commands draw

        rows: list[list[Segment]] = []
        for make in self.drawings:
            rows = console.render_lines(make(), options, pad=False)
            if not console.is_terminal or len(rows) <= options.max_height:
                break
        yield Segments(segment for row in rows for segment in (*row, Segment.line()))


Draw = Callable[..., "RenderableType"]


def fitted(make: Draw, *sizes: tuple[object, ...]) -> tuple[Draw, Draw]:
    """Return the functions `draw` and `draw_whole` for a game whose drawings ignore names.

    Args:
        make: function of ``(position, *size)`` that returns the drawing in this size; without a
            size, it returns the whole drawing.
        sizes: size arguments for `make`, the tallest first; the last fits 24 rows.
    """

    def draw(position: State | View, names: Names | None = None) -> RenderableType:
        """Draw the position as large as the terminal's rows allow."""
        return Fitting(*(partial(make, position, *size) for size in sizes))

    def draw_whole(position: State | View, names: Names | None = None) -> RenderableType:
        """Draw the position with room between its parts, even if the terminal has too few rows."""
        return make(position)

    return draw, draw_whole


SEAT_COLORS = ("cyan", "magenta", "yellow", "green", "blue", "red")


def seat_color(seat: int) -> str:
    """Return the color of a seat's name and pieces."""
    return SEAT_COLORS[seat % len(SEAT_COLORS)]


def plain(position: State | View, width: int = 80) -> str:
    """Return the game's drawing of a position as text without colors, in `width` columns."""
    from rich.console import Console  # imported late: few commands draw

    target = io.StringIO()
    console = Console(
        file=target, width=width, no_color=True, highlight=False, legacy_windows=False
    )
    console.print(position.game.info.drawing.draw(position))
    return "\n".join(line.rstrip() for line in target.getvalue().splitlines())
