"""Expectimax by iterative deepening, for any number of seats, with chance and hidden information.

Two seats whose rewards add up to one, and solo games, are searched with alpha-beta bounds that pass
through chance nodes (Star1; Ballard 1983) and with a transposition table; all others by max^n
(Luckhardt and Irani 1986). A chance event with many outcomes is sampled, with the same luck in all
positions at one depth, so that actions are compared on equal luck. Where hands are hidden, the
actions' values are averaged over determinizations, each searched with open cards (Ginsberg 2001).

Depth counts decisions; chance events do not count. Values are rewards, 0 .. 1.
"""

from cython cimport final
from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport sqrt
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from aicore.core._types cimport i8, u16, u32, u64
from aicore.core.clock cimport now
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_SEATS, MAX_STATE_WORDS, View
from aicore.core.rng cimport Luck, MAX_SOURCES, Rng, RngState, luck_seed, rng_next, rng_seed

from aicore.core.decision import Candidate, Decision

cdef enum:
    MAX_PLIES = 192  # decisions and listed chance events on one line of play
    MAX_DEPTH = 64  # decisions
    BETWEEN_LOOKS = 256  # positions between looks at the clock

    EXACT = 0  # kinds of table entries
    LOWER = 1
    UPPER = 2

cdef double SLICE = 0.05  # seconds between looks at signals


ctypedef struct Entry:
    u64 key  # of the whole position
    double value  # seat 0's reward
    u32 best  # the best action found
    i8 depth  # decisions looked ahead
    i8 kind  # EXACT, LOWER or UPPER
    u16 era  # the search that wrote it; 0: none


@final
cdef class Expectimax:
    """A searcher for one game.

    Args:
        depth: most decisions to look ahead; 0: no bound.
        time: seconds per decision; 0: no bound.
        nodes: positions visited per decision; 0: no bound.
        branch: chance events with more outcomes than this are sampled.
        samples: samples of such an event.
        worlds: determinizations where something is hidden.
        memory: MiB for the transposition table.
    """

    cdef readonly Game game
    cdef int depth, branch, samples, worlds
    cdef double time
    cdef long nodes
    cdef bint scalar  # seat 0's reward describes a position: solo, or two seats with a constant sum
    cdef int seat
    cdef u64 luck  # makes the determinizations and samples of this search
    cdef u64 world_luck  # those of the world being searched
    cdef long visited  # positions
    cdef long next_look  # value of `visited` at which to look at the clock
    cdef double deadline  # 0: none
    cdef double next_signal
    cdef bint patient  # the first look ahead may not be stopped: it must give some answer
    cdef bint stopped  # out of time or nodes, or interrupted: unwind, results are void
    cdef bint horizon  # some line of play was cut by the depth
    cdef object interruption  # what a signal handler raised
    cdef u64[MAX_STATE_WORDS] view  # the root, hidden parts removed
    cdef char* states  # a state for each ply
    cdef u32* events  # `room` events for each ply
    cdef double* chances  # `room` probabilities for each ply
    cdef int room
    cdef Entry* table
    cdef u64 table_mask
    cdef u16 era
    cdef int size  # root actions
    cdef u32* actions  # of the root, in the order in which they are searched
    cdef double* totals  # per root action and seat: sum over the worlds searched
    cdef double* squares  # per root action: sum of the mover's squared values
    cdef double* latest  # per root action and seat: the world being searched
    cdef bint* bounds  # per root action: its value is only a bound
    cdef int searched  # worlds

    def __cinit__(
        self, Game game, int depth=0, double time=0.0, long nodes=0, int branch=8, int samples=4,
        int worlds=16, int memory=16,
    ):
        cdef size_t entries = 1024
        self.game = game
        self.depth = depth
        self.time = time
        self.nodes = nodes
        self.branch = branch
        self.samples = samples
        self.worlds = worlds if game.has_hidden else 1
        self.scalar = game.seats == 1 or (game.seats == 2 and game.constant_sum)
        self.room = max(game.max_actions, game.max_outcomes)
        while 2 * entries * sizeof(Entry) <= <size_t> memory << 20:
            entries *= 2
        self.table_mask = entries - 1
        self.table = <Entry*> calloc(entries, sizeof(Entry))
        self.states = <char*> calloc(MAX_PLIES + 1, game.state_size)
        self.events = <u32*> malloc(MAX_PLIES * self.room * sizeof(u32))
        self.chances = <double*> malloc(MAX_PLIES * self.room * sizeof(double))
        self.actions = <u32*> malloc(game.max_actions * sizeof(u32))
        self.totals = <double*> calloc(game.max_actions * game.seats, sizeof(double))
        self.squares = <double*> calloc(game.max_actions, sizeof(double))
        self.latest = <double*> calloc(game.max_actions * game.seats, sizeof(double))
        self.bounds = <bint*> calloc(game.max_actions, sizeof(bint))
        if (
            self.table == NULL or self.states == NULL or self.events == NULL
            or self.chances == NULL or self.actions == NULL or self.totals == NULL
            or self.squares == NULL or self.latest == NULL or self.bounds == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.table)
        free(self.states)
        free(self.events)
        free(self.chances)
        free(self.actions)
        free(self.totals)
        free(self.squares)
        free(self.latest)
        free(self.bounds)

    def search(self, View view, Rng rng, progress=None):
        """Search from a view whose seat is to move.

        Args:
            rng: the source of all randomness; not advanced.
            progress: called with the current choice and its value after each depth.

        Returns a Decision. Its candidates' values are those of the deepest finished search; where
        alpha-beta showed that an action is no better than the best one, it is an upper bound.
        """
        cdef double start = now()
        cdef int depth = 0
        cdef int limit = min(self.depth or MAX_DEPTH, MAX_DEPTH)
        self._prepare(view, rng)
        self.deadline = start + self.time if self.time else 0.0
        candidates = []
        while self.size > 1 and depth < limit:
            self.patient = depth == 0
            with nogil:
                self._deepen(self.game, depth + 1)
            if self.interruption is not None:
                raise self.interruption
            if self.stopped and depth > 0:
                break
            depth += 1
            candidates = self._rank()
            if progress is not None:
                mover = (candidates[0].values[self.seat] - self.game.low)
                progress(candidates[0].action, mover / (self.game.high - self.game.low))
            if self.stopped or not self.horizon or self._decided():
                break
        action = self.game.text(self.actions[0])
        return Decision(
            action=action,
            candidates=tuple(candidates),
            simulations=self.searched,
            nodes=self.visited,
            depth=depth,
            seconds=now() - start,
            line=tuple(self._line(depth)) if depth else (action,),
        )

    cdef int _prepare(self, View view, Rng rng) except -1:
        """Set the root."""
        cdef Game game = self.game
        cdef RngState stream = rng.state
        self.seat = view.seat
        self.luck = rng_next(&stream)
        self.visited = 0
        self.next_look = BETWEEN_LOOKS
        self.next_signal = now() + SLICE
        self.stopped = False
        self.interruption = None
        self.era += 1
        if self.era == 0:
            memset(self.table, 0, (self.table_mask + 1) * sizeof(Entry))
            self.era = 1
        memcpy(self.view, view.data, game.state_size)
        self._draw_world(0)
        self.size = game.actions(self.states, self.actions)
        self.searched = 0
        return 0

    cdef void _draw_world(self, int world) noexcept nogil:
        """Put the root, its hidden parts drawn for the world-th time, at ply 0."""
        cdef RngState stream
        rng_seed(&stream, self.luck + world)
        self.world_luck = rng_next(&stream)
        memcpy(self.states, self.view, self.game.state_size)
        if self.game.has_hidden:
            self.game.resample(self.states, self.seat, &stream)

    cdef void _deepen(self, Game game, int depth) noexcept nogil:
        """Search all worlds to one depth; the sums count finished worlds only."""
        cdef int seats = game.seats
        cdef char* after = self.states + game.state_size
        cdef double* reward
        cdef double alpha, beta
        # Means over worlds need every value exactly; otherwise a bound is enough for most.
        cdef bint bounded = self.scalar and not game.has_hidden
        cdef int world, i, seat
        self.horizon = False
        self.searched = 0
        memset(self.totals, 0, self.size * seats * sizeof(double))
        memset(self.squares, 0, self.size * sizeof(double))
        for world in range(self.worlds):
            self._draw_world(world)
            alpha = -1.0
            beta = 2.0
            for i in range(self.size):
                reward = self.latest + i * seats
                memcpy(after, self.states, game.state_size)
                game.apply(after, self.actions[i])
                self.bounds[i] = False
                if self.scalar:
                    reward[0] = self._scalar(game, 1, depth - 1, alpha, beta)
                    self.bounds[i] = reward[0] <= alpha or reward[0] >= beta
                    if seats == 2:
                        reward[1] = 1.0 - reward[0]
                    if bounded and self.seat == 0:
                        alpha = max(alpha, reward[0])
                    elif bounded:
                        beta = min(beta, reward[0])
                else:
                    self._vector(game, 1, depth - 1, reward)
                if self.stopped:
                    return
            for i in range(self.size):
                reward = self.latest + i * seats
                for seat in range(seats):
                    self.totals[i * seats + seat] += reward[seat]
                self.squares[i] += reward[self.seat] * reward[self.seat]
            self.searched += 1
            self.patient = False

    cdef void _look(self) noexcept nogil:
        """Look at the clock, the allowance of positions and at signals."""
        cdef double moment = now()
        self.next_look = self.visited + BETWEEN_LOOKS
        if self.patient:
            return
        if self.deadline and moment >= self.deadline or self.nodes and self.visited >= self.nodes:
            self.stopped = True
        if moment >= self.next_signal:
            self.next_signal = moment + SLICE
            with gil:
                try:
                    PyErr_CheckSignals()
                except BaseException as interruption:
                    self.interruption = interruption
                    self.stopped = True

    cdef double _scalar(
        self, Game game, int ply, int depth, double alpha, double beta
    ) noexcept nogil:
        """Seat 0's reward at `ply`; outside alpha .. beta only a bound (fail-soft)."""
        cdef char* state = self.states + ply * game.state_size
        cdef char* after = state + game.state_size
        cdef u32* actions = self.events + ply * self.room
        cdef double[MAX_SEATS] reward
        cdef int turn = (<Head*> state).turn
        cdef double value, best
        cdef double low = alpha
        cdef double high = beta
        cdef u64 key
        cdef Entry* entry
        cdef u32 best_action
        cdef int size, i
        self.visited += 1
        if self.visited >= self.next_look:
            self._look()
        if self.stopped:
            return 0.0
        if turn == CHANCE and ply < MAX_PLIES - 1:
            return self._scalar_chance(game, ply, depth, alpha, beta)
        if turn == END or depth == 0 or ply >= MAX_PLIES - 1:
            self._leaf(game, ply, state, reward)
            return reward[0]
        key = game.key(state, -1)
        entry = &self.table[key & self.table_mask]
        size = game.actions(state, actions)
        best_action = actions[0]
        if entry.key == key and entry.era == self.era:
            if entry.depth == depth and (
                entry.kind == EXACT
                or (entry.kind == LOWER and entry.value >= beta)
                or (entry.kind == UPPER and entry.value <= alpha)
            ):
                return entry.value
            for i in range(1, size):
                if actions[i] == entry.best:
                    actions[i] = actions[0]
                    actions[0] = entry.best
                    break
        best = -1.0 if turn == 0 else 2.0
        for i in range(size):
            memcpy(after, state, game.state_size)
            game.apply(after, actions[i])
            value = self._scalar(game, ply + 1, depth - 1, low, high)
            if self.stopped:
                return 0.0
            if turn == 0:
                if value > best:
                    best = value
                    best_action = actions[i]
                    low = max(low, best)
            elif value < best:
                best = value
                best_action = actions[i]
                high = min(high, best)
            if low >= high:
                break
        entry.key = key
        entry.value = best
        entry.best = best_action
        entry.depth = depth
        entry.kind = UPPER if best <= alpha else LOWER if best >= beta else EXACT
        entry.era = self.era
        return best

    cdef double _scalar_chance(
        self, Game game, int ply, int depth, double alpha, double beta
    ) noexcept nogil:
        """The mean over a chance event, given up as soon as it must leave alpha .. beta (Star1)."""
        cdef char* state = self.states + ply * game.state_size
        cdef char* after = state + game.state_size
        cdef u32* outcomes = self.events + ply * self.room
        cdef double* chances = self.chances + ply * self.room
        cdef Luck luck
        cdef int size = game.outcomes(state, outcomes, chances)
        cdef bint sampled = size > self.branch
        cdef double total = 0.0
        cdef double rest = 1.0
        cdef double weight = 1.0 / self.samples
        cdef double value, low, high
        cdef int i
        if sampled:
            luck_seed(&luck, self.world_luck + ply, MAX_SOURCES)
            size = self.samples
        for i in range(size):
            memcpy(after, state, game.state_size)
            if sampled:
                game.settle(after, &luck)
            else:
                weight = chances[i]
                game.apply(after, outcomes[i])
            rest -= weight
            low = (alpha - total - max(rest, 0.0)) / weight
            high = (beta - total) / weight
            value = self._scalar(game, ply + 1, depth, low, high)
            if self.stopped:
                return 0.0
            total += weight * value
            if value <= low:
                return total + max(rest, 0.0)
            if value >= high:
                return total
        return total

    cdef void _vector(self, Game game, int ply, int depth, double* out) noexcept nogil:
        """Every seat's reward at `ply` when each seat maximizes its own."""
        cdef char* state = self.states + ply * game.state_size
        cdef char* after = state + game.state_size
        cdef u32* events = self.events + ply * self.room
        cdef double* chances = self.chances + ply * self.room
        cdef double[MAX_SEATS] reward
        cdef Luck luck
        cdef int turn = (<Head*> state).turn
        cdef double weight = 1.0 / self.samples
        cdef bint sampled = False
        cdef int size, i, seat
        self.visited += 1
        if self.visited >= self.next_look:
            self._look()
        if self.stopped:
            return
        if turn == END or (turn != CHANCE and depth == 0) or ply >= MAX_PLIES - 1:
            self._leaf(game, ply, state, out)
            return
        for seat in range(game.seats):
            out[seat] = 0.0 if turn == CHANCE else -1.0
        if turn == CHANCE:
            size = game.outcomes(state, events, chances)
            sampled = size > self.branch
            if sampled:
                luck_seed(&luck, self.world_luck + ply, MAX_SOURCES)
                size = self.samples
        else:
            size = game.actions(state, events)
            depth -= 1
        for i in range(size):
            memcpy(after, state, game.state_size)
            if sampled:
                game.settle(after, &luck)
            else:
                game.apply(after, events[i])
            self._vector(game, ply + 1, depth, reward)
            if self.stopped:
                return
            if turn == CHANCE:
                if not sampled:
                    weight = chances[i]
                for seat in range(game.seats):
                    out[seat] += weight * reward[seat]
            elif reward[turn] > out[turn]:
                memcpy(out, reward, game.seats * sizeof(double))

    cdef void _leaf(self, Game game, int ply, char* state, double* out) noexcept nogil:
        """The rewards of an ended game, or the estimate where the search breaks off."""
        cdef Luck luck
        if (<Head*> state).turn != END:
            self.horizon = True
            if (<Head*> state).turn == CHANCE:
                luck_seed(&luck, self.world_luck + ply, MAX_SOURCES)
                game.settle(state, &luck)
        game.values(state, out)

    cdef list _rank(self):
        """Put the root's actions in order, best first; returns their candidates."""
        cdef Game game = self.game
        cdef int seats = game.seats
        cdef double span = game.high - game.low
        cdef int worlds = self.searched
        cdef double mean, variance
        cdef int i, seat
        rows = []
        for i in range(self.size):
            mean = self.totals[i * seats + self.seat] / worlds
            variance = max(self.squares[i] / worlds - mean * mean, 0.0)
            values = tuple([
                game.low + span * self.totals[i * seats + seat] / worlds for seat in range(seats)
            ])
            error = span * sqrt(variance / worlds)
            rows.append((-mean, i, self.actions[i], values, error, bool(self.bounds[i])))
        rows.sort()
        for i in range(self.size):
            self.actions[i] = rows[i][2]
        return [
            Candidate(game.text(action), worlds, values, error, bound)
            for _, _, action, values, error, bound in rows
        ]

    cdef bint _decided(self):
        """Whether the first action surely wins, or all surely lose: no deeper look can help."""
        cdef double best = 0.0
        cdef int i
        if not self.scalar or self.game.has_hidden:
            return False
        for i in range(self.size):
            best = max(best, self.totals[i * self.game.seats + self.seat])
        return best >= 1.0 or best <= 0.0

    cdef list _line(self, int depth):
        """The continuation that the table remembers, up to the first luck or hidden hand."""
        cdef Game game = self.game
        cdef char* state = self.states
        cdef Entry* entry
        cdef u64 key
        line = [game.text(self.actions[0])]
        self._draw_world(0)
        game.apply(state, self.actions[0])
        while (<Head*> state).turn >= 0 and not game.has_hidden and len(line) < depth:
            key = game.key(state, -1)
            entry = &self.table[key & self.table_mask]
            if entry.key != key or entry.era != self.era:
                break
            line.append(game.text(entry.best))
            game.apply(state, entry.best)
        return line
