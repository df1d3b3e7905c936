"""Notation: ``move 13 5`` moves a man from point 13 by a die of 5; ``move bar 3`` enters a man.

With the doubling cube, a seat may ``double`` before it throws the dice (``throw``). The other seat
must ``take`` or ``drop``. The chance events are ``open SEAT HIGH LOW``, the first throw with the
seat that threw the higher die, and ``roll HIGH LOW``. See shorthand.py for moves as people write
them.
"""

from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar
from aicore.games.backgammon.game import (
    BAR,
    DOUBLE,
    DROP,
    FACES,
    OPENING,
    PASS,
    ROLL,
    TAKE,
    THROW,
)
from aicore.games.backgammon.words.shorthand import LINES, expand

__all__ = ["LINES", "expand", "grammar"]

POINTS = (*map(str, range(1, BAR)), "bar")


def grammar(game: Game) -> Grammar[Form]:
    """Return the grammar of all events."""
    dice = range(1, FACES + 1)
    high, low = Blank("HIGH", dice), Blank("LOW", dice)
    return Grammar([
        Form("move FROM DIE", 0, [Blank("FROM", POINTS), Blank("DIE", dice)]),
        Form("pass", PASS),
        Form("throw", THROW),
        Form("double", DOUBLE),
        Form("take", TAKE),
        Form("drop", DROP),
        Form("open SEAT HIGH LOW", OPENING, [Blank("SEAT", range(2)), high, low]),
        Form("roll HIGH LOW", ROLL, [high, low]),
    ])  # fmt: skip
