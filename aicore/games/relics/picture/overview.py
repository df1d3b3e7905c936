"""The whole board in a few rows: two rows of squares in each, one character for both."""

from __future__ import annotations

from rich.text import Text

from aicore.games.relics.picture.squares import piece_style
from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, Square
from aicore.games.relics.rules.names import CENTER, SIZE

ROWS = SIZE // 2 + 3  # with the airlocks above and below
SIGNS = (
    ("0", "a seat's piece"),
    ("A", "artifact; i items alone"),
    ("H", "the Heart of Sol"),
    ("':.", "floor above, in both rows, below"),
    ("NESW", "airlocks"),
)
FLOORS = {(True, True): ":", (True, False): "'", (False, True): "."}


def overview(chart: Chart) -> Text:
    """The board in ROWS rows of SIZE + 4 columns: what stands on it, and where one can walk."""
    marks = _marks(chart)
    text = Text()
    for top in range(-2, SIZE + 1, 2):
        for x in range(-1, SIZE + 1):
            text.append(*_both(chart, marks, (x, top), (x, top + 1)))
        text.append("\n")
    text.right_crop(1)
    return text


def _marks(chart: Chart) -> dict[Square, tuple[str, str]]:
    found = {square: (name, "bold cyan") for square, name in AIRLOCK_AT.items()}
    for gallery, square in chart.large.items():
        here = gallery == CENTER and chart.fields["heart_on"]
        if here or gallery in chart.fields["artifact_on"]:
            found[square] = ("H" if here else "A", "bold magenta")
        elif gallery in chart.fields["galleries"] and chart.fields["tokens"].get(gallery, 0):
            found[square] = ("i", "magenta")
    for seat, square in chart.pieces.items():
        found[square] = (str(seat), piece_style(seat))
    return found


def _both(
    chart: Chart, marks: dict[Square, tuple[str, str]], upper: Square, lower: Square
) -> tuple[str, str]:
    """The sign of two squares, one above the other, and its style."""
    for square in sorted({upper, lower} & set(marks), key=lambda at: not marks[at][0].isdigit()):
        return marks[square]
    floor = (upper in chart.floor, lower in chart.floor)
    tile = chart.tile.get(upper if floor[0] else lower, "")
    return FLOORS.get(floor, " "), "bold green" if tile.startswith("p") else ""
