# Records of self-play games: see selfplay_records.pyx.
from cython cimport final

from aicore.core._types cimport i64, u32, u8
from aicore.core.game cimport Game
from aicore.core.rng cimport RngState
from aicore.core.ruleset cimport Advice
from aicore.search.mcts.action_tokens cimport ActionTokens


cdef enum Name:  # names of columns
    SEEN, MET, SEATS, GAMES, TAUGHT, PLAYED, CHOSEN, ACTIONS, ROOTS, LUCK  # a row for each position
    ROWS, SHARES  # a row for each action of a decision
    OUTCOMES, SCORES, ENDED, LENGTHS  # a row for each game
    COLUMNS


cpdef enum Lesson:
    """Lesson of a decision for policies, in the column TAUGHT."""
    NOTHING  # no policy target
    TARGET  # the shares are the policy target
    DRAWN  # the action was drawn by the shares, and the target follows from the result


ctypedef struct Column:  # recorded data
    char* data
    size_t size, room


@final
cdef class Records:
    cdef Game game
    cdef bint secrets  # whether the game has hidden information
    cdef bint failed  # whether memory ran out
    cdef Column[COLUMNS] column
    cdef ActionTokens tokens

    cdef dict take(self)
    cdef i64 games(self) noexcept nogil
    cdef i64 positions(self) noexcept nogil
    cdef float* position(
        self, const void* view, const void* state, int seat, Lesson lesson, int count, int chosen,
        float played, const u8* seen, RngState* rng,
    ) noexcept nogil
    cdef void record_other_seat(
        self, const void* view, const void* state, int seat, RngState* rng) noexcept nogil
    cdef void targets(
        self, const void* view, const u32* action, const float* share, int count,
        const Advice* advice,
    ) noexcept nogil
    cdef void luck(self, const double* share) noexcept nogil
    cdef void finish(self, const void* state, int plies) noexcept nogil
    cdef int note_scores(self, const void* state) except -1 with gil
    cdef char* add(self, Name name, size_t bytes) noexcept nogil
