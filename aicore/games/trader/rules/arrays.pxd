# Actions as tokens, counted from the ship's place, and the seat's observation in bytes.
from aicore.core._types cimport u16, u32, u8
from aicore.games.trader.rules.state cimport Tables, TraderState

cdef enum:
    # A planet goes to the frontier only if planets take all eight places around the ship. Six other
    # planets remain, so no cell of the frontier is more than seven steps from these nine.
    MAX_STEPS = 7
    OFF = MAX_STEPS + 1  # maximum number of cells from the ship, east or north
    SQUARE = 2 * OFF + 1
    FAR_CELLS = 168  # number of cells one to seven steps from the nine
    KINDS = 13  # number of kinds of events
    TOKENS = 8 + 4 + 4 + 31 + FAR_CELLS  # place, jump, flee; actions without a cell; place far away


ctypedef struct Tokens:
    u8[KINDS] first  # first token of a kind of action
    u8[SQUARE * SQUARE] place  # token for placing a planet on a cell around the ship
    u32[TOKENS] code  # action of a token; without its cell if it has one
    u16[TOKENS] way  # offset from the ship's cell to that of the token


ctypedef struct Places:  # first bytes of fields in an observation
    int prices, planets, map


cdef int fill_tokens(Tokens* w) except -1
cdef int token_of(const Tokens* w, const TraderState* s, u32 action) noexcept nogil
cdef u32 action_of(const Tokens* w, const TraderState* s, int token) noexcept nogil
cdef int most_actions(const Tables* t) except -1
cdef void observe_rest(
    const Tables* t, const TraderState* s, const Places* at, u8* out
) noexcept nogil
