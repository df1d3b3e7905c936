"""Drawing of the board for the terminal."""

from rich.table import Table
from rich.text import Text

from aicore.core.game import State, View

STYLES = {"x": "bold cyan", "o": "bold magenta", ".": "dim"}


def draw(position: State | View, seat: int | None = None) -> Table:
    """The board with its column letters and row numbers."""
    board = position.to_dict()["board"]
    grid = Table.grid(padding=(0, 1))
    for row in range(3):
        cells = [Text(mark, STYLES[mark]) for mark in board[3 * row : 3 * row + 3]]
        grid.add_row(Text("321"[row], "dim"), *cells)
    grid.add_row("", *(Text(column, "dim") for column in "abc"))
    return grid
