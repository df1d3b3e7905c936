# Values of the root's actions: sums over determinizations.
from cython cimport final

from aicore.core._types cimport u32
from aicore.core.game cimport Game


@final
cdef class Sums:
    cdef Game game
    cdef int seat  # seat to move
    cdef int size  # number of actions
    cdef int worlds  # number of determinizations added
    cdef u32* actions  # actions in the order of the search
    cdef double* latest  # per action and seat: reward in the current determinization
    cdef bint* above  # per action: whether `latest` is only an upper bound
    cdef double* totals  # per action and seat: sum of rewards
    cdef double* squares  # per action: sum of the mover's squared rewards

    cdef void clear(self) noexcept nogil
    cdef void add(self) noexcept nogil
    cdef list rank(self)
    cdef tuple candidates(self, list rows, int visits, bint exact)
