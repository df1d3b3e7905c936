"""Tic-tac-toe in plain Python, to compare with OpenSpiel's game in Python."""

from aicore.plain import END, Array, Game, Int, action

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(Game):
    """Three in a row win."""

    longest = 9
    squares = Array(Int(0, 2), 9)
    winner = Int(-1, 1, start=-1)

    @action("mark N", N=(0, 8))
    def mark(self, s, n):
        """Mark a square."""
        s.squares[n] = mine = s.turn + 1
        squares = list(s.squares)
        if any(squares[a] == squares[b] == squares[c] == mine for a, b, c in LINES):
            s.winner, s.turn = s.turn, END
        else:
            s.turn = 1 - s.turn if 0 in squares else END

    @mark.legal
    def free(self, s):
        return [n for n, mark in enumerate(s.squares) if not mark]

    def result(self, s):
        return s.winner if s.winner >= 0 else None
