# Trees over one root that grow together.
from cython cimport final

from aicore.core._types cimport i64, u32
from aicore.core.validate cimport ExclusiveUse
from aicore.core.team cimport Team


cdef enum Part:  # part of a tree's work
    GROW
    WRITE
    READ


@final
cdef class ParallelTrees:
    cdef readonly tuple trees
    cdef void** tree  # the trees, for C code
    cdef i64* quota  # total number of simulations of each tree
    cdef Team team
    cdef ExclusiveUse busy
    cdef int size, threads, helpers
    cdef Part part
    cdef i64 next_exchange  # number of simulations of each tree at the next exchange
    cdef bint shares  # whether trees exchange their results
    cdef double until  # time limit of a run by the monotonic clock
    cdef u32 min_new_visits  # minimum number of new visits for a node's results to be exchanged

    cdef bint grow(self) noexcept nogil
    cdef void run_part(self, Part part) noexcept nogil
    cdef bint finished(self) noexcept nogil
    cdef bint out_of_time(self) noexcept nogil
