"""Notation: a move is the letter of its column, from ``a`` at the left to ``g``."""

from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar

COLUMNS = "abcdefg"


def grammar(game: Game) -> Grammar[Form]:
    """Return the grammar of all events."""
    return Grammar([Form("COLUMN", 0, [Blank("COLUMN", COLUMNS)])])
