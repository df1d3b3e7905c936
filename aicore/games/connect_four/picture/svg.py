"""Picture of a game of Connect Four: the upright board and the columns to choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.picture import PLATE, canvas, identify, mark, offer
from aicore.core.svg import add, write
from aicore.core.tabletop import two_plates, winning_line
from aicore.games.connect_four.words.notation import COLUMNS
from aicore.games.connect_four.words.story import HEIGHT, MARKS, Cell, at, landing, lines

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.picture import Scene

EDGE = 12  # width of the board's edge around its cells


def draw(scene: Scene) -> Element:
    """Return a picture of the board, with the players beside or above it."""
    if scene.narrow:
        left, top, cell = 16 + EDGE, PLATE + 40 + EDGE, (328 - 2 * EDGE) / 7
    else:
        left, top, cell = 16 + EDGE, 44 + EDGE, 76
    height = top + 6 * cell + EDGE + 34 if scene.narrow else 572
    picture = canvas(scene.width, height, scene.position.game.info.title)
    add(picture, "rect", "table", width="100%", height="100%")
    two_plates(picture, scene, 592, 228, 212)
    _board(picture, scene, left, top, cell)
    return picture


def _board(picture: Element, scene: Scene, left: float, top: float, cell: float) -> None:
    """Draw the frame with its holes, the stones in them, and a button for each open column."""
    board = scene.position["board"]
    width, height = cell * len(COLUMNS), cell * HEIGHT

    def middle(place: Cell) -> tuple[float, float]:
        column, row = place
        return left + cell * (column + 0.5), top + cell * (HEIGHT - row - 0.5)

    frame = {"width": width + 2 * EDGE, "height": height + 2 * EDGE}
    add(picture, "rect", "board", x=left - EDGE, y=top - EDGE, rx=cell / 4, **frame)
    new = _new(scene, board)
    for column, letter in enumerate(COLUMNS):
        x, base = middle((column, 0))[0], top + height + EDGE + 20
        write(picture, x, base, letter, "middle muted")
        for row in range(HEIGHT):
            place = (column, row)
            stone = at(board, place)
            if stone == ".":
                cx, cy = middle(place)
                add(picture, "circle", "table", cx=cx, cy=cy, r=0.4 * cell)
            else:
                seat = MARKS.index(stone)
                one = _stone(picture, seat, middle(place), cell, place in new)
                title = add(one, "title")
                title.text = f"{scene.name(seat)}, {_look(seat)}: {letter}{row + 1}"
    for line in lines():
        stones = {at(board, place) for place in line}
        if len(stones) == 1 and "." not in stones:
            winning_line(picture, middle(line[0]), middle(line[-1]))
    for column, letter in enumerate(COLUMNS):
        places = scene.places(letter.__eq__)
        if places:
            _offer(picture, scene, places, middle(landing(board, column)), top, cell)


def _offer(
    picture: Element,
    scene: Scene,
    places: list[int],
    middle: tuple[float, float],
    top: float,
    cell: float,
) -> None:
    """Draw an open column as a choice: an arrow above it, and a ghost of the stone."""
    x, y = middle
    letter = scene.legal[places[0]]
    column = add(picture, "g")
    area = {"x": x - cell / 2, "y": top - EDGE - 26, "width": cell, "rx": 8}
    high = HEIGHT * cell + 2 * EDGE + 26
    add(column, "rect", "none", height=high, pointer_events="all", **area)
    tip = top - EDGE - 8
    add(column, "path", "accent", d=f"M{x - 7:.1f} {tip - 9:.1f}h14l-7 9z")
    ghost = add(column, "g", "shade")
    ring = f"none line{scene.position.turn} broken"
    add(ghost, "circle", ring, cx=x, cy=y, r=0.36 * cell, stroke_width=0.06 * cell)
    mark(ghost, scene.position.turn, x, y, 0.26 * cell)
    if scene.advised(places):
        add(column, "circle", f"seat{scene.position.turn} hint", cx=x, cy=y, r=0.37 * cell)
    offer(column, places, _("drop a stone into {column}", column=letter))


def _stone(
    parent: Element, seat: int, middle: tuple[float, float], cell: float, new: bool = False
) -> Element:
    """Draw a stone with the mark of its seat.

    Args:
        new: whether the stone was just dropped; it then has a rim.
    """
    x, y = middle
    group = add(parent, "g")
    add(group, "circle", f"seat{seat}{' last' if new else ''}", cx=x, cy=y, r=0.4 * cell)
    add(group, "circle", "none rim", cx=x, cy=y, r=0.31 * cell)
    mark(group, seat, x, y, 0.26 * cell)
    return identify(group, f"stone {round(x)},{round(y)}", seat, enters="fall")


def _look(seat: int) -> str:
    """Return a word for the mark on a seat's stones."""
    return pgettext("stone", "square") if seat else pgettext("stone", "round")


def _new(scene: Scene, board: list[str]) -> set[Cell]:
    """Return the cells of the stones in the last events, which are the highest in their columns."""
    cells: set[Cell] = set()
    for _actor, letter in scene.last:
        column = COLUMNS.index(letter)
        dropped = sum(1 for place in cells if place[0] == column)
        cells.add((column, landing(board, column)[1] - 1 - dropped))
    return cells
