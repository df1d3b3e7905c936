# Each seat's chance to win, by a small network that compares the seats two by two.
#
# The network says how likely one seat is to end ahead of another one. Its inputs are the features
# of the one, the same of the other, and those that are shared; each about 1 in size. A game derives
# its value from this: it says what the features are, and what the rules know without the network.
from libc.string cimport memcpy

from aicore.core.maths cimport exp
from aicore.core.net cimport Net

cdef enum:
    OPEN = -1  # the rules do not say who ends ahead


cdef class PairwiseValue:
    cdef Net net
    cdef int own, shared  # numbers of features: of a seat, and of all together
    cdef bint once  # each two are compared once, the seat whose turn comes first with the other

    cdef int prepare(
        self, dict network, tuple features, int own, int shared, bint once) except -1
    cdef void chances(
        self, const void* rules, const void* state, int seats, int first, double* out
    ) noexcept nogil
    cdef list rows(self, const void* rules, const void* state, int seats, int first)
    cdef void survey(
        self, const void* rules, const void* state, int seats, float* own, float* shared
    ) noexcept nogil
    # What the game says.
    cdef void describe(
        self, const void* rules, const void* state, float* own, float* shared) noexcept nogil
    cdef void pair_up(
        self, const void* rules, const void* state, const float* own, const float* shared,
        int seat, int other, float* x) noexcept nogil
    cdef int settled(
        self, const void* rules, const void* state, int seat, int other) noexcept nogil


cdef inline double logistic(double x) noexcept nogil:
    return 1.0 / (1.0 + exp(-x))


cdef inline void lay_out(
    const float* own, const float* shared, int seat, int other, int of_seat, int of_all, float* x
) noexcept nogil:
    """Put the features of two seats and the shared ones, numbers of which are given, in a row."""
    memcpy(x, own + seat * of_seat, of_seat * sizeof(float))
    memcpy(x + of_seat, own + other * of_seat, of_seat * sizeof(float))
    memcpy(x + 2 * of_seat, shared, of_all * sizeof(float))
