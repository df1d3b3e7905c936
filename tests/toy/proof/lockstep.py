"""Lockstep settings for high card and its model."""

from games.high_card.twin import Twin

from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep("high_card", Twin, [Case(2, 50), Case(3, 50, {"cards": 5})])
