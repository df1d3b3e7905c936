"""The board as text: two characters and a style for each square, with numbers on the frame."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, Square
from aicore.games.relics.rules.names import CENTER, SIZE
from aicore.games.relics.rules.tiles import EDGE, QUARTER_AT

ARROWS = {"n": "^", "e": ">", "s": "v", "w": "<"}
GUN_MARKS = "123456789abc"
WALL = "grey50 on grey35"
CORNER = "bold white on grey35"
PLATFORM = "bold black on green"
LIFTED = "bold black on yellow"
GUN = "bold white on red"
SEAT_MARKS = ("@0", "@1", "@2", "@3")
BLANK = "##"  # a wall without a number
MOVED = "%%"  # one of a platform that others moved
HERE = "??"  # where the platform in hand goes
BARE = ("  ", "")  # empty space
QUIET = " #.:%"  # characters that part a number from what is beside it
WIDTH = 2 * SIZE + 10  # columns: row numbers and airlocks on both sides, and a space between
FEWEST = 7  # rows of squares that are shown at least

Cells = dict[Square, tuple[str, str]]


def board(cells: Mapping[Square, tuple[str, str]], middle: int, rows: int) -> Text:
    """The squares with their numbers on the frame.

    Args:
        middle: the row of squares to show in the middle if not all are shown.
        rows: of text, at most.
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
    """The rows of squares that are shown: all, or those around one."""
    if rows >= SIZE:
        return 0, SIZE
    rows = max(rows, FEWEST)
    first = min(max(middle - rows // 2, 0), SIZE - rows)
    return first, first + rows


def _frame(
    cells: Mapping[Square, tuple[str, str]], x: int, y: int, airlocks: bool
) -> tuple[str, str]:
    """A number above or below the board, or an airlock or a piece on it where it is the edge."""
    if airlocks and (x, y) in cells:
        return cells[x, y]
    crowded = airlocks and ((x - 1, y) in cells or (x + 1, y) in cells)
    return ("  " if x % 2 or crowded else f"{x:>2}", "dim")


def cells(chart: Chart, moved: Collection[str] = ()) -> Cells:
    """Two characters and a style for each square that is not plain empty space.

    Args:
        moved: platforms that stand out because others moved them.
    """
    fields = chart.fields
    fire = fire_marks(chart)
    found: Cells = {square: (f" {mark}", "red") for square, mark in fire.items()}
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
            if platform in moved:
                mark, style = (MOVED, LIFTED) if wall else (mark, "bold yellow")
            found[square] = (mark[0] + aimed, "red") if aimed else (mark, style)
    if fields["spot"]:
        left, top = fields["spot"]
        found |= {(left + dx, top + dy): (HERE, "bold yellow") for dx in (0, 1) for dy in (0, 1)}
    for number, (square, way) in chart.guns.items():
        found[square] = (ARROWS[way] + GUN_MARKS[number - 1], GUN)
    for x, y in fields["fires"]:
        found[x, y] = ("**", "bold red")
    for square in chart.doorways:
        found[square] = ("[]", "bold cyan")
    for gallery, square in chart.large.items():
        tokens = fields["tokens"].get(gallery, 0) if gallery in fields["galleries"] else 0
        here = fields["heart_on"] if gallery == CENTER else gallery in fields["artifact_on"]
        sign = ("H" if gallery == CENTER else "A") if here else "i" if tokens else "o"
        found[square] = (f"{sign}{tokens or fire.get(square, ' ')}", "bold magenta")
    for seat, square in chart.pieces.items():
        crowd = list(chart.pieces.values()).count(square) > 1
        found[square] = ("@@", "bold reverse") if crowd else (f"@{seat}", piece_style(seat))
    number_platforms(chart, found)
    return found


def number_platforms(chart: Chart, found: Cells) -> None:
    """Write the number of each platform on the wall where it stands freest from other signs.

    Those with one wall come first, for they have no choice.
    """
    walls: dict[str, list[Square]] = {}
    for square in sorted(chart.wall, key=lambda at: at[::-1]):
        if found[square][0] in (BLANK, MOVED) and chart.tile[square] not in chart.large:
            walls.setdefault(chart.tile[square], []).append(square)
    for platform, free in sorted(walls.items(), key=lambda pair: len(pair[1])):
        x, y = min(free, key=lambda at: crowding(found, at))
        found[x, y] = (platform[1:], found[x, y][1])


def crowding(found: Cells, at: Square) -> int:
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
    return f"bold black on {seat_color(seat)}"
