# Likely hands of opponents in Booster.
from aicore.core.rng cimport RngState
from aicore.games.booster.judgment.value cimport ValueTable
from aicore.games.booster.rules.state cimport BoosterState


cdef void choose_hands(
    BoosterState* s, const ValueTable* values, int seats, int seat, int target, RngState* rng,
) noexcept nogil
