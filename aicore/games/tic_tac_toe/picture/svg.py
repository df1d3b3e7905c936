"""Picture of a game of tic-tac-toe: the board, on which free cells can be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.picture import PLATE, identify, offer
from aicore.core.svg import add, write
from aicore.core.tabletop import settle, table, two_plates, winning_line
from aicore.games.tic_tac_toe.words.notation import CELLS
from aicore.games.tic_tac_toe.words.story import LINES, MARKS

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.picture import Scene

COLUMNS, ROWS = "abc", "321"


def draw(scene: Scene) -> Element:
    """Return a drawing of the board, and of the players beside or above it."""
    if scene.narrow:
        left, top, cell = 36, PLATE + 28, 100
    else:
        left, top, cell = 64, 32, 160
    title = scene.position.game.info.title
    picture = settle(table(scene, title), top + 3 * cell + 36 if scene.narrow else 560)
    two_plates(picture, scene, 576, 216, 224, _sign)
    _board(picture, scene, left, top, cell)
    return picture


def _board(picture: Element, scene: Scene, left: float, top: float, cell: float) -> None:
    """Draw four lines, the signs between them, and a button on each free cell."""
    board = scene.position["board"]
    new = {text for _actor, text in scene.last}

    def middle(place: int) -> tuple[float, float]:
        return left + cell * (place % 3 + 0.5), top + cell * (place // 3 + 0.5)

    add(picture, "rect", "paper edge", x=left, y=top, width=3 * cell, height=3 * cell, rx=cell / 8)
    near, far = 0.12 * cell, 2.88 * cell
    for at in (cell, 2 * cell):
        for x, y, to_x, to_y in ((at, near, at, far), (near, at, far, at)):
            ends = {"x1": left + x, "y1": top + y, "x2": left + to_x, "y2": top + to_y}
            add(picture, "line", "rule", stroke_linecap="round", **ends)
    for step in range(3):
        at = cell * (step + 0.5)
        write(picture, left + at, top + 3 * cell + 22, COLUMNS[step], "middle muted")
        write(picture, left - 12, top + at + 5, ROWS[step], "end muted")
    for place, sign in enumerate(board):
        x, y = middle(place)
        if sign == ".":
            _offer(picture, scene, place, x, y, cell)
            continue
        seat = MARKS.index(sign)
        if CELLS[place] in new:
            box = {"x": x - 0.42 * cell, "y": y - 0.42 * cell, "rx": cell / 10}
            add(picture, "rect", "none last", width=0.84 * cell, height=0.84 * cell, **box)
        drawn = identify(_sign(picture, seat, x, y, 0.27 * cell), f"sign {CELLS[place]}", seat)
        shape = pgettext("sign", "ring") if seat else pgettext("sign", "cross")
        add(drawn, "title").text = f"{scene.name(seat)}, {shape}: {CELLS[place]}"
    for line in LINES:
        if board[line[0]] != "." and len({board[place] for place in line}) == 1:
            winning_line(picture, middle(line[0]), middle(line[2]))


def _offer(picture: Element, scene: Scene, place: int, x: float, y: float, cell: float) -> None:
    """Draw a free cell, which shows the mover's sign when the pointer is over it."""
    places = scene.places(CELLS[place].__eq__)
    if not places:
        return
    group = add(picture, "g")
    box: dict[str, float] = {"x": x - cell / 2 + 4, "y": y - cell / 2 + 4, "rx": cell / 10}
    advised = scene.advised(places)
    style = "none hint" if advised else "none"
    side = cell - 8
    add(group, "rect", style, width=side, height=side, pointer_events="all", **box)
    _sign(add(group, "g", "faint" if advised else "shade"), scene.position.turn, x, y, 0.27 * cell)
    offer(group, places, _("mark {cell}", cell=CELLS[place]))


def _sign(parent: Element, seat: int, x: float, y: float, half: float) -> Element:
    """Draw the cross or ring of a seat, centered at (x, y)."""
    group = add(parent, "g")
    width: Any = {"stroke_width": half / 2.6, "stroke_linecap": "round"}
    if seat:
        add(group, "circle", "none line1", cx=x, cy=y, r=half, **width)
    else:
        to = f"M{x - half:.1f} {y - half:.1f}l{2 * half:.1f} {2 * half:.1f}m0 {-2 * half:.1f}"
        add(group, "path", "none line0", d=f"{to}l{-2 * half:.1f} {2 * half:.1f}", **width)
    return group
