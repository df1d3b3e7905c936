"""Expectimax by iterative deepening, for any number of seats, with chance and hidden information.

Where the root seat's reward says all (solo games, two seats whose rewards add up to one, and
`paranoid` search, in which all others play against the root seat; Sturtevant and Korf 2000),
positions are searched with bounds: alpha-beta at decisions, Star1 and Star2 at chance events
(Ballard 1983; Hauk, Buro and Schaeffer 2004). Star1 leaves a chance event as soon as the outcomes
seen settle it; Star2 first probes one action of each outcome, which often settles it sooner.
Elsewhere each seat maximizes its own reward (max^n; Luckhardt and Irani 1986).

A chance event with many outcomes is sampled, with the same luck in all positions that look equally
far ahead: actions are compared on equal luck, and a value depends on position and depth alone.
Where hands are hidden, values are averaged over determinizations, each searched with open cards
(Ginsberg 2001). Depth counts decisions, not chance events. Values are rewards, 0 .. 1.
"""

from cython cimport final
from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport sqrt
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memmove, memset

from aicore.core._types cimport u32, u64
from aicore.core.clock cimport now
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_SEATS, MAX_STATE_WORDS, View
from aicore.core.ordering cimport Ordering, ordering_forget, ordering_praise, ordering_score
from aicore.core.rng cimport Luck, Rng, RngState, luck_seed, rng_next, rng_seed
from aicore.core.table cimport Entry, Table, table_claim, table_find, table_forget, table_open

from aicore.core.decision import Candidate, Decision

cdef enum:
    MAX_PLIES = 192  # decisions and listed chance events on one line of play
    MAX_DEPTH = 64  # decisions
    BETWEEN_LOOKS = 16  # positions between looks at the clock
    TO_RATE = 64  # more actions than this are not ordered by evaluation

cdef double SLICE = 0.05  # seconds between looks at signals
cdef u64 LEAF = <u64> 0x51ED270B0A3F9C25  # parts the luck of playouts from that of chance events


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
        star: 0: no bounds, all positions are visited; 1: alpha-beta and Star1; 2: Star2 too.
        table: whether positions that are met again are remembered.
        killers: whether actions that refuted other positions are tried early.
        order: whether actions are tried in the order of their evaluation.
        playout: plies that the game's policy plays on before a position is evaluated.
        paranoid: whether others play against the root seat, not each for itself, where there are
            more than two seats or two whose rewards do not add up to one.
        memory: MiB for the transposition table.
    """

    cdef readonly Game game
    cdef int depth, branch, samples, worlds, star, playout
    cdef double time
    cdef long nodes
    cdef bint remembering, killing, rating
    cdef bint scalar  # the root seat's reward says how a position stands
    cdef int sources  # decks and dice of the game
    cdef int seat
    cdef u64 luck  # makes the determinizations and samples of this search
    cdef u64 world_luck  # those of the world being searched
    cdef u64 salt  # parts the worlds' entries in the table where their values rest on luck
    cdef long visited  # positions
    cdef long next_look  # value of `visited` at which to look at the clock
    cdef double deadline  # 0: none
    cdef double next_signal
    cdef bint patient  # the first look ahead may not be stopped: it must give some answer
    cdef bint stopped  # out of time or nodes, or interrupted: unwind, results are void
    cdef bint guessed  # some line of play since this was cleared ended in an estimate
    cdef object interruption  # what a signal handler raised
    cdef u64[MAX_STATE_WORDS] view  # the root, hidden parts removed
    cdef char* states  # a state for each ply
    cdef u32* events  # `room` events for each ply
    cdef double* weights  # `room` for each ply: probabilities, or the order to try actions in
    cdef double* bounds  # `fan` low and `fan` high bounds for each ply: a chance event's outcomes
    cdef bint[MAX_PLIES] sampled  # whether the chance event there has too many outcomes to list
    cdef int room, fan
    cdef Table table
    cdef Ordering ordering
    cdef int size  # root actions
    cdef u32* actions  # of the root, in the order in which they are searched
    cdef double* totals  # per root action and seat: sum over the worlds searched
    cdef double* squares  # per root action: sum of the mover's squared values
    cdef double* latest  # per root action and seat: the world being searched
    cdef bint* above  # per root action: its value is only an upper bound
    cdef int searched  # worlds, to the depth under way
    cdef int finished  # worlds, to the depth before that

    def __cinit__(
        self, Game game, int depth=0, double time=0.0, long nodes=0, int branch=8, int samples=4,
        int worlds=16, int star=2, bint table=True, bint killers=True, bint order=True,
        int playout=0, bint paranoid=False, int memory=16,
    ):
        self.game = game
        self.depth = depth
        self.time = time
        self.nodes = nodes
        self.branch = branch
        self.samples = samples
        self.worlds = worlds if game.has_hidden else 1
        self.star = star
        self.remembering = table
        self.killing = killers and star > 0
        self.rating = order and star > 0
        self.playout = playout
        self.scalar = paranoid or game.seats == 1 or (game.seats == 2 and game.constant_sum)
        self.sources = len(game.chance_sources)
        self.room = max(game.max_actions, game.max_outcomes, samples)
        self.fan = max(min(branch, game.max_outcomes), samples)
        self.states = <char*> calloc(MAX_PLIES + 1, game.state_size)
        self.events = <u32*> malloc(MAX_PLIES * self.room * sizeof(u32))
        self.weights = <double*> malloc(MAX_PLIES * self.room * sizeof(double))
        self.bounds = <double*> malloc(MAX_PLIES * 2 * self.fan * sizeof(double))
        self.actions = <u32*> malloc(game.max_actions * sizeof(u32))
        self.totals = <double*> calloc(game.max_actions * game.seats, sizeof(double))
        self.squares = <double*> calloc(game.max_actions, sizeof(double))
        self.latest = <double*> calloc(game.max_actions * game.seats, sizeof(double))
        self.above = <bint*> calloc(game.max_actions, sizeof(bint))
        if (
            not table_open(&self.table, max(2, game.seats), <size_t> memory << 20 if table else 0)
            or self.states == NULL or self.events == NULL or self.weights == NULL
            or self.bounds == NULL or self.actions == NULL or self.totals == NULL
            or self.squares == NULL or self.latest == NULL or self.above == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.table.entries)
        free(self.states)
        free(self.events)
        free(self.weights)
        free(self.bounds)
        free(self.actions)
        free(self.totals)
        free(self.squares)
        free(self.latest)
        free(self.above)

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
        rows = []
        while self.size > 1 and depth < limit:
            self.patient = depth == 0
            with nogil:
                self._deepen(self.game, depth + 1)
            if self.interruption is not None:
                raise self.interruption
            if self.stopped and depth > 0:
                break
            depth += 1
            self.finished = self.searched
            rows = self._rank()
            if progress is not None:
                progress(self.game.text(self.actions[0]), -rows[0][0])
            if self.stopped or not self.guessed or self._decided(rows):
                break
        action = self.game.text(self.actions[0])
        return Decision(
            action=action,
            candidates=self._candidates(rows),
            simulations=self.finished,
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
        table_forget(&self.table)
        ordering_forget(&self.ordering)
        memcpy(self.view, view.data, game.state_size)
        self._draw_world(0)
        self.size = game.actions(self.states, self.actions)
        self.finished = 0
        return 0

    cdef void _draw_world(self, int world) noexcept nogil:
        """Put the root, its hidden parts drawn for the world-th time, at ply 0."""
        cdef RngState stream
        rng_seed(&stream, self.luck + world)
        self.world_luck = rng_next(&stream)
        # Worlds share what they know of a position unless it rests on their own samples.
        self.salt = 0
        if self.game.max_outcomes > self.branch or self.playout:
            self.salt = self.world_luck
        memcpy(self.states, self.view, self.game.state_size)
        if self.game.has_hidden:
            self.game.resample(self.states, self.seat, &stream)

    cdef void _deepen(self, Game game, int depth) noexcept nogil:
        """Search all worlds to one depth; the sums count finished worlds only."""
        cdef int seats = game.seats
        cdef char* after = self.states + game.state_size
        cdef double* reward
        cdef double alpha, value
        # Means over worlds need every value exactly; otherwise a bound is enough for most.
        cdef bint bounded = self.star and not game.has_hidden
        cdef int world, i, seat
        self.guessed = False
        self.searched = 0
        memset(self.totals, 0, self.size * seats * sizeof(double))
        memset(self.squares, 0, self.size * sizeof(double))
        for world in range(self.worlds):
            self._draw_world(world)
            alpha = -1.0
            for i in range(self.size):
                reward = self.latest + i * seats
                memcpy(after, self.states, game.state_size)
                game.apply(after, self.actions[i])
                self.above[i] = False
                if self.scalar:
                    value = self._scalar(game, 1, depth - 1, alpha, 2.0)
                    self.above[i] = value <= alpha
                    if bounded:
                        alpha = max(alpha, value)
                    for seat in range(seats):  # what the others get in all, in equal parts
                        reward[seat] = value if seat == self.seat else (1.0 - value) / (seats - 1)
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

    cdef inline void _visit(self) noexcept nogil:
        """Count a position; look at the clock when it is time."""
        self.visited += 1
        if self.visited >= self.next_look:
            self._look()

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
        """The root seat's reward at `ply`; outside alpha .. beta only a bound (fail-soft)."""
        cdef char* state = self.states + ply * game.state_size
        cdef double[MAX_SEATS] reward
        cdef int turn = (<Head*> state).turn
        cdef bint guessed = self.guessed
        # Below the last decision a look into the table costs as much as it saves.
        cdef bint remembering = self.remembering and depth > 0 and turn != END
        cdef double value
        cdef u64 key = 0
        cdef Entry* entry = NULL
        cdef u32 best = 0
        self._visit()
        if self.stopped:
            return 0.0
        if turn == END or (turn != CHANCE and depth == 0) or ply >= MAX_PLIES - 1:
            self._leaf(game, state, reward)
            return reward[self.seat]
        if remembering:
            key = game.key(state, -1) ^ self.salt
            entry = table_find(&self.table, key)
            if entry != NULL:
                best = entry.best
                if self._applies(entry, depth):
                    self.guessed = guessed or entry.guessed
                    if entry.reward[0] >= beta or entry.reward[0] == entry.reward[1]:
                        return entry.reward[0]
                    if entry.reward[1] <= alpha:
                        return entry.reward[1]
        self.guessed = False
        if turn == CHANCE:
            value = self._chance(game, ply, depth, alpha, beta)
        else:
            value = self._choice(game, ply, depth, alpha, beta, entry != NULL, &best)
        if remembering and not self.stopped:
            entry = table_claim(&self.table, key, depth)
            if entry.key != key or entry.era != self.table.era or entry.depth != depth:
                entry.key = key
                entry.era = self.table.era
                entry.depth = depth
                entry.guessed = False
                entry.reward[0] = 0.0
                entry.reward[1] = 1.0
            entry.best = best
            entry.guessed |= self.guessed
            if value > alpha:
                entry.reward[0] = max(value, entry.reward[0])
            if value < beta:
                entry.reward[1] = min(value, entry.reward[1])
        self.guessed |= guessed
        return value

    cdef inline bint _applies(self, Entry* entry, int depth) noexcept nogil:
        """Whether an entry holds for a look `depth` decisions ahead.

        It does when it looked as far, or less far without meeting estimates or samples.
        """
        return entry.depth == depth or (
            entry.depth < depth and not entry.guessed and self.salt == 0
        )

    cdef double _choice(
        self, Game game, int ply, int depth, double alpha, double beta, bint known, u32* best
    ) noexcept nogil:
        """The best reward that the mover can get: the root seat's highest, the others' lowest."""
        cdef char* state = self.states + ply * game.state_size
        cdef char* after = state + game.state_size
        cdef u32* actions = self.events + ply * self.room
        cdef bint mine = (<Head*> state).turn == self.seat
        cdef int size = self._list(game, ply, depth, known, best[0])
        cdef double result = -1.0 if mine else 2.0
        cdef double value
        cdef int i
        for i in range(size):
            self._pick(ply, i, size)
            memcpy(after, state, game.state_size)
            game.apply(after, actions[i])
            value = self._scalar(game, ply + 1, depth - 1, alpha, beta)
            if self.stopped:
                return 0.0
            if value > result if mine else value < result:
                result = value
                best[0] = actions[i]
                if self.star and mine:
                    alpha = max(alpha, value)
                elif self.star:
                    beta = min(beta, value)
                if alpha >= beta:
                    if self.killing:
                        ordering_praise(&self.ordering, ply, mine, depth, actions[i])
                    break
        return result

    cdef int _list(self, Game game, int ply, int depth, bint known, u32 best) noexcept nogil:
        """List the actions at `ply` and weigh which to try first. Returns their number."""
        cdef char* state = self.states + ply * game.state_size
        cdef char* after = state + game.state_size
        cdef u32* actions = self.events + ply * self.room
        cdef double* weight = self.weights + ply * self.room
        cdef bint mine = (<Head*> state).turn == self.seat
        cdef int size = game.actions(state, actions)
        cdef bint rating = self.rating and depth > 1 and size <= TO_RATE
        cdef double[MAX_SEATS] reward
        cdef Luck luck
        cdef int i
        for i in range(size):
            weight[i] = 0.0
            if known and actions[i] == best:
                weight[i] = 4.0
                continue
            if self.killing:
                weight[i] = ordering_score(&self.ordering, ply, mine, actions[i])
            if rating and weight[i] < 2.0:
                self._visit()
                memcpy(after, state, game.state_size)
                game.apply(after, actions[i])
                if (<Head*> after).turn == CHANCE:
                    luck_seed(&luck, self.world_luck, self.sources)
                    game.settle(after, &luck)
                game.values(after, reward)
                weight[i] = reward[self.seat] if mine else 1.0 - reward[self.seat]
        return size

    cdef void _pick(self, int ply, int place, int size) noexcept nogil:
        """Move the action to try next to its place; equals keep the order of the list."""
        cdef u32* actions = self.events + ply * self.room + place
        cdef double* weight = self.weights + ply * self.room + place
        cdef double heaviest = weight[0]
        cdef int best = 0
        cdef u32 action
        cdef int i
        for i in range(1, size - place):
            if weight[i] > heaviest:
                heaviest = weight[i]
                best = i
        if best:
            action = actions[best]
            memmove(actions + 1, actions, best * sizeof(u32))
            memmove(weight + 1, weight, best * sizeof(double))
            actions[0] = action
            weight[0] = heaviest

    cdef double _chance(
        self, Game game, int ply, int depth, double alpha, double beta
    ) noexcept nogil:
        """The mean over a chance event, given up as soon as it must leave alpha .. beta."""
        cdef char* after = self.states + (ply + 1) * game.state_size
        cdef double* chances = self.weights + ply * self.room
        cdef double* lows = self.bounds + ply * 2 * self.fan  # of each outcome's reward
        cdef double* highs = lows + self.fan
        cdef double low = 0.0  # of the mean
        cdef double high = 0.0
        cdef double value, floor, ceiling
        # A bound is found only if the mean may leave alpha .. beta, on the side where it may.
        cdef bint probing = self.star == 2 and depth > 0 and (alpha >= 0.0 or beta <= 1.0)
        cdef int size = self._spread(game, ply)
        cdef int i
        for i in range(size):
            lows[i] = 0.0
            highs[i] = 1.0
            high += chances[i]
        for i in range(size if probing else 0):
            self._outcome(game, ply, depth, i)
            if beta <= 1.0 if (<Head*> after).turn == self.seat else alpha >= 0.0:
                low -= chances[i] * lows[i]
                high -= chances[i] * highs[i]
                floor = (alpha - high) / chances[i]
                ceiling = (beta - low) / chances[i]
                self._probe(game, ply + 1, depth, floor, ceiling, &lows[i], &highs[i])
                low += chances[i] * lows[i]
                high += chances[i] * highs[i]
                if self.stopped or low >= beta:
                    return low
                if high <= alpha:
                    return high
        for i in range(size):
            self._outcome(game, ply, depth, i)
            low -= chances[i] * lows[i]
            high -= chances[i] * highs[i]
            # Beyond these the outcome alone takes the mean out of alpha .. beta.
            floor = (alpha - high) / chances[i] if self.star else -1.0
            ceiling = (beta - low) / chances[i] if self.star else 2.0
            value = self._scalar(game, ply + 1, depth, floor, ceiling)
            if self.stopped:
                return 0.0
            low += chances[i] * value
            high += chances[i] * value
            if value <= floor:
                return high
            if value >= ceiling:
                return low
        return low

    cdef void _probe(
        self, Game game, int ply, int depth, double floor, double ceiling, double* low, double* high
    ) noexcept nogil:
        """Bound the reward at `ply` by what the table knows of it, or by one action there."""
        cdef char* state = self.states + ply * game.state_size
        cdef int turn = (<Head*> state).turn
        cdef bint mine = turn == self.seat
        cdef Entry* entry = NULL
        cdef u32 best = 0
        if self.remembering and turn != END:
            entry = table_find(&self.table, game.key(state, -1) ^ self.salt)
            if entry != NULL:
                best = entry.best
                if self._applies(entry, depth):
                    self.guessed |= entry.guessed
                    low[0] = entry.reward[0]
                    high[0] = entry.reward[1]
                    return
        if turn < 0:
            return
        if entry == NULL:
            self._pick(ply, 0, self._list(game, ply, depth, False, best))
            best = self.events[ply * self.room]
        memcpy(state + game.state_size, state, game.state_size)
        game.apply(state + game.state_size, best)
        if mine:
            low[0] = max(0.0, self._scalar(game, ply + 1, depth - 1, 0.0, ceiling))
        else:
            high[0] = min(1.0, self._scalar(game, ply + 1, depth - 1, floor, 1.0))

    cdef int _spread(self, Game game, int ply) noexcept nogil:
        """List a chance event's outcomes, or prepare to sample them. Returns their number."""
        cdef double* chances = self.weights + ply * self.room
        cdef char* state = self.states + ply * game.state_size
        cdef int size = game.outcomes(state, self.events + ply * self.room, chances)
        cdef int i
        self.sampled[ply] = size > self.branch
        if self.sampled[ply]:
            size = self.samples
            for i in range(size):
                chances[i] = 1.0 / size
        return size

    cdef void _outcome(self, Game game, int ply, int depth, int number) noexcept nogil:
        """Put one outcome, or sample, of the chance event at `ply` on the next ply."""
        cdef char* state = self.states + ply * game.state_size
        cdef char* after = state + game.state_size
        cdef Luck luck
        memcpy(after, state, game.state_size)
        if self.sampled[ply]:
            luck_seed(&luck, self.world_luck + (<u64> depth << 32) + number, self.sources)
            game.settle(after, &luck)
        else:
            game.apply(after, self.events[ply * self.room + number])

    cdef void _vector(self, Game game, int ply, int depth, double* out) noexcept nogil:
        """Every seat's reward at `ply` when each seat maximizes its own, the first best action."""
        cdef char* state = self.states + ply * game.state_size
        cdef char* after = state + game.state_size
        cdef u32* events = self.events + ply * self.room
        cdef double[MAX_SEATS] reward
        cdef int turn = (<Head*> state).turn
        cdef bint guessed = self.guessed
        cdef bint remembering = self.remembering and depth > 0 and turn != END
        cdef Entry* entry
        cdef double weight
        cdef u64 key = 0
        cdef u32 best = 0
        cdef int size, i, seat
        self._visit()
        if self.stopped:
            return
        if turn == END or (turn != CHANCE and depth == 0) or ply >= MAX_PLIES - 1:
            self._leaf(game, state, out)
            return
        if remembering:
            key = game.key(state, -1) ^ self.salt
            entry = table_find(&self.table, key)
            if entry != NULL and self._applies(entry, depth):
                self.guessed |= entry.guessed
                memcpy(out, entry.reward, game.seats * sizeof(double))
                return
        self.guessed = False
        for seat in range(game.seats):
            out[seat] = 0.0
        if turn == CHANCE:
            size = self._spread(game, ply)
            for i in range(size):
                self._outcome(game, ply, depth, i)
                self._vector(game, ply + 1, depth, reward)
                if self.stopped:
                    return
                weight = self.weights[ply * self.room + i]
                for seat in range(game.seats):
                    out[seat] += weight * reward[seat]
        else:
            size = game.actions(state, events)
            for i in range(size):
                memcpy(after, state, game.state_size)
                game.apply(after, events[i])
                self._vector(game, ply + 1, depth - 1, reward)
                if self.stopped:
                    return
                if i == 0 or reward[turn] > out[turn]:
                    best = events[i]
                    memcpy(out, reward, game.seats * sizeof(double))
                    if self.star and out[turn] >= 1.0:
                        break
        if remembering:
            entry = table_claim(&self.table, key, depth)
            entry.key = key
            entry.era = self.table.era
            entry.depth = depth
            entry.guessed = self.guessed
            entry.best = best
            memcpy(entry.reward, out, game.seats * sizeof(double))
        self.guessed |= guessed

    cdef void _leaf(self, Game game, char* state, double* out) noexcept nogil:
        """The rewards of an ended game, or the estimate where the search breaks off."""
        cdef Luck luck
        cdef int seat
        if (<Head*> state).turn != END:
            self.guessed = True
            if self.playout or (<Head*> state).turn == CHANCE:
                luck_seed(&luck, self.world_luck ^ LEAF, self.sources)
            if self.playout:
                game.play_out(state, &luck, self.playout, True)
            game.settle(state, &luck)
        game.values(state, out)
        for seat in range(game.seats):
            out[seat] = min(max(out[seat], 0.0), 1.0)

    cdef list _rank(self):
        """Put the root's actions in order, best first; returns what was found out about each."""
        cdef int seats = self.game.seats
        cdef double worlds = self.searched
        cdef double mean, variance
        cdef int i
        rows = []
        for i in range(self.size):
            mean = self.totals[i * seats + self.seat] / worlds
            variance = max(self.squares[i] / worlds - mean * mean, 0.0)
            rewards = [self.totals[i * seats + seat] / worlds for seat in range(seats)]
            error = sqrt(variance / max(worlds - 1.0, 1.0))
            rows.append((-mean, i, self.actions[i], rewards, error, bool(self.above[i])))
        rows.sort()
        for i in range(self.size):
            self.actions[i] = rows[i][2]
        return rows

    cdef tuple _candidates(self, list rows):
        """The root's actions in words and in units of returns."""
        cdef Game game = self.game
        cdef double span = game.high - game.low
        return tuple([
            Candidate(
                action=game.text(action),
                visits=self.finished,
                values=tuple([game.low + span * reward for reward in rewards]),
                error=span * error,
                bound=bound,
            )
            for _, _, action, rewards, error, bound in rows
        ])

    cdef bint _decided(self, list rows):
        """Whether the first action surely wins, or all surely lose: no deeper look can help."""
        return self.scalar and not self.game.has_hidden and -rows[0][0] in (0.0, 1.0)

    cdef list _line(self, int depth):
        """The continuation that the table remembers, up to the first luck or hidden hand."""
        cdef Game game = self.game
        cdef char* state = self.states
        cdef Entry* entry
        line = [game.text(self.actions[0])]
        self._draw_world(0)
        game.apply(state, self.actions[0])
        while (<Head*> state).turn >= 0 and not game.has_hidden and len(line) < depth:
            entry = table_find(&self.table, game.key(state, -1) ^ self.salt)
            if entry == NULL:
                break
            line.append(game.text(entry.best))
            game.apply(state, entry.best)
        return line
