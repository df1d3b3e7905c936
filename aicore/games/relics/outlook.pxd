# How good a position is for each seat: its chance to get out, what it will carry then, and from
# both the chance that nobody carries more.
#
# Chance and points are fitted to games of couriers (bench/fit/relics.py); the weights are data.
from aicore.games.relics.sight cimport Sight
from aicore.games.relics.state cimport RelicsState, Tables

cdef int gather(
    const RelicsState* s, const Tables* t, int seat, Sight* sight, double* fact) noexcept nogil
cdef void outlook(const Tables* t, const RelicsState* s, double* out) noexcept nogil
cdef void survey_all(const RelicsState* s, const Tables* t, Sight* sight) noexcept nogil
