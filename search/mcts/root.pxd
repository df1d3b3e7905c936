# What simulations found for the root's actions: rewards of all seats, not of the mover alone.
from cython cimport final

from aicore.core._types cimport i64, u32


@final
cdef class RootSums:
    cdef int seats, room
    cdef int left  # actions that halving has left, in turn; 0: the tree chooses
    cdef u32* survivor  # per place among those: the action's place
    cdef i64* visits  # per place: simulations that began with the action
    cdef double* value  # per place and seat: sum of rewards, each 0 .. 1
    cdef double* utility  # per place: sum of the mover's utilities
    cdef double* square  # per place: sum of their squares

    cdef void clear(self) noexcept nogil
    cdef u32 least_visited(self) noexcept nogil
    cdef tuple row(self, u32 place)

    cdef inline void count(self, u32 place, const double* reward, double utility) noexcept nogil:
        """Count a simulation that began with the action at a place; `utility` is the mover's."""
        cdef int seat
        self.visits[place] += 1
        for seat in range(self.seats):
            self.value[place * self.seats + seat] += reward[seat]
        self.utility[place] += utility
        self.square[place] += utility * utility
