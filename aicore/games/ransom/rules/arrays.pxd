# Actions as tokens, and the seat's observation in bytes.
from aicore.core._types cimport u32, u8
from aicore.games.ransom.rules.state cimport HAND, TARGETS, RansomState

cdef enum:
    # Cards are identified by their places in the hand, which is in ascending order: a set of places
    # is a number from 1 to 7; bit 0 stands for the lowest card.
    SETS = (1 << HAND) - 1
    BOOSTS = 4 * (12 + 8 + 4)  # pairs of a target and one of a lower kind that boosts it
    MERCHANT_TOKEN = 0
    KEEP_TOKEN = 1
    DISCARD_TOKEN = 2  # plus the set minus 1; never all three cards
    CAPTURE_TOKEN = DISCARD_TOKEN + SETS - 1  # plus 7 * target, plus the set minus 1
    BOOST_TOKEN = CAPTURE_TOKEN + SETS * TARGETS  # plus 7 * pair, plus the set minus 1
    TOKENS = BOOST_TOKEN + SETS * BOOSTS
    # Each success raises the total rank of the targets held, 1 for a delta to 4 for an alpha: a
    # boost gives up a lower one. That total is at most 40, so there are at most 40 successes and as
    # many turns paid by the shield. Fuel pays for one turn per token: 4, and 2 for each success.
    MAX_TURNS = 40 + 4 + 2 * 40
    MAX_LENGTH = 2 * MAX_TURNS  # in each turn: a merchant or none, then an act


ctypedef struct Places:  # first bytes of fields in an observation
    int points, factions, under


cdef int token_of(const RansomState* s, u32 action) noexcept nogil
cdef u32 action_of(const RansomState* s, int token) noexcept nogil
cdef void observe_rest(
    const RansomState* s, const int* points, const Places* at, u8* out
) noexcept nogil
