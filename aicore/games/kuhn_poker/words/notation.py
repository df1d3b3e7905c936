"""Notation: ``check``, ``bet``, ``call``, ``fold``; a deal of a card is ``deal SEAT CARD``."""

from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar
from aicore.games.kuhn_poker.game import BET, CALL, CHECK, DEAL, FOLD

FORMS = {"check": CHECK, "bet": BET, "call": CALL, "fold": FOLD, "deal SEAT CARD": DEAL}


def grammar(game: Game) -> Grammar[Form]:
    """Return the grammar of the game's events."""
    blanks = [Blank("SEAT", range(2)), Blank("CARD", "JQK")]
    return Grammar(Form(pattern, first, blanks) for pattern, first in FORMS.items())
