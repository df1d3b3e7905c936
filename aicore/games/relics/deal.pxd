# What chance lays, deals and draws, and the setup.
from aicore.core._types cimport u32
from aicore.core.rng cimport RngState
from aicore.games.relics.state cimport RelicsState, Tables

cdef void begin(const Tables* t, RelicsState* s) noexcept nogil
cdef void set_up(const Tables* t, RelicsState* s, int tag, int detail) noexcept nogil
cdef int list_outcomes(
    const Tables* t, const RelicsState* s, u32* out, double* chance) noexcept nogil
cdef u32 draw_outcome(const Tables* t, const RelicsState* s, RngState* rng) noexcept nogil
