"""Game for tests of fairness, in which nothing is hidden except a choice at the same time."""

from aicore.plain import END, Game, Int, action


class Sealed(Game):
    """Both of you take or leave something at the same time. Who takes more wins, if the other one
    leaves less."""

    seats = 2
    taken = Int(0, 4, seats=True)
    left = Int(0, 4, seats=True)

    @action("take N", N=(1, 4), together=True)
    def take(self, s, amounts):
        s.taken = [amount or 0 for amount in amounts]
        s.turn = END

    @action("leave N", N=(1, 4), together=True)
    def leave(self, s, amounts):
        s.left = [amount or 0 for amount in amounts]
        s.turn = END

    def result(self, s):
        worth = [t + 2 * o for t, o in zip(s.taken, reversed(s.left), strict=True)]
        return None if worth[0] == worth[1] else worth.index(max(worth))
