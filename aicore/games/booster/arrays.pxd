# Actions in words, and what a seat knows in bytes.
from aicore.core._types cimport u16, u32, u8
from aicore.games.booster.state cimport CARDS, BoosterState

cdef enum:
    PASS_WORD = CARDS  # the words below are the cards
    ALONE_WORD = CARDS + 1  # no second card is ejected
    WORDS = CARDS + 2
    MOST_WORDS = 3  # of an action


cdef tuple fields_of(int seats, int target)
cdef int spell_action(const BoosterState* s, u32 action, u16* words) noexcept nogil
cdef void observe_seat(
    const BoosterState* s, int seats, int seat, int target, int last_turn, u8* out) noexcept nogil
