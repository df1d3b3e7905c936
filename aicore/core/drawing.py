"""What all drawings for a terminal share: the seats' colours, and positions as plain text."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aicore.core.game import State, View


SEAT_COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")


def seat_colour(seat: int) -> str:
    """The colour of a seat, of its name as of its pieces."""
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def plain(position: State | View, width: int = 80) -> str:
    """The game's drawing of a position without colours, `width` columns wide."""
    from rich.console import Console

    target = io.StringIO()
    console = Console(
        file=target, width=width, no_color=True, highlight=False, legacy_windows=False
    )
    console.print(position.game.info.drawing.draw(position))
    return "\n".join(line.rstrip() for line in target.getvalue().splitlines())
