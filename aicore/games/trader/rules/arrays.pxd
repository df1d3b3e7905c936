# Actions as tokens, counted from the ship's place, and the seat's observation in bytes.
from aicore.core._types cimport u16, u32, u8
from aicore.games.trader.rules.state cimport Tables, TraderState

cdef enum:
    # When planets go to the frontier, the ship and the eight around it leave six planets, so no
    # cell of it is more than seven steps from these nine.
    MAX_STEPS = 7
    OFF = MAX_STEPS + 1  # cells from the ship, east or north, at most
    SQUARE = 2 * OFF + 1
    FAR_CELLS = 168  # cells one to seven steps from the nine
    KINDS = 13  # of events
    TOKENS = 8 + 4 + 4 + 31 + FAR_CELLS  # place, jump, flee; actions without a cell; place far away


ctypedef struct Tokens:
    u8[KINDS] first  # the first token of a kind of action
    u8[SQUARE * SQUARE] place  # the token for placing a planet on a cell around the ship
    u32[TOKENS] code  # the action of a token; if it has a cell, all but the cell
    u16[TOKENS] way  # from the ship's cell to the token's


ctypedef struct Places:  # first bytes of fields in an observation
    int prices, planets, map


cdef int fill_tokens(Tokens* w) except -1
cdef int token_of(const Tokens* w, const TraderState* s, u32 action) noexcept nogil
cdef u32 action_of(const Tokens* w, const TraderState* s, int token) noexcept nogil
cdef int most_actions(const Tables* t) except -1
cdef void observe_rest(
    const Tables* t, const TraderState* s, const Places* at, u8* out
) noexcept nogil
