# Rules of a plain game, for searches: see playing.pyx.
from aicore.core._types cimport u32
from aicore.core.rng cimport Luck, RngState
from aicore.plain.calls cimport PlainCalls
from aicore.plain.state cimport Struct


cdef class PlainRules(PlainCalls):
    cdef public bint caching  # whether positions keep what the author's methods returned for them
    cdef dict answers  # answers of the author's methods, by `key_of`
    cdef int max_answers  # maximum number of answers to keep
    cdef int asked_for, answered  # numbers of questions, and of answers found, in this period
    cdef int pause  # number of further questions whose answers are not kept

    cdef object key_of(self, const void* state, u32 event)
    cdef object answer(self, key)
    cdef int keep(self, key, answer) except -1
    cdef list cached_outcomes(self, Struct held, const void* state)
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
