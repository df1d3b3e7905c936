# Simulations of one tree that are under way at once, and the threads that judge where they ended.
from cython cimport final

from aicore.core._types cimport u64
from aicore.core.team cimport Team
from aicore.search.mcts.backup cimport Leaf
from aicore.search.mcts.simulation cimport Simulation


@final
cdef class Batch:
    cdef Simulation sim
    cdef Team team
    cdef Leaf* leaf
    cdef int room  # leaves of a full batch; 1: simulations run one by one, and there are no leaves
    cdef int size  # leaves of the batch under way

    cdef int take_room(self) except -1
    cdef void seed(self, u64 salt) noexcept nogil
    cdef void gather(self, int threads) noexcept nogil
    cdef void judge(self) noexcept nogil
    cdef void dismiss(self) noexcept nogil
