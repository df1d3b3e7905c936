# Normal random numbers, the same on every processor.
from libc.math cimport sqrt

from aicore.core.maths cimport log
from aicore.core.rng cimport RngState, rng_uniform


cdef inline double normal(RngState* rng) noexcept nogil:
    """Return a standard normal variate (polar method; Marsaglia and Bray, SIAM Review 6, 1964)."""
    cdef double x, y, square
    while True:
        x = 2.0 * rng_uniform(rng) - 1.0
        y = 2.0 * rng_uniform(rng) - 1.0
        square = x * x + y * y
        if 0.0 < square < 1.0:
            return x * sqrt(-2.0 * log(square) / square)
