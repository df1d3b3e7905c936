"""Connect Four with a bit set for each column; Cython can compile it unchanged."""

from math import exp

from aicore.plain import END, Array, Game, Int, action

COLUMNS, ROWS = 7, 6
NAMES = "abcdefg"
BOTTOM = 0x01010101010101  # the lowest cell of every column; a column has a byte
BOARD, ODD, EVEN = 63 * BOTTOM, 21 * BOTTOM, 42 * BOTTOM
MIDDLE, INNER = 63 << 24, 63 << 16 | 63 << 32


class ConnectFour(Game):
    """Drop stones into columns; four in a row, a column or a diagonal win. A full board without
    four in a line is a draw."""

    longest = COLUMNS * ROWS
    stones = Array(Int(0, 63), COLUMNS, seats=True)  # the lowest cell is worth 1

    @action("COLUMN", COLUMN=list(NAMES))
    def drop(self, s, name):
        column, seat = NAMES.index(name), s.turn
        s.stones[seat][column] |= (s.stones[0][column] | s.stones[1][column]) + 1
        s.turn = END if self.fours(self.cells(s, seat)) or not self.open(s) else 1 - seat

    @drop.legal
    def open(self, s):
        columns = zip(NAMES, *s.stones, strict=True)
        return [name for name, mine, others in columns if mine | others < 63]

    def cells(self, s, seat):
        """Return a seat's stones as one number, a byte for each column."""
        return sum(bits << 8 * column for column, bits in enumerate(s.stones[seat]))

    def fours(self, cells):
        return any(cells & cells >> k & cells >> 2 * k & cells >> 3 * k for k in (1, 7, 8, 9))

    def result(self, s):
        winners = [seat for seat in range(2) if self.fours(self.cells(s, seat))]
        return winners[0] if winners else None

    def completions(self, cells, taken):
        """Return the free cells that would give four in a line."""
        found = cells << 1 & cells << 2 & cells << 3
        for k in (7, 8, 9):
            found |= cells << k & cells << 2 * k & (cells << 3 * k | cells >> k)
            found |= cells >> k & cells >> 2 * k & (cells >> 3 * k | cells << k)
        return found & BOARD & ~taken

    def estimate(self, s):
        mine = [self.cells(s, seat) for seat in range(2)]
        taken = mine[0] | mine[1]
        reachable = taken + BOTTOM & BOARD & ~taken
        threats = [self.completions(cells, taken) for cells in mine]
        if threats[s.turn] & reachable:
            first = 1.0 - s.turn
        elif (threats[1 - s.turn] & reachable).bit_count() > 1:
            first = float(s.turn)
        else:
            lead = sum(
                worth * ((first & cells).bit_count() - (second & others).bit_count())
                for worth, (first, second), cells, others in (
                    (0.5, threats, BOARD, BOARD), (0.5, threats, ODD, EVEN),
                    (0.2, mine, MIDDLE, MIDDLE), (0.1, mine, INNER, INNER),
                )
            )  # fmt: skip
            first = 1.0 / (1.0 + exp(-lead))
        return [first, 1.0 - first]
