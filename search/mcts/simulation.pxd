# One simulation of a tree: descend, judge the leaf, back up.
from cython cimport final

from aicore.core._types cimport u32, u64
from aicore.core.game cimport Game, MAX_STATE_WORDS
from aicore.core.rng cimport Luck, RngState
from aicore.search.mcts.backup cimport Leaf, Path
from aicore.search.mcts.nodes cimport NodeArena
from aicore.search.mcts.ucb cimport Ucb


@final
cdef class Simulation:
    cdef Game game
    cdef NodeArena arena
    cdef Ucb ucb
    cdef double margin  # share of the lead in the utilities
    cdef double mix  # share of a playout beside a network's value
    cdef double graph  # a descent ends at positions met so many times as often as its last action
    cdef int cutoff  # plies of a playout
    cdef bint guided  # playouts follow the game's policy
    cdef bint prune  # the game's promising actions come first
    cdef bint soft  # and the others later
    cdef u32 reach, deep_reach  # visits of the root, of other nodes, after which they come
    cdef bint random_opponents  # opponents act at random
    cdef bint fixed  # an action leads to one position, known to all
    cdef bint likely  # hidden hands are drawn by the game's belief
    cdef bint solving  # ends of the game prove bounds
    cdef bint foresees  # a judge is not asked if an action wins at once
    cdef bint waiting  # a new leaf is judged before the chance event that is due there
    cdef RngState rng  # orders the actions of new nodes
    cdef u64 order  # or this does, if trees over one root share their results
    cdef Luck luck  # of the current simulation
    cdef int seat  # the root's
    cdef int sources  # decks and dice of the game
    cdef int deepest  # decisions
    cdef bint above  # the last action of the path is not applied yet
    cdef u64[MAX_STATE_WORDS] state  # current state of the simulation
    cdef Path path  # of the current simulation
    cdef Luck look_luck  # of the one-step look-aheads that rate actions
    cdef u64[MAX_STATE_WORDS] ahead  # state of one of these
    cdef u32* actions  # scratch, max_actions
    cdef float* weight  # scratch, max_actions

    cdef inline void draw_hidden(self, int seat, RngState* rng) noexcept nogil:
        """Draw again, in self.state, the information hidden from a seat."""
        if self.likely:
            self.game.believe(self.state, seat, rng)
        else:
            self.game.resample(self.state, seat, rng)

    cdef void play(
        self, Game game, NodeArena arena, u32 index, u32 chosen, bint alone, double* reward,
        double* utility,
    ) noexcept nogil
    cdef void begin(
        self, Game game, NodeArena arena, u32 index, u32 chosen, Leaf* leaf
    ) noexcept nogil
    cdef void land(self, Game game, Leaf* leaf) noexcept nogil
    cdef void judge(self, Game game, Leaf* leaf) noexcept nogil
    cdef void mix_in(self, Game game, Leaf* leaf) noexcept nogil
    cdef void end(self, Game game, NodeArena arena, Leaf* leaf) noexcept nogil
    cdef bint expand(self, u32 index) noexcept nogil
    cdef bint unprune(self, u32 index) noexcept nogil
    cdef float rate(self, u32 action) noexcept nogil
    cdef bint wins_at_once(self, const void* state, u32 action) noexcept nogil
    cdef void sort(self, int size) noexcept nogil
    cdef u32 find(self, const void* state, int turn, u32 guess) noexcept nogil
