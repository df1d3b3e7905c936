# Actions in words, and what the seat knows in bytes.
from aicore.core._types cimport u16, u32, u8
from aicore.games.ransom.cards cimport CARDS, HAND, KINDS, TARGETS, RansomState

cdef enum:
    # Sets of places in the hand, whose cards stand in ascending order: bit 0 is the lowest card.
    PLACE_SETS = 1 << HAND
    MERCHANT_WORD = 0
    KEEP_WORD = 1
    DISCARD_WORD = 1  # plus a set of one or two places, 1 .. 6
    CAPTURE_WORD = DISCARD_WORD + PLACE_SETS - 1  # plus the target
    BOOST_WORD = CAPTURE_WORD + TARGETS  # plus the target
    USING_WORD = BOOST_WORD + TARGETS  # plus the held target that boosts it
    WITH_WORD = USING_WORD + TARGETS - 1  # plus a set of places, 1 .. 7
    WORDS = WITH_WORD + PLACE_SETS
    MOST_WORDS = 3  # of an action
    # A success raises the ranks of the targets held, 1 for a delta to 4 for an alpha, which are 40
    # at most: a boost gives up a lower one. So there are 40 at most, and as many turns that the
    # shield pays for; fuel pays for as many as there were tokens, 4 and 2 for each success.
    MOST_TURNS = 40 + 4 + 2 * 40
    MOST_LENGTH = 2 * MOST_TURNS  # a merchant or none, then an act


cdef tuple fields_of(int most_fuel, int most_points)
cdef int spell_action(const RansomState* s, u32 action, u16* words) noexcept nogil
cdef void observe_seat(
    const RansomState* s, int duty, const int* points, u8* out) noexcept nogil
