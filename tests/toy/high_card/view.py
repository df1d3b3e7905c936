"""Drawing for the terminal."""

from rich.table import Table

from aicore.core.game import State, View
from aicore.core.story import Cast


def draw(position: State | View, seat: int | None = None, cast: Cast | None = None) -> Table:
    """A line for each seat: its card and what it said."""
    fields = position.to_dict()
    cast = cast or Cast.numbered(position.game.seats)
    grid = Table.grid(padding=(0, 2))
    for index, card in enumerate(fields["cards"]):
        face = {0: "-", None: "?"}.get(card, str(card))
        grid.add_row(cast.names[index], face, *fields["said"][index : index + 1])
    return grid
