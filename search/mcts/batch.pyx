"""Simulations of one tree in progress at once: their leaves, and the threads that judge them.

Descents follow one after the other, and backups follow in the same order. In between, a thread
judges each leaf from its own state with its own luck. The number of simulations alone determines
the order of these steps, so the number of threads changes nothing.
"""

from cython cimport final
from libc.stdlib cimport calloc, free

from aicore.core._types cimport u32
from aicore.core.team cimport Team, Work
from aicore.search.mcts.simulation cimport Simulation

from aicore.core.processors import MAX_THREADS


cdef void judge_leaf(Leaves self, int place) noexcept nogil:
    """Judge one leaf."""
    self.sim.judge(self.sim.game, &self.leaf[place])


@final
cdef class Leaves:
    """Ring of at most `room` leaves. Raises MemoryError."""

    def __cinit__(self, Simulation sim not None, int room):
        self.sim = sim
        self.room = room
        if room > 1:
            self.take_room()
            self.team = Team(min(room, MAX_THREADS), room)

    def __dealloc__(self):
        free(self.leaf)

    cdef int take_room(self) except -1:
        """Allocate the leaves if they are not allocated yet. Raises MemoryError."""
        if self.leaf == NULL:
            self.leaf = <Leaf*> calloc(self.room, sizeof(Leaf))
            if self.leaf == NULL:
                raise MemoryError
        return 0

    cdef void clear(self) noexcept nogil:
        """Forget the leaves in progress."""
        self.oldest = 0
        self.size = 0
        if self.room > 1:
            self.team.reset()

    cdef void gather(self, int threads) noexcept nogil:
        """Call up to `threads` threads, including the caller's, to judge leaves."""
        self.team.gather(threads, <Work> judge_leaf, <void*> self)

    cdef void dismiss(self) noexcept nogil:
        """Release the threads."""
        self.team.dismiss()

    cdef int under_way(self, u32 first) noexcept nogil:
        """Return the number of simulations in progress that began with the root's action `first`.

        Simulations only for training do not count.
        """
        cdef int found = 0
        cdef int i
        for i in range(self.size):
            found += self.at(i).counts and self.at(i).first == first
        return found
