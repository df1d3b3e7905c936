"""Drawing of a position for the terminal: the board beside or above what the seats have.

It fits itself to the terminal: 98 columns hold the board and the seats side by side, 72 the one
above the other, and where rows are few the board shows those around the piece on turn.

A square is two characters wide. Numbers keep apart, for where there are no colours nothing else
parts them: a platform bears its own on one of its walls.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.constrain import Constrain
from rich.table import Table
from rich.text import Text

from aicore.core.drawing import seat_colour
from aicore.core.game import State, View
from aicore.core.story import Cast
from aicore.games.relics.belongings import burdens, heading, holdings
from aicore.games.relics.chart import AIRLOCK_AT, Chart, Square, spell
from aicore.games.relics.names import CENTRE, SIZE
from aicore.games.relics.odds import odds
from aicore.games.relics.tiles import EDGE, QUARTER_AT

__all__ = ["draw", "draw_whole", "odds"]

ARROWS = {"n": "^", "e": ">", "s": "v", "w": "<"}
GUN_MARKS = "123456789abc"
WALL = "grey50 on grey35"
CORNER = "bold white on grey35"
PLATFORM = "bold black on green"
LIFTED = "bold black on yellow"
GUN = "bold white on red"
SEAT_MARKS = ("@0", "@1", "@2", "@3")
BLANK = "##"  # a wall without a number
BARE = ("  ", "")  # empty space
QUIET = " #.:"  # characters that part a number from what is beside it
SIDE = 25  # columns that what stands beside the board takes at least
BOARD = 2 * SIZE + 10  # columns: row numbers and airlocks on both sides, and a space between
BELOW = 7  # rows left for what follows the drawing: moves and the line to type in
ENDLESS = 1000
FEWEST = 9  # rows of the board that are shown at least
LEGEND = (
    ("@1", "a piece; @@ several"),
    (". ", "floor; ## wall"),
    (": ", "floor of a platform"),
    ("07", "wall of platform p07"),
    ("g2", "corner of gallery g2"),
    ("A2", "artifact, two items"),
    ("i1", "one item; A no item"),
    ("H ", "the Heart; o nothing"),
    ("^4", "gun4; abc: 10 to 12"),
    ("-|", "line of fire; + both"),
    ("**", "fire; [] doorway"),
    ("=N", "airlock N"),
)

NARROW = 78  # columns of what is told below the board


def draw(
    position: State | View, seat: int | None = None, cast: Cast | None = None
) -> RenderableType:
    """The board with all that lies on it, and what each seat has; nothing is hidden."""
    return Picture(position, cast)


def draw_whole(position: State | View, cast: Cast | None = None) -> RenderableType:
    """The same with all rows of the board, however few the terminal has."""
    return Picture(position, cast, whole=True)


class Picture:
    """A position that is drawn as large as the terminal allows."""

    def __init__(
        self, position: State | View, cast: Cast | None = None, whole: bool = False
    ) -> None:
        game: Any = position.game
        self.cast = cast or Cast.numbered(game.seats)
        self.chart = Chart(position)
        self.fields, self.data = self.chart.fields, self.chart.data
        self.rounds, self.whole = game.options["rounds"], whole
        self.points = game.carried(position)
        self.cells = cells(self.chart)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        width = options.max_width
        whole = self.whole or not console.is_terminal
        rows = ENDLESS if whole else console.size.height - BELOW
        if width >= BOARD + 1 + SIDE:
            grid = Table.grid(padding=(0, 1, 0, 0))
            grid.add_column(width=BOARD)
            grid.add_column(width=width - BOARD - 1)
            grid.add_row(self.board(rows), self.beside(width - BOARD - 1, rows))
            yield grid
            return
        below = Constrain(self.below(), NARROW)
        yield self.board(rows if whole else rows - len(console.render_lines(below, options)))
        yield below
        if whole:
            yield legend(min(width, NARROW))

    # The board

    def board(self, rows: int) -> Text:
        """The squares with their numbers on the frame, in so many rows at most."""
        first, last = self.window(rows - 2)
        text = Text("     ")
        for x in range(SIZE):
            text.append(*self.frame(x, -1))
        text.append("\n")
        for y in range(first, last):
            text.append(f"{y:>2} ", "dim")
            for x in range(-1, SIZE + 1):
                text.append(*self.cells.get((x, y), BARE))
            text.append(f" {y:<2}\n", "dim")
        text.append("     ")
        for x in range(SIZE):
            text.append(*self.frame(x, SIZE))
        if last - first < SIZE:
            text.append(f"\n    rows {first} to {last - 1} of 0 to {SIZE - 1}", "dim")
        return text

    def frame(self, x: int, y: int) -> tuple[str, str]:
        """A number above or below the board, or an airlock or a piece on it."""
        if (x, y) in self.cells:
            return self.cells[x, y]
        crowded = (x - 1, y) in self.cells or (x + 1, y) in self.cells
        return ("  " if x % 2 or crowded else f"{x:>2}", "dim")

    def window(self, rows: int) -> tuple[int, int]:
        """The rows that are shown: all, or those around what the decision is about."""
        if rows >= SIZE:
            return 0, SIZE
        rows = max(rows - 1, FEWEST)  # a line says that these are not all
        seat = self.fields["seat"]
        middle = self.chart.pieces.get(seat, (0, 15))[1]
        if self.fields["spot"]:
            middle = self.fields["spot"][1]
        first = min(max(middle - rows // 2, 0), SIZE - rows)
        return first, first + rows

    # What the seats have

    def beside(self, width: int, rows: int) -> Group:
        """In a column: whose turn it is, the seats, and the legend if there is room."""
        parts: list[RenderableType] = [
            Text(line, "bold") for line in heading(self.fields, self.chart, self.rounds, self.cast)
        ]
        parts.append(Text())
        used = sum(-(-len(part.plain) // width) if isinstance(part, Text) else 0 for part in parts)
        for seat in range(len(self.fields["pos"])):
            lines = [self.name(seat), Text(f"  {self.where(seat)}")]
            lines += [Text(f"  {line}") for line in holdings(self.fields, self.data, seat)]
            lines += [Text(f"  ! {line}", "red") for line in burdens(self.fields, seat)]
            parts += lines
            used += sum(max(1, -(-len(line.plain) // (width - 3))) for line in lines)
        parts += self.shapes()
        if used + len(LEGEND) + 4 <= rows:
            parts += [Text(), legend(width, columns=1)]
        return Group(*parts)

    def below(self) -> Group:
        """In lines of the whole width: whose turn it is, and a line or two for each seat."""
        parts: list[RenderableType] = [
            Text(", ".join(heading(self.fields, self.chart, self.rounds, self.cast)), "bold")
        ]
        table = Table.grid(padding=(0, 2, 0, 0))
        for seat in range(len(self.fields["pos"])):
            told = Text("; ".join([self.where(seat), *holdings(self.fields, self.data, seat)]))
            for burden in burdens(self.fields, seat):
                told.append(f"; ! {burden}", "red")
            table.add_row(self.name(seat), told)
        return Group(*parts, table, *self.shapes())

    def name(self, seat: int) -> Text:
        """A seat's mark and name, and the points that it carries."""
        text = Text("> " if seat == self.fields["turn"] else "  ", "bold")
        text.append(SEAT_MARKS[seat], piece_style(seat))
        text.append(f" {self.cast.names[seat]}", f"bold {seat_colour(seat)}")
        points = self.points[seat]
        return text.append(f", {points} point{'s' if points > 1 else ''}" if points else "")

    def where(self, seat: int) -> str:
        """Where a seat's piece is."""
        square = self.chart.pieces.get(seat)
        if seat in self.fields["escaped"]:
            return "out"
        if square is None:
            return "not there yet"
        tile = self.chart.tile.get(square)
        return f"at {spell(square)}{f' {tile}' if tile else ''}"

    def shapes(self) -> list[RenderableType]:
        """How the platform in hand lies after each number of quarter turns."""
        platform = self.fields["lifting"]
        if platform is None:
            return []
        table = Table.grid(padding=(0, 2, 0, 0))
        pictures = []
        for turns in range(4):
            squares = platform_cells(self.chart, platform, turns)
            picture = Text()
            for (dx, dy), (mark, _, style) in squares.items():
                picture.append("\n" if dy and not dx else "").append(mark, style)
            pictures.append(picture)
        table.add_row(*(Text(str(turns), "bold") for turns in range(4)))
        table.add_row(*pictures)
        return [Text(), Text(f"{platform}, a #{self.chart.number(platform)}, after `turn`"), table]


def cells(chart: Chart) -> dict[Square, tuple[str, str]]:
    """Two characters and a style for each square that is not plain empty space."""
    fields = chart.fields
    fire = fire_marks(chart)
    found = {square: (f" {mark}", "red") for square, mark in fire.items()}
    for square, name in AIRLOCK_AT.items():
        found[square] = (f"={name}", "bold cyan")
    for square, tile in chart.tile.items():
        if tile in chart.large:
            mark = fire.get(square, " ")
            floor = (f".{mark}", "red" if mark != " " else "")
            found[square] = floor if square in chart.floor else (BLANK, WALL)
    for gallery, (x, y) in chart.large.items():
        corner = (x - EDGE // 2, y - EDGE // 2)
        if corner in chart.wall:
            found[corner] = (gallery, CORNER)
    for platform, (left, top, turns) in fields["platforms"].items():
        for (dx, dy), (mark, wall, style) in platform_cells(chart, platform, turns).items():
            square = (left + dx, top + dy)
            aimed = "" if wall or square not in fire else fire[square]
            found[square] = (mark[0] + aimed, "red") if aimed else (mark, style)
    for number, (square, way) in chart.guns.items():
        found[square] = (ARROWS[way] + GUN_MARKS[number - 1], GUN)
    for x, y in fields["fires"]:
        found[x, y] = ("**", "bold red")
    for square in chart.doorways:
        found[square] = ("[]", "bold cyan")
    for gallery, square in chart.large.items():
        tokens = fields["tokens"].get(gallery, 0) if gallery in fields["galleries"] else 0
        here = fields["heart_on"] if gallery == CENTRE else gallery in fields["artifact_on"]
        sign = ("H" if gallery == CENTRE else "A") if here else "i" if tokens else "o"
        found[square] = (f"{sign}{tokens or fire.get(square, ' ')}", "bold magenta")
    for seat, square in chart.pieces.items():
        crowd = list(chart.pieces.values()).count(square) > 1
        found[square] = ("@@", "bold reverse") if crowd else (f"@{seat}", piece_style(seat))
    number_platforms(chart, found)
    return found


def number_platforms(chart: Chart, found: dict[Square, tuple[str, str]]) -> None:
    """Write the number of each platform on the wall where it stands freest from other signs.

    Those with one wall come first, for they have no choice.
    """
    walls: dict[str, list[Square]] = {}
    for square in sorted(chart.wall, key=lambda at: at[::-1]):
        if found[square][0] == BLANK and chart.tile[square] not in chart.large:
            walls.setdefault(chart.tile[square], []).append(square)
    for platform, free in sorted(walls.items(), key=lambda pair: len(pair[1])):
        x, y = min(free, key=lambda at: crowding(found, at))
        found[x, y] = (platform[1:], found[x, y][1])


def crowding(found: dict[Square, tuple[str, str]], at: Square) -> int:
    """How many signs a number would touch on the left and on the right."""
    left, right = found.get((at[0] - 1, at[1]), BARE), found.get((at[0] + 1, at[1]), BARE)
    return (left[0][1] not in QUIET) + (right[0][0] not in QUIET)


def fire_marks(chart: Chart) -> dict[Square, str]:
    """`-`, `|` or `+` for the squares that working guns cover."""
    marks: dict[Square, str] = {}
    for gun, (_, way) in chart.guns.items():
        mark = "|" if way in "ns" else "-"
        for square in chart.lines[gun]:
            marks[square] = mark if marks.get(square, mark) == mark else "+"
    return marks


def platform_cells(chart: Chart, platform: str, turns: int) -> dict[Square, tuple[str, bool, str]]:
    """By offset: two characters, whether it is wall, and the style; row by row."""
    floor = chart.quarters(platform, turns)
    lifted = platform == chart.fields["lifting"]
    return {
        at: (": ", False, "bold yellow" if lifted else "bold green")
        if quarter in floor
        else (BLANK, True, LIFTED if lifted else PLATFORM)
        for at, quarter in sorted(
            ((at, quarter) for quarter, at in QUARTER_AT.items()), key=lambda pair: pair[0][::-1]
        )
    }


def piece_style(seat: int) -> str:
    """How a seat's piece stands out on the board."""
    return f"bold black on {seat_colour(seat)}"


def legend(width: int, columns: int = 0) -> Table:
    """What the signs mean, in columns."""
    columns = columns or max(1, width // 30)
    table = Table.grid(padding=(0, 2, 0, 0))
    rows = -(-len(LEGEND) // columns)
    for row in range(rows):
        entries = [LEGEND[at] for at in range(row, len(LEGEND), rows)]
        table.add_row(*(Text(f"{sign}  {about}", "dim") for sign, about in entries))
    return table
