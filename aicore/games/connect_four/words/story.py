"""Sentences about a game of Connect Four."""

from functools import cache

from aicore.core.game import Game
from aicore.core.language import N_, fill
from aicore.core.language import gettext as _
from aicore.core.story import OR, Ending, Names, SeenEvent, listed
from aicore.games.connect_four.words.notation import COLUMNS

HEIGHT = 6
MARKS = "xo"

Cell = tuple[int, int]  # column from the left, row from the bottom
ENDS = {"line": N_("with four in a row"), "draw": N_("in a draw")}
"""Phrase for each ending that completes "the games end"."""


def titles(game: Game) -> dict[str, str]:
    """Return the titles of the columns, by letter."""
    return {column: _("column {column}", column=column) for column in COLUMNS}


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    seat = int(event.actor)
    other = 1 - seat
    before, after = event.before["board"], event.after["board"]
    cell = landing(before, COLUMNS.index(event.text))
    who, rival = names[seat], names[other]
    dropped = _("{who} {who:drop|drops} a stone into {column}", who=who, column=event.text)
    if _four(after, cell, MARKS[seat]):
        return names.sentence(_("{dropped}: four in a row", dropped=dropped))
    parts = [dropped]
    if _four(before, cell, MARKS[other]):
        parts.append(_("{who:stop|stops} {rival:your|*'s} four", who=who, rival=rival))
    threats = [COLUMNS[column] for column in _winning(after, MARKS[seat])]
    if threats:
        columns = listed(threats, OR)
        parts.append(_("{who:could|could} win with {columns}", who=who, columns=columns))
    text = listed(parts)
    given = [COLUMNS[column] for column in _winning(after, MARKS[other])]
    if given:
        columns = listed(given, OR)
        answer = _("{who} could win with {columns}", who=rival, columns=columns)
        text = f"{text}; {answer}"
    return names.sentence(text)


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence about the end of the game."""
    winners = ending.winners
    if len(winners) == game.seats:
        return _("The board is full and nobody has four in a row: a draw.")
    board, mark = ending.position["board"], MARKS[winners[0]]
    line = next(line for line in lines() if all(at(board, cell) == mark for cell in line))
    won = _("{who} {who:win|wins} with four {shape}, from {start} to {end}")
    ends = {"start": _name(line[0]), "end": _name(line[3])}
    return names.sentence(fill(won, who=names[winners[0]], shape=_shape(line), **ends))


@cache
def lines() -> tuple[tuple[Cell, ...], ...]:
    """Return all lines of four cells."""
    all_lines = []
    for column in range(len(COLUMNS)):
        for row in range(HEIGHT):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = tuple((column + right * step, row + up * step) for step in range(4))
                if line[3][0] < len(COLUMNS) and 0 <= line[3][1] < HEIGHT:
                    all_lines.append(line)
    return tuple(all_lines)


def _shape(line: tuple[Cell, ...]) -> str:
    (column, row), (right, up) = line[0], line[1]
    if up == row:
        return _("in a row")
    return _("in a column") if right == column else _("on a diagonal")


def _name(cell: Cell) -> str:
    return f"{COLUMNS[cell[0]]}{cell[1] + 1}"


def at(board: list[str], cell: Cell) -> str:
    """Return the stone on a cell, or a dot."""
    return board[HEIGHT - 1 - cell[1]][cell[0]]


def landing(board: list[str], column: int) -> Cell:
    """Return the cell where a stone dropped into this column stops."""
    return column, sum(row[column] != "." for row in board)


def _four(board: list[str], cell: Cell, mark: str) -> bool:
    """Whether a stone of this mark on the cell makes four."""
    for rest in _rests(cell):
        for row, column in rest:
            if board[row][column] != mark:
                break
        else:
            return True
    return False


@cache
def _rests(cell: Cell) -> list[list[tuple[int, int]]]:
    """Return the other cells of each line through a cell, as indices (row, column) of a board."""
    return [
        [(HEIGHT - 1 - row, column) for column, row in line if (column, row) != cell]
        for line in lines()
        if cell in line
    ]


def _winning(board: list[str], mark: str) -> list[int]:
    """Return the columns in which the next stone completes four of this mark."""
    landings = [landing(board, column) for column in range(len(COLUMNS))]
    return [cell[0] for cell in landings if cell[1] < HEIGHT and _four(board, cell, mark)]
