# Fast logarithms. Unlike the C library's, they are the same on every machine.
from aicore.core._types cimport c_assert, u32
from aicore.core.compiler cimport highest


cdef inline double natural_log(u32 n) noexcept nogil:
    """Return the natural log of n >= 1, within 0.00001 (Abramowitz and Stegun 1964, 4.1.43)."""
    c_assert(n > 0)
    cdef int power = highest(n)
    cdef double x = <double> n / <double> (<u32> 1 << power) - 1.0
    return power * 0.69314718056 + x * (
        0.99949556 + x * (-0.49190896 + x * (0.28947478 + x * (-0.13606275 + x * 0.03215845))))
