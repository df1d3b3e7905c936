# One look ahead of expectimax: from a position to one depth.
from cython cimport final

from aicore.core._types cimport i64, u32, u64
from aicore.core.game cimport Game
from aicore.search.expectimax.ordering cimport Ordering
from aicore.search.expectimax.plies cimport Plies
from aicore.search.expectimax.table cimport Table


@final
cdef class LookAhead:
    cdef int star, playout
    cdef i64 nodes
    cdef bint remembering, killing, rating, prune
    cdef bint soft  # positions with enough to look ahead list all legal actions, not promising ones
    cdef int shallow  # the table holds positions that look further ahead than this
    cdef bint random  # the others play uniformly
    cdef bint lucky  # values rest on samples
    cdef int seat  # the root's
    cdef u64 salt  # parts the worlds' entries in the table where their values rest on samples
    cdef i64 visited  # positions
    cdef i64 next_look  # value of `visited` at which to look at the clock
    cdef double deadline  # 0: none
    cdef double next_signal
    cdef bint patient  # the first look ahead may not be stopped: it must give some answer
    cdef bint out_of_time  # time or nodes ran out in that look: what is left is estimated at once
    cdef bint stopped  # out of time or nodes, or interrupted: unwind, results are void
    cdef bint guessed  # some way since this was cleared ended in an estimate
    cdef object interruption  # what a signal handler raised
    cdef Plies plies  # from the root, at ply 0
    cdef Table table
    cdef Ordering ordering

    cdef int begin(self, int seat, double deadline) except -1
    cdef double scalar(
        self, Game game, int ply, int depth, double alpha, double beta
    ) noexcept nogil
    cdef void vector(self, Game game, int ply, int depth, double* out) noexcept nogil
    cdef void _look(self) noexcept nogil
    cdef double _choice(
        self, Game game, int ply, int depth, double alpha, double beta, bint known, u32* best
    ) noexcept nogil
    cdef int _list(self, Game game, int ply, int depth, bint known, u32 best) noexcept nogil
    cdef double _chance(
        self, Game game, int ply, int depth, double alpha, double beta
    ) noexcept nogil
    cdef void _probe(
        self, Game game, int ply, int depth, double floor, double ceiling, double* low, double* high
    ) noexcept nogil
    cdef void _leaf(self, Game game, int ply, double* out) noexcept nogil
