# Actions as tokens, and observations as bytes.
from aicore.core._types cimport u16, u32, u8
from aicore.games.relics.rules.state cimport AT_TAG, DETAIL, ITEMS, TAG_SHIFT, RelicsState, Tables

cdef enum:
    MAX_TOKENS = 2  # maximum number of tokens of an action
    TAGS = 26
    MAX_ROUNDS = 12  # maximum of the option `rounds`


ctypedef struct Tokens:
    # Squares come first; then each kind of action has its own tokens, from these numbers on.
    int size
    u16[TAGS] first  # by tag
    u16[ITEMS] first_use  # by item
    int rocket_reach  # number of tokens for each direction of a leap
    int grapple_reach
    u16[16][4] four  # members of each set of numbers below 4, in order


cdef inline int encode_action(const Tokens* w, const RelicsState* s, u32 action,
                              u16* tokens) noexcept nogil:
    """Write the tokens of a legal action; return their number."""
    if action >> TAG_SHIFT == AT_TAG:  # fast, since hundreds are encoded at a time
        tokens[0] = action & DETAIL
        return 1
    return encode_other(w, s, action, tokens)


cdef int fill_tokens(const Tables* t, Tokens* w) except -1
cdef tuple fields_of(const Tables* t)
cdef int most_actions(const Tables* t) except -1
cdef int encode_other(
    const Tokens* w, const RelicsState* s, u32 action, u16* tokens) noexcept nogil
cdef int place_tokens(const Tokens* w, const RelicsState* s, u16* tokens) noexcept nogil
cdef void observe_rest(
    const Tables* t, const RelicsState* s, int seat, u8* out) noexcept nogil
