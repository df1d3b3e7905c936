# Facts of a position as networks read them.
from aicore.core._types cimport u8
from aicore.core.maths cimport log


cdef inline void write_chances(
    const double* chance, int seats, int seat, double low, double high, float* fact
) noexcept nogil:
    """Write the seats' chances, from `seat` on, as the log odds of shares from `low` to `high`."""
    cdef double share
    cdef int i
    for i in range(seats):
        share = (chance[(seat + i) % seats] - low) / (high - low)
        share = min(max(share, 0.0005), 0.9995)
        fact[i] = <float> (log(share / (1.0 - share)) / 4)


cdef inline void write_facts(const float* fact, int facts, int unit, u8* out) noexcept nogil:
    """Write facts as signed numbers of 16 bits, the lowest byte first, in units of 1 / `unit`."""
    cdef int number, i
    for i in range(facts):
        number = <int> (min(max(fact[i], -15.999), 15.999) * unit)
        out[2 * i] = number & 0xFF
        out[2 * i + 1] = number >> 8 & 0xFF
