# Look-ahead over one's own turn with a network: see own_turn.pyx.
from cython cimport final

from aicore.core._types cimport i64, u8, u32, u64
from aicore.core.game cimport Game
from aicore.core.policy_net cimport PolicyNet

cdef enum:
    MAX_STEPS = 64  # maximum number of actions to look ahead
    PLACES = 1 << 12  # places for positions in the table, a power of 2
    ROOM = 1 << 11  # maximum number of positions met for a decision, and of positions in the table


@final
cdef class OwnTurn:
    cdef readonly Game game
    cdef readonly PolicyNet net
    cdef readonly i64 judged  # number of positions that the network judged so far
    cdef int samples  # number of determinizations
    cdef int met  # number of positions met for a decision
    cdef bint evenly  # whether each action has its part of ROOM
    cdef bint full  # whether ROOM is too small for all sequences
    cdef u32* legal  # actions, max_actions for each step
    cdef u8* seen  # what the network sees
    cdef u64* key  # table of positions met: their keys, 0 if free
    cdef double* known  # the shares there, one for each seat
    cdef int* place  # places in use
    cdef int used

    cdef void forget(self) noexcept nogil
    cdef void judge(
        self, const void* state, int seat, const u32* legal, int count, double* out
    ) noexcept nogil
    cdef void follow(
        self, const void* state, int seat, const u32* legal, int count, double* out
    ) noexcept nogil
    cdef int share(self, int due, int actions) noexcept nogil
    cdef void best(
        self, const void* state, int seat, int step, int due, double* out
    ) noexcept nogil
    cdef void foresee(self, const void* state, int mover, double* out) noexcept nogil
