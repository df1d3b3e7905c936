# Exponentials, logarithms and powers that are the same on every processor and with every C library.
# They use only sums, products and quotients of doubles, which IEEE 754 defines to the last bit.
cpdef double exp(double x) noexcept nogil  # within 2 units in the last place
cpdef double log(double x) noexcept nogil  # within 2 units in the last place; -inf at 0, nan below
cpdef double power(double x, double y) noexcept nogil  # exp(y log x); x > 0
