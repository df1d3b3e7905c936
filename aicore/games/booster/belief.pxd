# What opponents of booster are likely to hold.
from aicore.core.rng cimport RngState
from aicore.games.booster.guide cimport GuideTable
from aicore.games.booster.state cimport BoosterState


cdef void choose_hands(
    BoosterState* s, const GuideTable* guide, int seats, int seat, int target, RngState* rng,
) noexcept nogil
