"""Connect Four: drop discs into a standing grid; four in a row win."""

from aicore.plain import END, Array, Game, Grid, Int, Seat, action

ROWS, COLUMNS = 6, 7
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class ConnectFour(Game):
    """Drop a disc into a column; it falls to the lowest free square. Four of yours in a row, a
    column or a diagonal win. A full grid without four in a row is a draw."""

    longest = ROWS * COLUMNS
    board = Grid(Seat("x", "o", nobody="empty"), ROWS, COLUMNS)
    height = Array(Int(0, ROWS), COLUMNS, shown=False)
    winner = Seat(nobody=-1, shown=False)
    symmetries = ("columns",)

    @action("drop COLUMN", COLUMN=list("abcdefg"))
    def drop(self, s, column):
        """Let a disc fall into a column."""
        me, seat = "xo"[s.turn], s.turn
        column = "abcdefg".index(column)
        s.height[column] += 1
        row = ROWS - s.height[column]
        s.board[row][column] = me
        if any(self.row_length(s, row, column, step, me) >= 4 for step in STEPS):
            s.winner, s.turn = seat, END
        else:
            s.turn = END if min(s.height) == ROWS else 1 - seat

    @drop.legal
    def droppable(self, s):
        return ["abcdefg"[column] for column, used in enumerate(s.height) if used < ROWS]

    def row_length(self, s, row, column, step, me):
        length, board = 1, s.board
        for sign in (1, -1):
            r, c = row + sign * step[0], column + sign * step[1]
            while 0 <= r < ROWS and 0 <= c < COLUMNS and board[r][c] == me:
                length, r, c = length + 1, r + sign * step[0], c + sign * step[1]
        return length

    def result(self, s):
        return s.winner if s.winner >= 0 else None
