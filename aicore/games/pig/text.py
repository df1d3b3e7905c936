"""Notation: ``roll``, ``hold``; a face of the die is ``rolls 1`` to ``rolls 6``."""

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.games.pig.game import FACES, FIRST_FACE, HOLD, ROLL

TEXTS = {ROLL: "roll", HOLD: "hold"}
TEXTS |= {FIRST_FACE + number: f"rolls {number + 1}" for number in range(FACES)}
CODES = {text: event for event, text in TEXTS.items()}


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    return TEXTS[event]


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    if text in CODES:
        return CODES[text]
    raise NotationError(f"{text!r} is neither roll, hold nor rolls 1 to rolls 6")
