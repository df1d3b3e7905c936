# Game with its rules in the author's Python methods: see rules.pyx.
from aicore.core._types cimport u32
from aicore.core.rng cimport RngState
from aicore.plain.playing cimport PlainRules


cdef class PlainGame(PlainRules):
    cdef void _resample(self, void* state, int seat, RngState* rng) noexcept
    cdef bint _concealed(self, const void* before, u32 event, int seat) noexcept
    cdef int _chance_source(self, const void* state, int* number) noexcept
    cdef u32 _chance_item(self, u32 outcome) noexcept
