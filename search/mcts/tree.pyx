"""One tree of Monte Carlo tree search, for any number of seats, with chance and hidden information.

The algorithm is UCT (Kocsis and Szepesvari 2006) with max^n backup: each seat maximizes its own
mean reward. Every simulation starts from a determinization drawn from the root seat's view. A node
is an information set, found by its mover's information (Cowling, Powley and Whitehouse 2012). So
one algorithm covers perfect information, dice and hidden hands. The mover knows its legal actions,
so all of them are available in every visit. An untried action counts as good as its node's mean
(first-play urgency; Gelly and Wang 2006). A playout, random or by the game's policy, judges a leaf.
It may be cut off; the game's value function then judges the position.

With two seats, no chance and nothing hidden, proofs count more than samples. Every action has
bounds of its true reward, which tighten from the ends of the game upward (score-bounded search;
Cazenave and Saffidine 2010). A search is over once its root is proven.

Determinizations drawn from the root's view hold the root's true hand. So opponents in them learn to
answer a hand that they cannot see. With `opponents=blind`, every second simulation also draws the
root's hand again, from an opponent's view (compare Goodman 2019, "Re-determinizing MCTS in
Hanabi"). In these simulations all seats learn. In the others the opponents learn nothing, and act
in proportion to their visits.
"""

from cython cimport final
from cpython.exc cimport PyErr_CheckSignals
from libc.string cimport memcpy

from aicore.core._types cimport i64, u32
from aicore.core.bits cimport mix
from aicore.core.clock cimport now
from aicore.core.validate cimport bounded_int, ExclusiveUse
from aicore.core.game cimport Game, Head, MAX_SEATS, View
from aicore.core.policy_net cimport PolicyNet
from aicore.core.rng cimport Rng, RngState, luck_seed, rng_next, rng_seed
from aicore.search.mcts.backup cimport MAX_LINE, Leaf
from aicore.search.mcts.batch cimport Leaves
from aicore.search.mcts.beliefs cimport Beliefs
from aicore.search.mcts.exchange cimport Outbox, keep
from aicore.search.mcts.leaf_evaluation cimport LeafEvaluation
from aicore.search.mcts.nodes cimport Bounds, Edge, Node, NodeArena
from aicore.search.mcts.root cimport RootSums
from aicore.search.mcts.simulation cimport Simulation
from aicore.search.mcts.ucb cimport ucb_select

from aicore.core.errors import AicoreError
from aicore.core.parameter import MAX_TOTAL, fill_defaults
from aicore.core.processors import MAX_THREADS
from aicore.search.mcts.simulation import TREE

cdef enum:
    PRIOR_SAMPLES = 16  # number of samples of each action of the root in a one-step look-ahead
    RAMP = 32  # finished simulations needed to guide each additional one in progress
    BETWEEN_CHECKS = 8  # simulations or batches between checks of the clock

cdef double SLICE = 0.05  # seconds between checks for signals


@final
cdef class Tree:
    """Tree over one game, for one thread at a time.

    Args:
        memory: maximum size of the tree in bytes; at this size, the tree stops growing.
        shared: whether the tree may exchange results with other trees; see
            `aicore.search.mcts.parallel_trees`.
        parameters: values of parameters in `aicore.search.mcts.simulation.TREE`, by name.

    `widen` and `alpha` control progressive widening (Chaslot and others 2008). With `graph`, a
    descent ends at a position visited more than `graph` times as often as the action that led to
    it. The descent takes this position's mean reward (compare Czech, Korus and Kersting 2021,
    "Improving AlphaZero using Monte-Carlo graph search"). `graph` works in games with dice and
    nothing hidden, for one seat or for two whose rewards add up to one. With `opponents=random`,
    the search approaches a best response to random play.

    Raises AicoreError, and MemoryError if `memory` is too small for the first nodes. Call
    `set_root` first, and one method at a time; otherwise methods raise AicoreError.
    """

    def __cinit__(self, Game game not None, memory=1 << 29, bint shared=False, **parameters):
        cdef dict v = fill_defaults("tree", TREE, parameters)
        self.game = game
        self.busy = ExclusiveUse(game)
        self.sim = Simulation(game, memory, shared, v)
        self.arena = self.sim.arena
        self.batch = Leaves(self.sim, v["batch"])
        self.sums = RootSums(game)
        self.outbox = Outbox()
        self.prior = v["prior"]
        self.puct = v["puct"]
        self.blind = v["opponents"] == "blind" and game.has_hidden and game.seats > 1

    def set_root(self, View view not None, Rng rng not None):
        """Make a view the root. Return the number of actions at the root.

        Args:
            view: view whose seat is to move.
            rng: source of all randomness; it does not advance.

        Raises AicoreError if the view is of another game or its seat is not to move, and
        MemoryError if there is no room for the root.
        """
        with self.busy:
            self.game.check_to_move(view)
            self._prepare(view, rng)
            return self.arena.node[self.root].edges

    def judge_by(self, PolicyNet net not None, double noise=0.0, bint drawn=False):
        """Let a network judge leaves and give priors, from the next root on.

        Args:
            net: the network.
            noise: share of random priors at the root, 0 .. 1.
            drawn: whether to draw actions below the root by their priors, so that means are values
                of the network's own policy. Otherwise the search prefers good actions.

        Raises AicoreError if the network is for another game, and MemoryError.
        """
        with self.busy:
            self.root = 0
            self.arena.clear()
            self.evaluation = LeafEvaluation(self.sim, self.batch, net)
            if not self.arena.keep_last_layers(net.last):
                raise MemoryError("not enough memory for the network's last layers")
            self.net = net
            self.sim.net, self.sim.tokens = net, self.evaluation.tokens
            self.sim.waiting = self.game.has_chance and not self.sim.random_opponents
            self.beliefs = Beliefs(net) if self.sim.likely and net.beliefs else None
            self.noise = noise
            self.sim.ucb.c = self.puct
            self.sim.ucb.drawn = drawn

    def run(self, sims, until, threads=1):
        """Run up to `sims` simulations in all, without the GIL. Return whether time ran out first.

        The run stops early once the root is proven, or when the monotonic clock reads `until`.

        Args:
            sims: total number of simulations.
            until: reading of the monotonic clock, in seconds, at which to stop.
            threads: number of threads that judge the leaves of a batch; the results do not depend
                on it.
        """
        cdef i64 max_sims = min(bounded_int("sims", sims, 0, MAX_TOTAL), MAX_SIMS)
        cdef double end = until
        cdef double stop
        cdef int helpers = bounded_int("threads", threads, 1, MAX_THREADS)
        with self.busy:
            self.check_root()
            self.check_applied()
            while True:
                stop = now() + SLICE
                if end < stop:
                    stop = end
                with nogil:
                    self.grow(max_sims, stop, helpers)
                PyErr_CheckSignals()
                self.busy.report()
                if self.done >= max_sims or self.finished():
                    return False
                if not now() < end:
                    return True

    def root_observation(self, bint facts=False):
        """Return the root seat's observation for a judge: (1, observation_size) unsigned bytes.

        With `facts`, return the input of the game's networks instead: (1, net_input_size).

        From now on, the caller judges leaves: `collect_leaves` and `apply_values` replace `run`.
        Raises AicoreError if the game has no arrays.
        """
        with self.busy:
            self.check_root()
            if self.evaluation is None:
                self.evaluation = LeafEvaluation(self.sim, self.batch, None, facts)
            return self.evaluation.view_root(self.view, self.seat)

    def set_priors(self, logits, noise=0.0):
        """Use a judge's priors for the root's actions; `apply_values` then needs logits, too.

        Args:
            logits: (1, num_tokens) or (num_tokens,) floats.
            noise: share of random priors at the root, 0 .. 1.

        Raises AicoreError if the logits have another shape or contain inf or nan, and MemoryError
        if there is no room for priors. After an error, the tree has no root.
        """
        cdef Node* root = &self.arena.node[self.root]
        cdef double share = noise
        with self.busy:
            self.check_root()
            if not self.arena.add_priors():
                raise MemoryError("not enough memory for priors")
            try:
                self.evaluation.read_logits(logits, 1)
                self._draw_root(self.game)
                root.first_edge = 0
                if not self.evaluation.expand(
                    self.sim, self.game, self.arena, self.root, 0, self.sim.foresees
                ):
                    raise MemoryError("not enough memory for the root's actions")
                self.evaluation.check_logits()
                if share > 0:
                    self.evaluation.stir(self.arena, self.root, share, &self.sim.rng)
            except BaseException:
                self.root = 0
                raise
            finally:
                self.evaluation.release()

    def collect_leaves(self, sims):
        """Descend to the leaves of a batch, up to `sims` simulations in all.

        Returns the movers' observations at leaves that a judge must evaluate, (n, observation_size)
        unsigned bytes. The next batch overwrites them. They are empty if the tree knows all values.
        Call `apply_values` next. Returns None, without leaves, if the search is over.
        """
        cdef i64 max_sims = min(bounded_int("sims", sims, 0, MAX_TOTAL), MAX_SIMS)
        with self.busy:
            self.check_root()
            self.check_applied()
            if self.batch.size:  # left by `run`
                with nogil:
                    self.batch.gather(1)
                    self._finish_batch(self.game, self.arena)
            if self.done >= max_sims or self.finished():
                return None
            with nogil:
                while self.begun < max_sims and self.batch.size < self.batch.room:
                    if self._begin_leaf(self.game, self.arena):
                        self.batch.size += 1
                self.evaluation.collect(self.game)
            return self.evaluation.shown()

    def apply_values(self, values, logits=None):
        """Back up a judge's answers for the leaves that `collect_leaves` returned.

        Args:
            values: (n, seats) floats, the seats' expected returns in turn order from the mover; or
                (n,) floats, the mover's expected return, if the other values follow from it.
            logits: (n, num_tokens) floats, if `set_priors` was called.

        Raises AicoreError if the answers are invalid. After an error, the tree has no root.
        """
        with self.busy:
            self.check_root()
            if self.evaluation is None or self.evaluation.rows < 0:
                raise AicoreError("no leaves are waiting for answers: call collect_leaves first")
            try:
                self.evaluation.read(values, logits)
                with nogil:
                    self._back_up_batch(self.game, self.arena)
                self.evaluation.check_logits()
            except BaseException:
                self.root = 0  # simulations are in progress, or priors are wrong
                raise
            finally:
                self.evaluation.release()

    def restrict(self, set actions not None):
        """Divide the following simulations equally among these actions of the root."""
        cdef Node* root
        cdef u32 place
        with self.busy:
            self.check_root()
            root = &self.arena.node[self.root]
            self.sums.left = 0
            self.sums.trees = 1
            for place in range(root.edges):
                if self.arena.edge[root.first_edge + place].action in actions:
                    self.sums.share(place, self.sums.visits[place], 0, 1)

    def unprune(self):
        """Include all legal actions of the root. Return their number.

        Raises MemoryError if there is no room for them.
        """
        with self.busy:
            self.check_root()
            if self.arena.node[self.root].narrow and not self._unprune(self.game):
                raise MemoryError("not enough memory for the root's actions")
            return self.arena.node[self.root].edges

    cdef int check_root(self) except -1:
        """Check that there is a root. Raises AicoreError."""
        if self.root == 0:
            raise AicoreError("the tree has no root: set a view as the root first")
        return 0

    cdef int check_applied(self) except -1:
        """Check that no leaves wait for an outside judge. Raises AicoreError."""
        if self.evaluation is not None and self.evaluation.rows >= 0:
            raise AicoreError("leaves are still waiting for answers: call apply_values first")
        return 0

    cdef int _prepare(self, View view, Rng rng) except -1:
        """Make a view the root. Raises MemoryError; the tree then has no root."""
        if self.evaluation is not None:
            self.evaluation.release()
        if not self.plant(self.game, view.data, view.seat, &rng.state):
            raise MemoryError("not enough memory for the root's actions")
        return 0

    cdef bint plant(
        self, Game game, const void* view, int seat, const RngState* rng
    ) noexcept nogil:
        """Make a seat's information the root. Return False, without a root, if there is no room.

        Args:
            view: state without the information hidden from the seat.
            rng: source of all randomness; it does not advance.
        """
        self.sim.rng = rng[0]
        self.salt = rng_next(&self.sim.rng)
        self.world_seed = self.salt
        luck_seed(&self.sim.luck, self.salt, self.sim.sources)
        if self.sim.ucb.drawn:
            rng_seed(&self.sim.ucb.dice, rng_next(&self.sim.rng))
        self.batch.clear()
        self.seat = seat
        self.sim.seat = seat
        self.begun = 0
        self.done = 0
        self.sim.deepest = 0
        self.training = 0
        self.sums.clear()
        memcpy(self.view, view, game.state_size)
        self.arena.clear()
        self.arena.weighed = False
        if self.beliefs is not None:
            self.beliefs.begin(game, view, seat, &self.sim.rng)
        self._draw_root(game)
        self.root = self.arena.add(game.key(self.sim.state, self.seat), self.seat)
        if not self.sim.expand(self.root) or not self.arena.make(
            self.root, self.arena.node[self.root].edges
        ):
            self.root = 0
            return False
        self.arena.enter(self.root)
        if self.sim.soft and self.arena.node[self.root].narrow and (
                self.arena.node[self.root].edges < 2):
            self._unprune(game)  # a single promising action: include others at once
        if self.net is not None:
            if not self._weigh_root():
                self.root = 0
                return False
        elif self.prior:
            self._look_ahead(game)
        if self.arena.shared and not keep(self.arena, self.root):  # all trees have these results
            self.root = 0
            return False
        return True

    cdef bint _weigh_root(self) noexcept nogil:
        """Give the root's actions the network's priors. Return False if there is no room."""
        if not self.arena.add_priors():
            return False
        self.evaluation.see_root(self.view, self.seat)
        self._draw_root(self.game)
        self.arena.node[self.root].first_edge = 0
        if not self.evaluation.expand(
            self.sim, self.game, self.arena, self.root, 0, self.sim.foresees
        ):
            return False
        if self.noise > 0:
            self.evaluation.stir(self.arena, self.root, self.noise, &self.sim.rng)
        return True

    cdef double root_value(self) noexcept nogil:
        """Return the network's value for the root's mover."""
        return self.evaluation.root_value

    cdef void _draw_root(self, Game game) noexcept nogil:
        """Set `self.sim.state` to a determinization of the root."""
        memcpy(self.sim.state, self.view, game.state_size)
        if game.has_hidden:
            self.sim.draw_hidden(self.seat, &self.sim.rng)

    cdef bint _unprune(self, Game game) noexcept nogil:
        """Include all legal actions of the root. Return False if there is no room."""
        self._draw_root(game)
        return self.sim.unprune(self.root)

    cdef void grow(self, i64 sims, double until, int helpers) noexcept nogil:
        """Simulate until there are `sims` simulations in all, or the clock reads `until`."""
        if self.net is not None:
            self._run_judged(self.game, self.arena, sims, until)
        elif self.batch.room == 1:
            self._run(sims, until)
        else:
            self.batch.gather(helpers)
            self._run_batched(sims, until)
            self.batch.dismiss()

    cdef void _run(self, i64 sims, double until) noexcept nogil:
        """Run simulations one at a time, up to `sims` in all or until the clock reads `until`."""
        cdef int since_check = 0
        while self.done < sims and not self.finished():
            if self.blind and self.training <= self.done:
                self._train(self.game, self.arena)
            self._simulate(self.game, self.arena)
            self.done += 1
            since_check += 1
            if since_check == BETWEEN_CHECKS:
                since_check = 0
                if now() >= until:
                    return

    cdef void _run_judged(self, Game game, NodeArena arena, i64 sims, double until) noexcept nogil:
        """Run simulations whose leaves a network judges, with limits as in `_run`."""
        cdef int since_check = 0
        while self.done < sims and not self.finished():
            while self.begun < sims and self.batch.size < self.batch.room:
                if self._begin_leaf(game, arena):
                    self.batch.size += 1
            self.evaluation.collect(game)
            self._back_up_batch(game, arena)
            since_check += 1
            if since_check == BETWEEN_CHECKS:
                since_check = 0
                if now() >= until:
                    break
        self.evaluation.rows = -1

    cdef void _back_up_batch(self, Game game, NodeArena arena) noexcept nogil:
        """Give the leaves of a batch the judge's answers, and back them up."""
        cdef Py_ssize_t i
        cdef int row = 0
        self.evaluation.judge(game)
        for i in range(self.batch.size):
            self._end(game, arena, self.batch.at(i))
        if arena.weighed:
            for i in range(self.batch.size):
                if self.batch.at(i).asked:
                    self.evaluation.add_node(self.sim, game, arena, self.batch.at(i), row)
                    row += 1
        self.batch.size = 0

    cdef void _run_batched(self, i64 sims, double until) noexcept nogil:
        """Run simulations with several in progress; if time runs out, some stay in progress."""
        cdef int since_check = 0
        while not self.finished():
            if self.begun < sims and self.batch.size < min(self.batch.room, 1 + self.done // RAMP):
                if self._begin_leaf(self.game, self.arena):
                    self.batch.add()
            elif self.batch.size:
                self._end(self.game, self.arena, self.batch.judged())
                self.batch.drop()
                since_check += 1
                if since_check == BETWEEN_CHECKS:
                    since_check = 0
                    if now() >= until:
                        return
            else:
                return
        self._finish_batch(self.game, self.arena)

    cdef void _finish_batch(self, Game game, NodeArena arena) noexcept nogil:
        """Back up all simulations in progress."""
        while self.batch.size:
            self._end(game, arena, self.batch.judged())
            self.batch.drop()

    cdef bint _begin_leaf(self, Game game, NodeArena arena) noexcept nogil:
        """Descend to a leaf and put it at the end of the batch.

        Return False if there is no room for a training simulation.
        """
        cdef i64* visits = self.sums.visits
        cdef Leaf* leaf = self.batch.at(self.batch.size)
        cdef u32 index, chosen
        if self.blind and self.training <= self.begun:
            index = self._begin_training(game, arena)
            if index == 0:
                return False
            leaf.alone = False
            leaf.counts = False
            chosen = ucb_select(&self.sim.ucb, arena, index, True)
            self.sim.begin(game, arena, index, chosen, leaf)
            return True
        chosen = self._begin(game, arena)
        leaf.alone = self.blind
        leaf.counts = True
        leaf.first = chosen - arena.node[self.root].first_edge
        self.sim.begin(game, arena, self.root, chosen, leaf)
        visits[leaf.first] += 1
        if self.sim.fixed:
            rng_seed(&leaf.luck.choice, self.salt ^ mix(self.begun + 1))
        self.begun += 1
        return True

    cdef void _end(self, Game game, NodeArena arena, Leaf* leaf) noexcept nogil:
        """Back up a leaf that was judged."""
        cdef i64* visits = self.sums.visits
        self.sim.end(game, arena, leaf)
        if leaf.counts:
            visits[leaf.first] -= 1
            self.sums.count(leaf.first, leaf.reward, leaf.utility[self.seat])
            self.done += 1

    cdef bint finished(self) noexcept nogil:
        """Whether the root is proven, or has a single action."""
        return self.arena.proven(self.root) or self.arena.node[self.root].edges < 2

    cdef void _look_ahead(self, Game game) noexcept nogil:
        """Initialize the root with mean evaluations one step ahead (Gelly and Silver 2007)."""
        cdef Node* root = &self.arena.node[self.root]
        cdef Edge* edge = &self.arena.edge[root.first_edge]
        cdef double[MAX_SEATS] reward
        cdef int samples = 1 if self.sim.fixed else PRIOR_SAMPLES
        cdef int i, sample
        for sample in range(samples):
            for i in range(root.edges):
                luck_seed(&self.sim.luck, self.salt + sample, self.sim.sources)
                memcpy(self.sim.state, self.view, game.state_size)
                if game.has_hidden:
                    self.sim.draw_hidden(self.seat, &self.sim.luck.choice)
                game.apply(self.sim.state, edge[i].action)
                game.settle(self.sim.state, &self.sim.luck)
                game.values(self.sim.state, reward)
                edge[i].value += reward[self.seat] * self.prior / samples
                root.value += reward[self.seat] * self.prior / samples
        for i in range(root.edges):
            edge[i].visits += self.prior
            root.visits += self.prior
        root.tried = root.edges

    cdef i64 place_of(self, u32 action) noexcept nogil:
        """Return the index of an action among the root's edges; -1 if it is missing."""
        cdef Node* root = &self.arena.node[self.root]
        cdef i64 place
        for place in range(root.edges):
            if self.arena.edge[root.first_edge + place].action == action:
                return place
        return -1

    cdef u32 _choose_at_root(self, i64* number) noexcept nogil:
        """Return the root's edge to follow: the tree's choice or, if there are any, a survivor's.

        Args:
            number: receives the number of the action's earlier simulations.
        """
        cdef Node* root = &self.arena.node[self.root]
        cdef u32 chosen
        if self.sums.left == 0:
            chosen = ucb_select(&self.sim.ucb, self.arena, self.root, self.batch.room > 1)
            number[0] = self.sums.visits[chosen - root.first_edge]
            return chosen
        while root.tried < root.edges and self.arena.edge[root.first_edge + root.tried].visits:
            root.tried += 1
        return root.first_edge + self.sums.take(number)

    cdef void _simulate(self, Game game, NodeArena arena) noexcept nogil:
        """Run one simulation from the root and count its results."""
        cdef double[MAX_SEATS] reward, utility
        cdef u32 chosen = self._begin(game, arena)
        cdef u32 place = chosen - arena.node[self.root].first_edge
        self.sim.play(game, arena, self.root, chosen, self.blind, reward, utility)
        self.sums.count(place, reward, utility[self.seat])

    cdef u32 _begin(self, Game game, NodeArena arena) noexcept nogil:
        """Choose one of the root's edges, draw a determinization for it, and return the edge."""
        cdef u32 chosen
        cdef i64 number
        if (
            self.sim.soft and arena.node[self.root].narrow
            and arena.node[self.root].visits >= self.sim.reach
        ):
            self._unprune(game)
        chosen = self._choose_at_root(&number)
        if not self.sim.fixed:
            # The n-th simulation of every action at the root has the same luck.
            luck_seed(&self.sim.luck, self.world_seed + number, self.sim.sources)
        if self.world != NULL:
            memcpy(self.sim.state, self.world, game.state_size)
            return chosen
        if self.beliefs is not None:
            memcpy(self.sim.state, self.beliefs.at(game, number), game.state_size)
            return chosen
        memcpy(self.sim.state, self.view, game.state_size)
        if game.has_hidden:
            self.sim.draw_hidden(self.seat, &self.sim.luck.choice)
        return chosen

    cdef void _train(self, Game game, NodeArena arena) noexcept nogil:
        """Run one simulation from a determinization in which the root's hand is drawn, too."""
        cdef double[MAX_SEATS] reward, utility
        cdef u32 chosen
        cdef u32 index = self._begin_training(game, arena)
        if index:
            chosen = ucb_select(&self.sim.ucb, arena, index, False)
            self.sim.play(game, arena, index, chosen, False, reward, utility)

    cdef u32 _begin_training(self, Game game, NodeArena arena) noexcept nogil:
        """Draw all hands, the root's from an opponent's view. Return the node, or 0 without room.
        """
        cdef int opponent = (self.seat + 1 + self.training % (game.seats - 1)) % game.seats
        cdef u32 index
        luck_seed(&self.sim.luck, self.salt ^ mix(self.training + 1), self.sim.sources)
        self.training += 1
        memcpy(self.sim.state, self.view, game.state_size)
        self.sim.draw_hidden(self.seat, &self.sim.luck.choice)
        self.sim.draw_hidden(opponent, &self.sim.luck.choice)
        index = self.sim.find_or_add(self.sim.state, self.seat, self.root)
        if index and (arena.node[index].first_edge or self.sim.expand(index)):
            return index
        return 0

    def root_stats(self):
        """Return the results for the root's actions, in the tree's own order.

        A row has the action, its visits including the prior's, and its number of simulations. Then
        come sums over these simulations: each seat's rewards, the mover's utilities, and their
        squares. The proven bounds of the mover's reward come last. Rewards and utilities are from 0
        to 1. Simulations in progress do not count.
        """
        cdef Node* root
        cdef Edge* edge
        cdef Bounds bounds
        cdef u32 place, foreign
        with self.busy:
            self.check_root()
            root = &self.arena.node[self.root]
            rows = []
            for place in range(root.edges):
                edge = &self.arena.edge[root.first_edge + place]
                bounds = self.arena.edge_bounds(self.root, place)
                visits, *totals = self.sums.row(place)
                foreign = self.arena.foreign(self.root, place)
                row = (
                    edge.action, edge.visits - edge.pending - foreign,
                    visits - self.batch.under_way(place),
                    *totals, bounds.low, bounds.high,
                )
                rows.append(row)
            return rows

    def continuation(self, first):
        """Return an action of the root and its most visited continuation, as texts.

        The continuation ends before the first chance event or hidden hand. Raises AicoreError if
        the root has no such action.
        """
        cdef Node* root
        cdef i64 event = bounded_int("first", first, 0, 0xFFFFFFFF)
        cdef u32 i
        with self.busy:
            self.check_root()
            root = &self.arena.node[self.root]
            for i in range(root.edges):
                if self.arena.edge[root.first_edge + i].action == event:
                    return self._continuation(event)
            raise AicoreError(f"{event} is not an action of the root")

    cdef list _continuation(self, u32 event):
        """Return an action of the root and its most visited continuation, as texts."""
        cdef Game game = self.game
        cdef u32 index = self.root
        cdef u32 i, best
        cdef int turn
        cdef Node* node
        cdef Edge* edge
        line = []
        memcpy(self.sim.state, self.view, game.state_size)
        if game.has_hidden:
            self.sim.draw_hidden(self.seat, &self.sim.rng)
        while len(line) < MAX_LINE:
            line.append(game.text(event))
            game.apply(self.sim.state, event)
            turn = (<Head*> self.sim.state).turn
            if turn < 0 or game.has_hidden and turn != self.seat:
                break
            if self.sim.fixed:
                node = &self.arena.node[index]
                edge = &self.arena.edge[node.first_edge]
                i = 0
                while edge[i].action != event:
                    i += 1
                index = edge[i].child
            else:
                index = self.arena.find(game.key(self.sim.state, turn))
            node = &self.arena.node[index]
            if index == 0 or node.tried == 0:
                break
            edge = &self.arena.edge[node.first_edge]
            best = 0
            for i in range(1, node.tried):
                if edge[i].visits > edge[best].visits:
                    best = i
            event = edge[best].action
        return line

    @property
    def deepest(self):
        """Number of decisions in the longest descent."""
        return self.sim.deepest

    @property
    def own(self):
        """Number of leaves judged by the thread that calls `run`; 0 without a batch."""
        return self.batch.team.own_pieces if self.batch.room > 1 else 0

    @property
    def nodes(self):
        """Number of nodes of the tree: positions or information sets."""
        return self.arena.nodes - 1

    @property
    def edges(self):
        """Number of edges of the tree: actions at its nodes."""
        return self.arena.actions

    @property
    def used(self):
        """Number of bytes that the tree uses."""
        return self.arena.used()

    @property
    def allocated(self):
        """Number of bytes allocated for the tree, used or not; at most its `memory`."""
        return self.arena.allocated()
