# Actions as tokens, and the seat's observation in bytes.
from aicore.core._types cimport u32, u8
from aicore.games.ransom.rules.state cimport HAND, TARGETS, RansomState

cdef enum:
    # A token names cards by their places in the hand, which is in ascending order. A set of places
    # is a number from 1 to 7; bit 0 stands for the lowest card.
    SETS = (1 << HAND) - 1
    BOOSTS = 4 * (12 + 8 + 4)  # pairs of a target and one of a lower kind that boosts it
    MERCHANT_TOKEN = 0
    KEEP_TOKEN = 1
    DISCARD_TOKEN = 2  # plus the set minus 1; never all three cards
    CAPTURE_TOKEN = DISCARD_TOKEN + SETS - 1  # plus 7 * target, plus the set minus 1
    BOOST_TOKEN = CAPTURE_TOKEN + SETS * TARGETS  # plus 7 * pair, plus the set minus 1
    TOKENS = BOOST_TOKEN + SETS * BOOSTS
    # Each capture raises the total rank of the held targets; a boost gives up only a lower one. A
    # delta has rank 1 and an alpha rank 4, so the total is at most 40. So there are at most 40
    # captures and as many turns paid by the shield. Each fuel token pays for one turn: there are 4,
    # and at most 2 more for each capture.
    MAX_TURNS = 40 + 4 + 2 * 40
    MAX_LENGTH = 2 * MAX_TURNS  # in each turn: a merchant or none, then an act


ctypedef struct Places:  # first bytes of fields in an observation
    int points, factions, under


cdef int token_of(const RansomState* s, u32 action) noexcept nogil
cdef u32 action_of(const RansomState* s, int token) noexcept nogil
cdef void observe_rest(
    const RansomState* s, const int* points, const Places* at, u8* out
) noexcept nogil
