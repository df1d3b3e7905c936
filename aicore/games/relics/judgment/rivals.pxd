# Decisions against other seats: removals in the Last Defense, and starting airlocks.
from aicore.core._types cimport u32
from aicore.core.rng cimport RngState
from aicore.games.relics.judgment.routes cimport Field, Terrain
from aicore.games.relics.rules.state cimport RelicsState, Tables

cdef void mark_ways_home(
    const RelicsState* s, const Tables* t, int mover, const Terrain* land, const Field* home, u32*
    own, u32* others) noexcept nogil
cdef void survey_ways_home(
    const RelicsState* s, const Tables* t, int mover, u32* own, u32* others) noexcept nogil
cdef double removal_worth(
    const RelicsState* s, int platform, const u32* own, const u32* others) noexcept nogil
cdef u32 advise_removal(const RelicsState* s, const Tables* t, RngState* rng) noexcept nogil
cdef void rate_airlocks(const RelicsState* s, const Tables* t, int* price) noexcept nogil
cdef u32 advise_airlock(const RelicsState* s, const Tables* t) noexcept nogil
