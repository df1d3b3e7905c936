"""Notation: a cell is its column and row, from ``a1`` (bottom left) to ``c3`` (top right)."""

from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar

CELLS = tuple(column + row for row in "321" for column in "abc")  # in the order of `board`


def grammar(game: Game) -> Grammar[Form]:
    """Return the grammar of the game's events."""
    return Grammar([Form("CELL", 0, [Blank("CELL", CELLS)])])
