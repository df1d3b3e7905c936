"""Notation: ``in`` and ``out``; a card dealt is ``deal SEAT CARD``."""

from aicore.core.errors import NotationError
from aicore.core.game import Game

MOST_CARDS = 9
DEALS = [f"deal {seat} {card}" for seat in range(3) for card in range(1, MOST_CARDS + 1)]
TEXTS = ("in", "out", *DEALS)


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    return TEXTS[event]


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    if text in TEXTS:
        return TEXTS.index(text)
    raise NotationError(f"{text!r} is neither in, out nor a deal such as deal 0 5")
