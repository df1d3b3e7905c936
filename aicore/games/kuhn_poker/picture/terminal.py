"""Drawing of the hands and the pot for the terminal."""

from rich.table import Table
from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.core.game import State, View
from aicore.core.poker_words import actions_text
from aicore.core.story import Names


def draw(position: State | View, names: Names | None = None) -> Table:
    """Return a drawing with a line for each seat: its card, its actions, the chips put in."""
    names = names or Names.numbered(position.game.seats)
    grid = Table.grid(padding=(0, 2))
    for index, (name, card) in enumerate(zip(names, position["cards"], strict=True)):
        face = {"-": "   ", None: "[?]"}.get(card, f"[{card}]")
        actions = position["betting"][index::2]
        chips = 1 + ("bet" in actions or "call" in actions)
        grid.add_row(
            Text(f"{'>' if position['turn'] == index else ' '} {name}", seat_color(index)),
            Text(face, "bold"),
            Text("o" * chips, "yellow"),
            Text(actions_text(actions), "dim"),
        )
    return grid
