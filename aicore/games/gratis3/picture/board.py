"""Board as characters: Spaces, lines, RAVs and Carriers, and perhaps plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.core.errors import AicoreError
from aicore.core.game import Position, State, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.story import trial
from aicore.games.gratis3.rules.board import Board, board_of

FIRST = 6  # column of Location 1
LABEL = 3  # characters per RAV
MAX_WIDTH = 6  # columns from a Location halfway to the next
ROWS = {2: 1, 1: 3, -1: 7, -2: 9}  # text line of each row of Spaces
LANE = 5  # text line of the Carriers
LINES = 10  # number of text lines
STANDS_OUT = "bold reverse"
LEGEND = N_("[0] Carrier   F0 Fighter   B0 Bomber   < > ^ v its tail   U1 free Space")


class Picture:
    """Styled characters in lines; later characters cover earlier ones."""

    def __init__(self, width: int, lines: int) -> None:
        self.cells = [[(" ", "")] * width for _ in range(lines)]

    def write(self, line: int, start: int, text: str, style: str = "dim") -> None:
        """Write a text on a line, cut off at the edges."""
        for place, char in enumerate(text, start):
            if 0 <= place < len(self.cells[line]):
                self.cells[line][place] = (char, style)

    def text(self) -> Text:
        """Return the whole picture."""
        text = Text(no_wrap=True)
        for number, line in enumerate(self.cells):
            text.append("\n" if number else "")
            for style, cells in groupby(line, key=itemgetter(1)):
                text.append("".join(char for char, _style in cells), style)
        return text


def draw_board(
    fields: Position,
    board: Board,
    width: int,
    signs: Mapping[str | int, str] | None = None,
) -> Text:
    """Return the board in five rows, with lines between Spaces.

    The rows are outer Spaces, Spaces, Carriers, Spaces and outer Spaces.

    Args:
        width: width of the drawing in columns.
        signs: texts that stand out on Spaces and at Locations, instead of their content.
    """
    half = min((width - FIRST - LABEL) // (2 * (board.locations - 1)), MAX_WIDTH)
    at = {
        name: (FIRST + round((column - 1) * 2 * half), ROWS[row])
        for name, (column, row) in board.places.items()
    }
    picture = Picture(width, LINES)
    picture.write(0, 0, _("Gate"))
    left = [line for line in board.lines if not _draw_line(picture, at, *line)]
    _draw_lane(picture, fields["locations"], board.locations, 2 * half)
    green = {name for names in board.green for name in names}
    for name, (x, y) in at.items():
        sign = name if len(name) < half else "o" if name in green else "."
        picture.write(y, x, sign, "green" if name in green else "dim")
    for name, owner, kind, tail in fields["ravs"]:
        x, y = at[name]
        sign = label(owner, kind) + (_arrow(at[name], at[tail]) if tail else " ")
        picture.write(y, x, sign, f"bold {seat_color(owner)}")
    for where, sign in (signs or {}).items():
        x, y = at[where] if isinstance(where, str) else (_column(where, 2 * half), LANE)
        picture.write(y, x, sign, STANDS_OUT)
    text = picture.text()
    if left:
        lines = ", ".join(map("-".join, left))
        text.append("\n" + _("more lines: {lines}", lines=lines), "dim")
    return text


def _column(place: int, step: int) -> int:
    """Return the column in which a Location is drawn."""
    return FIRST + (place - 1) * step if place else 0


def label(owner: int, kind: str) -> str:
    """Return a RAV's label, without its tail."""
    return f"{'F' if kind == 'fighter' else 'B'}{owner}"


def _draw_lane(picture: Picture, places: list[int], last: int, step: int) -> None:
    """Draw the Locations with the seats whose Carriers are on them."""
    for place in range(last + 1):
        x = _column(place, step)
        if place:
            picture.write(0, x, str(place))
        end = FIRST if place == 0 else x + step
        picture.write(LANE, x, "-" * (end - x if place < last else 0))
        here = [seat for seat, where in enumerate(places) if where == place]
        x = min(x, len(picture.cells[LANE]) - len(here) - 2)
        picture.write(LANE, x, "[" + " " * len(here) + "]" if here else "+")
        for order, seat in enumerate(here, 1):
            picture.write(LANE, x + order, str(seat), f"bold {seat_color(seat)}")


def _draw_line(picture: Picture, at: Mapping[str, tuple[int, int]], one: str, other: str) -> bool:
    """Draw a line between two Spaces; if it is too long or covered, return False instead."""
    (x, y), (far, low) = sorted((at[one], at[other]), key=lambda place: (place[1], place[0]))
    if y == low:
        if any(line == y and x < place < far for place, line in at.values()):
            return False
        picture.write(y, x + 1, "-" * (far - x - 1))
        return True
    lines = range(y + 1, low)
    if len(lines) not in (1, 3) or abs(far - x) > 16:
        return False
    stroke = "|" if far == x else "\\" if far > x else "/"
    for line in lines:
        if line != LANE:
            place = x + round((far - x) * (line - y) / (low - y))
            picture.write(line, place, stroke)
    return True


def _arrow(space: tuple[int, int], tail: tuple[int, int]) -> str:
    """Return an arrow in the direction of a RAV's tail."""
    if tail[1] != space[1]:
        return "^" if tail[1] < space[1] else "v"
    return "<" if tail[0] < space[0] else ">"


WIDTH, WIDE = 76, 96  # columns
Signs = dict[str | int, str]


def sketch(position: State | View, plans: Sequence[Sequence[str]]) -> RenderableType | None:
    """Return the board with one plan or with all choices; None if there is nothing to show."""
    if len(plans) == 1:
        seat = position.turn
        signs = _planned(position, plans[0])
        about = _(
            "({seat}) your Carrier afterward   f{seat} b{seat} your RAVs afterward   U1! a target",
            seat=seat,
        )
    else:
        signs, about = _choices(position, [plan[0] for plan in plans]), _("? the choices")
    return Sketch(position, signs, about) if signs else None


class Sketch:
    """Board with signs that stand out."""

    def __init__(self, position: State | View, signs: Signs, about: str) -> None:
        self.position, self.signs, self.about = position, signs, about

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        width = WIDE if options.max_width >= WIDE else WIDTH
        board = board_of(self.position.game)
        yield draw_board(self.position, board, width, self.signs)
        yield Text(self.about, "dim")


def _spaces(position: State | View, action: str) -> list[str]:
    """Return the Spaces that an action names."""
    names = board_of(position.game).names
    return [name for name in action.replace(",", " ").split() if name in names]


def _planned(position: State | View, plan: Sequence[str]) -> Signs:
    """Return signs for RAVs and the Carrier after a plan, up to the first chance event."""
    seat = position.turn
    state = trial(position)
    before = position
    signs: Signs = {}
    for action in plan:
        if action.startswith(("attack", "hit")):
            signs |= {name: f"{name}!" for name in _spaces(position, action)[:1]}
        try:
            state.apply(action)
        except AicoreError:  # a chance event is due, so the rest of the plan is unknown
            break
    after = state
    old, new = (side["locations"][seat] for side in (before, after))
    if new != old:
        signs[new] = f"({seat})"
    stood = [tuple(rav) for rav in before["ravs"]]
    for name, owner, kind, tail in after["ravs"]:
        if owner == seat and (name, owner, kind, tail) not in stood:
            signs[name] = label(owner, kind).lower()
    return signs


def _choices(position: State | View, actions: Sequence[str]) -> Signs:
    """Return signs for the Spaces in which some actions differ."""
    named = [_spaces(position, action) for action in actions]
    common = set.intersection(*map(set, named)) if named else set()
    return {name: f"{name}?" for spaces in named for name in spaces if name not in common}
