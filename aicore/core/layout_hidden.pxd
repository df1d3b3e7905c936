# Hidden information of a layout: its values and cards are redrawn for a seat.
from aicore.core.layout_place cimport Place
from aicore.core.rng cimport RngState

cpdef enum:
    MAX_CARDS = 2048  # maximum number of cards in all `Cards` fields, and in a deck of values
    MAX_HOLDERS = 64  # maximum number of hidden hands and piles of one deck


cdef void redraw_hidden(
    const Place* places, int number, int decks, void* state, int seat, RngState* rng
) noexcept nogil

cdef int unseen(
    const Place* places, int number, const char* state, int seat, int deck, int kind
) noexcept nogil
cdef bint collected(const Place* place, int deck) noexcept nogil
