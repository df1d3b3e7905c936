"""Drawing of the board for the terminal."""

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.game import State, View

STYLES = {"x": "bold red", "o": "bold yellow", ".": "dim"}


def draw(position: State | View, seat: int | None = None) -> Table:
    """The upright board above its column letters."""
    grid = Table.grid(padding=(0, 1))
    for row in position.to_dict()["board"]:
        grid.add_row(*(Text(mark, STYLES[mark]) for mark in row))
    frame = Table.grid()
    frame.add_row(Panel.fit(grid))
    frame.add_row(Text("  " + " ".join("abcdefg"), "dim"))
    return frame
