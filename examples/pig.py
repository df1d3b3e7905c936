"""Pig: one die, and the question when to stop."""

from aicore.plain import CHANCE, END, Game, Int, Option, action, event


class Pig(Game):
    """Roll a die as often as you like. Each roll counts, but a 1 loses all points of the turn.
    Hold to keep them. Whoever reaches the target first wins."""

    seats = 2, 4
    longest = 20_000
    options = {"target": Option(100, "points that win", low=2, high=1000)}
    mover, total, points = Int(0, 3), Int(0, 1005), Int(0, 1005, seats=True)

    @action("roll")
    def roll(self, s):
        s.mover, s.turn = s.turn, CHANCE

    @action("hold")
    def hold(self, s):
        s.points[s.turn] += s.total
        won = s.points[s.turn] >= self.options["target"]
        s.mover, s.total, s.turn = s.turn, 0, END if won else self.after(s.turn)

    @event("face N", N=(1, 6))
    def face(self, s, n):
        s.total = s.total + n if n > 1 else 0
        s.turn = s.mover if n > 1 else self.after(s.mover)

    def result(self, s):
        return s.mover
