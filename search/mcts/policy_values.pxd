# Exact values of actions against a network's policy: see policy_values.pyx.
from cython cimport final

from aicore.core._types cimport u32, u8
from aicore.core.game cimport Game
from aicore.core.policy_net cimport PolicyNet
from aicore.core.rng cimport Luck
from aicore.search.mcts.action_tokens cimport ActionTokens

cdef enum:
    MAX_STEPS = 64  # maximum number of actions and chance events until the end of the game


@final
cdef class PolicyValues:
    cdef Game game
    cdef PolicyNet net
    cdef int most  # maximum number of decisions of a judgment
    cdef readonly int judged  # number of decisions in the latest judgment
    cdef u8* seen  # the latest observation
    cdef ActionTokens tokens
    # Scratch memory for each step.
    cdef u32* event
    cdef double* chance
    cdef int room  # number of events of a step

    cdef void priors(
        self, const void* view, int seat, const u32* legal, int count, double* out, double* share,
    ) noexcept nogil
    cdef bint judge(
        self, const void* state, const u32* legal, int count, double* out) noexcept nogil
    cdef void play_on(self, void* state, Luck* luck, int limit, double* share) noexcept nogil
    cdef bint expect(self, const void* state, int step, double* out) noexcept nogil
