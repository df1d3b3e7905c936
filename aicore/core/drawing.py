"""Positions as plain text: what `str(state)` shows."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aicore.core.game import State, View


def plain(position: State | View, width: int = 80) -> str:
    """The game's drawing of a position without colours, `width` columns wide."""
    from rich.console import Console

    target = io.StringIO()
    console = Console(
        file=target, width=width, no_color=True, highlight=False, legacy_windows=False
    )
    console.print(position.game.info.drawing.draw(position))
    return "\n".join(line.rstrip() for line in target.getvalue().splitlines())
