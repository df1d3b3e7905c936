"""One simulation of a tree: it descends to a leaf, judges the leaf, and backs up the result."""

from cython cimport final
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from aicore.core._types cimport u32, u64
from aicore.core.compiler cimport claim, prefetch
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_SEATS
from aicore.core.maths cimport exp
from aicore.core.rng cimport Luck, RngState, luck_seed, rng_below, rng_next, rng_seed
from aicore.core.sorting cimport sort_by_weight
from aicore.search.mcts.backup cimport (
    MAX_LINE, Leaf, Path, back_up, back_up_bounds, copy_path, wait_for,
)
from aicore.search.mcts.nodes cimport PROVEN, Edge, Node, NodeArena
from aicore.search.mcts.ucb cimport ucb_select, ucb_set

from aicore.core.parameter import Parameter

MAX_LEAVES = 256  # maximum number of leaves in a batch

TREE = (
    Parameter("c", 0.7, "exploration: preference for actions with few visits"),
    Parameter("puct", 0.8, "exploration if a network (`net`) gives priors"),
    Parameter(
        "policy_temperature",
        1.0,
        "flattens a network's priors (`net`): above 1, unlikely actions get more",
        low=0.1,
        high=10,
    ),
    Parameter("fpu", 0.0, "how far below the mean an untried action starts", low=-1, high=1),
    Parameter("mix", 0.0, "weight of a playout beside a network's value; 1: playouts only", high=1),
    Parameter("cutoff", -1, "plies of a playout before evaluation; -1: to the end", low=-1),
    Parameter(
        "playouts",
        "uniform",
        "how playouts choose actions: guided: by the game's own policy; network: by the network's",
        choices=("uniform", "guided", "network"),
    ),
    Parameter("margin", 0.0, "weight of the lead beside winning", high=1),
    Parameter(
        "graph", 0.0, "stop at positions visited this many times as often as the action; 0: never"
    ),
    Parameter("prior", 0, "simulations that a one-step look-ahead counts for", high=1 << 20),
    Parameter(
        "prune",
        "soft",
        "when to try unpromising actions: soft: later; hard: never; off: at once",
        choices=("soft", "hard", "off"),
    ),
    Parameter(
        "reach",
        60,
        "visits of the root before its other actions are tried; with a network, visits of any node "
        "before one visit in 16 goes to an untried action",
    ),
    Parameter("deep_reach", 1000, "visits before the other actions of a deeper node are tried"),
    Parameter("widen", 0.0, "choose among the first widen * visits ** alpha actions; 0: all"),
    Parameter("alpha", 0.5, "how fast widen grows", high=1),
    Parameter("batch", 1, "simulations in progress at once in a tree", low=1, high=MAX_LEAVES),
    Parameter(
        "hands",
        "uniform",
        "hidden hands: uniform: all equally likely; likely: hands that sensible opponents would "
        "hold",
        choices=("uniform", "likely"),
    ),
    Parameter(
        "opponents",
        "informed",
        "blind: they do not know this seat's hand; random: they do not plan",
        choices=("informed", "blind", "random"),
    ),
)

cdef enum:
    TO_THE_END = 1 << 30  # plies of a playout without a cutoff
    LINE = 64  # size of a cache line in bytes


@final
cdef class Simulation:
    """Settings and memory shared by the simulations of one tree.

    Args:
        memory: maximum size of the tree in bytes.
        shared: whether other trees receive the results of this tree.
        v: value of each parameter in `TREE`, by name.

    Raises AicoreError, MemoryError.
    """

    def __cinit__(self, Game game not None, memory, bint shared, dict v not None):
        cdef bint adversarial = game.seats == 2 and game.constant_sum
        game.check_built()
        self.game = game
        self.cutoff = v["cutoff"] if v["cutoff"] >= 0 else TO_THE_END
        self.guided = v["playouts"] == "guided"
        self.by_net = v["playouts"] == "network"
        self.mix = v["mix"]
        self.sharpness = 1.0 / v["policy_temperature"]
        self.prune = v["prune"] != "off"
        self.soft = v["prune"] == "soft"
        self.reach = v["reach"]
        self.deep_reach = v["deep_reach"]
        self.likely = v["hands"] == "likely"
        self.random_opponents = v["opponents"] == "random"
        self.fixed = not game.has_hidden and not game.has_chance and not self.random_opponents
        self.solving = self.fixed and adversarial
        self.foresees = self.solving and not game.scripted  # Python look-aheads cost too much
        self.margin = 0.0 if self.solving else v["margin"]  # bounds hold only for rewards
        ucb_set(&self.ucb, v)
        if not game.has_hidden and not self.fixed and (game.seats == 1 or adversarial):
            self.graph = v["graph"]
        self.sources = len(game.chance_sources)
        self.arena = NodeArena(memory, self.solving, shared)
        self.actions = <u32*> malloc(game.max_actions * sizeof(u32))
        self.weight = <float*> malloc(game.max_actions * sizeof(float))
        self.scratch = <u64*> malloc(2 * game.max_actions * sizeof(u64))
        if self.actions == NULL or self.weight == NULL or self.scratch == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.actions)
        free(self.weight)
        free(self.scratch)

    cdef void play(
        self, Game game, NodeArena arena, u32 index, u32 chosen, bint alone, double* reward,
        double* utility,
    ) noexcept nogil:
        """Descend from a node by one of its edges, judge the leaf, and back up.

        Args:
            index, chosen: the node and the edge.
            alone: whether only the root's seat learns; others act in proportion to their visits.
            reward: receives each seat's reward, 0 .. 1.
            utility: receives each seat's utility, from its reward and its lead, 0 .. 1.
        """
        cdef Path* path = &self.path
        if self.fixed:
            descend_fixed(self, game, arena, index, chosen)
        else:
            descend(self, game, arena, index, chosen, alone, False)
        if path.judged:
            look_up(arena, path, reward)
        else:
            play_on(self, game, <void*> self.state, &self.luck, reward)
        weigh_lead(self, game, path, <void*> self.state, reward, utility)
        learn(self, arena, path, alone, False, utility)

    cdef void begin(
        self, Game game, NodeArena arena, u32 index, u32 chosen, Leaf* leaf
    ) noexcept nogil:
        """Descend from a node by one of its edges to a leaf of a batch; the simulation waits there.

        Args:
            index, chosen: the node and the edge.
            leaf: the leaf, with `alone` set; it receives the path, the state and perhaps the luck.
        """
        cdef char* line = <char*> leaf
        cdef char* end = <char*> &leaf.state[0] + game.state_size
        while line < end:  # another core's cache may hold the leaf
            claim(line)
            line += LINE
        claim(&leaf.path)
        descend(self, game, arena, index, chosen, leaf.alone, True)
        wait_for(arena, &self.path, self.seat if leaf.alone else -1)
        copy_path(&leaf.path, &self.path)
        leaf.above = self.above
        leaf.last = arena.edge[
            arena.node[leaf.path.node[leaf.path.length - 1]].first_edge
            + leaf.path.place[leaf.path.length - 1]
        ].action
        memcpy(leaf.state, self.state, game.state_size)
        if not self.fixed:  # if fixed, the leaf has its own luck
            memcpy(&leaf.luck, &self.luck, (1 + self.sources) * sizeof(RngState))

    cdef void land(self, Game game, Leaf* leaf) noexcept nogil:
        """Apply the last action of a leaf, unless `begin` applied it. Any thread may call this."""
        if leaf.above:
            game.apply(<void*> leaf.state, leaf.last)
            leaf.above = False
            if self.waiting and (<Head*> leaf.state).turn == CHANCE:
                return
            leaf.path.proven = (
                to_decision(self, game, <void*> leaf.state, &leaf.luck) == END and self.solving
            )

    cdef void judge(self, Game game, Leaf* leaf) noexcept nogil:
        """Judge a leaf of a batch and change nothing else. Any thread may call this."""
        self.land(game, leaf)
        if leaf.path.judged == 0:
            play_on(self, game, <void*> leaf.state, &leaf.luck, leaf.reward)
            weigh_lead(
                self, game, &leaf.path, <void*> leaf.state, leaf.reward, leaf.utility
            )

    cdef void judge_by_playout(
        self, Game game, void* state, Luck* luck, double* reward
    ) noexcept nogil:
        """Write each seat's reward, after a playout of the game if it is not over."""
        play_on(self, game, state, luck, reward)

    cdef void end(self, Game game, NodeArena arena, Leaf* leaf) noexcept nogil:
        """Back up a leaf that was judged."""
        if leaf.path.judged:
            look_up(arena, &leaf.path, leaf.reward)
            memcpy(leaf.utility, leaf.reward, game.seats * sizeof(double))
        learn(self, arena, &leaf.path, leaf.alone, True, leaf.utility)

    cdef bint expand(self, u32 index) noexcept nogil:
        """Give a node its edges, the best rated first, equally rated ones in random order.

        `self.state` must be the node's state. Return False if there is no room.
        """
        cdef u32* action = self.actions
        cdef float* weight = self.weight
        cdef int size, i, j
        if self.prune:
            size = self.game.promising(self.state, action, weight)
        else:
            size = self.game.actions(self.state, action)
        if self.arena.shared and self.arena.node[index].key:  # the same order as in other trees
            rng_seed(&self.rng, self.order ^ self.arena.node[index].key)
        for i in range(size - 1, 0, -1):
            j = rng_below(&self.rng, i + 1)
            action[i], action[j] = action[j], action[i]
            if self.prune:
                weight[i], weight[j] = weight[j], weight[i]
        if self.prune:
            self.sort(size)
        self.arena.node[index].narrow = self.prune and self.game.prunes_legal
        return self.arena.expand(index, action, size)

    cdef bint expand_by_logits(self, u32 index, int size) noexcept nogil:
        """Give a node edges for the first `size` of `self.actions`, the likeliest first.

        The actions' logits are in `self.weight`. Return False if there is no room.
        """
        cdef float* logit = self.weight
        cdef float* prior
        cdef double total = 0.0
        cdef int i
        self.sort(size)
        if not self.arena.expand(index, self.actions, size):
            return False
        self.arena.node[index].narrow = False
        prior = &self.arena.edge_prior[self.arena.node[index].first_edge]
        for i in range(size):
            prior[i] = <float> exp(self.sharpness * (<double> logit[i] - <double> logit[0]))
            total += prior[i]
        for i in range(size):
            prior[i] = <float> (prior[i] / total)
        return True

    cdef bint open(self, Game game, NodeArena arena, u32 index) noexcept nogil:
        """Give a judged node its edges, in the first descent that continues below it.

        `self.state` must be the node's state. Return False if there is no room, or if the judge is
        an evaluator, which had no room for the edges when it judged the node.
        """
        cdef void* state = <void*> self.state
        cdef int size, i
        if self.net is None:
            return False
        size = game.actions(state, self.actions)
        self.tokens.view(state)
        for i in range(size):
            self.weight[i] = <float> self.tokens.logit(
                self.net, arena.last_layer(index), state, self.actions[i])
        return self.expand_by_logits(index, size)

    cdef bint unprune(self, u32 index) noexcept nogil:
        """Give a node the legal actions that were not promising, the best rated first.

        `self.state` must be the node's state. Return False if there is no room.
        """
        cdef Node* node = &self.arena.node[index]
        cdef int size = self.game.actions(self.state, self.actions)
        cdef int rest = 0
        cdef int i, j
        node.narrow = 0
        if size <= node.edges:
            return True
        if self.arena.shared and node.key:  # the same order as in other trees
            rng_seed(&self.rng, self.order ^ node.key)
        luck_seed(&self.look_luck, rng_next(&self.rng), self.sources)
        for i in range(size):
            for j in range(node.edges):
                if self.arena.action(index, j) == self.actions[i]:
                    break
            else:
                self.actions[rest] = self.actions[i]
                self.weight[rest] = self.rate(self.actions[i])
                rest += 1
        self.sort(rest)
        return self.arena.extend(index, self.actions, rest)

    cdef float rate(self, u32 action) noexcept nogil:
        """Return the mover's value after an action in `self.state` and the next chance events."""
        cdef double[MAX_SEATS] reward
        cdef void* ahead = <void*> self.ahead
        memcpy(ahead, self.state, self.game.state_size)
        self.game.apply(ahead, action)
        self.game.settle(ahead, &self.look_luck)
        self.game.values(ahead, reward)
        return <float> reward[(<Head*> self.state).turn]

    cdef bint wins_at_once(self, const void* state, u32 action) noexcept nogil:
        """Whether an action ends the game, with the highest reward for the mover."""
        cdef double[MAX_SEATS] reward
        cdef void* ahead = <void*> self.ahead
        memcpy(ahead, state, self.game.state_size)
        self.game.apply(ahead, action)
        if (<Head*> ahead).turn != END:
            return False
        self.game.values(ahead, reward)
        return reward[(<Head*> state).turn] >= 1.0

    cdef void sort(self, int size) noexcept nogil:
        """Sort `self.actions` by weight, the greatest first; equal weights keep their order."""
        sort_by_weight(self.actions, self.weight, size, self.scratch)

    cdef u32 find(self, u64 key, u32 guess) noexcept nogil:
        """Return the node with a key, or 0 if there is none.

        Args:
            guess: node to try first; 0 for none.
        """
        if guess and self.arena.node[guess].key == key:
            return guess
        return self.arena.find(key)

    cdef u32 find_or_add(self, const void* state, int turn, u32 guess) noexcept nogil:
        """Return the node for the mover's information; add it if it is missing.

        Return 0 if there is no room.

        Args:
            guess: node to try first; 0 for none.
        """
        cdef u64 key = self.game.key(state, turn)
        cdef u32 index = self.find(key, guess)
        if index == 0:
            index = self.arena.add(key, turn)
            if index:
                self.arena.enter(index)
        return index


cdef inline int to_decision(
    Simulation self, Game game, void* state, Luck* luck
) noexcept nogil:
    """Play chance events and random opponents up to the next decision. Return the turn."""
    cdef int turn = (<Head*> state).turn
    while turn == CHANCE or (self.random_opponents and turn >= 0 and turn != self.seat):
        if turn == CHANCE:
            game.draw(state, luck)
        else:
            game.apply(state, game.sample_action(state, &luck.choice))
        turn = (<Head*> state).turn
    return turn


cdef inline int follow(Simulation self, Game game, NodeArena arena, u32 chosen) noexcept nogil:
    """Apply an edge's action and all events up to the next decision. Return the turn."""
    cdef void* state = <void*> self.state
    cdef u32 guess = arena.edge[chosen].child
    cdef int turn
    prefetch(&arena.node[guess])
    game.apply(state, arena.edge[chosen].action)
    turn = to_decision(self, game, state, &self.luck)
    prefetch(&arena.edge[arena.node[guess].first_edge])
    return turn


cdef inline u32 sample(Simulation self, u32 index, RngState* rng) noexcept nogil:
    """Return an edge of a visited node, drawn in proportion to its visits."""
    cdef Node* node = &self.arena.node[index]
    cdef Edge* edge = &self.arena.edge[node.first_edge]
    cdef u32 rest = rng_below(rng, node.visits)
    cdef u32 i = 0
    while rest >= edge[i].visits:
        rest -= edge[i].visits
        i += 1
    return node.first_edge + i


cdef inline u32 below(Simulation self, NodeArena arena, u32 chosen, int turn) noexcept nogil:
    """Return the node below an edge; add it if the edge has visits. Return 0 for no node.

    `self.state` must be the state there. If a judge gives priors, it adds nodes: see
    `LeafEvaluation.add_node`.
    """
    cdef Edge* edge = &arena.edge[chosen]
    cdef u32 child = edge.child
    if self.fixed:
        if child == 0 and not arena.weighed:
            child = arena.add(0, turn)
    elif edge.visits == 0 or arena.weighed:
        child = self.find(self.game.key(self.state, turn), child)
    else:
        child = self.find_or_add(self.state, turn, child)
    arena.edge[chosen].child = child
    return child


cdef inline void descend(
    Simulation self, Game game, NodeArena arena, u32 index, u32 chosen, bint alone, bint batched
) noexcept nogil:
    """Follow edges to a leaf or to the end of the game.

    `self.path` receives the path, and `self.state` the state at its end. In a batch, the state may
    be the one before the last action; `self.above` is then True.

    Args:
        index, chosen: the first node and its edge.
        alone: whether only the root's seat learns.
        batched: whether the leaf belongs to a batch.
    """
    cdef Path* path = &self.path
    cdef u32 child, visits, child_visits
    cdef int turn
    path.length = 0
    path.judged = 0
    path.proven = False
    self.above = False
    while True:
        path.node[path.length] = index
        path.place[path.length] = chosen - arena.node[index].first_edge
        path.length += 1
        if batched and arena.edge[chosen].visits == 0 and self.graph == 0:
            self.above = True  # the thread that judges the leaf applies the action
            return
        turn = follow(self, game, arena, chosen)
        if turn == END:
            path.proven = self.solving
            return
        visits = arena.edge[chosen].visits
        if path.length == MAX_LINE or visits == 0 and self.graph == 0:
            return
        child = below(self, arena, chosen, turn)
        if child == 0:
            return
        if arena.proven(child):
            path.proven = True
            path.judged = child
            return
        if self.graph > 0:
            child_visits = arena.node[child].visits
            if batched:
                child_visits -= arena.pending(child)
            if child_visits > self.graph * (visits + 1):
                path.judged = child
                return
        if visits == 0:
            return
        if alone and turn != self.seat:
            if arena.node[child].visits == 0:
                return
            chosen = sample(self, child, &self.luck.choice)
        else:
            if arena.node[child].first_edge == 0 and not (
                self.open(game, arena, child) if arena.weighed else self.expand(child)
            ):
                return
            if (
                self.soft and arena.node[child].narrow
                and arena.node[child].visits >= self.deep_reach
            ):
                self.unprune(child)
            chosen = ucb_select(&self.ucb, arena, child, batched)
        index = child


cdef inline void descend_fixed(
    Simulation self, Game game, NodeArena arena, u32 index, u32 chosen
) noexcept nogil:
    """Descend like `descend` without a batch, if each action leads to one position, known to all.

    If one function did both, Tic-tac-toe would need 4 % more instructions.
    """
    cdef Path* path = &self.path
    cdef void* state = <void*> self.state
    cdef Edge* edge
    cdef Node* node
    cdef u32 child
    cdef int length = 0
    path.judged = 0
    path.proven = False
    while True:
        path.node[length] = index
        path.place[length] = chosen - arena.node[index].first_edge
        length += 1
        edge = &arena.edge[chosen]
        child = edge.child
        prefetch(&arena.node[child])
        game.apply(state, edge.action)
        if (<Head*> state).turn == END:
            path.proven = self.solving
            break
        if edge.visits == 0 or length == MAX_LINE:
            break
        if child == 0:
            child = arena.add(0, (<Head*> state).turn)
            if child == 0:
                break
            arena.edge[chosen].child = child  # adding may have moved the edges
        node = &arena.node[child]
        prefetch(&arena.edge[node.first_edge])
        if node.bounded == PROVEN:
            path.proven = True
            path.judged = child
            break
        if node.first_edge == 0 and (arena.weighed or not self.expand(child)):
            break
        node = &arena.node[child]  # expanding may have moved the nodes
        if node.narrow and self.soft and node.visits >= self.deep_reach:
            self.unprune(child)
        chosen = ucb_select(&self.ucb, arena, child, False)
        index = child
    path.length = length


cdef inline void look_up(NodeArena arena, const Path* path, double* reward) noexcept nogil:
    """Write each seat's reward from the tree: a proven reward, or a node's mean."""
    cdef u32 index = path.judged
    cdef Node* node = &arena.node[index]
    if path.proven:
        reward[node.seat] = arena.bounds[arena.node_bounds[index]].low
    else:
        reward[node.seat] = node.value / (node.visits - arena.pending(index))
    reward[1 - node.seat] = 1.0 - reward[node.seat]


cdef inline void play_on(
    Simulation self, Game game, void* state, Luck* luck, double* reward
) noexcept nogil:
    """Write each seat's reward, after a playout if the game is not over."""
    if (<Head*> state).turn != END:
        if game.play_out(state, luck, self.cutoff, self.guided) >= self.cutoff:
            game.settle(state, luck)
    game.values(state, reward)


cdef inline void weigh_lead(
    Simulation self, Game game, const Path* path, const void* state, const double* reward,
    double* utility,
) noexcept nogil:
    """Write the utilities at the end of the descent: the rewards, mixed with the leads.

    The lead has a small share, so that the search plays for the lead in a decided game (compare Wu
    2019, "Accelerating self-play learning in Go", on score utility).
    """
    cdef int seat
    if self.margin > 0 and not path.judged and game.leads(state, utility):
        for seat in range(game.seats):
            utility[seat] = (1 - self.margin) * reward[seat] + self.margin * utility[seat]
    else:
        memcpy(utility, reward, game.seats * sizeof(double))


cdef inline void learn(
    Simulation self, NodeArena arena, const Path* path, bint alone, bint waited,
    const double* utility,
) noexcept nogil:
    """Back up the utilities along the path of the descent, and the bounds that they prove."""
    self.deepest = max(self.deepest, path.length)
    back_up(arena, path, utility, self.seat if alone else -1, waited)
    if path.proven:
        back_up_bounds(arena, path, utility)
