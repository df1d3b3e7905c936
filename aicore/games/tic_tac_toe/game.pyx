"""Tic-tac-toe: two seats put their marks on a 3 x 3 board in turn; three in a line win.

The rules are in README.md. An action is the number of its cell, 0 .. 8, row by row.
"""


from aicore.core._types cimport i8, u8, u16, u32, u64
from aicore.core.bits cimport count, select
from aicore.core.game cimport END, Game
from aicore.core.rng cimport RngState, rng_below

from aicore.core.errors import StateError
from aicore.core.observation import Field
from aicore.core.symmetry import square_tokens, symmetry, turns

cdef enum:
    CELLS = 9
    FULL = 0x1FF


ctypedef struct TicTacToeState:
    i8 turn  # 0, 1 or END
    i8 winner  # seat, or -1
    u16[2] marks  # by seat; bit c: the seat has marked cell c
    u16 padding


cdef u16[8] LINES = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]


cdef class TicTacToe(Game):
    """Rules of tic-tac-toe."""

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.state_size = sizeof(TicTacToeState)
        self.max_actions = CELLS
        self.constant_sum = True
        self.num_tokens = CELLS
        self.max_length = CELLS
        self.declare_observation((
            Field("own marks", (3, 3), 1, "flag", axes=(3, 3)),
            Field("other marks", (3, 3), 1, "flag", axes=(3, 3)),
        ))

    cdef void begin(self, void* state) noexcept nogil:
        (<TicTacToeState*> state).winner = -1

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef const TicTacToeState* s = <const TicTacToeState*> state
        cdef u64 free = FULL & ~(s.marks[0] | s.marks[1])
        cdef int size = count(free)
        cdef int i
        for i in range(size):
            out[i] = select(free, i)
        return size

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef const TicTacToeState* s = <const TicTacToeState*> state
        cdef u64 free = FULL & ~(s.marks[0] | s.marks[1])
        return select(free, rng_below(rng, count(free)))

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef TicTacToeState* s = <TicTacToeState*> state
        cdef int seat = s.turn
        s.marks[seat] |= 1 << event
        if makes_line(s.marks[seat]):
            s.winner = seat
            s.turn = END
        elif (s.marks[0] | s.marks[1]) == FULL:
            s.turn = END
        else:
            s.turn = 1 - seat

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef int winner = (<const TicTacToeState*> state).winner
        out[0] = 0.5 if winner < 0 else winner == 0
        out[1] = 1.0 - out[0]

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        cdef const TicTacToeState* s = <const TicTacToeState*> state
        cdef int c
        for c in range(CELLS):
            out[c] = s.marks[seat] >> c & 1
            out[CELLS + c] = s.marks[1 - seat] >> c & 1

    @property
    def symmetries(self):
        """Symmetries: the seven ways to turn and mirror the board."""
        return tuple([
            symmetry(self, turn, square_tokens(turn, 3, 3))
            for turn in turns(("rows", "columns", "diagonal"))])

    cdef str end_reason(self, const void* state):
        return "draw" if (<const TicTacToeState*> state).winner < 0 else "line"

    cdef dict dump(self, const void* state, int seat):
        cdef const TicTacToeState* s = <const TicTacToeState*> state
        cdef int c
        board = ""
        for c in range(CELLS):
            board += "x" if s.marks[0] >> c & 1 else "o" if s.marks[1] >> c & 1 else "."
        return {"board": board, "turn": s.turn if s.turn >= 0 else "end"}

    cdef int restore(self, dict fields, void* state) except -1:
        cdef TicTacToeState* s = <TicTacToeState*> state
        cdef int c
        board = fields["board"]
        if len(board) != CELLS or set(board) - set("xo."):
            raise StateError("board: it must be nine x, o or .")
        for c in range(CELLS):
            if board[c] != ".":
                s.marks["xo".index(board[c])] |= 1 << c
        if count(s.marks[0]) - count(s.marks[1]) not in (0, 1):
            raise StateError("board: x must have as many marks as o, or one more")
        if makes_line(s.marks[count(s.marks[0]) - count(s.marks[1])]):
            raise StateError("board: nobody may play on after three in a line")
        s.winner = 0 if makes_line(s.marks[0]) else 1 if makes_line(s.marks[1]) else -1
        if s.winner >= 0 or (s.marks[0] | s.marks[1]) == FULL:
            s.turn = END
        else:
            s.turn = count(s.marks[0]) - count(s.marks[1])
        return 0


cdef inline bint makes_line(u16 marks) noexcept nogil:
    cdef int i
    for i in range(8):
        if (marks & LINES[i]) == LINES[i]:
            return True
    return False


GAME = TicTacToe
