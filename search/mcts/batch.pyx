"""Simulations of one tree that are under way at once: their leaves, and who judges these.

Descents come one after the other, and so does what is learnt, in the same order; between them
every leaf is judged from its own state with its own luck. Which thread judges a leaf, and how many
threads there are, therefore changes nothing.
"""

from cython cimport final
from libc.stdlib cimport calloc, free

from aicore.core._types cimport u64
from aicore.core.bits cimport mix
from aicore.core.rng cimport luck_seed
from aicore.core.team cimport Team, Work
from aicore.search.mcts.simulation cimport Simulation

cdef enum:
    MAX_THREADS = 256


cdef void judge_leaf(Batch self, int number) noexcept nogil:
    """Judge one leaf."""
    self.sim.judge(self.sim.game, &self.leaf[number])


@final
cdef class Batch:
    """Room for so many leaves. Raises MemoryError."""

    def __cinit__(self, Simulation sim not None, int room):
        self.sim = sim
        self.room = room
        if room > 1:
            self.take_room()
            self.team = Team(min(room, MAX_THREADS))

    def __dealloc__(self):
        free(self.leaf)

    cdef int take_room(self) except -1:
        """Make room for the leaves, if there is none yet. Raises MemoryError."""
        if self.leaf == NULL:
            self.leaf = <Leaf*> calloc(self.room, sizeof(Leaf))
            if self.leaf == NULL:
                raise MemoryError
        return 0

    cdef void seed(self, u64 salt) noexcept nogil:
        """Give each leaf a stream of its own, for games in which luck does not begin each time."""
        cdef int i
        if self.room > 1:
            for i in range(self.room):
                luck_seed(&self.leaf[i].luck, salt ^ mix(i + 1), self.sim.sources)

    cdef void gather(self, int threads) noexcept nogil:
        """Call up to so many threads, with the caller's, to judge batches."""
        if self.room > 1:
            self.team.gather(threads, <Work> judge_leaf, <void*> self)

    cdef void judge(self) noexcept nogil:
        """Judge all leaves of the batch."""
        if self.size:
            self.team.run(self.size)

    cdef void dismiss(self) noexcept nogil:
        """Let the threads go."""
        if self.room > 1:
            self.team.dismiss()
