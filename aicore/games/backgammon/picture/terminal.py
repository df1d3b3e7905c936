"""Drawing of the board for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.core.game import State, View
from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.story import Names
from aicore.games.backgammon.game import BAR
from aicore.games.backgammon.words.story import cube_line, pips_to_go

SEAT_MARKS = ("x", "o")
HEIGHT = 5  # maximum number of men drawn on a point; if there are more, a number is drawn
WIDTH = 3  # width of a point in columns


def draw(position: State | View, names: Names | None = None) -> Table:
    """Return the board from the side of the viewer or, without a viewer, of the mover.

    The home of that seat is at the bottom right, and the numbers of points are its own.
    """
    names = names or Names.numbered(2)
    men, seat = position["men"], _viewer(position)
    frame = Table.grid()
    frame.add_row(_side(position, names, 1 - seat))
    frame.add_row(_numbers(range(13, 25)))
    for row in range(HEIGHT):
        frame.add_row(_row(men, seat, range(13, 25), row, row))
    bar = pgettext("backgammon", "bar").center(3)[:3]
    frame.add_row(Text(" │" + " " * 6 * WIDTH + f"│{bar}│" + " " * 6 * WIDTH + "│", "dim"))
    for row in reversed(range(HEIGHT)):
        frame.add_row(_row(men, seat, range(12, 0, -1), row, HEIGHT + row))
    frame.add_row(_numbers(range(12, 0, -1)))
    frame.add_row(_side(position, names, seat))
    if position.game.options["cube"]:
        frame.add_row(Text(f"  {cube_line(position, names)}"))
    return frame


def _viewer(position: State | View) -> int:
    """Return the seat at the bottom: the viewer or, without a viewer, the mover."""
    seat = position.seat if isinstance(position, View) else position["mover"]
    return max(int(seat), 0)


def _numbers(points: Sequence[int]) -> Text:
    """Return a line with the numbers of points, counted by the seat at the bottom."""
    cells = [f"{point:>2} " for point in points]
    return Text(f"  {''.join(cells[:6])}     {''.join(cells[6:])}", "dim")


def _row(men: Sequence[Sequence[int]], seat: int, points: Sequence[int], row: int, at: int) -> Text:
    """Return a line across the board, with the bar in the middle.

    Args:
        men: number of men of each seat on each point.
        seat: the seat at the bottom.
        points: points of the line, from left to right.
        row: place of the line's men in their stacks, from 0.
        at: `row` in the upper half, HEIGHT + `row` in the lower half.
    """
    line = Text(" │", "dim")
    for place, point in enumerate(points):
        if place == 6:
            line.append_text(_bar(men, seat, row, at))
        own, other = men[seat][point], men[1 - seat][BAR - point]
        who, number = (seat, own) if own else (1 - seat, other)
        line.append_text(_cell(who, number, row, "·" if point % 2 else " "))
    line.append("│", "dim")
    return line


def _cell(seat: int, number: int, row: int, empty: str) -> Text:
    """Return the drawing of the man in place `row` of a stack of `number` men, or `empty`."""
    if row >= number:
        return Text(f" {empty} ", "dim")
    total = number if row == HEIGHT - 1 and number > HEIGHT else 0
    return Text(f"{total:>2} " if total else f" {SEAT_MARKS[seat]} ", f"bold {seat_color(seat)}")


def _bar(men: Sequence[Sequence[int]], seat: int, row: int, at: int) -> Text:
    """Return the bar's part of a line, with the men of the seat at the bottom in the lower half."""
    who = 1 - seat if at < HEIGHT else seat
    cell = _cell(who, men[who][BAR], row, " ")
    return Text.assemble(("│", "dim"), cell, ("│", "dim"))


def _side(position: State | View, names: Names, seat: int) -> Text:
    """Return a line with a seat's name, pips and dice."""
    men = position["men"][seat]
    line = Text.assemble(
        ("> " if position["turn"] == seat else "  ", ""),
        (f"{SEAT_MARKS[seat]} {names[seat]}", f"bold {seat_color(seat)}"),
        f"   {pips_to_go(men)}",
    )
    dice = [str(die) for die in position["dice"] if die]
    if position["mover"] == seat and dice:
        line.append("   ")
        line.append(_("dice {dice}", dice=" ".join(dice)), "bold")
    return line
