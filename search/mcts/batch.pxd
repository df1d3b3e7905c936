# Simulations of one tree in progress at once, and the threads that judge their leaves.
from cython cimport final

from aicore.core._types cimport u32
from aicore.core.compiler cimport prefetch
from aicore.core.team cimport Team
from aicore.search.mcts.backup cimport Leaf
from aicore.search.mcts.simulation cimport Simulation


@final
cdef class Leaves:
    cdef Simulation sim
    cdef Team team
    cdef Leaf* leaf
    cdef int room  # maximum number of leaves; 1: simulations run one by one, without leaves
    cdef int oldest  # place of the leaf that is backed up next
    cdef int size  # number of leaves in progress, in a ring of places from the oldest on

    cdef int take_room(self) except -1
    cdef void clear(self) noexcept nogil
    cdef void gather(self, int threads) noexcept nogil
    cdef void dismiss(self) noexcept nogil
    cdef int under_way(self, u32 first) noexcept nogil

    cdef inline Leaf* at(self, int number) noexcept nogil:
        """Return a leaf by its age: 0 is the oldest."""
        cdef int place = self.oldest + number
        return &self.leaf[place if place < self.room else place - self.room]

    cdef inline void add(self) noexcept nogil:
        """Put the next leaf at the end of the ring, for any thread to judge."""
        cdef int place = self.oldest + self.size
        self.size += 1
        if self.size == self.room:
            self.team.allow_retiring()
        if place >= self.room:
            place -= self.room
        if self.leaf[place].path.judged:
            self.team.skip(place)
        else:
            self.team.offer(place)

    cdef inline Leaf* judged(self) noexcept nogil:
        """Wait until the oldest leaf is judged, and return it."""
        self.team.finish(self.oldest)
        return &self.leaf[self.oldest]

    cdef inline void drop(self) noexcept nogil:
        """Remove the oldest leaf from the ring."""
        self.oldest = self.oldest + 1 if self.oldest + 1 < self.room else 0
        self.size -= 1
        self.team.prefetch_baton(self.oldest)
        prefetch(&self.leaf[self.oldest].reward)
        prefetch(&self.leaf[self.oldest].utility)
