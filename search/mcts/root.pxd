# Simulations' results for the root's actions: rewards of all seats, not only the mover's.
from cython cimport final

from aicore.core._types cimport i64, u32


ctypedef struct Survivor:  # an action that still gets simulations
    u32 place
    u32 units  # simulations that this tree makes per round; a round has one for each tree
    u32 made  # of these, in the current round
    i64 next  # the number of its next simulation, among those of all trees


@final
cdef class RootSums:
    cdef int seats, room
    cdef u32 trees  # trees that share the simulations of survivors
    cdef int left  # survivors; 0: the tree selects
    cdef Survivor* survivor
    cdef i64* visits  # per place: simulations that began with the action
    cdef double* value  # per place and seat: sum of rewards, each 0 .. 1
    cdef double* utility  # per place: sum of the mover's utilities
    cdef double* square  # per place: sum of their squares

    cdef void clear(self) noexcept nogil
    cdef void share(self, u32 place, i64 before, u32 first, u32 units) noexcept nogil
    cdef u32 take(self, i64* number) noexcept nogil
    cdef tuple row(self, u32 place)

    cdef inline void count(self, u32 place, const double* reward, double utility) noexcept nogil:
        """Count a simulation that began with the action at a place; `utility` is the mover's."""
        cdef int seat
        self.visits[place] += 1
        for seat in range(self.seats):
            self.value[place * self.seats + seat] += reward[seat]
        self.utility[place] += utility
        self.square[place] += utility * utility
