"""Notation: ``roll``, ``hold``; a face of the die is ``rolls 1`` to ``rolls 6``."""

from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar
from aicore.games.pig.game import FACES, FIRST_FACE, HOLD, ROLL

FORMS = {"roll": ROLL, "hold": HOLD, "rolls FACE": FIRST_FACE}


def grammar(game: Game) -> Grammar[Form]:
    """Return the grammar of the game's events."""
    blanks = [Blank("FACE", range(1, FACES + 1))]
    return Grammar(Form(pattern, first, blanks) for pattern, first in FORMS.items())
