# A game in Cython whose declarations are those of a plain game: see ported.pyx.
from aicore.plain.rules cimport PlainGame


cdef class PortedGame(PlainGame):
    cdef char* start  # of `first`
    cdef bint one_source  # all chance events use one die or deck; then:
    cdef int source, number  # which one, and the pass through it

    cdef void blank(self, void* state) noexcept nogil
    cdef int next_seat(self, int seat) noexcept nogil
