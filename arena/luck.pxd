# Meter of the luck in a game: see luck.pyx.
from aicore.core._types cimport u32, u64
from aicore.core.game cimport Game, MAX_SEATS, MAX_STATE_WORDS
from aicore.core.rng cimport RngState


cdef class Meter:
    cdef readonly Game game
    cdef readonly int samples  # minimum number of sampled sequences if not all are listed
    cdef object value  # function from a State to each seat's value; None for the game's estimate
    cdef RngState rng  # random numbers for the samples
    cdef u32* outcomes  # outcomes of up to LEVELS consecutive chance events, event by event
    cdef double* chances  # their probabilities
    cdef u64[MAX_STATE_WORDS] first  # position in which the current chance events began
    cdef bint under_way  # whether these events are not over
    cdef double[MAX_SEATS] luck  # luck of each seat so far

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
