"""Connect Four: stones drop into seven columns of six cells; four in a line win.

The rules are in README.md. An action is a column, from 0 to 6, from the left.

Cell (column, row) is bit 7 * column + row; row 0 is at the bottom. The seventh bit of a column
stays empty, so that a shifted set of stones never runs into the next column (J. Tromp, P. Pons).
"""

from aicore.core._types cimport i8, u8, u32, u64
from aicore.core.bits cimport bit, count
from aicore.core.game cimport END, Game
from aicore.core.maths cimport exp
from aicore.core.rng cimport Luck, RngState, rng_below

from aicore.core.errors import StateError
from aicore.core.observation import Field
from aicore.core.symmetry import symmetry

cdef enum:
    COLUMNS = 7
    ROWS = 6
    STRIDE = 7  # number of bits of a column

# Constants with more than an enum's 32 bits; they are macros, so that the C compiler folds them.
cdef extern from * nogil:
    """
    #define AICORE_BOTTOM 0x0000040810204081ULL
    #define AICORE_GATHER 0x0000001041041041ULL
    """
    u64 BOTTOM "AICORE_BOTTOM"  # the lowest cell of every column
    u64 GATHER "AICORE_GATHER"  # factor that brings the lowest cells' bits together
    u64 TOP "(AICORE_BOTTOM << 5)"  # the highest cell of every column
    u64 BOARD "(AICORE_BOTTOM * 63)"  # every cell
    u64 ODD_ROWS "(AICORE_BOTTOM * 21)"  # first, third and fifth row from the bottom
    u64 EVEN_ROWS "(AICORE_BOTTOM * 42)"
    u64 MIDDLE "(0x3FULL << 21)"  # the middle column
    u64 INNER "(0x3FULL << 14 | 0x3FULL << 28)"  # the columns beside it


ctypedef struct ConnectFourState:
    i8 turn  # 0, 1 or END
    u8[7] padding
    u64[2] stones  # each seat's cells


cdef u8[128][8] MEMBER  # MEMBER[set of columns][rank]: the column with that rank in the set


cdef void fill_member() noexcept:
    cdef int columns, column, rank
    for columns in range(128):
        rank = 0
        for column in range(COLUMNS):
            if columns >> column & 1:
                MEMBER[columns][rank] = column
                rank += 1


fill_member()


cdef class ConnectFour(Game):
    """Rules of Connect Four."""

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.state_size = sizeof(ConnectFourState)
        self.max_actions = COLUMNS
        self.constant_sum = True
        self.num_tokens = COLUMNS
        self.max_length = COLUMNS * ROWS
        self.declare_observation((
            # columns from the left, rows from the bottom
            Field("own stones", (COLUMNS, ROWS), 1, "flag", axes=(COLUMNS, ROWS)),
            Field("other stones", (COLUMNS, ROWS), 1, "flag", axes=(COLUMNS, ROWS)),
        ))

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef u32 columns = open_columns(occupied(<const ConnectFourState*> state))
        cdef int size = count(columns)
        cdef int i
        for i in range(size):
            out[i] = MEMBER[columns][i]
        return size

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef u32 columns = open_columns(occupied(<const ConnectFourState*> state))
        return MEMBER[columns][rng_below(rng, count(columns))]

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef ConnectFourState* s = <ConnectFourState*> state
        cdef int seat = s.turn
        cdef u64 taken = occupied(s)
        cdef u64 landing = (taken + bit(STRIDE * event)) & (<u64> 0x3F << (STRIDE * event))
        cdef u64 mine = s.stones[seat] | landing
        s.stones[seat] = mine
        s.turn = END if (fours(mine) != 0) | ((taken | landing) == BOARD) else 1 - seat

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const ConnectFourState* s = <const ConnectFourState*> state
        out[0] = 0.5 + 0.5 * ((fours(s.stones[0]) != 0) - (fours(s.stones[1]) != 0))
        out[1] = 1.0 - out[0]

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        cdef const ConnectFourState* s = <const ConnectFourState*> state
        cdef int seat = s.turn
        cdef u64 taken = occupied(s)
        cdef u64 reachable = landings(taken)
        cdef u64[2] threats
        cdef double lead
        if seat == END:
            self.returns(state, out)
            return
        threats[0] = completions(s.stones[0], taken)
        threats[1] = completions(s.stones[1], taken)
        if threats[seat] & reachable:
            out[seat] = 1.0
        elif count(threats[1 - seat] & reachable) > 1:
            out[seat] = 0.0
        else:
            lead = (
                0.5 * (count(threats[0]) - count(threats[1]))
                + 0.5 * (count(threats[0] & ODD_ROWS) - count(threats[1] & EVEN_ROWS))
                + 0.2 * (count(s.stones[0] & MIDDLE) - count(s.stones[1] & MIDDLE))
                + 0.1 * (count(s.stones[0] & INNER) - count(s.stones[1] & INNER))
            )
            out[0] = 1.0 / (1.0 + exp(-lead))
            out[1] = 1.0 - out[0]
            return
        out[1 - seat] = 1.0 - out[seat]

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        """Return a random column among those worth considering."""
        cdef u32 columns = worthwhile(<const ConnectFourState*> state)
        cdef int size = count(columns)
        return MEMBER[columns][rng_below(rng, size) if size > 1 else 0]

    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil:
        """Play out as in `Game`, but without indirect calls and with the board in registers."""
        cdef ConnectFourState* s = <ConnectFourState*> state
        cdef int seat = s.turn
        cdef RngState choice
        cdef u64 mine, other, taken, landing
        cdef u32 columns, column
        cdef int plies = 0
        if guided or seat == END:
            return Game.play_out(self, state, luck, limit, guided)
        choice = luck.choice
        other = s.stones[seat]
        mine = s.stones[1 - seat]
        taken = mine | other
        columns = open_columns(taken)
        while plies < limit:
            mine, other = other, mine
            column = MEMBER[columns][rng_below(&choice, count(columns))]
            landing = (taken + bit(STRIDE * column)) & (<u64> 0x3F << (STRIDE * column))
            mine |= landing
            taken |= landing
            plies += 1
            if landing & TOP:
                columns ^= <u32> 1 << column
            if fours(mine) != 0 or columns == 0:
                s.turn = END
                break
            seat = 1 - seat
        else:
            s.turn = seat
            seat = 1 - seat  # the seat that moved last
        if plies:
            s.stones[seat] = mine
            s.stones[1 - seat] = other
        luck.choice = choice
        return plies

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        cdef const ConnectFourState* s = <const ConnectFourState*> state
        write_stones(s.stones[seat], out)
        write_stones(s.stones[1 - seat], out + COLUMNS * ROWS)

    @property
    def symmetries(self):
        """Mirror symmetry from left to right; arrays have the columns first."""
        turn = (True, False, False)
        return (symmetry(self, turn, range(COLUMNS - 1, -1, -1)),)

    cdef str end_reason(self, const void* state):
        cdef const ConnectFourState* s = <const ConnectFourState*> state
        return "line" if fours(s.stones[0]) | fours(s.stones[1]) else "draw"

    cdef dict dump(self, const void* state, int seat):
        cdef const ConnectFourState* s = <const ConnectFourState*> state
        cdef int column, row
        cdef u64 cell
        board = []
        for row in range(ROWS - 1, -1, -1):
            marks = ""
            for column in range(COLUMNS):
                cell = bit(STRIDE * column + row)
                marks += "x" if s.stones[0] & cell else "o" if s.stones[1] & cell else "."
            board.append(marks)
        return {"board": board, "turn": s.turn if s.turn >= 0 else "end"}

    cdef int restore(self, dict fields, void* state) except -1:
        cdef ConnectFourState* s = <ConnectFourState*> state
        cdef int column, row, last
        board = fields["board"]
        if len(board) != ROWS or any(len(row) != COLUMNS or set(row) - set("xo.") for row in board):
            raise StateError("board: it must be six rows of seven x, o or .")
        for row in range(ROWS):
            for column in range(COLUMNS):
                mark = board[ROWS - 1 - row][column]
                if mark != ".":
                    s.stones["xo".index(mark)] |= bit(STRIDE * column + row)
        if (occupied(s) >> 1) & BOARD & ~occupied(s):
            raise StateError("board: a stone lies above a free cell")
        if count(s.stones[0]) - count(s.stones[1]) not in (0, 1):
            raise StateError("board: x must have as many stones as o, or one more")
        last = 1 - (count(s.stones[0]) - count(s.stones[1]))
        if fours(s.stones[1 - last]):
            raise StateError("board: nobody may play on after four in a line")
        s.turn = END if fours(s.stones[last]) or occupied(s) == BOARD else 1 - last
        return 0


cdef inline void write_stones(u64 stones, u8* out) noexcept nogil:
    """Write a byte for each cell, column by column from the bottom."""
    cdef int column, row
    for column in range(COLUMNS):
        for row in range(ROWS):
            out[ROWS * column + row] = stones >> (STRIDE * column + row) & 1


cdef inline u64 occupied(const ConnectFourState* s) noexcept nogil:
    return s.stones[0] | s.stones[1]


cdef inline u32 open_columns(u64 taken) noexcept nogil:
    """Return the columns that are not full, as a set.

    The code first moves the free top cell of each column c to bit 7c. One multiplication then makes
    them neighbors: 7c + 36 - 6c is c + 36, and no other partial product meets these seven bits.
    """
    return <u32> (((~taken & TOP) >> 5) * GATHER >> 36) & 0x7F


cdef inline u32 columns_of(u64 cells) noexcept nogil:
    """Return the columns of these cells, as a set; adding 63 carries into the unused bit."""
    return <u32> ((((cells + BOARD) >> 6) & BOTTOM) * GATHER >> 36) & 0x7F


cdef inline u64 landings(u64 taken) noexcept nogil:
    """Return the lowest free cell of every column that is not full."""
    return (taken + BOTTOM) & BOARD & ~taken


cdef inline u64 fours(u64 stones) noexcept nogil:
    """Return nonzero if four stones are in a line; find pairs first, then pairs of pairs."""
    cdef u64 upright = stones & (stones >> 1)
    cdef u64 falling = stones & (stones >> 6)
    cdef u64 level = stones & (stones >> 7)
    cdef u64 rising = stones & (stones >> 8)
    return (
        (upright & (upright >> 2)) | (falling & (falling >> 12))
        | (level & (level >> 14)) | (rising & (rising >> 16))
    )


cdef inline u32 worthwhile(const ConnectFourState* s) noexcept nogil:
    """Return the columns worth considering, as a set.

    These are the columns that complete four or, without any, that stop the other seat's four. If
    there are none either, they are the columns above which the other seat cannot complete four, or
    else all open columns.
    """
    cdef u64 taken = occupied(s)
    cdef u64 reachable = landings(taken)
    cdef u64 threats = completions(s.stones[1 - s.turn], taken)
    cdef u64 cells = completions(s.stones[s.turn], taken) & reachable
    if cells == 0:
        cells = threats & reachable
    if cells == 0:
        cells = reachable & ~(threats >> 1)
    return columns_of(cells if cells else reachable)


cdef inline u64 completions(u64 stones, u64 taken) noexcept nogil:
    """Return the free cells that would give `stones` four in a line."""
    cdef u64 found = (stones << 1) & (stones << 2) & (stones << 3)
    cdef u64 pair
    cdef int step
    for step in range(6, 9):
        pair = (stones << step) & (stones << 2 * step)
        found |= pair & ((stones << 3 * step) | (stones >> step))
        pair = (stones >> step) & (stones >> 2 * step)
        found |= pair & ((stones >> 3 * step) | (stones << step))
    return found & BOARD & ~taken


GAME = ConnectFour
