# Networks that evaluate positions and actions: see policy_net.pyx.
from cython cimport final

from aicore.core._types cimport i16, i64, u8
from aicore.core.ruleset cimport FACT, Ruleset

cdef extern from * nogil:
    """
    /* y += scale * row, over whole lanes of 32. */
    static inline void aicore_add(float* y, const float* row, float scale, int size) {
        for (int i = 0; i < size; i++) y[i] += scale * row[i];
    }
    /* Sum of products, in eight parts that are added pairwise; for whole lanes. */
    static inline float aicore_product(const float* x, const float* y, int size) {
        float part[8] = {0, 0, 0, 0, 0, 0, 0, 0};
        for (int i = 0; i < size; i += 8)
            for (int j = 0; j < 8; j++) part[j] += x[i + j] * y[i + j];
        return ((part[0] + part[4]) + (part[2] + part[6]))
            + ((part[1] + part[5]) + (part[3] + part[7]));
    }
    """
    void add "aicore_add"(float* y, const float* row, float scale, int size)
    float product "aicore_product"(const float* x, const float* y, int size)


cdef enum:
    MAX_HIDDEN = 256  # maximum number of outputs of a layer
    MAX_DEPTH = 6  # maximum number of layers after the first one
    MAX_CELLS = 400  # maximum number of cells of a board whose lines are looked up
    BUFFER_ROWS = 128  # maximum number of rows that are added in one call

cpdef enum Way:
    """Way in which a number enters the first layer."""
    SCALED  # add the row of weights, times the number
    SIGNED  # the same for a fact, which may be below 0
    LOOKED_UP  # add the row of weights for the number's value
    SQUARE  # add the rows of weights for the square's row and for its column


# Adjacent numbers of an input that enter the first layer in the same way.
ctypedef struct Input:
    Way way
    int at  # first byte in the input
    int count  # number of adjacent numbers
    int width  # size of a number in bytes
    int row  # first row of weights
    int rows  # number of rows for each number
    float scale  # factor of an amount
    int first  # number of the first square
    int columns  # number of columns of the board
    int down  # number of rows of the board, as opposed to rows of weights


# Board with short lines: the contents of all cells of a line together select one row of weights.
ctypedef struct Board:
    int row  # first row of weights
    int cells  # number of cells
    int planes  # number of planes: parts of the observation with a number for each cell
    int* place  # first byte of each plane in the input
    int* code  # code that stands for the number 1 in each plane
    int lines  # number of lines
    int length  # number of cells in a line
    int codes  # number of possible contents of a cell
    int each  # number of rows for a line
    int* line  # cells of all lines, one line after the other


# Layer after the first one.
ctypedef struct Dense:
    int inputs, outputs
    const float* bias
    const float* weight  # a row for each input


@final
cdef class PolicyNet:
    cdef Input* input
    cdef int inputs  # number of entries of `input`
    cdef Board* board
    cdef int boards  # number of entries of `board`
    cdef int depth  # number of layers after the first one
    cdef Dense[MAX_DEPTH] layer
    cdef readonly int width  # width of the first layer
    cdef readonly int last  # width of the last layer
    cdef readonly int outcomes  # number of values: 1, or one for each seat
    cdef readonly bint beliefs  # whether the network estimates how likely hidden information is
    cdef readonly int tokens  # number of tokens
    cdef readonly int rows  # number of rows of the first layer's weights
    cdef readonly int size  # size of an input in bytes
    cdef readonly object card  # description of the network, as in its file
    cdef const float* bias  # biases of the first layer
    cdef const float* table  # rows of the first layer
    cdef const float* value_bias
    cdef const float* value_weight  # a row for each value
    cdef const float* lead_bias
    cdef const float* lead_weight  # a row for each lead; there are as many as values
    cdef const float* belief_bias
    cdef const float* belief_weight  # one row if `beliefs`
    cdef const float* token_bias
    cdef const float* token_weight  # a row for each token
    cdef readonly bytes numbers  # all weights; the pointers above point into it
    cdef readonly tuple widths  # widths of the layers
    cdef readonly object game

    cdef int check_made_for(self, Ruleset game) except -1
    cdef _rows(self, observations)
    cdef int _lay_out(self, Board* board, lines) except -1
    cdef void see(self, const u8* seen, float* last) noexcept nogil
    cdef void add_seen(
        self, const u8* seen, float* table, const float* usual, const float* units, float* first,
        bint back
    ) noexcept nogil
    cdef void values(self, const float* last, float* out) noexcept nogil
    cdef void values_by_seat(
        self, const float* last, int mover, int seats, double* out) noexcept nogil
    cdef void leads(self, const float* last, float* out) noexcept nogil
    cdef float belief(self, const float* last) noexcept nogil
    cdef float logit(self, const float* last, int token) noexcept nogil


cdef inline i64 number(const u8* at, int width) noexcept nogil:
    """Return a number of an input, stored with its lowest byte first."""
    cdef i64 found = at[0]
    if width > 1:
        found |= <i64> at[1] << 8
    if width > 2:
        found |= <i64> at[2] << 16 | <i64> at[3] << 24
    return found


cdef inline i64 amount(const u8* at, const Input* field) noexcept nogil:
    """Return an amount of an input, or a fact in units of 1 / FACT_UNIT."""
    return <i16> number(at, FACT) if field.way == SIGNED else number(at, field.width)


cdef inline void rectify(float* x, int size) noexcept nogil:
    """Apply ReLU: replace negative numbers by 0."""
    cdef int i
    for i in range(size):
        x[i] = x[i] if x[i] > 0.0 else <float> 0.0
