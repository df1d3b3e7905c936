# Exchange between trees over one root while they grow: results at often visited nodes.
from cython cimport final

from aicore.core._types cimport u16, u32, u64
from aicore.search.mcts.nodes cimport NodeArena


ctypedef struct Sheet:  # of one node
    u64 key  # 0: it is found by the path from another one
    u32 parent, action  # of the other node's sheet, which comes first
    u32 node  # in the tree that wrote it
    u32 lines
    bint whole  # all its edges have a line, for trees that lack the node
    int seat  # the mover
    u16 narrow


ctypedef struct Line:  # of one edge: results since the last exchange
    double value
    u32 action
    u32 visits


@final
cdef class Outbox:
    cdef Sheet* sheet
    cdef Line* line
    cdef u32* met  # of each sheet that was read: the node that it describes
    cdef u32* actions  # scratch
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
