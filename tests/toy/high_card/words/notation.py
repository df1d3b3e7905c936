"""Notation: ``in`` and ``out``; a card dealt is ``deal SEAT CARD``."""

from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar

MAX_CARDS = 9


def grammar(game: Game) -> Grammar[Form]:
    """Return the forms of all events."""
    blanks = [Blank("SEAT", range(3)), Blank("CARD", range(1, MAX_CARDS + 1))]
    return Grammar([Form("in", 0), Form("out", 1), Form("deal SEAT CARD", 2, blanks)])
