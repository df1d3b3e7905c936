"""Drawing of the race for the terminal."""

from rich.table import Table
from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.core.game import State, View
from aicore.core.language import gettext as _
from aicore.core.story import Names

WIDTH = 40  # columns of a seat's track


def draw(position: State | View, names: Names | None = None) -> Table:
    """Return a drawing of each seat's track: `#` for points held, `+` for points at stake."""
    names = names or Names.numbered(position.game.seats)
    target = position.game.options["target"]
    grid = Table.grid(padding=(0, 1))
    for index, score in enumerate(position["scores"]):
        mover = index == position["mover"]
        held = min(WIDTH, score * WIDTH // target)
        stake = min(WIDTH, (score + position["total"]) * WIDTH // target) - held if mover else 0
        track = Text.assemble(
            ("#" * held, f"bold {seat_color(index)}"),
            ("+" * stake, "bold red"),
            ("." * (WIDTH - held - stake), "dim"),
        )
        label = Text(f"{'>' if mover else ' '} {names[index]}", seat_color(index))
        numbers = f"{score} + {position['total']}" if mover and position["total"] else str(score)
        grid.add_row(label, track, numbers)
    grid.add_row("", Text(_("to {target}", target=target), "dim", justify="right"))
    return grid
