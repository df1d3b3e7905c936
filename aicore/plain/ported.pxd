# Cython game with the declarations of a plain game: see ported.pyx.
from aicore.plain.rules cimport PlainGame


cdef class PortedGame(PlainGame):
    cdef char* start  # bytes of `first`
    cdef bint one_source  # whether all chance events use one die or deck
    cdef int source, number  # if so: this source, and the pass through it

    cdef void blank(self, void* state) noexcept nogil
    cdef int next_seat(self, int seat) noexcept nogil
