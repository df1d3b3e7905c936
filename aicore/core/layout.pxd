# Fields of a state, declared once: see layout.pyx.
from aicore.core._types cimport u64, u8
from aicore.core.layout_observe cimport Program
from aicore.core.layout_place cimport Place
from aicore.core.rng cimport RngState

cdef extern from *:
    """
    #define aicore_member(of, member) ((unsigned long long) ((char *) &(member) - (char *) &(of)) \
        << 32 | sizeof(member))
    """
    # Place of a struct's member: offset in the upper 32 bits, size in the lower 32 bits.
    u64 member "aicore_member"(...) noexcept


# Cards of a deck that a seat does not see, in an observation.
ctypedef struct Pool:
    int deck  # index of the deck
    int at  # first byte in the observation
    int kinds  # number of kinds of cards, each with a byte
    int high  # maximum number of cards of a kind


cdef class Layout:
    cdef Place* place
    cdef Pool* pool
    cdef int pools  # length of `pool`
    cdef Program* program  # copies for each observer
    cdef readonly int number  # number of fields
    cdef readonly int seats
    cdef readonly int size  # size of a state in bytes
    cdef readonly int decks  # number of decks
    cdef readonly tuple parts  # tuple of aicore.core.kinds.Part
    cdef readonly tuple fields  # tuple of aicore.core.observation.Field
    cdef readonly tuple names  # names of a dictionary's entries
    cdef dict _at  # index of each field's first byte in an observation, by the field's name
    cdef frozenset _keys  # `names` as a set
    cdef list _words  # the `Words` of each part
    cdef list _memory  # keeps alive the memory of `program`, `amounts` and `codes`

    cdef int at(self, str name) except -1
    cdef bint hides(self) noexcept nogil
    cdef bint holds(self, const void* state) noexcept nogil
    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil
    cdef void rearrange(self, void* state, int seat, RngState* rng) noexcept nogil
    cdef dict dump(self, const void* state, int seat)
    cdef int restore(self, dict fields, void* state) except -1
    cdef Pool* _pool(self, int number, int deck, int at)
    cdef int _link(self) except -1
    cdef int _describe(self, Place* place, one, dict decks) except -1
