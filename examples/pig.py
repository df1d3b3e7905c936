from aicore.plain import CHANCE, END, Game, Int, Option, Seat, action, event


class Pig(Game):
    """Roll a die as often as you like; each roll counts, but a 1 loses all points of the turn.
    Hold to keep them. Whoever has the target first, with the points of the turn, wins."""

    seats, longest, options = (2, 4), 20_000, {"target": Option(100, "points that win", 2, 1000)}
    mover, total, points = Seat(shown=False), Int(0, 1005), Int(0, 1005, seats=True)

    @action("roll")
    def roll(self, s):
        s.turn = CHANCE

    @action("hold")
    def hold(self, s):
        s.points[s.mover] += s.total
        s.mover, s.total, s.turn = self.after(s.mover), 0, self.after(s.mover)

    hold.legal(lambda self, s: s.total > 0)

    @event("rolls N", N=(1, 6))
    def face(self, s, n):
        s.total = s.total + n if n > 1 else 0
        s.mover = s.turn = s.mover if n > 1 else self.after(s.mover)
        if s.points[s.mover] + s.total >= self.options["target"]:
            s.points[s.mover], s.total, s.turn = s.points[s.mover] + s.total, 0, END

    def result(self, s):
        return s.mover
