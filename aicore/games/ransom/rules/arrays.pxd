# Actions in tokens, and what the seat knows in bytes.
from aicore.core._types cimport u32, u8
from aicore.games.ransom.rules.state cimport HAND, TARGETS, RansomState

cdef enum:
    # Cards are named by their places in the hand, in ascending order: a set of places is a number
    # from 1 to 7, bit 0 the lowest card's.
    SETS = (1 << HAND) - 1
    BOOSTS = 4 * (12 + 8 + 4)  # pairs of a target and one of a lower kind that boosts it
    MERCHANT_TOKEN = 0
    KEEP_TOKEN = 1
    DISCARD_TOKEN = 2  # plus the set less 1; never all three
    CAPTURE_TOKEN = DISCARD_TOKEN + SETS - 1  # plus 7 * target, plus the set less 1
    BOOST_TOKEN = CAPTURE_TOKEN + SETS * TARGETS  # plus 7 * pair, plus the set less 1
    TOKENS = BOOST_TOKEN + SETS * BOOSTS
    # A success raises the ranks of the targets held, 1 for a delta to 4 for an alpha, which are 40
    # at most: a boost gives up a lower one. So there are 40 at most, and as many turns that the
    # shield pays for; fuel pays for as many as there were tokens, 4 and 2 for each success.
    MAX_TURNS = 40 + 4 + 2 * 40
    MAX_LENGTH = 2 * MAX_TURNS  # a merchant or none, then an act


ctypedef struct Places:  # in an observation: first bytes
    int points, factions, under


cdef int token_of(const RansomState* s, u32 action) noexcept nogil
cdef u32 action_of(const RansomState* s, int token) noexcept nogil
cdef void observe_rest(
    const RansomState* s, const int* points, const Places* at, u8* out
) noexcept nogil
