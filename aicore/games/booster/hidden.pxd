# Who knows what: hidden is only the arrangement inside each deck number.
from aicore.core._types cimport u64
from aicore.core.rng cimport RngState
from aicore.games.booster.state cimport BoosterState


cdef u64 hash_numbers(const BoosterState* s) noexcept nogil
cdef void rearrange(BoosterState* s, int seats, int seat, RngState* rng) noexcept nogil
cdef u64 knowledge(const BoosterState* s, int seats, int seat) noexcept nogil
