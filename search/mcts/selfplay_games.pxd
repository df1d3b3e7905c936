# Self-play games for training: see selfplay_games.pyx.
from cython cimport final

from aicore.core._types cimport i64, u32, u64
from aicore.core.game cimport Game, MAX_SEATS, MAX_STATE_WORDS
from aicore.core.policy_net cimport PolicyNet
from aicore.core.rng cimport RngState
from aicore.search.mcts.tree cimport Tree
from aicore.search.mcts.own_turn cimport OwnTurn
from aicore.search.mcts.policy_values cimport PolicyValues
from aicore.search.mcts.selfplay_records cimport Lesson, Records

cdef enum:
    CONSIDERED = 16  # maximum number of a root's actions to consider if a network gives priors
    LISTED = 36  # maximum number of outcomes of a chance event that are all judged
    SAMPLED = 12  # number of outcomes drawn from a chance event with more


cdef enum Way:
    VISITS  # choose actions by their visits
    GUMBEL  # search the root by priors, Gumbel noise and values
    MIXED  # draw actions by the priors; targets are the priors, changed by the values
    OWN_TURN  # choose by the network's values after one's own turn
    POLICY  # draw actions by the priors, without a search
    SCRIPT  # play the game's own policy, without a search
    RANDOM  # play at random


@final
cdef class SelfPlayGames:
    cdef readonly Game game
    cdef Tree tree
    cdef PolicyNet net  # network of the tree, or None
    cdef OwnTurn turn  # look-ahead with the network, or None
    cdef PolicyValues policy  # policy of the network, or None
    cdef bint judges_luck  # whether the network estimates luck
    cdef Way way
    cdef i64 sims, fast
    cdef double full, noise, stray, daring, scale, step, mutation, temperature
    cdef int warm, cap
    cdef Records records
    cdef u64 seed
    cdef readonly i64 decisions, simulations
    cdef int wait  # ply from which the rest of the game may be small enough for `exact`
    cdef bint failed  # whether a tree's memory ran out, or a rival failed
    cdef tuple rivals  # the player of each seat but the learner's, or None
    cdef PolicyValues rival_policy  # policy of the other seats, or None
    cdef int learner  # the learner's seat; -1 without rivals, or if they play in all seats
    cdef object error  # the error of a rival that failed, or None
    cdef RngState rng  # random numbers of the current game's choices
    cdef u64[MAX_STATE_WORDS] view  # the mover's information
    # Scratch memory, by action.
    cdef u32* legal
    cdef float* share  # share in the policy target
    cdef double* prior  # probability by the network's policy
    cdef double* logit  # logarithm of the prior
    cdef double* merit  # the logit, perhaps with noise
    cdef double* worth  # value, scaled to add to the logit
    cdef double* after  # each seat's share of the returns after the action (OWN_TURN, MIXED)
    cdef int* left  # indices of the actions still in the search
    # Other scratch memory.
    cdef int best  # index of the best action, with OWN_TURN
    cdef double[MAX_SEATS] value  # each seat's share of the returns by the network (POLICY)
    cdef u32* listed  # legal actions in the order of the records
    cdef u32* event  # outcomes of a chance event
    cdef double* chance  # their probabilities

    cdef void play(self, Game game, i64 number) noexcept nogil
    cdef u32 decide(
        self, Game game, Tree tree, const void* state, int seat, int ply
    ) noexcept nogil
    cdef void begin_rivals(self) noexcept with gil
    cdef int ask_rival(self, const void* state, int seat, int count) noexcept with gil
    cdef int follow_script(self, Game game, int seat, int count) noexcept nogil
    cdef int draw_by_policy(self, PolicyValues policy, int seat, int count) noexcept nogil
    cdef int choose_by_visits(self, Tree tree, bint daring) noexcept nogil
    cdef int choose_by_own_turn(self, int seat, int count, bint daring) noexcept nogil
    cdef int choose_by_gumbel(self, Tree tree, i64 sims, bint daring) noexcept nogil
    cdef int choose_by_prior(self, Tree tree, i64 sims) noexcept nogil
    cdef int choose_by_policy_values(self, int seat, int count) noexcept nogil
    cdef int move_policy(self, int size) noexcept nogil
    cdef void judge_actions(self, Tree tree) noexcept nogil
    cdef void learn_shares(self) noexcept nogil
    cdef double mean(self, Tree tree, int place, int seat) noexcept nogil
    cdef void sort_left(self, int size, int most) noexcept nogil
    cdef void note(
        self, Game game, Tree tree, const void* state, int seat, Lesson lesson, int count,
        int chosen,
    ) noexcept nogil
    cdef void note_waiting(self, Game game, const void* state, int seat) noexcept nogil
    cdef void weigh_luck(
        self, Game game, const void* before, const void* after, int mover
    ) noexcept nogil
    cdef bint is_edge(self, u32 action, u32 first, int size) noexcept nogil
