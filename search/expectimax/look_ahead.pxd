# One look-ahead of expectimax, from a position to a given depth.
from cython cimport final

from aicore.core._types cimport i64, u32, u64
from aicore.core.game cimport Game
from aicore.search.expectimax.ordering cimport Ordering
from aicore.search.expectimax.plies cimport Plies
from aicore.search.expectimax.table cimport Table


@final
cdef class LookAhead:
    cdef int star, playout  # values of the parameters with these names
    cdef i64 nodes  # maximum number of positions to visit; 0: no limit
    # Whether to use the table, killers and the order by evaluation, and to skip other actions than
    # promising ones.
    cdef bint use_table, use_killers, use_ratings, prune
    cdef bint soft  # whether positions far from the leaves list all legal actions
    cdef int table_depth  # the table holds only positions that look further ahead than this
    cdef bint random  # whether the other seats play uniformly
    cdef bint sampling  # whether values depend on samples
    cdef int seat  # seat to move at the root
    cdef u64 salt  # separates the worlds' table entries if their values depend on samples
    cdef i64 visited  # number of positions visited
    cdef i64 next_check  # value of `visited` at which to check the clock
    cdef double deadline  # time limit by the monotonic clock; 0: no limit
    cdef double next_signal  # time of the next check for signals
    cdef bint patient  # whether this is the first look-ahead, which must give an answer
    cdef bint out_of_time  # whether a patient look-ahead must estimate the rest at once
    cdef bint stopped  # whether to unwind without a result: time or nodes ran out, or a signal came
    cdef bint guessed  # whether some line ended in an estimate since `guessed` was cleared
    cdef object interruption  # exception that a signal handler raised
    cdef Plies plies  # line of positions from the root, which is at ply 0
    cdef Table table
    cdef Ordering ordering

    cdef int begin(self, int seat, double deadline) except -1
    cdef double scalar(
        self, Game game, int ply, int depth, double alpha, double beta
    ) noexcept nogil
    cdef void vector(self, Game game, int ply, int depth, double* out) noexcept nogil
    cdef void _check_limits(self) noexcept nogil
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
