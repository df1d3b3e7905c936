"""Notation: the five actions by name; cards dealt are ``deal SEAT CARD`` and ``public CARD``."""

from aicore.core.errors import NotationError
from aicore.core.game import Game

CARDS = ("Jh", "Js", "Qh", "Qs", "Kh", "Ks")
TEXTS = (
    *("check", "bet", "call", "fold", "raise"),
    *(f"deal 0 {card}" for card in CARDS),
    *(f"deal 1 {card}" for card in CARDS),
    *(f"public {card}" for card in CARDS),
)


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    return TEXTS[event]


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    if text in TEXTS:
        return TEXTS.index(text)
    raise NotationError(
        f"{text!r} is neither check, bet, call, fold, raise nor a card (deal 0 Qs, public Kh)"
    )
