# Actions in words, and what a seat knows in bytes.
from aicore.core._types cimport u16, u32, u8
from aicore.games.relics.state cimport AT_TAG, DETAIL, ITEMS, TAG_SHIFT, RelicsState, Tables

cdef enum:
    MAX_WORDS = 2  # of an action
    TAGS = 26


ctypedef struct Words:
    # Squares come first; then each kind of action has its own, from these numbers on.
    int size
    u16[TAGS] first  # by tag
    u16[ITEMS] first_use  # by item
    int rocket_reach  # words of a way to leap
    int grapple_reach
    u16[16][4] four  # the members of each set of numbers below 4, in order


cdef inline int spell_action(const Words* w, const RelicsState* s, u32 action,
                             u16* words) noexcept nogil:
    """The words of a legal action. Returns their number."""
    if action >> TAG_SHIFT == AT_TAG:  # hundreds at a time
        words[0] = action & DETAIL
        return 1
    return spell_other(w, s, action, words)


cdef int fill_words(const Tables* t, Words* w) except -1
cdef tuple fields_of(const Tables* t)
cdef int most_actions(const Tables* t) except -1
cdef int spell_other(
    const Words* w, const RelicsState* s, u32 action, u16* words) noexcept nogil
cdef int place_words(const Words* w, const RelicsState* s, u16* words) noexcept nogil
cdef void observe_seat(
    const Tables* t, const RelicsState* s, int seat, u8* out) noexcept nogil
