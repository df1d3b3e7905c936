"""Board as text: the whole board, a few of its rows, or with a plan drawn in it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.core.errors import AicoreError
from aicore.core.game import State, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.story import trial
from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, Square
from aicore.games.relics.rules.names import CENTER, EDGE, QUARTER_AT, SIZE

ARROWS = {"n": "^", "e": ">", "s": "v", "w": "<"}
GUN_MARKS = "123456789abc"
WALL = "grey50 on grey35"
CORNER = "bold white on grey35"
PLATFORM = "bold black on green"
LIFTED = "bold black on yellow"
GUN = "bold white on red"
SEAT_MARKS = ("@0", "@1", "@2", "@3")
BLANK = "##"  # a wall without a number
MOVED = "%%"  # wall of a platform that others moved
HERE = "??"  # place for the platform in hand
BARE = ("  ", "")  # empty space
QUIET = " #.:%"  # characters that separate a number from its neighbors
WIDTH = 2 * SIZE + 10  # columns: row numbers and airlocks on both sides, and a space between
MIN_ROWS = 7  # minimum number of rows of squares that are shown

Cells = dict[Square, tuple[str, str]]


def board(cells: Mapping[Square, tuple[str, str]], middle: int, rows: int) -> Text:
    """Return a drawing of the squares, with their numbers on the frame.

    Args:
        middle: the row of squares to show in the middle if not all are shown.
        rows: the maximum number of text rows.
    """
    first, last = window(middle, rows - 2)
    text = Text("     ")
    for x in range(SIZE):
        text.append(*_frame(cells, x, -1, first == 0))
    text.append("\n")
    for y in range(first, last):
        text.append(f"{y:>2} ", "dim")
        for x in range(-1, SIZE + 1):
            text.append(*cells.get((x, y), BARE))
        text.append(f" {y:<2}\n", "dim")
    if last == SIZE:
        text.append("     ")
        for x in range(SIZE):
            text.append(*_frame(cells, x, SIZE, True))
    else:
        text.right_crop(1)
    return text


def window(middle: int, rows: int) -> tuple[int, int]:
    """Return the rows of squares that are shown: all, or those around `middle`."""
    if rows >= SIZE:
        return 0, SIZE
    rows = max(rows, MIN_ROWS)
    first = min(max(middle - rows // 2, 0), SIZE - rows)
    return first, first + rows


def _frame(
    cells: Mapping[Square, tuple[str, str]], x: int, y: int, airlocks: bool
) -> tuple[str, str]:
    """Return the column number above or below the board, or the airlock or piece there."""
    if airlocks and (x, y) in cells:
        return cells[x, y]
    crowded = airlocks and ((x - 1, y) in cells or (x + 1, y) in cells)
    return ("  " if x % 2 or crowded else f"{x:>2}", "dim")


def cells(chart: Chart, moved: Collection[str] = ()) -> Cells:
    """Return two characters and a style for each square that is not plain empty space.

    Args:
        moved: the platforms to highlight because others moved them.
    """
    fields = chart.fields
    fire = fire_marks(chart)
    signs: Cells = {square: (f" {mark}", "red") for square, mark in fire.items()}
    for square, name in AIRLOCK_AT.items():
        signs[square] = (f"={name}", "bold cyan")
    for square, tile in chart.tile.items():
        if tile in chart.large:
            mark = fire.get(square, " ")
            floor = (f".{mark}", "red" if mark != " " else "")
            signs[square] = floor if square in chart.floor else (BLANK, WALL)
    for gallery, (x, y) in chart.large.items():
        corner = (x - EDGE // 2, y - EDGE // 2)
        if corner in chart.wall:
            signs[corner] = (gallery, CORNER)
    for platform, (left, top, turns) in fields["platforms"].items():
        for (dx, dy), (mark, wall, style) in platform_cells(chart, platform, turns).items():
            square = (left + dx, top + dy)
            aimed = "" if wall or square not in fire else fire[square]
            if platform in moved:
                mark, style = (MOVED, LIFTED) if wall else (mark, "bold yellow")
            signs[square] = (mark[0] + aimed, "red") if aimed else (mark, style)
    if fields["spot"]:
        left, top = fields["spot"]
        signs |= {(left + dx, top + dy): (HERE, "bold yellow") for dx in (0, 1) for dy in (0, 1)}
    for number, (square, way) in chart.guns.items():
        signs[square] = (ARROWS[way] + GUN_MARKS[number - 1], GUN)
    for x, y in fields["fires"]:
        signs[x, y] = ("**", "bold red")
    for square in chart.doorways:
        signs[square] = ("[]", "bold cyan")
    for gallery, square in chart.large.items():
        tokens = fields["tokens"].get(gallery, 0) if gallery in fields["galleries"] else 0
        here = fields["heart_on"] if gallery == CENTER else gallery in fields["artifact_on"]
        sign = ("H" if gallery == CENTER else "A") if here else "i" if tokens else "o"
        signs[square] = (f"{sign}{tokens or fire.get(square, ' ')}", "bold magenta")
    for seat, square in chart.pieces.items():
        crowd = list(chart.pieces.values()).count(square) > 1
        signs[square] = ("@@", "bold reverse") if crowd else (f"@{seat}", piece_style(seat))
    number_platforms(chart, signs)
    return signs


def number_platforms(chart: Chart, signs: Cells) -> None:
    """Write the number of each platform on the wall where it touches the fewest other signs.

    Platforms with one wall come first, since they have no choice.
    """
    walls: dict[str, list[Square]] = {}
    for square in sorted(chart.wall, key=lambda at: at[::-1]):
        if signs[square][0] in (BLANK, MOVED) and chart.tile[square] not in chart.large:
            walls.setdefault(chart.tile[square], []).append(square)
    for platform, free in sorted(walls.items(), key=lambda pair: len(pair[1])):
        x, y = min(free, key=lambda at: crowding(signs, at))
        signs[x, y] = (platform[1:], signs[x, y][1])


def crowding(signs: Cells, at: Square) -> int:
    """Return how many signs a number would touch on the left and on the right."""
    left, right = signs.get((at[0] - 1, at[1]), BARE), signs.get((at[0] + 1, at[1]), BARE)
    return (left[0][1] not in QUIET) + (right[0][0] not in QUIET)


def fire_marks(chart: Chart) -> dict[Square, str]:
    """Return `-`, `|` or `+` for each square that working guns cover."""
    marks: dict[Square, str] = {}
    for gun, (_square, way) in chart.guns.items():
        mark = "|" if way in "ns" else "-"
        for square in chart.lines[gun]:
            marks[square] = mark if marks.get(square, mark) == mark else "+"
    return marks


def platform_cells(chart: Chart, platform: str, turns: int) -> dict[Square, tuple[str, bool, str]]:
    """Map each offset, row by row, to two characters, whether it is wall, and the style."""
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
    """Return the style of a seat's piece on the board."""
    return f"bold black on {seat_color(seat)}"


ROWS = SIZE // 2 + 3  # with the airlocks above and below
SIGNS = (
    ("0", N_("a seat's piece")),
    ("A", N_("artifact; i items alone")),
    ("H", N_("the Heart of Sol")),
    ("':.", N_("floor above, in both rows, below")),
    ("NESW", N_("airlocks")),
)
FLOORS = {(True, True): ":", (True, False): "'", (False, True): "."}


def overview(chart: Chart) -> Text:
    """Return a drawing of the things and the floor, in ROWS rows of SIZE + 4 columns."""
    marks = _marks(chart)
    text = Text()
    for top in range(-2, SIZE + 1, 2):
        for x in range(-1, SIZE + 1):
            text.append(*_both(chart, marks, (x, top), (x, top + 1)))
        text.append("\n")
    text.right_crop(1)
    return text


def _marks(chart: Chart) -> dict[Square, tuple[str, str]]:
    marks = {square: (name, "bold cyan") for square, name in AIRLOCK_AT.items()}
    for gallery, square in chart.large.items():
        here = gallery == CENTER and chart.fields["heart_on"]
        if here or gallery in chart.fields["artifact_on"]:
            marks[square] = ("H" if here else "A", "bold magenta")
        elif gallery in chart.fields["galleries"] and chart.fields["tokens"].get(gallery, 0):
            marks[square] = ("i", "magenta")
    for seat, square in chart.pieces.items():
        marks[square] = (str(seat), piece_style(seat))
    return marks


def _both(
    chart: Chart, marks: dict[Square, tuple[str, str]], upper: Square, lower: Square
) -> tuple[str, str]:
    """Return the sign of two squares, one above the other, and its style."""
    for square in sorted({upper, lower} & set(marks), key=lambda at: not marks[at][0].isdigit()):
        return marks[square]
    floor = (upper in chart.floor, lower in chart.floor)
    tile = chart.tile.get(upper if floor[0] else lower, "")
    return FLOORS.get(floor, " "), "bold green" if tile.startswith("p") else ""


ENDLESS = 1000  # number of rows of an output that is not a terminal
WAY = "bold black on bright_white"
LEFT = ("xx", "bold red")  # place that a platform is lifted from


def sketch(position: State | View, plans: Sequence[Sequence[str]]) -> RenderableType | None:
    """Return a drawing of a plan up to the first uncertain result; None if nothing can be shown.

    Args:
        plans: one plan; several are not drawn, since the position itself shows the choices.
    """
    if len(plans) != 1 or not shows(plans[0]):
        return None
    drawing = Sketch(position, plans[0])
    return drawing if drawing.rows else None


def shows(plan: Sequence[str]) -> bool:
    """Whether any part of a plan can be drawn on the board."""
    return any(action.split()[0] in ("move", "at", "turn") for action in plan)


class Sketch:
    """Drawing of a plan, as large as the terminal allows."""

    def __init__(self, position: State | View, plan: Sequence[str]) -> None:
        before = Chart(position)
        state = trial(position)
        way: list[tuple[Square, str]] = []
        for action in plan:
            chart = Chart(state) if action.startswith("move") else None
            try:
                state.apply(action)
            except AicoreError:  # the rest depends on luck and is not known yet
                break
            if chart is not None:
                way.append((Chart(state).pieces[before.fields["seat"]], action.split()[1]))
        after = Chart(state)
        self.cells, plain = drawn(before, after, way), cells(before)
        self.rows = sorted(
            square[1] for square, sign in self.cells.items() if plain.get(square) != sign
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        rows = options.max_height - 1 if console.is_terminal else ENDLESS
        middle = fullest(self.rows, rows - 2)
        first, last = window(middle, rows - 2)
        above, below = self.rows[0] < first, self.rows[-1] >= last
        signs = [("xx", _("lifted from there")), ("%%", _("to be laid")), (">>", _("the way"))]
        text = "   ".join(f"{sign} {about}" for sign, about in signs)
        if above or below:
            more = (
                _("more above and below")
                if above and below
                else _("more above")
                if above
                else _("more below")
            )
            text += f"   {more}"
        yield board(self.cells, middle, rows)
        yield Text(f"     {text}", "dim")


def fullest(rows: Sequence[int], height: int) -> int:
    """Return the row around which `height` rows hold the most of a plan.

    Args:
        rows: the row of each square that the plan changes, in order.
    """
    return max(
        range(SIZE),
        key=lambda middle: (
            sum(first <= row < last for first, last in [window(middle, height)] for row in rows),
            -abs(middle - rows[len(rows) // 2]),
        ),
    )


def drawn(before: Chart, after: Chart, way: Sequence[tuple[Square, str]]) -> Cells:
    """Return the signs of the board with a plan drawn in it."""
    signs = cells(before)
    platforms, later = before.fields["platforms"], after.fields["platforms"]
    changed = [name for name, place in later.items() if platforms.get(name) != place]
    for name in changed:
        if name in platforms:
            left, top, _turns = platforms[name]
            signs |= {(left + dx, top + dy): LEFT for dx in (0, 1) for dy in (0, 1)}
    for name in changed:
        left, top, turns = later[name]
        squares = platform_cells(after, name, turns)
        for (dx, dy), (mark, wall, _style) in squares.items():
            sign = (MOVED, LIFTED) if wall else (mark, "bold yellow")
            signs[left + dx, top + dy] = sign
        walls = [at for at, (_mark, wall, _style) in squares.items() if wall]
        if walls:
            signs[left + walls[0][0], top + walls[0][1]] = (name[1:], LIFTED)
    seat = before.fields["seat"]
    if seat in before.pieces:
        signs[before.pieces[seat]] = cells(before)[before.pieces[seat]]
    for square, step in way:
        signs[square] = (2 * ARROWS[step], WAY)
    return signs
