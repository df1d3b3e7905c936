# Actions in words, and what a seat knows in bytes.
from aicore.core._types cimport u32, u8
from aicore.games.booster.state cimport FULL_HAND, BoosterState

cdef enum:
    # Cards are named by their places in the hand, 0 to 6 in component order.
    PASS_WORD = 0
    EJECT_WORD = 1  # plus the number of a pair of places, the same twice for a single card
    FLY_WORD = EJECT_WORD + FULL_HAND * (FULL_HAND + 1) // 2  # plus that of the pair that stays
    WORDS = FLY_WORD + FULL_HAND * (FULL_HAND - 1) // 2


cdef int word_of(const BoosterState* s, u32 action) noexcept nogil
cdef u32 action_of(const BoosterState* s, int word) noexcept nogil
cdef tuple fields_of(int seats, int target)
cdef void observe_seat(
    const BoosterState* s, int seats, int seat, int target, int last_turn, u8* out) noexcept nogil
