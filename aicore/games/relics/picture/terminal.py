"""Drawing of a position for the terminal: the board beside or above the seats' belongings.

It adapts to the terminal: 98 columns hold the board and the seats side by side, 72 hold the board
above the seats. If the terminal is low, the board shows only rows near the piece on turn.

A square is two characters wide. A platform has its number on one of its walls, chosen so that two
numbers never touch; without colors, nothing else would separate them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.align import Align
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.constrain import Constrain
from rich.table import Table
from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.core.game import Position, State, View
from aicore.core.language import N_, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Names
from aicore.games.relics.picture.board import (
    ENDLESS,
    MOVED,
    ROWS,
    SEAT_MARKS,
    SIGNS,
    board,
    cells,
    overview,
    piece_style,
    platform_cells,
    sketch,
    window,
)
from aicore.games.relics.picture.board import WIDTH as BOARD_WIDTH
from aicore.games.relics.picture.nearby import changes, moved, nearby, odds
from aicore.games.relics.picture.panels import burdens, heading, holdings
from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, xy
from aicore.games.relics.rules.names import SIZE
from aicore.games.relics.words.wording import points

__all__ = ["SEAT_MARKS", "draw", "draw_news", "draw_whole", "odds", "sketch"]

SIDE = 25  # minimum width of the text beside the board, in columns
LEGEND = (
    ("@1", N_("a piece; @@ several")),
    (". ", N_("floor; ## wall")),
    (": ", N_("floor of a platform")),
    ("07", N_("wall of platform p07")),
    ("g2", N_("corner of gallery g2")),
    ("A2", N_("artifact, two items")),
    ("i1", N_("one item; A no item")),
    ("H ", N_("the Heart; o nothing")),
    ("^4", N_("gun4; abc: 10 to 12")),
    ("-|", N_("line of fire; + both")),
    ("**", N_("fire; [] doorway")),
    ("=N", N_("airlock N")),
    ("%%", N_("moved by others")),
    ("??", N_("where it goes")),
)

MIN_BOARD_ROWS = 14  # the text below the board is shortened to leave these rows
NARROW = 78  # number of columns of the text below the board


def draw(position: State | View, names: Names | None = None) -> RenderableType:
    """Return a drawing of the board and the seats' belongings; nothing is hidden."""
    return Picture(position, names)


def draw_whole(position: State | View, names: Names | None = None) -> RenderableType:
    """Return a drawing like `draw`, but with all rows, after an overview if they do not fit."""
    return Picture(position, names, whole=True)


def draw_news(
    position: State | View, before: View, after: View, names: Names | None = None
) -> RenderableType:
    """Return a drawing like `draw` that marks platforms moved by others and lists changes."""
    return Picture(position, names, (before, after))


class Picture:
    """Drawing of a position, as large as the terminal allows.

    Args:
        news: the fields before and after the changes to mark.
        whole: whether to show all rows of the board, even if the terminal has fewer.
    """

    def __init__(
        self,
        position: State | View,
        names: Names | None = None,
        news: tuple[Position, Position] | None = None,
        whole: bool = False,
    ) -> None:
        game: Any = position.game
        self.names = names or Names.numbered(game.seats)
        self.chart = Chart(position)
        self.fields, self.data = self.chart.fields, self.chart.data
        self.rounds, self.whole = game.options["rounds"], whole
        self.points = game.carried(position)
        self.news = ""
        laid: set[str] = set()
        if news is not None:
            before, after = news
            laid = {name for name in moved(before, after) if self.unmoved(name, after)}
            self.news = changes(before, after, self.fields["seat"], self.names, MOVED)
        self.cells = cells(self.chart, laid)

    def unmoved(self, platform: str, since: Position) -> bool:
        """Whether a platform lies where it lay in `since`, with the same rotation."""
        place = self.fields["platforms"].get(platform)
        return place is not None and place == since["platforms"][platform]

    def middle(self) -> int:
        """Return the row to show in the middle: of the chosen spot, or of the piece on turn."""
        if self.fields["spot"]:
            return int(self.fields["spot"][1])
        row: int = self.chart.pieces.get(self.fields["seat"], (0, SIZE // 2))[1]
        return row

    def board(self, rows: int) -> Text:
        """Return a drawing of the board in at most `rows` rows."""
        return board(self.cells, self.middle(), rows)

    def around(self) -> list[Text]:
        """Return lines about things near the piece on turn, and about the changes of others."""
        lines = [nearby(self.chart, self.fields["seat"])] if self.fields["phase"] == "act" else []
        return [Text(line) for line in (*lines, self.news) if line]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        width = options.max_width
        whole = self.whole or not console.is_terminal
        rows = ENDLESS if whole else options.max_height
        if width >= BOARD_WIDTH + 1 + SIDE:
            grid = Table.grid(padding=(0, 1, 0, 0))
            grid.add_column(width=BOARD_WIDTH)
            grid.add_column(width=width - BOARD_WIDTH - 1)
            grid.add_row(self.board(rows), self.beside(width - BOARD_WIDTH - 1, rows))
            yield grid
            return
        for short in (False, True):
            below = Constrain(self.below(short), NARROW)
            left = rows if whole else rows - len(console.render_lines(below, options)) - 1
            if left >= MIN_BOARD_ROWS:
                break
        yield Constrain(self.headline(left), NARROW)
        if whole and console.is_terminal and console.height <= SIZE:
            yield self.small()
        yield self.board(left)
        yield below
        if whole:
            yield legend(min(width, NARROW))

    # The seats' belongings

    def beside(self, width: int, rows: int) -> Group:
        """Return a column with the turn, the seats, and the legend if there is room."""
        parts: list[RenderableType] = [
            Text(line, "bold") for line in heading(self.fields, self.chart, self.rounds, self.names)
        ]
        cut = self.cut(rows)
        parts += [*([Text(cut, "dim")] if cut else []), *self.around(), Text()]
        used = sum(-(-len(part.plain) // width) if isinstance(part, Text) else 0 for part in parts)
        for seat in range(len(self.fields["pos"])):
            lines = [self.name(seat), Text(f"  {self.where(seat)}")]
            lines += [Text(f"  {line}") for line in holdings(self.fields, self.data, seat)]
            lines += [Text(f"  ! {line}", "red") for line in burdens(self.fields, seat)]
            parts += lines
            used += sum(max(1, -(-len(line.plain) // (width - 3))) for line in lines)
        parts += self.shapes()
        if used + len(LEGEND) + 4 <= rows:
            parts += [Text(), legend(width - 2, columns=1 + (width > 50))]
        return Group(*parts)

    def headline(self, rows: int) -> Text:
        """Return a line with the turn, and the range of rows that the board shows, if not all."""
        text = Text(", ".join(heading(self.fields, self.chart, self.rounds, self.names)), "bold")
        cut = self.cut(rows)
        if cut and text.cell_len + len(cut) + 3 <= NARROW:
            text.append(f"   {cut}", "not bold dim")
        text.no_wrap, text.overflow = True, "ellipsis"
        return text

    def small(self) -> Table:
        """Return a small overview of the board, with the seats and a legend beside it."""
        text = Table.grid(padding=(0, 2, 0, 0))
        text.add_column(no_wrap=True)
        for seat in range(len(self.fields["pos"])):
            text.add_row(self.name(seat), self.where(seat))
        text.add_row()
        for sign, about in SIGNS:
            text.add_row(Text(sign, "dim"), Text(_(about), "dim"))
        grid = Table.grid(padding=(0, 3, 0, 0))
        grid.add_row(overview(self.chart), Align.left(text, vertical="middle", height=ROWS))
        return grid

    def cut(self, rows: int) -> str:
        """Return a text with the rows of the board that are shown; "" if all are."""
        first, last = window(self.middle(), rows - 2)
        if last - first >= SIZE:
            return ""
        return _("rows {first} to {last}; `board` shows all", first=first, last=last - 1)

    def below(self, short: bool) -> Group:
        """Return the text below the board: the seats' belongings, and things nearby.

        Args:
            short: whether each seat gets only one row, with "…" if it is too long. The seat to move
                gets all its rows.
        """
        table = Table.grid(padding=(0, 2, 0, 0))
        for seat in range(len(self.fields["pos"])):
            lines = Text("; ".join([self.where(seat), *holdings(self.fields, self.data, seat)]))
            for burden in burdens(self.fields, seat):
                lines.append(f"; ! {burden}", "red")
            lines.no_wrap = short and seat != self.fields["seat"]
            lines.overflow = "ellipsis"
            table.add_row(self.name(seat), lines)
        around = self.around()
        for line in around[1:] if short else ():
            line.no_wrap, line.overflow = True, "ellipsis"
        return Group(table, *around, *self.shapes())

    def name(self, seat: int) -> Text:
        """Return a seat's mark and name, and the points of the artifacts that it carries."""
        text = Text("> " if seat == self.fields["turn"] else "  ", "bold")
        text.append(SEAT_MARKS[seat], piece_style(seat))
        text.append(f" {self.names[seat]}", f"bold {seat_color(seat)}")
        carried = self.points[seat]
        return text.append(f", {points(carried)}" if carried else "")

    def where(self, seat: int) -> str:
        """Return the place of a seat's piece as text."""
        square = self.chart.pieces.get(seat)
        if seat in self.fields["escaped"]:
            return pgettext("relics", "out")
        if square is None:
            return _("not in yet")
        tile = self.chart.tile.get(square)
        if tile:
            return _("at {square} {tile}", square=xy(square), tile=tile)
        if square in AIRLOCK_AT:
            return _("at {airlock}", airlock=xy(square))
        return _("at {square}", square=xy(square))

    def shapes(self) -> list[RenderableType]:
        """Return drawings of the four rotations of the platform in hand; [] if there is none."""
        platform = self.fields["lifting"]
        if platform is None:
            return []
        table = Table.grid(padding=(0, 2, 0, 0))
        pictures = []
        for turns in range(4):
            squares = platform_cells(self.chart, platform, turns)
            picture = Text()
            for (dx, dy), (mark, _wall, style) in squares.items():
                picture.append("\n" if dy and not dx else "").append(mark, style)
            pictures.append(picture)
        table.add_row(*(Text(str(turns), "bold") for turns in range(4)))
        table.add_row(*pictures)
        number = self.chart.number(platform)
        title = _("{platform}, a #{n}, after `turn`", platform=platform, n=number)
        return [Text(), Text(title), table]


def legend(width: int, columns: int = 0) -> Table:
    """Return the legend of the board's signs, in columns."""
    columns = columns or max(1, width // 30)
    table = Table.grid(padding=(0, 2, 0, 0))
    rows = -(-len(LEGEND) // columns)
    for row in range(rows):
        entries = [LEGEND[at] for at in range(row, len(LEGEND), rows)]
        table.add_row(*(Text(f"{sign}  {_(about)}", "dim") for sign, about in entries))
    return table
