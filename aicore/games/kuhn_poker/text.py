"""Notation: ``check``, ``bet``, ``call``, ``fold``; a card dealt is ``deal SEAT CARD``."""

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.games.kuhn_poker.game import BET, CALL, CHECK, DEAL, FOLD

DEALS = [f"deal {seat} {card}" for seat in "01" for card in "JQK"]
TEXTS = {CHECK: "check", BET: "bet", CALL: "call", FOLD: "fold"}
TEXTS |= {DEAL + number: text for number, text in enumerate(DEALS)}
CODES = {text: event for event, text in TEXTS.items()}


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    return TEXTS[event]


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    if text in CODES:
        return CODES[text]
    raise NotationError(f"{text!r} is neither check, bet, call, fold nor a deal such as deal 0 Q")
