"""Drawing for the terminal."""

from rich.table import Table

from aicore.core.game import State, View
from aicore.core.story import Names


def draw(position: State | View, names: Names | None = None) -> Table:
    """Draw a line for each seat: its card and its choice."""
    fields = position.to_dict()
    names = names or Names.numbered(position.game.seats)
    grid = Table.grid(padding=(0, 2))
    for index, card in enumerate(fields["cards"]):
        face = {0: "-", None: "?"}.get(card, str(card))
        grid.add_row(names[index], face, *fields["choices"][index : index + 1])
    return grid
