"""One tree of Monte Carlo tree search, for any number of seats, with chance and hidden information.

UCT (Kocsis and Szepesvari 2006) with max^n back-up: each seat maximizes its own mean reward. Every
simulation starts from a determinization drawn from the root seat's view; a node is an information
set, found by what its mover knows (Cowling, Powley and Whitehouse 2012), so perfect information,
dice and hidden hands are one algorithm. A node's legal actions are known to its mover, so all of
them are available in every visit. Actions not tried yet have the urgency of their node's mean
(first-play urgency; Gelly and Wang 2006). A leaf is judged by a playout, uniform or by the game's
policy, that may be cut off and evaluated.

With two seats, no luck and nothing hidden, what is proven counts more than what was sampled: every
action carries bounds of its true reward, that tighten from the ends of the game upward
(score-bounded search; Cazenave and Saffidine 2010). A search that has proven its root is over.

Determinizations drawn from the root's view hold the root's true hand, so opponents in them come to
answer a hand that they cannot see. With `blind` opponents every other simulation starts from a
world in which the root's hand is drawn anew as well, as an opponent would draw it (compare Goodman
2019, "Re-determinizing MCTS in Hanabi"). There all seats learn; in the root's own simulations the
opponents learn nothing, and act as often in each way as they came to.
"""

from cython cimport final
from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from aicore.core._types cimport i64, u32, u64
from aicore.core.backup cimport MAX_DEPTH, Path, back_up, back_up_bounds
from aicore.core.bits cimport mix
from aicore.core.clock cimport now
from aicore.core.face cimport Busy, real, whole
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_SEATS, MAX_STATE_WORDS, View
from aicore.core.nodes cimport Bounds, Edge, Node, NodeArena
from aicore.core.prefetch cimport prefetch
from aicore.core.rng cimport Luck, Rng, RngState, luck_seed, rng_below, rng_next
from aicore.core.ucb cimport Ucb, ucb_select, ucb_set

from aicore.core import face
from aicore.core.errors import AicoreError

cdef enum:
    MOST_SIMS = 1 << 30  # simulations of one search
    TO_THE_END = 1 << 30  # plies
    PRIOR_SAMPLES = 16  # looks at each action of the root
    MOST_PRIOR = 1 << 20

cdef double SLICE = 0.05  # seconds between looks at signals
cdef double MOST_WEIGHT = 1e9  # of numbers that nothing else bounds


@final
cdef class Tree:
    """A tree over one game, for one thread at a time.

    Args:
        c: exploration constant of UCT, for rewards in 0 .. 1.
        fpu: how far below its node's mean reward an untried action is rated.
        cutoff: plies of a playout before the position is evaluated; -1: play to the end.
        guided: whether playouts follow the game's policy instead of playing uniformly.
        prior: simulations that the evaluation one step ahead counts for at the root.
        prune: whether to look only at the actions that the game calls promising.
        widen, alpha: a node visited n times chooses among its first widen * n ** alpha actions
            (progressive widening; Chaslot and others 2008); widen 0: among all.
        blind: whether opponents are kept from planning with the root's hand.
        aimless: whether opponents act at random: the search tends to a best response to that.
        graph: where positions meet again, a descent ends at one visited more than `graph` times as
            often as the action that led to it, and takes its mean reward (compare Czech, Korus
            and Kersting 2021, "Improving AlphaZero using Monte-Carlo graph search"); 0: it goes on.
            For one seat, or two whose rewards add up to one, with dice and nothing hidden.
        memory: MiB for the tree; when they are used up, the tree stops growing.

    Raises AicoreError, and MemoryError where `memory` is too little to begin with. One method at a
    time can run, and `plant` comes first: all raise AicoreError otherwise.
    """

    cdef readonly Game game
    cdef Busy busy
    cdef double graph
    cdef Ucb ucb
    cdef int cutoff, prior
    cdef bint guided, prune, blind, aimless
    cdef NodeArena arena
    cdef RngState rng  # orders the actions of new nodes
    cdef Luck luck  # of the simulation under way
    cdef u64 salt  # makes the luck of this search
    cdef int sources  # decks and dice of the game
    cdef int seat
    cdef u32 root
    cdef readonly int deepest  # decisions
    cdef readonly i64 done  # simulations
    cdef i64 training  # simulations in which no hand is fixed
    cdef u64[MAX_STATE_WORDS] view  # the root, hidden parts removed
    cdef u64[MAX_STATE_WORDS] state  # where the simulation stands
    cdef Path path  # of the simulation under way
    cdef u32* actions  # scratch, max_actions
    cdef float* weight  # scratch, max_actions
    cdef bint fixed  # an action leads to one position, known to all
    cdef bint solving  # ends of the game prove bounds
    cdef int left  # root edges that halving has left, in turn; 0: the tree chooses
    cdef u32* survivor  # per place among those: the root edge
    cdef i64* root_visits  # per root edge: simulations that began with it
    cdef double* root_value  # per root edge and seat: sum of rewards
    cdef double* root_square  # per root edge: sum of the mover's squared rewards

    def __cinit__(
        self, Game game not None, c=1.0, fpu=0.0, cutoff=-1, bint guided=False, prior=0,
        bint prune=True, widen=0.0, alpha=0.5, bint blind=False, bint aimless=False,
        graph=0.0, memory=512.0,
    ):
        cdef double ends = real("graph", graph, 0.0, MOST_WEIGHT)
        game.complete()
        self.game = game
        self.busy = Busy()
        self.cutoff = whole("cutoff", cutoff, -1, 0x7FFFFFFF)
        if self.cutoff < 0:
            self.cutoff = TO_THE_END
        self.guided = guided
        self.prior = whole("prior", prior, 0, MOST_PRIOR)
        self.prune = prune
        self.blind = blind and game.has_hidden and not aimless
        self.aimless = aimless
        self.sources = len(game.chance_sources)
        self.fixed = not game.has_hidden and not game.has_chance and not aimless
        self.solving = self.fixed and game.seats == 2 and game.constant_sum
        ucb_set(
            &self.ucb,
            real("c", c, 0.0, MOST_WEIGHT),
            real("fpu", fpu, -MOST_WEIGHT, MOST_WEIGHT),
            real("widen", widen, 0.0, MOST_WEIGHT),
            real("alpha", alpha, 0.0, 1.0),
            self.solving,
        )
        if not game.has_hidden and not self.fixed and (
            game.seats == 1 or game.seats == 2 and game.constant_sum
        ):
            self.graph = ends
        self.arena = NodeArena(
            int(real("memory", memory, 0.0, face.MOST_MEMORY) * (1 << 20)), self.solving
        )
        self.actions = <u32*> malloc(game.max_actions * sizeof(u32))
        self.weight = <float*> malloc(game.max_actions * sizeof(float))
        self.survivor = <u32*> malloc(game.max_actions * sizeof(u32))
        self.root_value = <double*> calloc(game.max_actions * game.seats, sizeof(double))
        self.root_square = <double*> calloc(game.max_actions, sizeof(double))
        self.root_visits = <i64*> calloc(game.max_actions, sizeof(i64))
        if (
            self.actions == NULL or self.weight == NULL or self.survivor == NULL
            or self.root_value == NULL or self.root_square == NULL or self.root_visits == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.actions)
        free(self.weight)
        free(self.survivor)
        free(self.root_value)
        free(self.root_square)
        free(self.root_visits)

    def plant(self, View view not None, Rng rng not None):
        """Make a view the root; its seat is to move.

        Args:
            rng: not advanced.

        Returns the number of actions at the root. Raises AicoreError for a view of another game or
        one whose seat is not to move, MemoryError when there is no room for the root.
        """
        with self.busy:
            self.game.admit(view)
            self._prepare(view, rng)
            return self.arena.node[self.root].edges

    def grow(self, sims, until):
        """Simulate until there are `sims` simulations in all, the root is proven, or the monotonic
        clock reads `until`. The GIL is released. Returns whether more simulations could be made."""
        cdef i64 most = min(whole("sims", sims, 0, face.MOST_COUNT), MOST_SIMS)
        cdef double end = until
        cdef double stop
        with self.busy:
            self._check_root()
            while True:
                stop = now() + SLICE
                if end < stop:
                    stop = end
                with nogil:
                    self._run(most, stop)
                PyErr_CheckSignals()
                if self.done >= most or self._finished():
                    return False
                if not now() < end:
                    return True

    def keep(self, set actions not None):
        """Share the simulations that follow equally among these actions of the root."""
        cdef Node* root
        cdef u32 place
        with self.busy:
            self._check_root()
            root = &self.arena.node[self.root]
            self.left = 0
            for place in range(root.edges):
                if self.arena.edge[root.first_edge + place].action in actions:
                    self.survivor[self.left] = place
                    self.left += 1

    cdef int _check_root(self) except -1:
        """Check that there is a tree. Raises AicoreError."""
        if self.root == 0:
            raise AicoreError("the tree has no root: plant a view first")
        return 0

    cdef int _prepare(self, View view, Rng rng) except -1:
        cdef Game game = self.game
        self.rng = rng.state
        self.salt = rng_next(&self.rng)
        luck_seed(&self.luck, self.salt, self.sources)
        self.seat = view.seat
        self.done = 0
        self.deepest = 0
        self.training = 0
        self.left = 0
        memcpy(self.view, view.data, game.state_size)
        memset(self.root_value, 0, game.max_actions * game.seats * sizeof(double))
        memset(self.root_square, 0, game.max_actions * sizeof(double))
        memset(self.root_visits, 0, game.max_actions * sizeof(i64))
        self.arena.clear()
        memcpy(self.state, self.view, game.state_size)
        if game.has_hidden:
            game.resample(self.state, self.seat, &self.rng)
        self.root = self.arena.add(game.key(self.state, self.seat), self.seat)
        if not self._expand(self.root):
            self.root = 0
            raise MemoryError("no room for the root's actions")
        self.arena.enter(self.root)
        if self.prior:
            self._look_ahead(game)
        return 0

    cdef void _run(self, i64 sims, double until) noexcept nogil:
        cdef int pause = 0
        while self.done < sims and not self._finished():
            if self.blind and self.training <= self.done:
                self._train(self.game, self.arena)
            self._simulate(self.game, self.arena)
            self.done += 1
            pause += 1
            if pause == 8:
                pause = 0
                if now() >= until:
                    return

    cdef bint _finished(self) noexcept nogil:
        """Whether the root is proven, or has no choice."""
        return self.arena.proven(self.root) or self.arena.node[self.root].edges < 2

    cdef bint _expand(self, u32 index) noexcept nogil:
        """List a node's actions, the greatest weight first, equal ones in random order.

        self.state stands at the node.
        """
        cdef u32* action = self.actions
        cdef float* weight = self.weight
        cdef int size, i, j
        cdef u32 moved
        cdef float heavy
        if self.prune:
            size = self.game.promising(self.state, action, weight)
        else:
            size = self.game.actions(self.state, action)
        for i in range(size - 1, 0, -1):
            j = rng_below(&self.rng, i + 1)
            action[i], action[j] = action[j], action[i]
            if self.prune:
                weight[i], weight[j] = weight[j], weight[i]
        if self.prune:
            for i in range(1, size):
                moved = action[i]
                heavy = weight[i]
                j = i
                while j > 0 and weight[j - 1] < heavy:
                    action[j] = action[j - 1]
                    weight[j] = weight[j - 1]
                    j -= 1
                action[j] = moved
                weight[j] = heavy
        return self.arena.expand(index, action, size)

    cdef void _look_ahead(self, Game game) noexcept nogil:
        """Start the root from mean evaluations one step ahead (Gelly and Silver 2007)."""
        cdef Node* root = &self.arena.node[self.root]
        cdef Edge* edge = &self.arena.edge[root.first_edge]
        cdef double[MAX_SEATS] reward
        cdef int samples = 1 if self.fixed else PRIOR_SAMPLES
        cdef int i, sample
        for sample in range(samples):
            for i in range(root.edges):
                luck_seed(&self.luck, self.salt + sample, self.sources)
                memcpy(self.state, self.view, game.state_size)
                if game.has_hidden:
                    game.resample(self.state, self.seat, &self.luck.choice)
                game.apply(self.state, edge[i].action)
                game.settle(self.state, &self.luck)
                game.values(self.state, reward)
                edge[i].value += reward[self.seat] * self.prior / samples
                root.value += reward[self.seat] * self.prior / samples
        for i in range(root.edges):
            edge[i].visits += self.prior
            root.visits += self.prior
        root.tried = root.edges

    cdef u32 _choose_at_root(self) noexcept nogil:
        """The root's edge to follow: the tree's choice, or the survivor with the fewest visits."""
        cdef Node* root = &self.arena.node[self.root]
        cdef int i
        cdef u32 best
        if self.left == 0:
            return ucb_select(&self.ucb, self.arena, self.root)
        best = self.survivor[0]
        for i in range(1, self.left):
            if self.root_visits[self.survivor[i]] < self.root_visits[best]:
                best = self.survivor[i]
        if best >= root.tried:
            root.tried = best + 1  # all are left at first, so they are tried in order
        return root.first_edge + best

    cdef u32 _sample(self, u32 index, RngState* rng) noexcept nogil:
        """An edge of a visited node, each as often as it was taken so far."""
        cdef Node* node = &self.arena.node[index]
        cdef Edge* edge = &self.arena.edge[node.first_edge]
        cdef u32 rest = rng_below(rng, node.visits)
        cdef u32 i = 0
        while rest >= edge[i].visits:
            rest -= edge[i].visits
            i += 1
        return node.first_edge + i

    cdef u32 _node(self, const void* state, int turn, u32 guess) noexcept nogil:
        """The node of what the seat to move knows, new if need be; 0 when there is no room.

        Args:
            guess: the node that it may be; 0: none.
        """
        cdef u64 key = self.game.key(state, turn)
        cdef u32 index = guess
        if index == 0 or self.arena.node[index].key != key:
            index = self.arena.find(key)
        if index == 0:
            index = self.arena.add(key, turn)
            if index:
                self.arena.enter(index)
        return index

    cdef inline u32 _child(self, NodeArena arena, u32 chosen, int turn) noexcept nogil:
        """The node that an edge led to, new if the edge has visits; 0: there is none, or no room.

        self.state stands there.
        """
        cdef Edge* edge = &arena.edge[chosen]
        cdef u32 child = edge.child
        if self.fixed:
            if child == 0:
                child = arena.add(0, turn)
        elif edge.visits == 0:
            return arena.find(self.game.key(self.state, turn))
        else:
            child = self._node(self.state, turn, child)
        arena.edge[chosen].child = child
        return child

    cdef void _simulate(self, Game game, NodeArena arena) noexcept nogil:
        """One simulation from the root: determinize, descend, play out, back up, count."""
        cdef double[MAX_SEATS] reward
        cdef u32 chosen = self._choose_at_root()
        cdef u32 place = chosen - arena.node[self.root].first_edge
        cdef int seat
        if not self.fixed:
            # The n-th simulation of every action at the root meets the same luck.
            luck_seed(&self.luck, self.salt + self.root_visits[place], self.sources)
        memcpy(self.state, self.view, game.state_size)
        if game.has_hidden:
            game.resample(self.state, self.seat, &self.luck.choice)
        self._play(game, arena, self.root, chosen, self.blind, reward)
        self.root_visits[place] += 1
        for seat in range(game.seats):
            self.root_value[place * game.seats + seat] += reward[seat]
        self.root_square[place] += reward[self.seat] * reward[self.seat]

    cdef void _train(self, Game game, NodeArena arena) noexcept nogil:
        """One simulation in which no hand is fixed: the root's is drawn as an opponent would."""
        cdef double[MAX_SEATS] reward
        cdef int opponent = (self.seat + 1 + self.training % (game.seats - 1)) % game.seats
        cdef u32 index
        luck_seed(&self.luck, self.salt ^ mix(self.training + 1), self.sources)
        self.training += 1
        memcpy(self.state, self.view, game.state_size)
        game.resample(self.state, self.seat, &self.luck.choice)
        game.resample(self.state, opponent, &self.luck.choice)
        index = self._node(self.state, self.seat, self.root)
        if index and (arena.node[index].first_edge or self._expand(index)):
            self._play(game, arena, index, ucb_select(&self.ucb, arena, index), False, reward)

    cdef void _play(
        self, Game game, NodeArena arena, u32 index, u32 chosen, bint alone, double* reward,
    ) noexcept nogil:
        """Descend from a node by one of its edges, judge where that ends, learn from it.

        Args:
            alone: whether only the root's seat learns; others act as they came to.
            reward: receives each seat's, 0 .. 1.
        """
        self._descend(game, arena, index, chosen, alone)
        self._judge(game, arena, reward)
        self._learn(arena, alone, reward)

    cdef void _descend(
        self, Game game, NodeArena arena, u32 index, u32 chosen, bint alone
    ) noexcept nogil:
        """Follow edges until the game ends, or to where nothing says how to go on.

        self.path is what was followed, and self.state where that led to.
        """
        cdef Path* path = &self.path
        cdef u32 child, visits
        cdef int turn
        path.length = 0
        path.judged = 0
        path.proven = False
        while True:
            path.node[path.length] = index
            path.edge[path.length] = chosen
            path.length += 1
            turn = self._follow(game, arena, chosen)
            if turn == END:
                path.proven = self.solving
                return
            visits = arena.edge[chosen].visits
            if path.length == MAX_DEPTH or visits == 0 and self.graph == 0:
                return
            child = self._child(arena, chosen, turn)
            if child == 0:
                return
            if arena.proven(child):
                path.proven = True
                path.judged = child
                return
            if self.graph > 0 and arena.node[child].visits > self.graph * (visits + 1):
                path.judged = child
                return
            if visits == 0:
                return
            if alone and turn != self.seat:
                if arena.node[child].visits == 0:
                    return
                chosen = self._sample(child, &self.luck.choice)
            else:
                if arena.node[child].first_edge == 0 and not self._expand(child):
                    return
                chosen = ucb_select(&self.ucb, arena, child)
            index = child

    cdef inline int _follow(self, Game game, NodeArena arena, u32 chosen) noexcept nogil:
        """Take an edge's action, let happen what comes before the next decision; whose it is."""
        cdef void* state = <void*> self.state
        cdef u32 guess = arena.edge[chosen].child
        cdef int turn
        if guess:
            prefetch(&arena.node[guess])
        game.apply(state, arena.edge[chosen].action)
        turn = (<Head*> state).turn
        while turn == CHANCE or (self.aimless and turn >= 0 and turn != self.seat):
            if turn == CHANCE:
                game.draw(state, &self.luck)
            else:
                game.apply(state, game.sample_action(state, &self.luck.choice))
            turn = (<Head*> state).turn
        if guess:
            prefetch(&arena.edge[arena.node[guess].first_edge])
        return turn

    cdef void _judge(self, Game game, NodeArena arena, double* reward) noexcept nogil:
        """Each seat's reward where the descent ended: proven, a node's mean, or by a playout."""
        cdef void* state = <void*> self.state
        cdef Node* node
        if self.path.judged:
            node = &arena.node[self.path.judged]
            if self.path.proven:
                reward[node.seat] = arena.node_bounds[self.path.judged].low
            else:
                reward[node.seat] = node.value / node.visits
            reward[1 - node.seat] = 1.0 - reward[node.seat]
            return
        if (<Head*> state).turn != END:
            if game.play_out(state, &self.luck, self.cutoff, self.guided) >= self.cutoff:
                game.settle(state, &self.luck)
        game.values(state, reward)

    cdef void _learn(self, NodeArena arena, bint alone, const double* reward) noexcept nogil:
        """Carry the rewards up the path of the descent, and what they prove."""
        self.deepest = max(self.deepest, self.path.length)
        back_up(arena, &self.path, reward, self.seat if alone else -1)
        if self.path.proven:
            back_up_bounds(arena, &self.path, reward)

    def tally(self):
        """What is known of the root's actions, in the tree's own order: for each the action, its
        visits with the prior, its simulations, each seat's sum of rewards in these, the sum of the
        mover's squared rewards, and the proven bounds of the mover's reward. Rewards are 0 .. 1."""
        cdef Node* root
        cdef Edge* edge
        cdef Bounds bounds
        cdef int i, seat
        cdef int seats = self.game.seats
        with self.busy:
            self._check_root()
            root = &self.arena.node[self.root]
            rows = []
            for i in range(root.edges):
                edge = &self.arena.edge[root.first_edge + i]
                bounds = self.arena.bounds(root.first_edge + i)
                rows.append((
                    edge.action, edge.visits, self.root_visits[i],
                    tuple([self.root_value[i * seats + seat] for seat in range(seats)]),
                    self.root_square[i], bounds.low, bounds.high,
                ))
            return rows

    def line(self, first):
        """An action of the root and its most visited continuation, up to the first luck or hidden
        hand, as texts. Raises AicoreError when it is no action of the root."""
        cdef Node* root
        cdef i64 event = whole("first", first, 0, 0xFFFFFFFF)
        cdef u32 i
        with self.busy:
            self._check_root()
            root = &self.arena.node[self.root]
            for i in range(root.edges):
                if self.arena.edge[root.first_edge + i].action == event:
                    return self._continuation(event)
            raise AicoreError(f"{event} is no action of the root")

    cdef list _continuation(self, u32 event):
        cdef Game game = self.game
        cdef u32 index = self.root
        cdef u32 i, best
        cdef int turn
        cdef Node* node
        cdef Edge* edge
        line = []
        memcpy(self.state, self.view, game.state_size)
        if game.has_hidden:
            game.resample(self.state, self.seat, &self.rng)
        while len(line) < MAX_DEPTH:
            line.append(game.text(event))
            game.apply(self.state, event)
            turn = (<Head*> self.state).turn
            if turn < 0 or game.has_hidden and turn != self.seat:
                break
            if self.fixed:
                node = &self.arena.node[index]
                edge = &self.arena.edge[node.first_edge]
                i = 0
                while edge[i].action != event:
                    i += 1
                index = edge[i].child
            else:
                index = self.arena.find(game.key(self.state, turn))
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
    def nodes(self):
        """Nodes of the tree: positions or information sets."""
        return self.arena.nodes - 1

    @property
    def edges(self):
        """Edges of the tree: actions at its nodes, with their statistics."""
        return self.arena.edges - 1

    @property
    def used(self):
        """Bytes of the tree in use."""
        return self.arena.bytes(self.arena.nodes, self.arena.edges)
