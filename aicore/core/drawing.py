"""What drawings for a terminal share: seats' colors, room, positions as plain text."""

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
    """The first of several drawings that the rows there are (`max_height`) hold, or the last.

    A pipe or a file has room for the first.

    Args:
        drawings: what makes each, the tallest first.
    """

    def __init__(self, *drawings: Callable[[], RenderableType]) -> None:
        self.drawings = drawings

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        from rich.segment import Segment, Segments  # where something is drawn

        rows: list[list[Segment]] = []
        for make in self.drawings:
            rows = console.render_lines(make(), options, pad=False)
            if not console.is_terminal or len(rows) <= options.max_height:
                break
        yield Segments(segment for row in rows for segment in (*row, Segment.line()))


Draw = Callable[..., "RenderableType"]


def fitted(make: Draw, *sizes: tuple[object, ...]) -> tuple[Draw, Draw]:
    """Return `draw` and `draw_whole` of a game that calls nobody by name.

    Args:
        make: ``(position, *size)``, the drawing of a size; without one, all of it.
        sizes: the tallest first; the last is for 24 rows.
    """

    def draw(position: State | View, names: Names | None = None) -> RenderableType:
        """The position, as large as the rows allow."""
        return Fitting(*(partial(make, position, *size) for size in sizes))

    def draw_whole(position: State | View, names: Names | None = None) -> RenderableType:
        """The same with room between its parts, however few rows the terminal has."""
        return make(position)

    return draw, draw_whole


SEAT_COLORS = ("cyan", "magenta", "yellow", "green", "blue", "red")


def seat_color(seat: int) -> str:
    """The color of a seat, of its name as of its pieces."""
    return SEAT_COLORS[seat % len(SEAT_COLORS)]


def plain(position: State | View, width: int = 80) -> str:
    """The game's drawing of a position without colors, `width` columns wide."""
    from rich.console import Console  # where something is drawn

    target = io.StringIO()
    console = Console(
        file=target, width=width, no_color=True, highlight=False, legacy_windows=False
    )
    console.print(position.game.info.drawing.draw(position))
    return "\n".join(line.rstrip() for line in target.getvalue().splitlines())
