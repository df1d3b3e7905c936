"""Notation: ``roll``, ``hold``; a face of the die is ``rolls 1`` to ``rolls 6``."""

from aicore.core.errors import NotationError
from aicore.core.game import Game

TEXTS = ("roll", "hold", *(f"rolls {face}" for face in range(1, 7)))


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    return TEXTS[event]


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    if text in TEXTS:
        return TEXTS.index(text)
    raise NotationError(f"{text!r} is neither roll, hold nor rolls 1 to rolls 6")
