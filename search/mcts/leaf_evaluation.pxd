# Outside judge of positions, which gives values and logits; see leaf_evaluation.pyx.
from cpython.buffer cimport Py_buffer
from cython cimport final

from aicore.core._types cimport u8, u32
from aicore.core.game cimport Game
from aicore.core.policy_net cimport PolicyNet
from aicore.core.rng cimport RngState
from aicore.search.mcts.action_tokens cimport ActionTokens
from aicore.search.mcts.backup cimport Leaf
from aicore.search.mcts.batch cimport Leaves
from aicore.search.mcts.nodes cimport NodeArena
from aicore.search.mcts.policy_values cimport PolicyValues
from aicore.search.mcts.simulation cimport Simulation


ctypedef struct Numbers:  # a table of floats in another object's memory
    Py_buffer buffer
    bint held  # whether the buffer must be released
    bint wide  # whether the floats are doubles
    int columns


@final
cdef class LeafEvaluation:
    cdef Simulation sim
    cdef Leaves batch
    cdef bytearray data  # observations, a row for each leaf to judge
    cdef u8* seen  # memory of `data`
    cdef ActionTokens tokens
    cdef bint facts  # whether rows are inputs of networks in C, and logits are for their tokens
    cdef int size  # size of a row in bytes
    cdef int rows  # number of leaves to judge; -1: nothing is in progress
    cdef Numbers values, logits
    cdef PolicyNet net  # network that judges; None: an evaluator in Python judges
    cdef PolicyValues policy  # plays the network's playouts; None: the game plays them
    cdef float* last  # for each row, the network's last layer
    cdef float* value  # for each row, the values
    cdef float* lead  # for each row, the leads
    cdef double root_value  # value for the root's mover
    cdef bint strange  # whether a legal action's logit is +inf or NaN
    cdef bint warned  # whether a warning about clipped values was given

    cdef object view_root(self, const void* view, int seat)
    cdef void look(self, Game game, const void* state, int seat, int row) noexcept nogil
    cdef void collect(self, Game game) noexcept nogil
    cdef void answer(self, int row) noexcept nogil
    cdef void see_root(self, const void* view, int seat) noexcept nogil
    cdef int read(self, values, logits) except -1
    cdef int warn_of_clipping(self) except -1
    cdef int read_logits(self, logits, int rows) except -1
    cdef int check_logits(self) except -1
    cdef void release(self) noexcept
    cdef bint is_won(self, Game game, const Leaf* leaf) noexcept nogil
    cdef int viewer(self, Leaf* leaf) noexcept nogil
    cdef void judge(self, Game game) noexcept nogil
    cdef void mix_in(self, Game game, Leaf* leaf) noexcept nogil
    cdef void weigh_lead(self, Game game, Leaf* leaf, int row) noexcept nogil
    cdef void add_node(
        self, Simulation sim, Game game, NodeArena arena, Leaf* leaf, int row
    ) noexcept nogil
    cdef bint expand(
        self, Simulation sim, Game game, NodeArena arena, u32 index, int row, bint look
    ) noexcept nogil
    cdef double logit(self, int row, const void* view, u32 action) noexcept nogil
    cdef void stir(self, NodeArena arena, u32 index, double share, RngState* rng) noexcept nogil
    cdef object shown(self)
