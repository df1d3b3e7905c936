"""Monte Carlo tree search for any number of seats, with chance and hidden information.

UCT (Kocsis and Szepesvari 2006) with max^n back-up: each seat maximizes its own mean reward. Every
simulation starts from a determinization drawn from the root seat's view; a node is an information
set, found by what its mover knows (Cowling, Powley and Whitehouse 2012), so perfect information,
dice and hidden hands are one algorithm. Actions not tried yet have the urgency of their node's mean
(first-play urgency; Gelly and Wang 2006). A leaf is judged by a playout, uniform or by the game's
policy, that may be cut off and evaluated.

With two seats, no luck and nothing hidden, what is proven counts more than what was sampled: every
action carries bounds of its true reward, that tighten from the ends of the game upward
(score-bounded search; Cazenave and Saffidine 2010). A search that has proven its root is over.
"""

from cython cimport final
from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport log, pow, sqrt
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from aicore.core._types cimport u32, u64
from aicore.core.clock cimport now
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_SEATS, MAX_STATE_WORDS, View
from aicore.core.nodes cimport Edge, Node, NodeArena
from aicore.core.rng cimport Luck, Rng, luck_seed, rng_below, rng_next, RngState

from aicore.core.decision import Candidate, Decision

cdef enum:
    MAX_DEPTH = 512  # decisions in one descent; deeper play is left to the playout
    TO_THE_END = 1 << 30  # plies
    PRIOR_SAMPLES = 16  # looks at each action of the root

cdef double SLICE = 0.05  # seconds between looks at signals and progress reports


@final
cdef class Mcts:
    """A searcher for one game.

    Args:
        sims: simulations per decision; 0: no bound.
        time: seconds per decision; 0: no bound.
        c: exploration constant of UCT, for rewards in 0 .. 1.
        fpu: how far below its node's mean reward an untried action is rated.
        cutoff: plies of a playout before the position is evaluated; -1: play to the end.
        guided: whether playouts follow the game's policy instead of playing uniformly.
        prior: simulations that the evaluation one step ahead counts for at the root.
        prune: whether to look only at the actions that the game calls promising.
        widen, alpha: a node visited n times chooses among its first widen * n ** alpha actions
            (progressive widening; Chaslot and others 2008); widen 0: among all.
        memory: MiB for the tree; when they are used up, the tree stops growing.
    """

    cdef readonly Game game
    cdef long sims
    cdef double time, c, fpu, widen, alpha
    cdef int cutoff, prior
    cdef bint guided, prune
    cdef NodeArena arena
    cdef RngState rng  # orders the actions of new nodes
    cdef Luck luck  # of the simulation under way
    cdef u64 salt  # makes the luck of this search
    cdef int sources  # decks and dice of the game
    cdef int seat
    cdef u32 root
    cdef int deepest  # decisions
    cdef long done  # simulations
    cdef u64[MAX_STATE_WORDS] view  # the root, hidden parts removed
    cdef u64[MAX_STATE_WORDS] state  # where the simulation stands
    cdef u32[MAX_DEPTH] path_node
    cdef u32[MAX_DEPTH] path_edge
    cdef u32* actions  # scratch, max_actions
    cdef float* weight  # scratch, max_actions
    cdef bint fixed  # an action leads to one position, known to all
    cdef bint solving  # ends of the game prove bounds
    cdef long* root_visits  # per root edge: simulations that began with it
    cdef double* root_value  # per root edge and seat: sum of rewards
    cdef double* root_square  # per root edge: sum of the mover's squared rewards

    def __cinit__(
        self, Game game, long sims=0, double time=0.0, double c=1.0, double fpu=0.0,
        int cutoff=-1, bint guided=False, int prior=0, bint prune=True, double widen=0.0,
        double alpha=0.5, int memory=512,
    ):
        self.game = game
        self.sims = sims
        self.time = time
        self.c = c
        self.fpu = fpu
        self.cutoff = TO_THE_END if cutoff < 0 else cutoff
        self.guided = guided
        self.prior = prior
        self.prune = prune
        self.widen = widen
        self.alpha = alpha
        self.sources = len(game.chance_sources)
        self.fixed = not game.has_hidden and not game.has_chance
        self.solving = self.fixed and game.seats == 2 and game.constant_sum
        self.arena = NodeArena(<size_t> memory << 20)
        self.actions = <u32*> malloc(game.max_actions * sizeof(u32))
        self.weight = <float*> malloc(game.max_actions * sizeof(float))
        self.root_value = <double*> calloc(game.max_actions * game.seats, sizeof(double))
        self.root_square = <double*> calloc(game.max_actions, sizeof(double))
        self.root_visits = <long*> calloc(game.max_actions, sizeof(long))
        if (
            self.actions == NULL or self.weight == NULL or self.root_value == NULL
            or self.root_square == NULL or self.root_visits == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.actions)
        free(self.weight)
        free(self.root_value)
        free(self.root_square)
        free(self.root_visits)

    def search(self, View view, Rng rng, progress=None):
        """Search from a view whose seat is to move.

        Args:
            rng: the source of all randomness; not advanced.
            progress: called with the current choice and its value, some times a second.

        Returns a Decision.
        """
        cdef double start = now()
        cdef double end = start + self.time
        cdef double slice_end
        self._prepare(view, rng)
        if self.arena.node[self.root].edges > 1:
            while not self._finished() and (self.time == 0 or now() < end):
                slice_end = now() + SLICE
                if self.time and slice_end > end:
                    slice_end = end
                with nogil:
                    self._run(slice_end)
                PyErr_CheckSignals()
                if progress is not None and self.done:
                    best = self._order()[0]
                    progress(self.game.text(self._action(best)), self._mean(best))
        return self._decision(now() - start)

    cdef int _prepare(self, View view, Rng rng) except -1:
        """Start a tree whose root is the view."""
        cdef Game game = self.game
        cdef size_t size = game.state_size
        self.rng = rng.state
        self.salt = rng_next(&self.rng)
        luck_seed(&self.luck, self.salt, self.sources)
        self.seat = view.seat
        self.done = 0
        self.deepest = 0
        memcpy(self.view, view.data, size)
        memset(self.root_value, 0, game.max_actions * game.seats * sizeof(double))
        memset(self.root_square, 0, game.max_actions * sizeof(double))
        memset(self.root_visits, 0, game.max_actions * sizeof(long))
        self.arena.clear()
        memcpy(self.state, self.view, size)
        if game.has_hidden:
            game.resample(self.state, self.seat, &self.rng)
        self.root = self.arena.add(game.key(self.state, self.seat), self.seat)
        if not self._expand(self.root):
            raise MemoryError("no room for the root's actions")
        self.arena.enter(self.root)
        if self.prior:
            self._look_ahead(game)
        return 0

    cdef void _run(self, double end) noexcept nogil:
        """Simulate until the clock reads `end` or the simulations are used up."""
        cdef int pause = 0
        while not self._finished():
            self._simulate(self.game, self.arena)
            self.done += 1
            pause += 1
            if pause == 8:
                pause = 0
                if now() >= end:
                    return

    cdef bint _finished(self) noexcept nogil:
        """Whether the simulations are used up, or the root is proven."""
        cdef Node* root = &self.arena.node[self.root]
        return (self.sims and self.done >= self.sims) or root.low == root.high

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
        for i in range(root.edges):
            edge[i].visits = self.prior
            root.value += edge[i].value
            root.visits += self.prior
        root.tried = root.edges

    cdef u32 _select(self, u32 index) noexcept nogil:
        """The edge to follow: the highest upper confidence bound, untried edges in order."""
        cdef Node* node = &self.arena.node[index]
        cdef Edge* edge = &self.arena.edge[node.first_edge]
        cdef u32 best = 0
        cdef double best_score, score, inverse, scale
        cdef u32 i
        if node.visits == 0:
            node.tried = 1
            return node.first_edge
        scale = self.c * sqrt(log(<double> node.visits))
        best_score = -1e300
        for i in range(node.tried):
            if edge[i].high <= node.low and edge[i].low < node.low:
                continue  # proven to be no better than another one
            inverse = 1.0 / edge[i].visits
            score = edge[i].value * inverse + scale * sqrt(inverse)
            if score > best_score:
                best_score = score
                best = i
        if node.tried < node.edges and (
            self.widen == 0 or node.tried < self.widen * pow(<double> node.visits, self.alpha)
        ):
            score = node.value / node.visits - self.fpu + scale
            if score >= best_score:
                best = node.tried
                node.tried += 1
        return node.first_edge + best

    cdef void _simulate(self, Game game, NodeArena arena) noexcept nogil:
        """One simulation: determinize, descend, play out, back up."""
        cdef void* state = <void*> self.state
        cdef double[MAX_SEATS] reward
        cdef u32 index = self.root
        cdef u32 chosen, child, place
        cdef int depth = 0
        cdef int turn, i, seat
        cdef bint proven = False  # the reward is the true one, not a sample
        cdef Luck* luck = &self.luck
        cdef u64 key
        cdef Node* node
        cdef Edge* edge
        chosen = self._select(index)
        place = chosen - arena.node[index].first_edge
        if not self.fixed:
            # The n-th simulation of every action at the root meets the same luck.
            luck_seed(luck, self.salt + self.root_visits[place], self.sources)
        memcpy(state, self.view, game.state_size)
        if game.has_hidden:
            game.resample(state, self.seat, &luck.choice)
        while True:
            self.path_node[depth] = index
            self.path_edge[depth] = chosen
            depth += 1
            game.apply(state, arena.edge[chosen].action)
            turn = (<Head*> state).turn
            while turn == CHANCE:
                game.draw(state, luck)
                turn = (<Head*> state).turn
            edge = &arena.edge[chosen]
            if turn == END:
                proven = self.solving
                break
            if depth == MAX_DEPTH or edge.visits == 0:
                break
            if self.fixed:
                child = edge.child
                if child == 0:
                    child = arena.add(0, turn)
                    arena.edge[chosen].child = child
            else:
                key = game.key(state, turn)
                child = arena.find(key)
                if child == 0:
                    child = arena.add(key, turn)
                    if child:
                        arena.enter(child)
            if child == 0:
                break
            node = &arena.node[child]
            if node.low == node.high:
                proven = True
                break
            if node.first_edge == 0 and not self._expand(child):
                break
            index = child
            chosen = self._select(index)
        if depth > self.deepest:
            self.deepest = depth
        if proven and turn != END:
            reward[turn] = node.low
            reward[1 - turn] = 1.0 - node.low
        else:
            if (
                turn != END
                and game.play_out(state, luck, self.cutoff, self.guided) >= self.cutoff
            ):
                game.settle(state, luck)
            game.values(state, reward)
        for i in range(depth):
            node = &arena.node[self.path_node[i]]
            edge = &arena.edge[self.path_edge[i]]
            node.visits += 1
            node.value += reward[node.seat]
            edge.visits += 1
            edge.value += reward[node.seat]
        if proven:
            self._prove(depth, reward)
        self.root_visits[place] += 1
        for seat in range(game.seats):
            self.root_value[place * game.seats + seat] += reward[seat]
        self.root_square[place] += reward[self.seat] * reward[self.seat]

    cdef void _prove(self, int depth, const double* reward) noexcept nogil:
        """Carry the proven reward behind the last edge of the path up, as far as it tells."""
        cdef Node* node
        cdef Edge* edge
        cdef float low, high
        cdef int i, place
        cdef int below = -1  # the mover of the node below
        for i in range(depth - 1, -1, -1):
            node = &self.arena.node[self.path_node[i]]
            edge = &self.arena.edge[self.path_edge[i]]
            if below < 0:
                low = <float> reward[node.seat]
                high = low
            elif below != node.seat:
                low, high = 1 - high, 1 - low
            edge.low = low
            edge.high = high
            low = 0.0
            high = 0.0
            for place in range(node.edges):
                edge = &self.arena.edge[node.first_edge + place]
                low = max(low, edge.low)
                high = max(high, edge.high)
            if low == node.low and high == node.high:
                return
            node.low = low
            node.high = high
            below = node.seat

    cdef u32 _action(self, int place):
        """The action of a root edge."""
        return self.arena.edge[self.arena.node[self.root].first_edge + place].action

    cdef double _mean(self, int place):
        """The mover's mean reward after a root edge."""
        cdef long visits = self.root_visits[place]
        return self.root_value[place * self.game.seats + self.seat] / visits if visits else 0.0

    cdef list _order(self):
        """The root's edges: proven best first, then most visited first, then the better mean."""
        cdef Node* root = &self.arena.node[self.root]
        cdef Edge* edge = &self.arena.edge[root.first_edge]
        cdef int i
        places = []
        for i in range(root.edges):
            hopeless = edge[i].high <= root.low and edge[i].low < root.low
            sure = root.low == root.high and edge[i].low == root.low
            places.append(
                (not sure, hopeless, -self.root_visits[i], -self._mean(i), edge[i].action, i)
            )
        return [place[5] for place in sorted(places)]

    cdef object _decision(self, double seconds):
        cdef Game game = self.game
        cdef double low = game.low
        cdef double span = game.high - game.low
        cdef double mean, variance
        cdef int place, seat
        cdef long visits
        candidates = []
        order = self._order()
        for place in order:
            visits = self.root_visits[place]
            if visits == 0:
                continue
            mean = self._mean(place)
            variance = self.root_square[place] / visits - mean * mean
            candidates.append(Candidate(
                action=game.text(self._action(place)),
                visits=visits,
                values=tuple([
                    low + span * self.root_value[place * game.seats + seat] / visits
                    for seat in range(game.seats)
                ]),
                error=span * sqrt(max(variance, 0.0) / visits),
            ))
        return Decision(
            action=game.text(self._action(order[0])),
            candidates=tuple(candidates),
            simulations=self.done,
            nodes=self.arena.nodes - 1,
            depth=self.deepest,
            seconds=seconds,
            line=tuple(self._line(order[0])),
        )

    cdef list _line(self, u32 first):
        """The choice and its most visited continuation, up to the first luck or hidden hand."""
        cdef Game game = self.game
        cdef u32 index = self.root
        cdef u32 best, i
        cdef Node* node
        cdef Edge* edge
        line = []
        memcpy(self.state, self.view, game.state_size)
        if game.has_hidden:
            game.resample(self.state, self.seat, &self.rng)
        while index and self.arena.node[index].tried and len(line) < MAX_DEPTH:
            node = &self.arena.node[index]
            edge = &self.arena.edge[node.first_edge]
            best = 0
            for i in range(1, node.tried):
                if edge[i].visits > edge[best].visits:
                    best = i
            if index == self.root:
                best = first
            line.append(game.text(edge[best].action))
            game.apply(self.state, edge[best].action)
            if (<Head*> self.state).turn < 0:
                break
            if game.has_hidden and (<Head*> self.state).turn != self.seat:
                break
            if game.has_hidden or game.has_chance:
                index = self.arena.find(game.key(self.state, (<Head*> self.state).turn))
            else:
                index = edge[best].child
        return line

    @property
    def used(self):
        """Bytes of the tree in use."""
        return self.arena.nodes * sizeof(Node) + self.arena.edges * sizeof(Edge)
