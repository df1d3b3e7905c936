"""Patches: lay tetrominoes until nobody can; whoever lays the last one wins."""

from aicore.plain import END, Game, Grid, Int, Seat, action, placed, shape, turns

SIDE = 6
SHAPES = {
    "I": shape("####"),
    "L": shape("###", "#.."),
    "O": shape("##", "##"),
    "S": shape(".##", "##."),
    "T": shape("###", ".#."),
}
PIECES = {f"{name}{k}": way for name, one in SHAPES.items() for k, way in enumerate(turns(one), 1)}


def bits(squares):
    """Return squares of the board as bits of a number."""
    return sum(1 << r * SIDE + c for r, c in set(squares) if 0 <= r < SIDE and 0 <= c < SIDE)


FITS = {}  # by piece, row, column: the squares; as bits, the squares and the ones beside them
for piece, cells in PIECES.items():
    for row in range(SIDE):
        for column in range(SIDE):
            if squares := placed(cells, row, column, SIDE, SIDE):
                beside = [(r + y, c + x) for r, c in squares
                          for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))]  # fmt: skip
                FITS[piece, row + 1, column + 1] = squares, bits(squares), bits(beside)


class Patches(Game):
    """Take turns to lay a patch of four squares on the quilt of 6 by 6. You have five shapes, in
    any of their turns and mirrored: I, L, O, S and T. A patch may not cover another one, and not
    touch one of its own shape. Whoever lays the last patch wins."""

    seats = 2
    longest = 9
    most_actions = len(FITS)
    quilt = Grid(Int(0, len(SHAPES)), SIDE, SIDE)  # the number of the shape; 0 is free
    last = Seat(shown=False)

    @action("lay PIECE ROW COLUMN", PIECE=list(PIECES), ROW=(1, SIDE), COLUMN=(1, SIDE))
    def lay(self, s, piece, row, column):
        """Lay a patch with its upper left corner at a square."""
        number = 1 + list(SHAPES).index(piece[0])
        for r, c in FITS[piece, row, column][0]:
            s.quilt[r][c] = number
        s.last = s.turn
        s.turn = self.after(s.turn) if self.spots(s) else END

    @lay.legal
    def spots(self, s):
        numbers = [number for line in s.quilt.tolist() for number in line]
        own = dict.fromkeys(SHAPES, 0)
        for square, number in enumerate(numbers):
            if number:
                own[list(SHAPES)[number - 1]] |= 1 << square
        taken = sum(own.values())
        return [
            key for key, (_, squares, beside) in FITS.items()
            if not (squares & taken or beside & own[key[0][0]])
        ]  # fmt: skip

    def result(self, s):
        return s.last
