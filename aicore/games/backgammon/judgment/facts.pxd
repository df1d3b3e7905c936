# Facts that networks see besides the observation: races, shots, primes, mobility.
from aicore.core._types cimport i8

cdef enum:
    SIDE_FACTS = 21
    BACKGAMMON_FACTS = 2 * SIDE_FACTS + 2

cdef void tell_sides(const i8* mine, const i8* theirs, float* out) noexcept nogil
