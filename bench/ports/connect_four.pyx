"""Connect Four, compiled: the game.pyx of `aicore new game connect_four.py --cython`, fully ported.

It uses only the declarations of connect_four.py.
"""

from cython cimport final
from libc.string cimport memcpy

from aicore.core._types cimport i8, u8, u32, u64
from aicore.core.bits cimport count
from aicore.core.game cimport CHANCE, END
from aicore.core.maths cimport exp
from aicore.core.rng cimport Luck, RngState, rng_below
from aicore.plain.ported cimport PortedGame

cdef enum:
    SEATS = 2  # maximum number of seats; self.seats of them play

cdef extern from * nogil:
    """
    #define PORT_BOTTOM 0x01010101010101ULL
    """
    u64 BOTTOM "PORT_BOTTOM"  # the lowest cell of every column; a column has a byte
    u64 COLUMNS "(PORT_BOTTOM * 255)"
    u64 BOARD "(PORT_BOTTOM * 63)"
    u64 ODD_ROWS "(PORT_BOTTOM * 21)"
    u64 EVEN_ROWS "(PORT_BOTTOM * 42)"
    u64 MIDDLE "(63ULL << 24)"
    u64 INNER "(63ULL << 16 | 63ULL << 32)"
    u64 GATHER "0x2040810204080ULL"  # brings together the columns' lowest bits, in `gathered`


# The bytes of plain.py's fields: keep them in step.
ctypedef packed struct ConnectFourState:
    i8 turn  # a seat, CHANCE or END
    u8[SEATS][7] stones  # 0 to 63
    u8[1] padding


cdef u8[128][8] MEMBER  # MEMBER[set of columns][rank]: the column with that rank in the set


cdef void fill_member() noexcept:
    cdef int columns, column, rank
    for columns in range(128):
        rank = 0
        for column in range(7):
            if columns >> column & 1:
                MEMBER[columns][rank] = <u8> column
                rank += 1


fill_member()


@final
cdef class ConnectFour(PortedGame):
    """The rules of Connect Four."""

    cdef void begin(self, void* state) noexcept nogil:
        self.blank(state)

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
        s.stones[seat][event] |= <u8> ((s.stones[0][event] | s.stones[1][event]) + 1)
        s.turn = <i8> (END if (fours(cells(s, seat)) != 0) | (occupied(s) == BOARD) else 1 - seat)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const ConnectFourState* s = <const ConnectFourState*> state
        out[0] = 0.5 + 0.5 * ((fours(cells(s, 0)) != 0) - (fours(cells(s, 1)) != 0))
        out[1] = 1.0 - out[0]

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        cdef const ConnectFourState* s = <const ConnectFourState*> state
        cdef int seat = s.turn
        cdef u64 taken = occupied(s)
        cdef u64 reachable = landings(taken)
        cdef u64 mine = cells(s, 0)
        cdef u64 others = cells(s, 1)
        cdef u64[2] threats
        cdef double lead
        if seat == END:
            self.returns(state, out)
            return
        threats[0] = completions(mine, taken)
        threats[1] = completions(others, taken)
        if threats[seat] & reachable:
            out[seat] = 1.0
        elif count(threats[1 - seat] & reachable) > 1:
            out[seat] = 0.0
        else:
            lead = (
                0.5 * (count(threats[0]) - count(threats[1]))
                + 0.5 * (count(threats[0] & ODD_ROWS) - count(threats[1] & EVEN_ROWS))
                + 0.2 * (count(mine & MIDDLE) - count(others & MIDDLE))
                + 0.1 * (count(mine & INNER) - count(others & INNER))
            )
            out[0] = 1.0 / (1.0 + exp(-lead))
            out[1] = 1.0 - out[0]
            return
        out[1 - seat] = 1.0 - out[seat]

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        """Return any of the promising columns, as the compiled game chooses."""
        cdef u32 columns = worthwhile(<const ConnectFourState*> state)
        cdef int size = count(columns)
        return MEMBER[columns][rng_below(rng, size) if size > 1 else 0]

    # The same as in `Game`, repeated here so that the compiler can inline the calls.

    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil:
        cdef ConnectFourState* s = <ConnectFourState*> state
        cdef int plies = 0
        limit = min(limit, self.patience)
        while s.turn != END and plies < limit:
            if s.turn == CHANCE:
                self.draw(state, luck)
            elif guided:
                self.apply(state, self.policy(state, &luck.choice))
            else:
                self.apply(state, self.sample_action(state, &luck.choice))
            plies += 1
        return plies


cdef inline u64 cells(const ConnectFourState* s, int seat) noexcept nogil:
    """Return a seat's stones as one number, a byte for each column."""
    cdef u64 found
    memcpy(&found, s.stones[seat], 8)  # the eighth byte belongs to the next member
    return found & COLUMNS


cdef inline u64 occupied(const ConnectFourState* s) noexcept nogil:
    return cells(s, 0) | cells(s, 1)


cdef inline u32 gathered(u64 lowest) noexcept nogil:
    """Return the columns whose lowest bit is set, as a bit set.

    One multiplication moves bit 8c to 8c + 49 - 7c, which is c + 49. No other partial product meets
    these bits.
    """
    return <u32> (lowest * GATHER >> 49) & 0x7F


cdef inline u32 open_columns(u64 taken) noexcept nogil:
    """Return the columns that are not full."""
    return gathered((~taken >> 5) & BOTTOM)


cdef inline u32 columns_of(u64 some) noexcept nogil:
    """Return the columns that hold one of these cells.

    Adding 63 carries into a bit that no cell has.
    """
    return gathered(((some + BOARD) >> 6) & BOTTOM)


cdef inline u64 landings(u64 taken) noexcept nogil:
    """Return the lowest free cell of every column that is not full."""
    return (taken + BOTTOM) & BOARD & ~taken


cdef inline u64 fours(u64 some) noexcept nogil:
    """Return nonzero if four cells are in a line; find pairs first, then pairs of pairs."""
    cdef u64 upright = some & (some >> 1)
    cdef u64 falling = some & (some >> 7)
    cdef u64 level = some & (some >> 8)
    cdef u64 rising = some & (some >> 9)
    return (
        (upright & (upright >> 2)) | (falling & (falling >> 14))
        | (level & (level >> 16)) | (rising & (rising >> 18))
    )


cdef inline u32 worthwhile(const ConnectFourState* s) noexcept nogil:
    """Return the columns worth playing.

    These are the columns that complete four or, without any, that stop the other seat's four. If
    there are none either, they are the columns above which the other seat cannot complete four, or
    else all open columns.
    """
    cdef u64 taken = occupied(s)
    cdef u64 reachable = landings(taken)
    cdef u64 threats = completions(cells(s, 1 - s.turn), taken)
    cdef u64 found = completions(cells(s, s.turn), taken) & reachable
    if found == 0:
        found = threats & reachable
    if found == 0:
        found = reachable & ~(threats >> 1)
    return columns_of(found if found else reachable)


cdef inline u64 completions(u64 some, u64 taken) noexcept nogil:
    """Return the free cells that would give four in a line."""
    cdef u64 found = (some << 1) & (some << 2) & (some << 3)
    cdef u64 pair
    cdef int step
    for step in range(7, 10):
        pair = (some << step) & (some << 2 * step)
        found |= pair & ((some << 3 * step) | (some >> step))
        pair = (some >> step) & (some >> 2 * step)
        found |= pair & ((some >> 3 * step) | (some << step))
    return found & BOARD & ~taken


GAME = ConnectFour
