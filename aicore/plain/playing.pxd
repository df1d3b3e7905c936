# Rules of a plain game, for searches: see playing.pyx.
from aicore.core._types cimport u32
from aicore.core.rng cimport Luck, RngState
from aicore.plain.calls cimport PlainCalls


cdef class PlainRules(PlainCalls):
    cdef void _begin(self, void* state) noexcept
    cdef int _actions(self, const void* state, u32* out) noexcept
    cdef u32 _sample_action(self, const void* state, RngState* rng, bint guided) noexcept
    cdef void _apply(self, void* state, u32 event) noexcept
    cdef int _outcomes(self, const void* state, u32* out, double* chance) noexcept
    cdef u32 _sample_outcome(self, const void* state, RngState* rng) noexcept
    cdef int _play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept
    cdef void _returns(self, const void* state, double* out) noexcept
    cdef void _evaluate(self, const void* state, double* out) noexcept
    cdef int _promising(self, const void* state, u32* out, float* weight) noexcept
    cdef str _first_form(self, list outcomes)
