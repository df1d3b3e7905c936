# Actions of relics that are worth searching: of about thirty thousand placements of platforms, only
# those that bridge the way to one of the best goals.
from aicore.core._types cimport u32
from aicore.games.relics.rules.state cimport RelicsState, Tables

cdef int promising_actions(
    const Tables* t, const RelicsState* s, u32* event, float* weight) noexcept nogil
