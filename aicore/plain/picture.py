"""Picture of a plain game with a board: a click on a square chooses an action.

A form's blanks point at squares. ROW and COLUMN have a value for each row and column of the board;
one of them may stand alone. Or one blank has a value for each square, row by row. The names of
blanks may have more words, as in FROM_ROW. Actions that point at no square become buttons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from aicore.core import plain_picture, plain_story
from aicore.core.kinds import Kind, Part
from aicore.core.language import gettext as _
from aicore.core.language import own
from aicore.core.picture import NARROW, fit, offer
from aicore.core.story import Ending
from aicore.core.svg import add, write
from aicore.core.tabletop import GAP, MARGIN, buttons, headline, settle, table
from aicore.plain import board_picture
from aicore.plain.mistakes import ask_author
from aicore.plain.own_svg import own_svg
from aicore.plain.table_picture import common, moves_at, paint, seats
from aicore.plain.views import (
    EMPTY,
    color_of,
    is_board,
    label,
    names_of,
    seat_of,
    square_text,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.picture import Scene
    from aicore.plain.forms import PlainForm

Square = tuple[int, int]
SIDE = 280  # width of the column beside a wide board, in units
MAX_SQUARE = 84.0  # maximum side of a square, in units
MAX_HEIGHT = 520.0  # maximum height of an author's picture
EDGE = 22  # room beside and below a board for the names of its rows and columns
ALL = -1  # in place of a row or column number: stands for all of them


def draw(scene: Scene) -> Element:
    """Return the picture of boards, seats and buttons, or the author's own picture."""
    game: Any = scene.position.game
    if hasattr(game.author, "picture"):
        return _own_picture(scene)
    boards = [part for part in game.layout if is_board(part.kind) and part.kind.shown]
    picture = table(scene, game.info.title)
    y = float(headline(picture, scene, _headline(scene), ""))
    beside = bool(boards) and not scene.narrow
    room = scene.width - 2 * MARGIN - (SIDE + MARGIN if beside else 0)
    used: set[int] = set()
    least = y
    if not beside:
        columns = 1 if scene.narrow or game.seats == 1 else 2
        y = seats(picture, scene, MARGIN, y, scene.width - 2 * MARGIN, columns, used)
        y = common(picture, scene, MARGIN, y, scene.width - 2 * MARGIN, used)
    else:
        left = scene.width - MARGIN - SIDE
        least = common(
            picture, scene, left, seats(picture, scene, left, y, SIDE, 1, used), SIDE, used
        )
    for part in boards:
        y = _draw_boards(picture, scene, part, (MARGIN, y, room), used)
    y = max(y, least)
    rest = [(text, [place]) for place, text in enumerate(scene.legal) if place not in used]
    y = float(buttons(picture, scene, MARGIN, y, scene.width - 2 * MARGIN, rest))
    return settle(picture, y + MARGIN - GAP)


def _own_picture(scene: Scene) -> Element:
    """Return the author's picture: SVG with buttons below, or text."""
    drawing = str(ask_author(scene.position.game, "picture", scene.position.to_dict()))
    if not drawing.lstrip().startswith("<svg"):
        return plain_picture.draw(scene)
    drawn = own_svg(drawing)
    picture = table(scene, scene.position.game.info.title)
    y = float(headline(picture, scene, _headline(scene), ""))
    _left, _top, wide, high = map(float, drawn.get("viewBox", "").split())
    width = min(scene.width - 2 * MARGIN, wide * MAX_HEIGHT / high)
    drawn.attrib |= {
        "x": str(round((scene.width - width) / 2)), "y": str(round(y)),
        "width": str(round(width)), "height": str(round(width * high / wide)),
    }  # fmt: skip
    picture.append(drawn)
    y += width * high / wide + 2 * GAP
    rest = [(text, [place]) for place, text in enumerate(scene.legal)]
    y = float(buttons(picture, scene, MARGIN, y, scene.width - 2 * MARGIN, rest))
    return settle(picture, y + MARGIN - GAP)


def _draw_boards(
    picture: Element, scene: Scene, part: Part, box: tuple[float, float, float], used: set[int]
) -> float:
    """Draw a board, or all seats' boards side by side; return the y of the space below."""
    content = scene.position[part.name]
    if not part.kind.seats:
        return _draw_board(picture, scene, part, content, box, used)
    left, top, room = box
    own = scene.seat if scene.seat is not None else max(scene.turn, 0)
    columns = 1 if scene.narrow else min(2, len(content))
    width = (room - GAP * (columns - 1)) / columns
    bottom = top
    for seat, board in enumerate(content):
        if seat % columns == 0:
            top = bottom
        x = left + seat % columns * (width + GAP)
        write(
            picture, x, top + 14, f"{scene.name(seat)}: {label(part)}", "muted bold", font_size=13
        )
        mine = used if seat == own else None
        bottom = max(bottom, _draw_board(picture, scene, part, board, (x, top + 22, width), mine))
    return bottom


def _draw_board(
    picture: Element, scene: Scene, part: Part, content: Any, box: tuple[float, float, float],
    used: set[int] | None,
) -> float:  # fmt: skip
    """Draw a board, which the viewer can click on unless `used` is None."""
    if used is None:
        scene, used = replace(scene, legal=(), last=()), set()
    draw_part = _board if part.kind.grid else board_picture.board
    return draw_part(picture, scene, part, content, box, used)


def _headline(scene: Scene) -> str:
    position, called = scene.position, scene.called
    if position.end:
        if hasattr(position.game.author, "scores"):  # type: ignore[attr-defined]
            return _("the game is over")
        shares = list(position.scores())  # without the author's scores, these are the returns
        return plain_story.end(
            position.game, Ending(position.end, position, shares, shares), called
        )
    if position.turn < 0:
        return _("chance decides")
    return _("{who} {who:are|is} to move", who=called[position.turn])


def _board(
    picture: Element, scene: Scene, part: Part, rows: list[list[Any]],
    box: tuple[float, float, float], used: set[int],
) -> float:  # fmt: skip
    """Draw a board and return the y of the space below it.

    Args:
        box: left, top and the available width.
        used: set that receives the indices in `scene.legal` of the actions chosen on the board.
    """
    left, top, room = box
    high, wide = part.kind.shape[:2]
    down, across = names_of(scene.position.game, part)
    edge = EDGE if down else 0
    cell = min(MAX_SQUARE, (room - 2 * edge) / wide, 480 / high if room > NARROW else MAX_SQUARE)
    left += (room - cell * wide) / 2
    for r, name in enumerate(down):
        write(picture, left - 8, top + (r + 0.5) * cell + 5, name, "end muted")
    for c, name in enumerate(across):
        write(picture, left + (c + 0.5) * cell, top + high * cell + 18, name, "middle muted")
    add(picture, "rect", "paper edge", x=left, y=top, width=cell * wide, height=cell * high)
    squares, lines = _choices(scene, part)
    last = _last(scene, part, rows)
    for r in range(high):
        for c in range(wide):
            spot = (left + c * cell, top + r * cell, cell)
            _square(picture, scene, part, rows[r][c], spot, (r, c) in last)
    for (r, c), places in lines.items():
        area = (
            (left, top + r * cell, wide * cell, cell) if c == ALL
            else (left + c * cell, top, cell, high * cell)
        )  # fmt: skip
        _offer(picture, scene, area, places)
    for (r, c), places in squares.items():
        _offer(picture, scene, (left + c * cell, top + r * cell, cell, cell), places)
    for places in (*squares.values(), *lines.values()):
        used.update(places)
    return top + cell * high + 2 * GAP + (EDGE if across else 0)


def _square(
    picture: Element, scene: Scene, part: Part, value: Any, spot: tuple[float, float, float],
    last: bool,
) -> None:  # fmt: skip
    """Draw a square and its content: a stone if the values stand for seats."""
    x, y, cell = spot
    add(picture, "rect", "none edge", x=x, y=y, width=cell, height=cell)
    if last:
        inner = cell - 8
        add(picture, "rect", "none last", x=x + 4, y=y + 4, width=inner, height=inner, rx=4)
    shown = square_text(part.kind, value)
    if shown == EMPTY:
        return
    middle = x + cell / 2
    size = max(13.0, min(cell * 0.5, 1.4 * cell / max(1, len(shown))))
    seat = _owner(scene, part.kind, value)
    if seat is not None:
        add(picture, "circle", f"seat{seat % 6}", cx=middle, cy=y + cell / 2, r=0.38 * cell)
        size, style = min(size, cell * 0.42), "middle paper bold"
    else:
        style = "middle bold"
    base = y + cell / 2 + size * 0.35
    text = fit(part.kind.icons.get(shown) or own(shown), cell, size)
    paint(write(picture, middle, base, text, style, font_size=size), color_of(part.kind, value))


def _owner(scene: Scene, kind: Kind, value: Any) -> int | None:
    """Return the seat that a value stands for, if any; an `Enum` may name the seats in turn."""
    names = kind.names or ()
    if len(names) == scene.position.game.info.seats[1] + 1 and value in names[1:]:
        return names.index(value) - 1
    return seat_of(kind, value)


def _offer(
    picture: Element, scene: Scene, area: tuple[float, float, float, float], places: list[int]
) -> None:
    x, y, width, height = area
    style = "hint wash" if scene.advised(places) else "none"
    shown = add(picture, "rect", style, x=x + 2, y=y + 2, width=width - 4, height=height - 4, rx=4,
                pointer_events="all")  # fmt: skip
    texts = [scene.legal[place] for place in places]
    offer(shown, places, moves_at(texts))


def _choices(scene: Scene, part: Part) -> tuple[dict[Square, list[int]], dict[Square, list[int]]]:
    """Return the indices of the legal actions by the squares, and by the lines, they point at.

    A line is a whole row or column.
    """
    squares: dict[Square, list[int]] = {}
    lines: dict[Square, list[int]] = {}
    for place, text in enumerate(scene.legal):
        for spot in _spots(scene, part, text):
            places = (lines if ALL in spot else squares).setdefault(spot, [])
            if place not in places:
                places.append(place)
    return squares, lines


def _last(scene: Scene, part: Part, rows: list[list[Any]]) -> set[Square]:
    """Return the squares of the last events; for a whole column, its highest taken square."""
    squares: set[Square] = set()
    for _actor, text in scene.last:
        for r, c in _spots(scene, part, text):
            if r != ALL != c:
                squares.add((r, c))
            elif r == ALL:
                taken = [
                    row
                    for row in range(part.kind.shape[0])
                    if square_text(part.kind, rows[row][c]) != EMPTY
                ]
                squares |= {(taken[0], c)} if taken else set()
    return squares


def _spots(scene: Scene, part: Part, text: str) -> list[Square]:
    """Return the squares, rows and columns that an event's text points at."""
    grammar = scene.position.game.grammar
    try:
        number = grammar.from_text(text)
    except ValueError:  # a word that the viewer does not see
        return []
    form = grammar.form_of(number)
    return list(pointed(form, form.args(number), part.kind.shape[0], part.kind.shape[1]))


def pointed(form: PlainForm, args: tuple[Any, ...], rows: int, columns: int) -> Iterator[Square]:
    """Yield the squares, rows and columns that a form with these values points at.

    ALL in place of a row or column number stands for a whole line.
    """
    at: Square | None = None  # a row without its column, or a column without its row
    for blank, value in zip(form.blanks, args, strict=True):
        place = blank.places[value]
        if "ROW" in blank.name and len(blank) == rows:
            half = (place, ALL)
        elif "COL" in blank.name and len(blank) == columns:
            half = (ALL, place)
        else:
            if at is not None:
                yield at
            at = None
            if len(blank) == rows * columns > 1:
                yield divmod(place, columns)
            continue
        if at is None:
            at = half
        elif (at[0] == ALL) != (half[0] == ALL):
            yield max(at[0], half[0]), max(at[1], half[1])
            at = None
        else:
            yield at
            at = half
    if at is not None:
        yield at
