"""Simulations of one tree that are under way at once: their leaves, and who judges these.

Descents come one after the other, and so does what is learnt, in the same order; in between a leaf
is judged from its own state with its own luck. Which of these comes next depends on the number of
simulations alone. Which thread judges a leaf, and how many threads there are, therefore changes
nothing.
"""

from cython cimport final
from libc.stdlib cimport calloc, free

from aicore.core._types cimport u32
from aicore.core.team cimport Team, Work
from aicore.search.mcts.simulation cimport Simulation

cdef enum:
    MAX_THREADS = 256


cdef void judge_leaf(Leaves self, int place) noexcept nogil:
    """Judge one leaf."""
    self.sim.judge(self.sim.game, &self.leaf[place])


@final
cdef class Leaves:
    """Room for so many leaves. Raises MemoryError."""

    def __cinit__(self, Simulation sim not None, int room):
        self.sim = sim
        self.room = room
        if room > 1:
            self.take_room()
            self.team = Team(min(room, MAX_THREADS), room)

    def __dealloc__(self):
        free(self.leaf)

    cdef int take_room(self) except -1:
        """Make room for the leaves, if there is none yet. Raises MemoryError."""
        if self.leaf == NULL:
            self.leaf = <Leaf*> calloc(self.room, sizeof(Leaf))
            if self.leaf == NULL:
                raise MemoryError
        return 0

    cdef void clear(self) noexcept nogil:
        """Forget what is under way."""
        self.oldest = 0
        self.size = 0
        if self.room > 1:
            self.team.reset()

    cdef void gather(self, int threads) noexcept nogil:
        """Call up to so many threads, with the caller's, to judge leaves."""
        self.team.gather(threads, <Work> judge_leaf, <void*> self)

    cdef void dismiss(self) noexcept nogil:
        """Let the threads go."""
        self.team.dismiss()

    cdef int under_way(self, u32 first) noexcept nogil:
        """How many of the search's simulations are, with the root's action at this place."""
        cdef int found = 0
        cdef int i
        for i in range(self.size):
            found += self.at(i).counts and self.at(i).first == first
        return found
