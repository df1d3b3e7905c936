# Worlds that a seat may be in: see beliefs.pyx.
from cython cimport final

from aicore.core._types cimport i64, u8, u64
from aicore.core.game cimport Game, MAX_STATE_WORDS
from aicore.core.policy_net cimport PolicyNet
from aicore.core.rng cimport RngState

cdef enum:
    MAX_WORLDS = 1024  # maximum number of different worlds in one search


@final
cdef class Beliefs:
    cdef readonly Game game
    cdef readonly PolicyNet net
    cdef char* world  # room for MAX_WORLDS states
    cdef int known  # number of worlds so far
    cdef RngState rng
    cdef int seat
    cdef u64[MAX_STATE_WORDS] view
    cdef u64[MAX_STATE_WORDS] state  # current state of the chain
    cdef double worth  # log-likelihood of this state, up to a constant
    cdef u8* seen  # scratch memory for an observation

    cdef void begin(
        self, Game game, const void* view, int seat, const RngState* rng
    ) noexcept nogil
    cdef void step(self, Game game, bint always) noexcept nogil
    cdef double judge(self, Game game, const void* state) noexcept nogil
    cdef const void* at(self, Game game, i64 number) noexcept nogil
