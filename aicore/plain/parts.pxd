# What is hidden in a plain game, and what a seat knows in bytes: see parts.pyx.
from aicore.core._types cimport i8, i32, u8
from aicore.core.rng cimport RngState
from aicore.plain.state cimport Cell

cdef enum:
    MAX_CARDS = 2048  # as in fields.py


# A field: rows of numbers, by owner.
ctypedef struct Part:
    Cell cell
    int offset  # of the first byte
    int owners  # seats that have one of their own; 0: it is nobody's
    int count  # numbers of each owner, or in all
    i32 start  # hidden values other than this one are not seen
    bint hidden
    bint cards  # numbers are counts of cards
    int deck  # whose hidden values are redrawn together; -1: each by itself
    int copies  # of each value in that deck


cdef class Parts:
    cdef Part* part
    cdef readonly int number  # of fields
    cdef readonly int seats
    cdef readonly int decks
    cdef readonly int size  # bytes of an observation
    cdef readonly tuple fields  # of aicore.core.observation.Field

    cdef bint hides(self) noexcept nogil
    cdef void rearrange(self, char* state, int seat, RngState* rng) noexcept nogil
    cdef void observe(self, char* state, int seat, u8* out) noexcept nogil
    cdef void _redraw(self, char* state, int seat, Part* part, RngState* rng) noexcept nogil
    cdef void _redraw_values(self, char* state, int seat, int deck, RngState* rng) noexcept nogil
    cdef void _redraw_cards(self, char* state, int seat, int deck, RngState* rng) noexcept nogil
