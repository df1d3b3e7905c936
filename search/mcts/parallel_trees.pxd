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
    cdef void** tree
    cdef i64* quota
    cdef Team team
    cdef ExclusiveUse busy
    cdef int size, threads, helpers
    cdef Part part
    cdef i64 meeting  # number of simulations of each tree at the next exchange
    cdef bint shares  # whether trees exchange their results
    cdef double until  # time limit of a run by the monotonic clock
    cdef u32 least  # minimum number of new visits of a node with a sheet

    cdef bint grow(self) noexcept nogil
    cdef void everywhere(self, Part part) noexcept nogil
    cdef bint over(self) noexcept nogil
    cdef bint late(self) noexcept nogil
