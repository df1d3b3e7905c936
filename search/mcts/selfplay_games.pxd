# Self-play games for training: see selfplay_games.pyx.
from cython cimport final

from aicore.core._types cimport i64, u8, u16, u32, u64
from aicore.core.game cimport Game, MAX_STATE_WORDS
from aicore.core.policy_net cimport PolicyNet
from aicore.core.rng cimport RngState
from aicore.search.mcts.tree cimport Tree

cdef enum:
    CONSIDERED = 16  # actions of a root that are considered, if a network gives priors
    LISTED = 36  # up to so many outcomes of a chance event are all judged
    DRAWN = 12  # outcomes drawn of other chance events


cdef enum Way:
    VISITS  # actions are chosen in proportion to their visits
    GUMBEL  # the root is searched by priors, Gumbel noise, and the values found
    MIXED  # actions are drawn by the priors, which move by the values that the search finds
    SCRIPT  # the game's own policy plays, without a search


cdef enum Name:  # of a column; it has a row for each
    SEEN, MET, SEATS, GAMES, TAUGHT, PLAYED, ACTIONS, ROOTS, LUCK  # decision that was searched
    ROWS, SHARES  # action that it had
    OUTCOMES, SCORES, ENDED, LENGTHS  # game
    COLUMNS


ctypedef struct Column:  # of the recorded data
    char* data
    size_t size, room


@final
cdef class SelfPlayGames:
    cdef readonly Game game
    cdef Tree tree
    cdef PolicyNet net  # the tree's, or None
    cdef Way way
    cdef i64 sims, fast
    cdef double full, noise, stray, daring, scale, step, mutation
    cdef int warm, cap
    cdef bint secrets  # some information is hidden from others
    cdef u64 seed
    cdef readonly i64 decisions, simulations
    cdef bint failed  # there was no memory
    cdef RngState rng  # of the current game
    cdef u64[MAX_STATE_WORDS] view  # the mover's information
    cdef u32* legal  # scratch, max_actions each
    cdef float* share  # policy of the actions, by place
    cdef double* logit
    cdef double* merit
    cdef double* worth
    cdef int* left
    cdef u16* tokens  # scratch, max_tokens
    cdef u8* sight  # scratch, an observation
    cdef u32* event  # scratch, max_outcomes
    cdef double* chance
    cdef Column[COLUMNS] column

    cdef char* add(self, Name name, size_t bytes) noexcept nogil
    cdef void play(self, Game game, i64 number) noexcept nogil
    cdef int note_scores(self, const void* state) except -1 with gil
    cdef u32 decide(
        self, Game game, Tree tree, const void* state, int seat, int ply, i64 number
    ) noexcept nogil
    cdef int follow_script(self, Game game, int seat, int count) noexcept nogil
    cdef int choose_by_visits(self, Tree tree, bint daring) noexcept nogil
    cdef int choose_by_gumbel(self, Tree tree, i64 sims, bint daring) noexcept nogil
    cdef int choose_by_prior(self, Tree tree, i64 sims) noexcept nogil
    cdef void judge_actions(self, Tree tree) noexcept nogil
    cdef void learn_shares(self) noexcept nogil
    cdef double mean(self, Tree tree, int place, int seat) noexcept nogil
    cdef void sort_left(self, int size, int most) noexcept nogil
    cdef void note(
        self, Game game, Tree tree, const void* state, int seat, i64 number, bint teaches,
        int count, int chosen,
    ) noexcept nogil
    cdef float* note_position(
        self, Game game, const void* state, int seat, i64 number, bint teaches, int count,
        float played,
    ) noexcept nogil
    cdef void note_waiting(
        self, Game game, const void* state, int seat, i64 number
    ) noexcept nogil
    cdef void note_met(self, Game game, const void* state, int seat) noexcept nogil
    cdef void weigh_luck(
        self, Game game, const void* before, const void* after, int mover
    ) noexcept nogil
    cdef void foresee(
        self, Game game, const void* state, int mover, double* out
    ) noexcept nogil
    cdef bint is_edge(self, u32 action, u32 first, int size) noexcept nogil
