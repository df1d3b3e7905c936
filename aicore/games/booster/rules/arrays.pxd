# Actions as tokens, and a seat's observation in bytes.
from aicore.core._types cimport u32, u8
from aicore.games.booster.rules.state cimport FULL_HAND, BoosterState

cdef enum:
    # A token names cards by their places in the hand, 0 to 6 in component order.
    PASS_TOKEN = 0
    EJECT_TOKEN = 1  # plus the number of a pair of places, which are equal for a single card
    FLY_TOKEN = EJECT_TOKEN + FULL_HAND * (FULL_HAND + 1) // 2  # plus the number of the kept pair
    TOKENS = FLY_TOKEN + FULL_HAND * (FULL_HAND - 1) // 2


ctypedef struct Places:  # first bytes of fields in an observation
    int turns_left, held, hand, deck_size, drawn_from, age, target


cdef int token_of(const BoosterState* s, u32 action) noexcept nogil
cdef u32 action_of(const BoosterState* s, int token) noexcept nogil
cdef void observe_rest(
    const BoosterState* s, int seats, int seat, int last_turn, const Places* at, u8* out
) noexcept nogil
