"""Notation: the five actions by name; ``deal SEAT CARD`` and ``public CARD`` for dealt cards."""

from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar
from aicore.games.leduc_poker.game import BET, CALL, CHECK, DEAL, FOLD, PUBLIC, RAISE

CARDS = ("Jh", "Js", "Qh", "Qs", "Kh", "Ks")
FORMS = {
    "check": CHECK, "bet": BET, "call": CALL, "fold": FOLD, "raise": RAISE, "deal SEAT CARD": DEAL,
    "public CARD": PUBLIC,
}  # fmt: skip


def grammar(game: Game) -> Grammar[Form]:
    """Return the grammar of the game's events."""
    blanks = [Blank("SEAT", range(2)), Blank("CARD", CARDS)]
    return Grammar(Form(pattern, first, blanks) for pattern, first in FORMS.items())
