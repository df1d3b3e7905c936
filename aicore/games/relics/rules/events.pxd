# Effects of events, and outcomes of chance events.
from aicore.core._types cimport u32
from aicore.core.rng cimport RngState
from aicore.games.relics.rules.state cimport RelicsState, Tables

cdef void begin_game(const Tables* t, RelicsState* s) noexcept nogil
cdef int list_outcomes(
    const Tables* t, const RelicsState* s, u32* out, double* chance) noexcept nogil
cdef u32 draw_outcome(const Tables* t, const RelicsState* s, RngState* rng) noexcept nogil
cdef void apply_event(const Tables* t, RelicsState* s, u32 event) noexcept nogil
