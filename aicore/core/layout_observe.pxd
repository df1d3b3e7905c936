# Observations of a layout: the lists of copies that write them.
from aicore.core._types cimport u16, u8
from aicore.core.layout_place cimport Place, Route

cdef enum:
    MAX_HELD = 255  # maximum number of hidden cards that an observation counts


# Copies from a state to an observation. `Move` copies bytes, `Marks` a set, `Other` the rest.
# `source` is the first byte in the state, `target` the first byte in the observation.
ctypedef struct Move:
    u16 source
    u16 target
    u16 size  # number of bytes
    u8 add  # number to add to each byte


ctypedef struct Marks:
    u16 source
    u16 target
    u8 width  # bytes in the state
    u8 bits  # possible members; bytes in the observation


ctypedef struct Other:
    const Place* place
    int source
    int target
    bint seen  # whether the observer sees the numbers
    bint held  # whether to write the number of cards instead of the cards


# All copies that write one observer's observation.
ctypedef struct Program:
    Move* move  # of single bytes
    Move* block  # of longer runs of bytes, unchanged
    Marks* mark
    Other* other
    int moves, blocks, marks, others  # lengths of these lists


cdef char* room_for(list memory, size_t size) except NULL
cdef Route route_of(Place* place, kind)
cdef int list_copies(
    Program* program, const Place* places, int number, int size_of_state, int seats, int seat,
    list memory,
) except -1
cdef void copy_all(
    const Program* program, const u8* where, int seat, int seats, u8* out
) noexcept nogil
