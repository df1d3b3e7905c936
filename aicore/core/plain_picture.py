"""Default picture of a game: its terminal drawing, with a button for each move below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from aicore.core.picture import canvas, offer, width_of
from aicore.core.svg import add, write

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.picture import Scene

COLUMNS = 80  # width of the terminal's drawing
ROW = 17  # height of a row, in units of the picture
WIDE_ENOUGH = 720  # minimum width of a picture that is not narrow
LETTER = 7.9  # width of a column, in the same units


def draw(scene: Scene) -> Element:
    """Return the terminal's drawing in a fixed-width font, with a button for each move."""
    from rich.console import Console  # only for games without a picture

    text = StringIO()
    console = Console(file=text, width=COLUMNS, color_system=None)
    drawing = scene.position.game.info.drawing
    console.print(drawing.draw(scene.position, names=scene.called))
    lines = [line.rstrip() for line in text.getvalue().rstrip().split("\n")]
    width = max(LETTER * max(map(len, lines)) + 2 * ROW, 360, 0 if scene.narrow else WIDE_ENOUGH)
    places = list(_flow(scene.legal, width, ROW * (len(lines) + 1.5)))
    bottom = places[-1][1] + 2 * ROW if places else ROW * (len(lines) + 1.5)
    picture = canvas(width, bottom + ROW / 2, scene.position.game.info.title)
    add(picture, "rect", "table", width=width, height=bottom + ROW / 2, rx=8)
    for row, line in enumerate(lines, 1):
        write(picture, ROW, ROW * (row + 0.5), line, "plain")
    for place, (move, (x, y)) in enumerate(zip(scene.legal, places, strict=True)):
        shown = add(picture, "g")
        look = "paper hint solid" if scene.advised([place]) else "paper edge"
        add(shown, "rect", look, x=x, y=y, width=_breadth(move), height=1.7 * ROW, rx=4)
        write(shown, x + 0.6 * ROW, y + 1.15 * ROW, move)
        offer(shown, [place], move)
    return picture


def _breadth(move: str) -> float:
    return width_of(move, 16) + 1.4 * ROW


def _flow(moves: Sequence[str], width: float, top: float) -> Iterator[tuple[float, float]]:
    """Yield the positions of the moves' buttons: in rows, like words in lines."""
    x, y = float(ROW), top
    for move in moves:
        if x > ROW and x + _breadth(move) > width - ROW:
            x, y = float(ROW), y + 2 * ROW
        yield x, y
        x += _breadth(move) + 0.4 * ROW
