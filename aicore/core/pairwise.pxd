# Probability that each seat wins, by a small network that compares the seats two by two.
#
# The network estimates the probability that one seat finishes ahead of another. Its inputs are the
# features of the first seat, the features of the second seat, and the shared features, each about 1
# in size. A game derives its value from this class. It defines the features, and the comparisons
# that the rules decide without the network.
from libc.string cimport memcpy

from aicore.core.maths cimport exp
from aicore.core.net cimport Net

cdef enum:
    OPEN = -1  # the rules do not decide which of two seats finishes ahead


cdef class PairwiseValue:
    cdef Net net
    cdef int own, shared  # number of features of each seat, and of shared features
    cdef bint once  # whether to compare each pair once, the seat earlier in turn order first

    cdef int prepare(
        self, dict network, tuple features, int own, int shared, bint once) except -1
    cdef void chances(
        self, const void* rules, const void* state, int seats, int first, double* out
    ) noexcept nogil
    cdef void judge(
        self, const void* rules, const void* view, int seats, int first, int seat, float* out,
        double* chance
    ) noexcept nogil
    cdef void win_chances(
        self, const void* rules, const void* state, int seats, int first, const float* own,
        const float* shared, double* out
    ) noexcept nogil
    cdef list rows(self, const void* rules, const void* state, int seats, int first)
    cdef void survey(
        self, const void* rules, const void* state, int seats, float* own, float* shared
    ) noexcept nogil
    # Methods that the game defines.
    cdef void describe(
        self, const void* rules, const void* state, float* own, float* shared) noexcept nogil
    cdef void pair_up(
        self, const void* rules, const void* state, const float* own, const float* shared,
        int seat, int other, float* x) noexcept nogil
    cdef int settled(
        self, const void* rules, const void* state, int seat, int other) noexcept nogil


cdef inline double logistic(double x) noexcept nogil:
    """Return the probability whose log odds are x."""
    return 1.0 / (1.0 + exp(-x))


cdef inline void write_pair_inputs(
    const float* own, const float* shared, int seat, int other, int of_seat, int of_all, float* x
) noexcept nogil:
    """Copy the features of two seats and the shared features, of the given sizes, into `x`."""
    memcpy(x, own + seat * of_seat, of_seat * sizeof(float))
    memcpy(x + of_seat, own + other * of_seat, of_seat * sizeof(float))
    memcpy(x + 2 * of_seat, shared, of_all * sizeof(float))
