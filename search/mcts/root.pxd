# Results of simulations for the root's actions, with the rewards of all seats.
from cython cimport final

from aicore.core._types cimport i64, u32


ctypedef struct Survivor:  # an action that still gets simulations
    u32 place
    u32 units  # number of simulations of this tree per round; a round has one for each tree
    u32 made  # number of these already made in the current round
    i64 next  # number of the action's next simulation, counted over all trees


@final
cdef class RootSums:
    cdef int seats, room
    cdef u32 trees  # number of trees that share the simulations of survivors
    cdef int left  # number of survivors; 0: the tree selects
    cdef Survivor* survivor
    cdef i64* visits  # per place: number of simulations that began with the action
    cdef double* value  # per place and seat: sum of rewards, each 0 .. 1
    cdef double* utility  # per place: sum of the mover's utilities
    cdef double* square  # per place: sum of the squares of these utilities

    cdef void clear(self) noexcept nogil
    cdef void share(self, u32 place, i64 before, u32 first, u32 units) noexcept nogil
    cdef u32 take(self, i64* number) noexcept nogil
    cdef tuple row(self, u32 place)

    cdef inline void count(self, u32 place, const double* reward, double utility) noexcept nogil:
        """Count a simulation that began with the action at a place.

        Args:
            reward: reward of each seat.
            utility: utility of the mover.
        """
        cdef int seat
        self.visits[place] += 1
        for seat in range(self.seats):
            self.value[place * self.seats + seat] += reward[seat]
        self.utility[place] += utility
        self.square[place] += utility * utility
