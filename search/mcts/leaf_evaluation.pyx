"""Outside judge of positions, which gives values and perhaps logits of actions.

The judge gets the movers' observations of a batch of leaves, as rows of bytes. It answers with the
expected returns there and, if it can, a logit for each token. The logit of an action with several
tokens is the sum of their logits. The logits give priors, which the tree uses to select actions
(PUCT; Silver and others 2017, "Mastering the game of Go without human knowledge"). Equal answers
give equal decisions on every machine, because exponentials do not come from the C library.
"""

from array import array
from warnings import warn

from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.bytearray cimport PyByteArray_AsString
from cython cimport final
from libc.math cimport INFINITY, isfinite, sqrt
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core._types cimport u8, u32
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_SEATS
from aicore.core.maths cimport log, power
from aicore.core.rng cimport RngState, rng_uniform
from aicore.core.variates cimport normal
from aicore.search.mcts.action_tokens cimport ActionTokens
from aicore.search.mcts.backup cimport Leaf
from aicore.search.mcts.batch cimport Leaves
from aicore.search.mcts.nodes cimport NodeArena
from aicore.search.mcts.policy_values cimport PolicyValues
from aicore.search.mcts.simulation cimport Simulation

from aicore.core.errors import AicoreError

cdef double CONCENTRATION = 10.0  # sum of the Dirichlet parameters of the noise at the root
cdef double MAX_LOGIT = 1e30  # a float can hold this number and twice this number
cdef double SLACK = 1e-4  # share of the returns' range by which rounded values may exceed it


cdef inline double number(const Numbers* table, int row, int column) noexcept nogil:
    """Return an entry of a table."""
    cdef Py_ssize_t at = <Py_ssize_t> row * table.columns + column
    if table.wide:
        return (<double*> table.buffer.buf)[at]
    return (<float*> table.buffer.buf)[at]


cdef int hold(Numbers* table, given, str name, int rows, str shape) except -1:
    """Take a table of numbers as a buffer. Raises AicoreError."""
    try:
        if isinstance(given, (list, tuple)):
            given = array("d", given)
        PyObject_GetBuffer(given, &table.buffer, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS)
    except (BufferError, TypeError, ValueError):
        raise AicoreError(f"the evaluator's {name} must be {shape} floats in C order") from None
    table.held = True
    kind = bytes(table.buffer.format).decode().lstrip("@=<") if table.buffer.format else "B"
    if kind not in ("f", "d"):
        raise AicoreError(f"the evaluator's {name} must be 32-bit or 64-bit floats, not {kind!r}")
    table.wide = kind == "d"
    if table.buffer.len % (rows * table.buffer.itemsize):
        raise AicoreError(f"the evaluator's {name} must be {shape} floats")
    table.columns = table.buffer.len // (rows * table.buffer.itemsize)
    return 0


@final
cdef class LeafEvaluation:
    """Questions of one tree to a judge, and the judge's answers.

    Args:
        sim: simulation of the tree.
        batch: leaves of the tree.
        net: network that judges; None for an evaluator in Python.
        facts: whether an evaluator sees what a network in C sees, instead of an observation.

    Raises AicoreError if the game has no arrays or the network does not fit, and MemoryError.
    """

    def __cinit__(self, Simulation sim not None, Leaves batch not None, PolicyNet net=None,
                  bint facts=False):
        cdef Game game = sim.game
        self.net = net
        self.facts = facts or net is not None
        if not game.num_tokens:
            raise AicoreError(f"{game.info.name} has no arrays, so an evaluator cannot read it")
        self.sim = sim
        self.batch = batch
        self.rows = -1
        self.size = game.net_input_size if self.facts else game.observation_size
        batch.take_room()
        self.data = bytearray(batch.room * self.size)
        self.seen = <u8*> PyByteArray_AsString(self.data)
        self.tokens = ActionTokens(game, self.facts)
        if net is not None:
            net.check_made_for(game)
            if sim.mix > 0 and sim.by_net:
                self.policy = PolicyValues(game, net)
            self.last = <float*> calloc(batch.room * net.last, sizeof(float))
            self.value = <float*> calloc(batch.room * net.outcomes, sizeof(float))
            self.lead = <float*> calloc(batch.room * net.outcomes, sizeof(float))
            if self.last == NULL or self.value == NULL or self.lead == NULL:
                raise MemoryError

    def __dealloc__(self):
        free(self.last)
        free(self.value)
        free(self.lead)

    cdef object view_root(self, const void* view, int seat):
        """Return the observation of the root's seat: (1, size), unsigned bytes."""
        memset(self.seen, 0, self.size)
        self.look(self.sim.game, view, seat, 0)
        return memoryview(self.data)[:self.size].cast("B", [1, self.size])

    cdef void see_root(self, const void* view, int seat) noexcept nogil:
        """Evaluate the root seat's observation with the network, as row 0."""
        memset(self.seen, 0, self.size)
        self.look(self.sim.game, view, seat, 0)
        self.answer(0)
        self.root_value = self.value[0]

    cdef void answer(self, int row) noexcept nogil:
        """Evaluate a row with the network."""
        cdef float* last = self.last + row * self.net.last
        self.net.see(self.seen + row * self.size, last)
        self.net.values(last, self.value + row * self.net.outcomes)
        if self.sim.margin > 0:
            self.net.leads(last, self.lead + row * self.net.outcomes)

    cdef void look(self, Game game, const void* state, int seat, int row) noexcept nogil:
        """Write to a row what the judge sees of a state from a seat's view."""
        cdef u8* seen = self.seen + row * self.size
        if self.facts:
            game.net_input(state, seat, seen)
        else:
            game.observe(state, seat, seen)

    cdef void collect(self, Game game) noexcept nogil:
        """Write the movers' observations of the leaves that a judge must evaluate."""
        cdef Leaf* leaf
        cdef int i
        self.rows = 0
        memset(self.seen, 0, <size_t> self.batch.room * self.size)
        for i in range(self.batch.size):
            leaf = self.batch.at(i)
            self.sim.land(game, leaf)
            leaf.asked = leaf.path.judged == 0 and (<Head*> leaf.state).turn != END
            if leaf.asked and self.sim.foresees and self.is_won(game, leaf):
                leaf.asked = False
                leaf.path.proven = True
            if leaf.asked:
                self.look(game, <void*> leaf.state, self.viewer(leaf), self.rows)
                if self.net is not None:
                    self.answer(self.rows)
                self.rows += 1

    cdef bint is_won(self, Game game, const Leaf* leaf) noexcept nogil:
        """Whether the mover at a leaf can win at once."""
        cdef int size = game.actions(<const void*> leaf.state, self.sim.actions)
        cdef int i
        for i in range(size):
            if self.sim.wins_at_once(<const void*> leaf.state, self.sim.actions[i]):
                return True
        return False

    cdef int viewer(self, Leaf* leaf) noexcept nogil:
        """Return the seat that views a leaf: the mover, or the last mover before a chance event."""
        cdef int turn = (<Head*> leaf.state).turn
        if turn >= 0:
            return turn
        return self.sim.arena.node[leaf.path.node[leaf.path.length - 1]].seat

    cdef int read(self, values, logits) except -1:
        """Take over the answers for all rows. Raises AicoreError."""
        cdef Game game = self.sim.game
        cdef bint one = game.seats == 1 or game.seats == 2 and game.constant_sum
        cdef int i, j
        if self.rows == 0:
            return 0
        each = f"({self.rows},)" if one else f"({self.rows}, {game.seats})"
        hold(&self.values, values, "values", self.rows, each)
        if self.values.columns != game.seats and not (one and self.values.columns == 1):
            raise AicoreError(f"the evaluator's values must be {each} floats")
        for i in range(self.rows):
            for j in range(self.values.columns):
                if not isfinite(number(&self.values, i, j)):
                    raise AicoreError(
                        f"one of the evaluator's values is {number(&self.values, i, j)}; "
                        "they must be finite")
        if self.sim.arena.weighed:
            if logits is None:
                raise AicoreError("the evaluator returned logits at the root, but not later")
            self.read_logits(logits, self.rows)
        if not self.warned:
            self.warn_of_clipping()
        return 0

    cdef int warn_of_clipping(self) except -1:
        """Warn once if a value is out of the range of returns; it counts as the nearest return."""
        cdef Game game = self.sim.game
        cdef double slack = SLACK * (game.high - game.low)
        cdef double value
        cdef int i, j
        for i in range(self.rows):
            for j in range(self.values.columns):
                value = number(&self.values, i, j)
                if not game.low - slack <= value <= game.high + slack:
                    self.warned = True
                    warn(
                        f"the evaluator's value {value:g} counts as "
                        f"{game.low if value < game.low else game.high:g}: returns of "
                        f"{game.info.name} go from {game.low:g} to {game.high:g}, so scale the "
                        "network's output", stacklevel=2)
                    return 0
        return 0

    cdef int read_logits(self, logits, int rows) except -1:
        """Take over logits. Raises AicoreError."""
        cdef Game game = self.sim.game
        cdef int columns = game.net_tokens if self.facts else game.num_tokens
        shape = f"({rows}, {columns})"
        hold(&self.logits, logits, "logits", rows, shape)
        if self.logits.columns != columns:
            raise AicoreError(f"the evaluator's logits must be {shape} floats")
        self.strange = False
        return 0

    cdef int check_logits(self) except -1:
        """Raise AicoreError if a logit that was used is +inf or NaN."""
        if self.strange:
            raise AicoreError(
                "the evaluator's logit for a legal action is inf or nan; it must be finite, or "
                "-inf for an action that must never be played")
        return 0

    cdef void release(self) noexcept:
        """Release the answers."""
        if self.values.held:
            PyBuffer_Release(&self.values.buffer)
        if self.logits.held:
            PyBuffer_Release(&self.logits.buffer)
        self.values.held = False
        self.logits.held = False
        self.rows = -1

    cdef void judge(self, Game game) noexcept nogil:
        """Store the rewards of each leaf."""
        cdef double span = game.high - game.low
        cdef Leaf* leaf
        cdef int i, j, turn
        cdef int row = 0
        cdef int columns = self.values.columns if self.net is None else self.net.outcomes
        cdef double share
        for i in range(self.batch.size):
            leaf = self.batch.at(i)
            if leaf.path.judged:
                continue
            if not leaf.asked:
                turn = (<Head*> leaf.state).turn
                if turn == END:
                    game.values(<void*> leaf.state, leaf.reward)
                else:  # won at once
                    leaf.reward[turn] = 1.0
                    leaf.reward[1 - turn] = 0.0
                self.weigh_lead(game, leaf, -1)
            else:
                turn = self.viewer(leaf)
                for j in range(columns):
                    if self.net is not None:
                        share = self.value[row * columns + j]
                    else:
                        share = (number(&self.values, row, j) - game.low) / span
                    leaf.reward[(turn + j) % game.seats] = min(max(share, 0.0), 1.0)
                if columns < game.seats:
                    leaf.reward[1 - turn] = 1.0 - leaf.reward[turn]
                if self.sim.mix > 0:
                    self.mix_in(game, leaf)
                self.weigh_lead(game, leaf, row)
                row += 1

    cdef void mix_in(self, Game game, Leaf* leaf) noexcept nogil:
        """Mix a playout into the rewards of a leaf, whose state may change.

        Compare Silver and others 2016, "Mastering the game of Go with deep neural networks and tree
        search", and for playouts by the network Tesauro and Galperin 1996, "On-line policy
        improvement using Monte-Carlo search".
        """
        cdef double[MAX_SEATS] reward
        cdef void* state = <void*> self.sim.state
        cdef int seat
        memcpy(state, leaf.state, game.state_size)
        if self.policy is None:
            self.sim.judge_by_playout(game, state, &leaf.luck, reward)
        else:
            self.policy.play_on(state, &leaf.luck, self.sim.cutoff, reward)
        for seat in range(game.seats):
            leaf.reward[seat] += self.sim.mix * (reward[seat] - leaf.reward[seat])

    cdef void weigh_lead(self, Game game, Leaf* leaf, int row) noexcept nogil:
        """Set the utilities at a leaf: the rewards, mixed with the lead if the game counts one.

        Args:
            row: row of the network's answer; -1 if the game is decided at the leaf.
        """
        cdef double margin = self.sim.margin if self.net is not None else 0.0
        cdef int turn = self.viewer(leaf)
        cdef int seat
        if margin == 0 or not game.leads(<void*> leaf.state, leaf.utility):
            memcpy(leaf.utility, leaf.reward, MAX_SEATS * sizeof(double))
            return
        if row >= 0:
            for seat in range(self.net.outcomes):
                leaf.utility[(turn + seat) % game.seats] = (
                    self.lead[row * self.net.outcomes + seat])
            if self.net.outcomes < game.seats:
                leaf.utility[1 - turn] = 1.0 - leaf.utility[turn]
        for seat in range(game.seats):
            leaf.utility[seat] = (1 - margin) * leaf.reward[seat] + margin * leaf.utility[seat]

    cdef void add_node(
        self, Simulation sim, Game game, NodeArena arena, Leaf* leaf, int row
    ) noexcept nogil:
        """Add the node below a leaf's last edge, with what the judge said of its actions.

        A network's priors follow from its last layer, so the node gets edges when a simulation
        comes back, if ever. An evaluator's logits are gone by then, so the node gets edges now.
        """
        cdef int last = leaf.path.length - 1
        cdef u32 edge = arena.node[leaf.path.node[last]].first_edge + leaf.path.place[last]
        cdef u32 child = arena.edge[edge].child
        cdef int turn = (<Head*> leaf.state).turn
        if turn == CHANCE:  # the legal actions depend on the outcome
            return
        if not sim.fixed:
            child = sim.find_or_add(<void*> leaf.state, turn, child)
        elif child == 0:
            child = arena.add(0, turn)
        if child == 0:
            return
        arena.edge[edge].child = child
        if self.net is not None:
            memcpy(
                arena.last_layer(child), self.last + row * self.net.last,
                self.net.last * sizeof(float))
        elif arena.node[child].first_edge == 0:
            memcpy(sim.state, leaf.state, game.state_size)
            self.expand(sim, game, arena, child, row, False)

    cdef bint expand(
        self, Simulation sim, Game game, NodeArena arena, u32 index, int row, bint look
    ) noexcept nogil:
        """Give a node edges for all its legal actions, the likeliest first.

        `sim.state` must be the node's state. Return False if there is no room.

        Args:
            row: row of the judge's answer.
            look: whether to look for an action that wins at once, which then counts as the
                likeliest.
        """
        cdef float* weight = sim.weight
        cdef double logit
        cdef int size = game.actions(<void*> sim.state, sim.actions)
        cdef int i
        self.tokens.view(<void*> sim.state)
        for i in range(size):
            if look and sim.wins_at_once(<void*> sim.state, sim.actions[i]):
                weight[i] = <float> MAX_LOGIT
                continue
            logit = self.logit(row, <void*> sim.state, sim.actions[i])
            if logit < INFINITY:
                weight[i] = <float> max(min(logit, MAX_LOGIT), -MAX_LOGIT)
            else:  # +inf or NaN
                weight[i] = 0.0
                self.strange = True
        return sim.expand_by_logits(index, size)

    cdef double logit(self, int row, const void* view, u32 action) noexcept nogil:
        """Return the judge's logit of an action in a view, from a row of its answer."""
        cdef double total = 0.0
        cdef int i, length
        if self.net is not None:
            return self.tokens.logit(self.net, self.last + row * self.net.last, view, action)
        length = self.tokens.encode(view, action, &self.tokens.advice)
        for i in range(length):
            total += number(&self.logits, row, self.tokens.token[i])
        return total

    cdef void stir(
        self, NodeArena arena, u32 index, double share, RngState* rng
    ) noexcept nogil:
        """Mix a share of Dirichlet noise into a node's priors, so that self-play tries all actions.
        """
        cdef int size = arena.node[index].edges
        cdef float* prior = &arena.edge_prior[arena.node[index].first_edge]
        cdef float* noise = self.sim.weight
        cdef double total = 0.0
        cdef int i
        for i in range(size):
            noise[i] = <float> gamma(CONCENTRATION / size, rng)
            total += noise[i]
        if total > 0:
            for i in range(size):
                prior[i] = <float> ((1 - share) * prior[i] + share * noise[i] / total)

    cdef object shown(self):
        """Return the rows to judge: (rows, size), unsigned bytes."""
        if self.rows == 0:
            return memoryview(b"")
        return memoryview(self.data)[:self.rows * self.size].cast("B", [self.rows, self.size])


cdef double gamma(double shape, RngState* rng) noexcept nogil:
    """Return a gamma variate of scale 1.

    Marsaglia and Tsang 2000, "A simple method for generating gamma variables".
    """
    cdef double boost = 1.0
    cdef double d, c, x, v, u
    if shape < 1.0:
        boost = power(1.0 - rng_uniform(rng), 1.0 / shape)
        shape += 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / sqrt(9.0 * d)
    while True:
        x = normal(rng)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        u = 1.0 - rng_uniform(rng)
        if log(u) < 0.5 * x * x + d - d * v + d * log(v):
            return boost * d * v
