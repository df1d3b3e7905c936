"""Drawing of the board for the terminal."""

from rich.table import Table
from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.core.game import State, View
from aicore.core.story import Names

SEAT_MARKS = ("x", "o")
STYLES = {mark: f"bold {seat_color(seat)}" for seat, mark in enumerate(SEAT_MARKS)} | {".": "dim"}


def draw(position: State | View, names: Names | None = None) -> Table:
    """Return a drawing of the board with column letters and row numbers."""
    board = position["board"]
    grid = Table.grid(padding=(0, 1))
    for row in range(3):
        cells = [Text(mark, STYLES[mark]) for mark in board[3 * row : 3 * row + 3]]
        grid.add_row(Text("321"[row], "dim"), *cells)
    grid.add_row("", *(Text(column, "dim") for column in "abc"))
    return grid
