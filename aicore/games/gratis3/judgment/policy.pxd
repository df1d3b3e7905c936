# Captain: a quick, sensible policy, and the actions that it considers worth searching.
from aicore.core._types cimport u32
from aicore.core.rng cimport RngState
from aicore.games.gratis3.judgment.points cimport Points
from aicore.games.gratis3.rules.state cimport GratisState
from aicore.games.gratis3.rules.survey cimport Rules


cdef u32 best_choice(
    const Rules* r, const Points* g, const GratisState* s, RngState* rng) noexcept nogil
cdef u32 good_move(
    const Rules* r, const Points* g, const GratisState* s, RngState* rng) noexcept nogil
cdef u32 good_attack(const Rules* r, const Points* g, const GratisState* s) noexcept nogil
cdef int list_promising(
    const Rules* r, const Points* g, const GratisState* s, u32* out, float* weight) noexcept nogil
cdef void mark_useless(const Rules* r, const Points* g, const GratisState* s, const u32* actions,
                       float* weight, int size) noexcept nogil
