"""Nim: take sticks from one of several rows; whoever takes the last one wins."""

from aicore.plain import END, Array, Game, Int, Option, Seat, action


class Nim(Game):
    """Take as many sticks as you like from one row. Whoever takes the last stick wins."""

    options = {"rows": Option(3, "rows, of 3, 4, 5, ... sticks", low=1, high=5)}
    longest = 25
    sticks = Array(Int(0, 7), 5)
    winner = Seat(shown=False)

    def setup(self, s):
        for row in range(self.options["rows"]):
            s.sticks[row] = row + 3

    @action("take N from ROW", N=(1, 7), ROW=(1, 5))
    def take(self, s, n, row):
        """Take sticks from a row."""
        s.sticks[row - 1] -= n
        s.winner = s.turn
        s.turn = self.after(s.turn) if any(s.sticks) else END

    @take.legal
    def takes(self, s):
        return [(n, row) for row, left in enumerate(s.sticks, 1) for n in range(1, left + 1)]

    def result(self, s):
        return s.winner

    def picture(self, fields):
        """Draw the sticks for the page; a terminal shows their numbers."""
        rows = fields["sticks"][: self.options["rows"]]
        sticks = "".join(
            f'<rect class="ink" x="{20 + 24 * k}" y="{12 + 60 * row}" width="8" height="44"/>'
            for row, number in enumerate(rows)
            for k in range(number)
        )
        return f'<svg viewBox="0 0 200 {60 * len(rows) + 8}">{sticks}</svg>'
