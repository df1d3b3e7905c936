"""What drawings for a terminal share: seats' colors, room, positions as plain text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType

    from aicore.core.game import State, View


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
