# One simulation of a tree, which descends, judges the leaf, and backs up.
from cython cimport final

from aicore.core._types cimport u32, u64
from aicore.core.game cimport Game, MAX_STATE_WORDS
from aicore.core.policy_net cimport PolicyNet
from aicore.core.rng cimport Luck, RngState
from aicore.search.mcts.action_tokens cimport ActionTokens
from aicore.search.mcts.backup cimport Leaf, Path
from aicore.search.mcts.nodes cimport NodeArena
from aicore.search.mcts.ucb cimport Ucb


@final
cdef class Simulation:
    cdef Game game
    cdef NodeArena arena
    cdef Ucb ucb
    cdef double margin  # share of the lead in the utilities
    cdef double sharpness  # factor of the logits of a network's priors
    cdef PolicyNet net  # network that gives priors; None for an evaluator's or no priors
    cdef ActionTokens tokens  # tokens of actions, for the network
    cdef double mix  # share of a playout beside a network's value
    cdef double graph  # a descent ends at a node with this many times the visits of its edge
    cdef int cutoff  # maximum number of plies of a playout
    cdef bint guided  # whether playouts follow the game's policy
    cdef bint by_net  # whether playouts follow the network's policy
    cdef bint prune  # whether the game's promising actions come first
    cdef bint soft  # whether the other actions come later
    cdef u32 reach, deep_reach  # visits of the root, or of other nodes, before other actions come
    cdef bint random_opponents  # whether opponents act at random
    cdef bint fixed  # whether an action leads to a single position, known to all
    cdef bint likely  # whether hidden hands are drawn by the game's belief
    cdef bint solving  # whether ends of the game prove bounds
    cdef bint foresees  # whether to look for an immediate win before asking a judge
    cdef bint waiting  # whether to judge a new leaf before the chance event that is due there
    cdef RngState rng  # orders the actions of new nodes
    cdef u64 order  # seed of this order if trees over one root share their results
    cdef Luck luck  # luck of the current simulation
    cdef int seat  # seat to move at the root
    cdef int sources  # number of the game's decks and dice
    cdef int deepest  # number of decisions in the longest descent
    cdef bint above  # whether the last action of the path is still to be applied
    cdef u64[MAX_STATE_WORDS] state  # current state of the simulation
    cdef Path path  # path of the current simulation
    cdef Luck look_luck  # luck of the one-step look-aheads that rate actions
    cdef u64[MAX_STATE_WORDS] ahead  # state of such a look-ahead
    cdef u32* actions  # scratch memory for max_actions actions
    cdef float* weight  # scratch memory for their weights
    cdef u64* scratch  # scratch memory to sort them

    cdef inline void draw_hidden(self, int seat, RngState* rng) noexcept nogil:
        """Draw the information hidden from a seat again, in `self.state`."""
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
    cdef void judge_by_playout(
        self, Game game, void* state, Luck* luck, double* reward) noexcept nogil
    cdef void end(self, Game game, NodeArena arena, Leaf* leaf) noexcept nogil
    cdef bint expand(self, u32 index) noexcept nogil
    cdef bint expand_by_logits(self, u32 index, int size) noexcept nogil
    cdef bint open(self, Game game, NodeArena arena, u32 index) noexcept nogil
    cdef bint unprune(self, u32 index) noexcept nogil
    cdef float rate(self, u32 action) noexcept nogil
    cdef bint wins_at_once(self, const void* state, u32 action) noexcept nogil
    cdef void sort(self, int size) noexcept nogil
    cdef u32 find(self, u64 key, u32 guess) noexcept nogil
    cdef u32 find_or_add(self, const void* state, int turn, u32 guess) noexcept nogil
