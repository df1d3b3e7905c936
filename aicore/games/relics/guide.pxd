# Judgement: how good a position is for each seat, and a sensible action for playouts.
from aicore.core._types cimport u32
from aicore.core.rng cimport RngState
from aicore.games.relics.state cimport RelicsState, Tables


cdef inline void outlook(const Tables* t, const RelicsState* s, double* out) noexcept nogil:
    cdef int i
    for i in range(t.seats):
        out[i] = 1.0 / t.seats


cdef inline u32 advise(const Tables* t, const RelicsState* s, RngState* rng) noexcept nogil:
    return 0
