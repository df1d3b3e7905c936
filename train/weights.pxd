# Weights of a network in training: see weights.pyx.
from cython cimport final

from aicore.core._types cimport i16, i64, u8
from aicore.core.game cimport MAX_SEATS
from aicore.core.policy_net cimport MAX_DEPTH, PolicyNet


@final
cdef class Examples:
    cdef readonly Py_ssize_t size
    cdef const u8[:, ::1] seen
    cdef const u8[:, :, ::1] met
    cdef const i64[::1] first
    cdef const int[::1] actions
    cdef const u8[::1] taught
    cdef const u8[::1] seats
    cdef const i16[:, ::1] tokens
    cdef const float[::1] shares
    cdef const float[:, ::1] values
    cdef const int[::1] games
    cdef float[:, ::1] leads


ctypedef struct Example:  # a position of a batch
    const i16* tokens
    const float* shares  # NULL: no policy is taught
    int actions
    int image
    float[MAX_SEATS] value
    float[MAX_SEATS] lead


@final
cdef class Weights:
    cdef readonly PolicyNet shape  # a network of the same layers
    cdef readonly tuple widths
    cdef readonly int batch  # maximum positions of a step
    cdef readonly i64 steps
    cdef size_t count  # of all weights
    cdef int tokens, max_tokens, outcomes, last, depth
    cdef int room  # maximum observations of a step
    cdef int[MAX_DEPTH + 2] width  # of each layer
    cdef float* weight
    cdef float* gradient
    cdef float* mean  # of gradients
    cdef float* square  # of gradients
    cdef float* usual  # of each row of the table: the mean of its amounts
    cdef float* unit  # and the reciprocal of their spread
    cdef size_t[MAX_DEPTH + 2] bias_at  # where each layer's parts begin
    cdef size_t[MAX_DEPTH + 2] weight_at
    cdef size_t value_at, lead_at, belief_at, token_at
    cdef float* given[MAX_DEPTH + 2]  # of each layer, its numbers for each observation
    cdef float* back  # gradients of a layer's numbers
    cdef float* before  # and of the layer before it
    cdef float* turned  # numbers or weights, rows and columns exchanged
    cdef float* logit  # scratch, an action's
    cdef u8* seen  # the observations of a step
    cdef Example* example
    cdef int images
    cdef int* order  # of each image, the source of each byte of an observation
    cdef int* becomes  # of each image, the image of each token

    cdef int allocate(self, game) except -1
    cdef int take(self, list parts, const i64[:, ::1] chosen, int others) except -1
    cdef void forward(self, int rows) noexcept nogil
    cdef void backward(self, int rows) noexcept nogil
    cdef double judge_values(self, int rows, double weight, bint leads) noexcept nogil
    cdef double judge_policies(self, int rows) noexcept nogil
    cdef double judge_beliefs(self, int first, int pairs) noexcept nogil
    cdef void descend(self, double rate) noexcept nogil
    cdef float given_on_average(self, const u8[:, ::1] observations) except -1
    cdef void move_amounts(self, float sign, float* bias) noexcept nogil
