"""Notation: a move is the letter of its column, ``a`` (left) to ``g``."""

from aicore.core.errors import NotationError
from aicore.core.game import Game

COLUMNS = "abcdefg"


def to_text(game: Game, event: int) -> str:
    """The text of an action."""
    return COLUMNS[event]


def from_text(game: Game, text: str) -> int:
    """The action that a text denotes. Raises NotationError."""
    if len(text) == 1 and text in COLUMNS:
        return COLUMNS.index(text)
    raise NotationError(f"{text!r} is not a column; columns are a to g")
