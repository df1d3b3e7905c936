"""Drawing of the hands, the public card and the pot for the terminal."""

from rich.table import Table
from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.core.game import State, View
from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.poker_words import actions_text
from aicore.core.story import Names


def draw(position: State | View, names: Names | None = None) -> Table:
    """Return a drawing: public card, and a line per seat with card, chips, actions by round."""
    names = names or Names.numbered(position.game.seats)
    grid = Table.grid(padding=(0, 2))
    pot = Text(_("pot {pot}", pot=sum(position["chips"])), "yellow")
    public = pgettext("card", "public")
    grid.add_row(f"  {public}", face(position["public"]), pot)
    for index, (name, card) in enumerate(zip(names, position["cards"], strict=True)):
        actions = [actions_text(part[index::2]) for part in position["betting"]]
        grid.add_row(
            Text(f"{'>' if position['turn'] == index else ' '} {name}", seat_color(index)),
            face(card),
            Text("o" * position["chips"][index], "yellow"),
            Text(" / ".join(filter(None, actions)), "dim"),
        )
    return grid


def face(card: str | None) -> Text:
    """Return a drawing of a card in brackets; a hidden card shows a question mark."""
    return Text({"-": "    ", None: "[ ?]"}.get(card, f"[{card}]"), "bold")
