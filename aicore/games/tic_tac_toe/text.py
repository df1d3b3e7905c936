"""Notation: a cell is its column and row, ``a1`` bottom left to ``c3`` top right."""

from aicore.core.errors import NotationError
from aicore.core.game import Game


def to_text(game: Game, event: int) -> str:
    """The text of an action."""
    return "abc"[event % 3] + "321"[event // 3]


def from_text(game: Game, text: str) -> int:
    """The action that a text denotes. Raises NotationError."""
    if len(text) == 2 and text[0] in "abc" and text[1] in "123":
        return "abc".index(text[0]) + 3 * "321".index(text[1])
    raise NotationError(f"{text!r} is not a cell; cells are a1 to c3")
