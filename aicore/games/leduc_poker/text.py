"""Notation: the five actions by name; cards dealt are ``deal SEAT CARD`` and ``public CARD``."""

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.games.leduc_poker.game import BET, CALL, CHECK, DEAL, FOLD, PUBLIC, RAISE

CARDS = ("Jh", "Js", "Qh", "Qs", "Kh", "Ks")
DEALS = [f"deal {seat} {card}" for seat in (0, 1) for card in CARDS]
TEXTS = {CHECK: "check", BET: "bet", CALL: "call", FOLD: "fold", RAISE: "raise"}
TEXTS |= {DEAL + number: text for number, text in enumerate(DEALS)}
TEXTS |= {PUBLIC + number: f"public {card}" for number, card in enumerate(CARDS)}
CODES = {text: event for event, text in TEXTS.items()}


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    return TEXTS[event]


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    if text in CODES:
        return CODES[text]
    raise NotationError(
        f"{text!r} is neither check, bet, call, fold, raise nor a card (deal 0 Qs, public Kh)"
    )
