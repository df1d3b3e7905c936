"""Public API for games in plain Python, one file each.

>>> from aicore.plain import END, Game, Int, action
>>> class Nim(Game):
...     "Take one to three sticks; whoever takes the last one wins."
...     sticks = Int(0, 20, start=20)
...     @action("take N", N=(1, 3))
...     def take(self, s, n):
...         s.sticks -= n
...         s.turn = self.after(s.turn) if s.sticks else END
...     @take.legal
...     def takeable(self, s):
...         return range(1, min(3, s.sticks) + 1)
"""

from aicore import CHANCE, END
from aicore.core.boards import Graph, Hexes
from aicore.core.kinds import Array, Card, Cards, Die, Enum, Flag, Grid, Int, Rational, Seat
from aicore.plain.dice import dice
from aicore.plain.game import Game, action, event
from aicore.plain.options import Option
from aicore.plain.shapes import placed, shape, turns

__all__ = [
    "CHANCE",
    "END",
    "Array",
    "Card",
    "Cards",
    "Die",
    "Enum",
    "Flag",
    "Game",
    "Graph",
    "Grid",
    "Hexes",
    "Int",
    "Option",
    "Rational",
    "Seat",
    "action",
    "dice",
    "event",
    "placed",
    "shape",
    "turns",
]
