# Weights of a network in training: see weights.pyx.
from cython cimport final

from aicore.core._types cimport i16, i64, u8
from aicore.core.game cimport MAX_SEATS
from aicore.core.policy_net cimport MAX_DEPTH, PolicyNet


@final
cdef class Examples:
    cdef readonly Py_ssize_t size
    cdef const u8[:, ::1] seen  # network's input for each position
    cdef const u8[:, :, ::1] met  # for beliefs: an actual and a possible input for each position
    cdef const i64[::1] first  # first row of each position in `tokens` and `shares`
    cdef const int[::1] actions  # number of legal actions of each position
    cdef const u8[::1] taught  # whether to learn the policy of each position
    cdef const u8[::1] seats  # the seat to move in each position
    cdef const i16[:, ::1] tokens  # tokens of each action
    cdef const float[::1] shares  # target probability of each action
    cdef const float[:, ::1] values  # target share of the returns, for each position and seat
    cdef const int[::1] games  # row of `leads` for each position
    cdef float[:, ::1] leads  # target lead, for each game and seat


ctypedef struct Example:  # position of a batch, with its targets
    const i16* tokens
    const float* shares  # NULL if the position teaches no policy
    int actions
    int image  # 0: the position itself; from 1: a symmetry
    float[MAX_SEATS] value
    float[MAX_SEATS] lead


@final
cdef class Weights:
    cdef Weights master  # owner of the weights, or None
    cdef readonly PolicyNet shape  # a network with the same layers
    cdef readonly tuple widths
    cdef readonly int batch  # maximum number of positions in a step
    cdef readonly i64 steps
    cdef size_t count  # number of all weights
    cdef int tokens, max_tokens, outcomes, last, depth
    cdef int room  # maximum number of inputs in a step
    cdef int[MAX_DEPTH + 2] width  # width of each layer
    cdef float* weight
    cdef float* gradient
    cdef float* mean  # running mean of each gradient
    cdef float* square  # running mean of each squared gradient
    cdef float* usual  # mean of the amounts for each row of the table
    cdef float* unit  # reciprocal of their spread
    cdef size_t[MAX_DEPTH + 2] bias_at  # index of the first bias of each layer
    cdef size_t[MAX_DEPTH + 2] weight_at  # index of the first weight of each layer
    cdef size_t value_at, lead_at, belief_at, token_at
    cdef float* output[MAX_DEPTH + 2]  # output of each layer for each input
    cdef float* delta  # gradient of a layer's output
    cdef float* input_delta  # gradient of the previous layer's output
    cdef float* transposed  # outputs or weights with rows and columns exchanged
    cdef float* logit  # logit of each action of a position
    cdef u8* seen  # the inputs of a step
    cdef Example* example
    cdef int images  # number of the game's symmetries
    cdef int* byte_source  # for each image: index of the byte that each byte comes from
    cdef int* token_image  # for each image: the image of each token

    cdef int lay_out(self, game) except -1
    cdef int copy_batch(self, list parts, const i64[:, ::1] chosen, int others) except -1
    cdef void forward(self, int rows) noexcept nogil
    cdef void backward(self, int rows) noexcept nogil
    cdef double add_value_loss(self, int rows, double weight, bint leads) noexcept nogil
    cdef double add_policy_loss(self, int rows, double weight) noexcept nogil
    cdef double add_belief_loss(self, int first, int pairs) noexcept nogil
    cdef float reciprocal_output_spread(self, const u8[:, ::1] observations) except -1
    cdef void move_amounts(self, float sign, float* bias) noexcept nogil
