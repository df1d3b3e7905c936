# Luck by key instead of by order: see chance.pyx.
from aicore.core._types cimport u32, u64
from aicore.core.game cimport State


cdef class Chance:
    cdef readonly u64 seed
    cdef dict _before  # independent events so far, by source

    cpdef u32 draw(self, State state) except? 0
    cpdef u32 step(self, State state) except? 0
    cpdef pass_over(self, State state)
