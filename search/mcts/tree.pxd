# One tree of Monte Carlo tree search.
from cython cimport final

from aicore.core._types cimport i64, u32, u64
from aicore.core.validate cimport ExclusiveUse
from aicore.core.game cimport Game, MAX_STATE_WORDS, View
from aicore.core.policy_net cimport PolicyNet
from aicore.core.rng cimport Rng, RngState
from aicore.search.mcts.backup cimport Leaf
from aicore.search.mcts.batch cimport Leaves
from aicore.search.mcts.beliefs cimport Beliefs
from aicore.search.mcts.exchange cimport Outbox
from aicore.search.mcts.leaf_evaluation cimport LeafEvaluation
from aicore.search.mcts.nodes cimport NodeArena
from aicore.search.mcts.root cimport RootSums
from aicore.search.mcts.simulation cimport Simulation


cdef enum:
    MAX_SIMS = 1 << 30  # maximum number of simulations of a search, because visits have 32 bits


@final
cdef class Tree:
    cdef readonly Game game
    cdef ExclusiveUse busy
    cdef Simulation sim
    cdef NodeArena arena  # arena of the simulation
    cdef Leaves batch  # simulations in progress at once
    cdef LeafEvaluation evaluation  # questions to a judge, if there is one
    cdef Beliefs beliefs  # sampler of likely worlds; None: all worlds are equally likely
    cdef const void* world  # true state, which self-play knows; NULL: worlds are drawn
    cdef PolicyNet net  # network that judges leaves and gives priors; None: playouts judge
    cdef double puct  # exploration with a network
    cdef double noise  # share of random priors at the root, with a network
    cdef Outbox outbox  # results for other trees over the same root
    cdef RootSums sums  # results of the simulations, by the root's edges
    cdef int prior  # number of simulations for which a one-step look-ahead counts
    cdef bint blind  # whether opponents do not know the root's hand
    cdef int seat  # the root's seat
    cdef u32 root  # index of the root's node; 0: no root
    cdef u64 salt  # seed of this search's luck
    cdef u64 world_seed  # seed of the root's simulations: the same in trees that share them
    cdef i64 begun  # number of simulations, including those in progress
    cdef readonly i64 done  # number of finished simulations
    cdef i64 training  # number of simulations in which all hands are drawn
    cdef u64[MAX_STATE_WORDS] view  # the root without hidden parts

    cdef int check_root(self) except -1
    cdef int check_applied(self) except -1
    cdef int _prepare(self, View view, Rng rng) except -1
    cdef bint plant(
        self, Game game, const void* view, int seat, const RngState* rng
    ) noexcept nogil
    cdef void _draw_root(self, Game game) noexcept nogil
    cdef bint _unprune(self, Game game) noexcept nogil
    cdef void grow(self, i64 sims, double until, int helpers) noexcept nogil
    cdef void _run(self, i64 sims, double until) noexcept nogil
    cdef void _run_judged(self, Game game, NodeArena arena, i64 sims, double until) noexcept nogil
    cdef bint _weigh_root(self) noexcept nogil
    cdef double root_value(self) noexcept nogil
    cdef void _back_up_batch(self, Game game, NodeArena arena) noexcept nogil
    cdef void _run_batched(self, i64 sims, double until) noexcept nogil
    cdef void _finish_batch(self, Game game, NodeArena arena) noexcept nogil
    cdef bint _begin_leaf(self, Game game, NodeArena arena) noexcept nogil
    cdef void _end(self, Game game, NodeArena arena, Leaf* leaf) noexcept nogil
    cdef bint finished(self) noexcept nogil
    cdef void _look_ahead(self, Game game) noexcept nogil
    cdef i64 place_of(self, u32 action) noexcept nogil
    cdef u32 _choose_at_root(self, i64* number) noexcept nogil
    cdef void _simulate(self, Game game, NodeArena arena) noexcept nogil
    cdef u32 _begin(self, Game game, NodeArena arena) noexcept nogil
    cdef void _train(self, Game game, NodeArena arena) noexcept nogil
    cdef u32 _begin_training(self, Game game, NodeArena arena) noexcept nogil
    cdef list _continuation(self, u32 event)
