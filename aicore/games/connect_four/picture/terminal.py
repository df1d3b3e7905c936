"""Drawing of the board for the terminal."""

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.core.game import State, View
from aicore.core.story import Names

SEAT_MARKS = ("x", "o")
STYLES = {mark: f"bold {seat_color(seat)}" for seat, mark in enumerate(SEAT_MARKS)} | {".": "dim"}


def draw(position: State | View, names: Names | None = None) -> Table:
    """Return the upright board with its column letters below."""
    grid = Table.grid(padding=(0, 1))
    for row in position["board"]:
        grid.add_row(*(Text(mark, STYLES[mark]) for mark in row))
    frame = Table.grid()
    frame.add_row(Panel.fit(grid))
    frame.add_row(Text("  " + " ".join("abcdefg"), "dim"))
    return frame
