# Exchange of results between trees over one root while they grow; see exchange.pyx.
from cython cimport final

from aicore.core._types cimport u16, u32, u64
from aicore.search.mcts.nodes cimport NodeArena


ctypedef struct Sheet:  # new results of one node
    u64 key  # key of the node; 0: other trees find the node by its parent and action
    u32 parent, action  # the parent's sheet, which comes earlier, and the action below it
    u32 node  # index of the node in the tree that wrote the sheet
    u32 lines  # number of lines
    bint whole  # whether all edges have a line, for trees that lack the node
    int seat  # the mover
    u16 narrow  # as in `Node`


ctypedef struct Line:  # results of one edge since the last exchange
    double value
    u32 action
    u32 visits
    float prior  # a judge's prior, if there is one


@final
cdef class Outbox:
    cdef Sheet* sheet
    cdef Line* line
    cdef u32* met  # for each sheet that was read, the node that it describes
    cdef u32* actions  # scratch memory
    cdef readonly u32 sheets
    cdef u32 lines
    cdef u32 sheet_room, line_room, met_room, action_room

    cdef bint make_room(self, u32 lines) noexcept nogil
    cdef void fill(self, NodeArena arena, u32 root, bint fixed, u32 least) noexcept nogil
    cdef void put(
        self, NodeArena arena, u32 index, u32 parent, u32 action, u32 least
    ) noexcept nogil
    cdef void follow(self, NodeArena arena, u32 number, u32 least) noexcept nogil
    cdef void read(self, NodeArena arena, u32 root, Outbox other) noexcept nogil
    cdef u32 place(self, NodeArena arena, Sheet* sheet, const Line* line) noexcept nogil
    cdef bint copy(self, NodeArena arena, u32 index, Sheet* sheet, const Line* line) noexcept nogil
    cdef void add(self, NodeArena arena, u32 index, const Line* line, u32 lines) noexcept nogil


cdef bint keep(NodeArena arena, u32 index) noexcept nogil
