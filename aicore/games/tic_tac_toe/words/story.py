"""Sentences about a game of tic-tac-toe."""

from aicore.core.game import Game
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.story import OR, Ending, Names, SeenEvent, listed
from aicore.games.tic_tac_toe.words.notation import CELLS

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS = "xo"
ENDS = {"line": N_("with three in a row"), "draw": N_("in a draw")}
"""Phrase for each ending that completes "the games end"."""


def titles(game: Game) -> dict[str, str]:
    """Return the titles of the cells, by name."""
    return {cell: _("cell {cell}", cell=cell) for cell in CELLS}


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    seat = int(event.actor)
    other = 1 - seat
    cell = CELLS.index(event.text)
    before, after = event.before["board"], event.after["board"]
    who, rival = names[seat], names[other]
    marked = _("{who} {who:mark|marks} {cell}", who=who, cell=event.text)
    if any(cell in line and _count(after, line, MARKS[seat]) == 3 for line in LINES):
        return names.sentence(_("{marked}: three in a row", marked=marked))
    parts = [marked]
    if cell in _winning(before, MARKS[other]):
        parts.append(_("{who:stop|stops} {rival:your|*'s} three", who=who, rival=rival))
    threats = sorted(CELLS[threat] for threat in _winning(after, MARKS[seat]))
    if threats:
        cells = listed(threats, OR)
        parts.append(_("{who:could|could} win with {cells}", who=who, cells=cells))
    return names.sentence(listed(parts))


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence about the end of the game."""
    winners = ending.winners
    if len(winners) == game.seats:
        return _("The board is full and nobody has three in a row: a draw.")
    board = ending.position["board"]
    line = next(line for line in LINES if _count(board, line, MARKS[winners[0]]) == 3)
    cells = listed([CELLS[cell] for cell in sorted(line, key=lambda cell: CELLS[cell])])
    won = _("{who} {who:win|wins} with {cells} in a row", who=names[winners[0]], cells=cells)
    return names.sentence(won)


def _winning(board: str, mark: str) -> set[int]:
    """Return the free cells that complete three of this mark."""
    return {
        cell
        for line in LINES
        for cell in line
        if board[cell] == "." and _count(board, line, mark) == 2
    }


def _count(board: str, line: tuple[int, ...], mark: str) -> int:
    return sum(board[cell] == mark for cell in line)
