"""The picture of a game that draws none of its own: what a terminal shows, and its moves below."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from aicore.core.picture import add, canvas, offer, write

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.picture import Scene

COLUMNS = 80
ROW = 17
LETTER = 7.9  # width of a column


def draw(scene: Scene) -> Element:
    """The terminal's drawing in a fixed-width type, and a button for each move."""
    from rich.console import Console

    text = StringIO()
    console = Console(file=text, width=COLUMNS, color_system=None)
    console.print(scene.position.game.info.drawing.draw(scene.position))
    lines = [line.rstrip() for line in text.getvalue().rstrip().split("\n")]
    width = max(LETTER * max(map(len, lines)) + 2 * ROW, 360)
    height = ROW * (len(lines) + 2 * len(scene.legal) + 2)
    picture = canvas(width, height, scene.position.game.info.title)
    add(picture, "rect", "table", width=width, height=height, rx=8)
    for row, line in enumerate(lines, 1):
        write(picture, ROW, ROW * (row + 0.5), line, "plain")
    top = ROW * (len(lines) + 1.5)
    for place, move in enumerate(scene.legal):
        button = add(picture, "g")
        add(
            button,
            "rect",
            "paper edge",
            x=ROW,
            y=top,
            width=width - 2 * ROW,
            height=1.7 * ROW,
            rx=4,
        )
        write(button, 1.6 * ROW, top + 1.15 * ROW, move)
        offer(button, [place], move)
        top += 2 * ROW
    return picture
