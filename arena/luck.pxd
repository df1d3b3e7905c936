# Luck separated from the rest of a game: see luck.pyx.
from aicore.core._types cimport u32, u64
from aicore.core.game cimport Game, MAX_SEATS, MAX_STATE_WORDS
from aicore.core.rng cimport RngState


cdef class Meter:
    cdef readonly Game game
    cdef readonly int samples  # minimum number of sampled sequences if not all are listed
    cdef object value  # a State -> each seat's value; None: the game's own estimate
    cdef RngState rng  # of the samples
    cdef u32* outcomes  # of up to LEVELS chance events in a row, one after the other
    cdef double* chances  # the same
    cdef u64[MAX_STATE_WORDS] first  # where the current chance events began
    cdef bint under_way
    cdef double[MAX_SEATS] luck  # of each seat, so far

    cdef void begin(self, u64 seed) noexcept nogil
    cdef void due(self, const void* state) noexcept nogil
    cdef int happened(self, const void* state) except -1 nogil
    cdef tuple result(self)

    cdef int judge(self, const void* state, double* out) except -1 nogil
    cdef int ask(self, const void* state, double* out) except -1
    cdef int expect(self, const void* state, double* out) except -1 nogil
    cdef int ways(self, const void* state, int level) noexcept nogil
    cdef int list_all(
        self, const void* state, int level, double weight, double* out) except -1 nogil
    cdef int sample(self, const void* state, double* out) except -1 nogil
