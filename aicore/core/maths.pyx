"""Exponentials, logarithms and powers that are the same on every machine: see maths.pxd.

A C library may round these functions in its own way, and may choose code by the processor. Here,
each function splits off an exact power of two. A series of fixed length computes the rest
(Abramowitz and Stegun 1964, 4.2.1 and 4.1.27).
"""

from libc.math cimport INFINITY, NAN
from libc.string cimport memcpy

from aicore.core._types cimport i64, u64

cdef double LN2 = 0.6931471805592082  # first 40 bits of ln 2, so that small multiples are exact
cdef double LN2_REST = 7.371002565167799e-13  # ln 2 minus LN2
cdef double PER_LN2 = 1.4426950408889634  # 1 / ln 2
cdef double ROOT = 1.4142135623730951  # square root of 2

cdef enum:
    BIAS = 1023  # number added to the exponent of a double in its bits
    FRACTION = 52  # number of bits of a double below its exponent


cdef inline double two_to(i64 k) noexcept nogil:
    """Return 2 to the power of k, for k from -1022 to 1023."""
    cdef u64 bits = <u64> (k + BIAS) << FRACTION
    cdef double result
    memcpy(&result, &bits, sizeof(result))
    return result


cpdef double exp(double x) noexcept nogil:
    """Return e to the power of x, within 2 units in the last place."""
    cdef i64 k
    cdef double r, square, even, odd
    if x != x:
        return x
    if x > 709.79:  # the logarithm of the largest double is 709.783
        return INFINITY
    if x < -745.14:  # the logarithm of half the smallest double is -745.133
        return 0.0
    k = <i64> (x * PER_LN2 + (0.5 if x >= 0.0 else -0.5))
    r = (x - k * LN2) - k * LN2_REST  # at most 0.3466 from 0
    square = r * r
    # Sum of r**n / n! from n = 2 to 13, split into even and odd n; the remainder is below 5e-18.
    even = 1.0 / 2 + square * (1.0 / 24 + square * (1.0 / 720 + square * (
        1.0 / 40320 + square * (1.0 / 3628800 + square * (1.0 / 479001600)))))
    odd = 1.0 / 6 + square * (1.0 / 120 + square * (1.0 / 5040 + square * (
        1.0 / 362880 + square * (1.0 / 39916800 + square * (1.0 / 6227020800.0)))))
    r = 1.0 + (r + square * (even + r * odd))
    if k < -1000:  # the result may be subnormal
        return r * two_to(k + 200) * two_to(-200)
    if k > 1000:
        return r * two_to(k - 200) * two_to(200)
    return r * two_to(k)


cpdef double log(double x) noexcept nogil:
    """Return the natural logarithm of x, within 2 units in the last place.

    Return -inf for 0, and nan below 0.
    """
    cdef i64 k = 0
    cdef u64 bits
    cdef double s, square, series
    if not x > 0.0:
        return -INFINITY if x == 0.0 else NAN
    if x == INFINITY:
        return x
    if x < 2.2250738585072014e-308:  # subnormal
        x *= 18014398509481984.0  # 2**54
        k = -54
    memcpy(&bits, &x, sizeof(bits))
    k += <i64> (bits >> FRACTION) - BIAS
    bits = (bits & ((<u64> 1 << FRACTION) - 1)) | (<u64> BIAS << FRACTION)
    memcpy(&x, &bits, sizeof(x))
    if x > ROOT:
        x *= 0.5
        k += 1
    # log x = 2 artanh s = 2 (s + s**3 / 3 + s**5 / 5 + ...), |s| at most 0.1716
    s = (x - 1.0) / (x + 1.0)
    square = s * s
    series = square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square * (
        1.0 / 9 + square * (1.0 / 11 + square * (1.0 / 13 + square * (1.0 / 15 + square * (
            1.0 / 17 + square * (1.0 / 19 + square * (1.0 / 21))))))))))
    return k * LN2 + (2.0 * s + (2.0 * s * series + k * LN2_REST))


cpdef double power(double x, double y) noexcept nogil:
    """Return x to the power of y, for x > 0, within 2 |y log x| + 4 units in the last place."""
    return exp(y * log(x))
