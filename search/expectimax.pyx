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
from libc.stdlib cimport free
from libc.string cimport memcpy

from aicore.core._types cimport i64, u32, u64
from aicore.core.clock cimport now
from aicore.core.face cimport Busy, real, whole
from aicore.core.game cimport CHANCE, END, Game, MAX_SEATS, MAX_STATE_WORDS, View
from aicore.core.line cimport (
    Line,
    MAX_PLIES,
    line_close,
    line_follow,
    line_list,
    line_open,
    line_outcome,
    line_pick,
    line_settle,
    line_spread,
    line_state,
    line_turn,
)
from aicore.core.ordering cimport Ordering, ordering_forget, ordering_praise, ordering_score
from aicore.core.rng cimport Luck, Rng, RngState, luck_seed, rng_next, rng_seed
from aicore.core.sums cimport Sums
from aicore.core.table cimport (
    Entry, Table, table_find, table_forget, table_holds, table_open, table_write
)

from aicore.core import face
from aicore.core.decision import Decision
from aicore.core.errors import AicoreError

cdef enum:
    MOST = 0x7FFFFFFF  # of numbers that nothing else bounds
    MOST_SAMPLES = 1024
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
        worlds: determinizations where something is hidden; lucks where playouts meet some.
        star: 0: no bounds, all positions are visited; 1: alpha-beta and Star1; 2: Star2 too.
        table: whether positions that are met again are remembered.
        killers: whether actions that refuted other positions are tried early.
        prune: whether to look only at the actions that the game calls promising.
        order: whether actions are tried in the order of their evaluation.
        playout: plies that the game's policy plays on before a position is evaluated.
        rivals: what the others do: "maxn": each maximizes its own reward; "paranoid": they minimize
            the root seat's; "random": they play uniformly.
        memory: MiB for the transposition table.

    Raises AicoreError, also where there is no such memory.
    """

    cdef readonly Game game
    cdef Busy busy
    cdef int depth, worlds, star, playout
    cdef double time
    cdef i64 nodes
    cdef bint remembering, killing, rating, prune
    cdef int shallow  # the table holds positions that look further ahead than this
    cdef bint random  # the others play uniformly
    cdef bint scalar  # the root seat's reward says how a position stands
    cdef bint lucky  # values rest on samples
    cdef int seat
    cdef u64 luck  # makes the determinizations and samples of this search
    cdef u64 salt  # parts the worlds' entries in the table where their values rest on samples
    cdef i64 visited  # positions
    cdef i64 next_look  # value of `visited` at which to look at the clock
    cdef double deadline  # 0: none
    cdef double next_signal
    cdef bint patient  # the first look ahead may not be stopped: it must give some answer
    cdef bint hasty  # time or nodes ran out in that look: what is left is estimated at once
    cdef bint stopped  # out of time or nodes, or interrupted: unwind, results are void
    cdef bint guessed  # some line of play since this was cleared ended in an estimate
    cdef object interruption  # what a signal handler raised
    cdef u64[MAX_STATE_WORDS] view  # the root, hidden parts removed
    cdef Line line  # from the root, at ply 0
    cdef Table table
    cdef Ordering ordering
    cdef Sums sums

    def __cinit__(
        self, Game game not None, depth=0, time=0.0, nodes=0, branch=8, samples=4, worlds=16,
        star=2, bint table=True, bint killers=True, bint order=False, bint prune=True, playout=0,
        rivals="maxn", memory=16,
    ):
        cdef int broad = whole("branch", branch, 0, MOST)
        cdef int sampled = whole("samples", samples, 1, MOST_SAMPLES)
        cdef size_t room = <size_t> whole("memory", memory, 0, face.MOST_MEMORY) << 20
        if rivals not in ("maxn", "paranoid", "random"):
            raise AicoreError(f"rivals={face.said(rivals)}: it takes maxn, paranoid or random")
        game.complete()
        self.game = game
        self.busy = Busy()
        self.depth = min(whole("depth", depth, 0, MOST) or MAX_DEPTH, MAX_DEPTH)
        self.time = real("time", time, 0.0, face.MOST_SECONDS)
        self.nodes = whole("nodes", nodes, 0, face.MOST_COUNT)
        self.playout = whole("playout", playout, 0, MOST)
        self.worlds = whole("worlds", worlds, 1, MOST)
        if not game.has_hidden and not (self.playout and game.has_chance):
            self.worlds = 1
        self.star = whole("star", star, 0, 2)
        self.remembering = table
        self.killing = killers and self.star > 0
        self.rating = order and self.star > 0
        self.prune = prune
        self.random = rivals == "random"
        self.scalar = rivals != "maxn" or game.seats == 1 or (game.seats == 2 and game.constant_sum)
        self.lucky = game.max_outcomes > broad or self.playout
        # One decision ahead the table costs as much as it saves, but below dice it saves more.
        self.shallow = self.lucky or not game.has_chance
        self.sums = Sums(game)
        if (
            not table_open(&self.table, max(2, game.seats), room if table else 0)
            or not line_open(&self.line, game, broad, sampled)
        ):
            raise AicoreError(f"memory={face.said(memory)}: the machine has no room for it")

    def __dealloc__(self):
        free(self.table.entries)
        line_close(&self.line)

    def search(self, View view not None, Rng rng not None, progress=None):
        """Search from a view whose seat is to move.

        Args:
            rng: the source of all randomness; not advanced.
            progress: called with the current choice and its value after each depth.

        Returns a Decision. Its candidates' values are those of the deepest finished search; where
        alpha-beta showed that an action is no better than the best one, it is an upper bound.
        Raises AicoreError for a view of another game, one whose seat is not to move, and while a
        search is under way.
        """
        with self.busy:
            self.game.admit(view)
            return self._search(view, rng, progress)

    cdef object _search(self, View view, Rng rng, progress):
        cdef double start = now()
        cdef int depth = 0
        cdef int worlds = 0
        cdef list rows = []
        self.deadline = start + self.time if self.time else 0.0
        self._prepare(view, rng)
        while self.sums.size > 1 and depth < self.depth:
            self.patient = depth == 0
            with nogil:
                self._deepen(self.game, self.sums, depth + 1)
            if self.interruption is not None:
                raise self.interruption
            if self.stopped and depth > 0:
                break
            depth += 1
            worlds = self.sums.worlds
            rows = self.sums.rank()
            if progress is not None:
                progress(self.game.text(self.sums.actions[0]), -rows[0][0])
            if self.stopped or not self.guessed or self._decided(rows):
                break
        return Decision(
            action=self.game.text(self.sums.actions[0]),
            candidates=self.sums.candidates(rows, worlds),
            simulations=worlds,
            nodes=self.visited,
            depth=depth,
            seconds=now() - start,
            continuation=tuple(self._continuation(depth)),
        )

    cdef int _prepare(self, View view, Rng rng) except -1:
        """Set the root."""
        cdef RngState stream = rng.state
        self.seat = view.seat
        self.luck = rng_next(&stream)
        self.visited = 0
        self.next_look = BETWEEN_LOOKS
        self.next_signal = now() + SLICE
        self.hasty = False
        self.stopped = False
        self.interruption = None
        table_forget(&self.table)
        ordering_forget(&self.ordering)
        memcpy(self.view, view.data, self.game.state_size)
        self._draw_world(0)
        self.sums.seat = view.seat
        self.sums.size = line_list(&self.line, self.game, 0, self.prune)
        memcpy(self.sums.actions, self.line.events, self.sums.size * sizeof(u32))
        return 0

    cdef void _draw_world(self, int world) noexcept nogil:
        """Put the root, its hidden parts drawn for the world-th time, at ply 0."""
        cdef void* root = line_state(&self.line, 0)
        cdef RngState stream
        rng_seed(&stream, self.luck + world)
        self.line.luck = rng_next(&stream)
        self.salt = self.line.luck if self.lucky else 0
        memcpy(root, self.view, self.game.state_size)
        if self.game.has_hidden:
            self.game.resample(root, self.seat, &stream)

    cdef void _deepen(self, Game game, Sums sums, int depth) noexcept nogil:
        """Search all worlds to one depth; the sums count finished worlds only."""
        # Means over worlds need every value exactly; otherwise a bound is enough for most.
        cdef bint bounded = self.star and self.worlds == 1
        cdef double* reward
        cdef double alpha, value
        cdef int world, i, seat
        self.guessed = False
        sums.clear()
        for world in range(self.worlds):
            self._draw_world(world)
            alpha = -1.0
            for i in range(sums.size):
                reward = sums.latest + i * game.seats
                line_follow(&self.line, game, 0, sums.actions[i])
                sums.above[i] = False
                if self.scalar:
                    value = self._scalar(game, 1, depth - 1, alpha, 2.0)
                    sums.above[i] = value <= alpha
                    if bounded:
                        alpha = max(alpha, value)
                    for seat in range(game.seats):  # the others share what is left
                        reward[seat] = (1.0 - value) / max(game.seats - 1, 1)
                    reward[self.seat] = value
                else:
                    self._vector(game, 1, depth - 1, reward)
                if self.stopped:
                    return
            sums.add()
            self.patient = False
            self.stopped |= self.hasty
            if self.stopped:
                return

    cdef inline void _visit(self) noexcept nogil:
        """Count a position; look at the clock when it is time."""
        self.visited += 1
        if self.visited >= self.next_look:
            self._look()

    cdef void _look(self) noexcept nogil:
        """Look at the clock, the allowance of positions and at signals."""
        cdef double moment = now()
        self.next_look = self.visited + BETWEEN_LOOKS
        if self.deadline and moment >= self.deadline or self.nodes and self.visited >= self.nodes:
            self.hasty = self.patient
            self.stopped = not self.patient
        if moment >= self.next_signal:
            self.next_signal = moment + SLICE
            with gil:
                try:
                    PyErr_CheckSignals()
                except BaseException as interruption:
                    self.interruption = interruption
                    self.stopped = True

    cdef inline bint _remembers(self, int turn, int depth) noexcept nogil:
        """Whether positions of this kind and depth are worth a place in the table."""
        return self.remembering and depth > (1 if turn == CHANCE else self.shallow)

    cdef double _scalar(
        self, Game game, int ply, int depth, double alpha, double beta
    ) noexcept nogil:
        """The root seat's reward at `ply`; outside alpha .. beta only a bound (fail-soft)."""
        cdef double[MAX_SEATS] reward
        cdef int turn = line_turn(&self.line, ply)
        cdef bint guessed = self.guessed
        cdef bint remembering = self._remembers(turn, depth)
        cdef double value
        cdef u64 key = 0
        cdef Entry* entry = NULL
        cdef u32 best = 0
        self._visit()
        if self.stopped:
            return 0.0
        if turn == END or (turn != CHANCE and depth == 0) or self.hasty or ply >= MAX_PLIES - 1:
            self._leaf(game, ply, reward)
            return reward[self.seat]
        if remembering:
            key = game.key(line_state(&self.line, ply), -1) ^ self.salt
            entry = table_find(&self.table, key)
            if entry != NULL:
                best = entry.best
                if table_holds(entry, depth, self.lucky):
                    self.guessed |= entry.guessed
                    if entry.reward[0] >= beta or entry.reward[0] == entry.reward[1]:
                        return entry.reward[0]
                    if entry.reward[1] <= alpha:
                        return entry.reward[1]
        self.guessed = False
        if turn == CHANCE:
            value = self._chance(game, ply, depth, alpha, beta)
        elif self.random and turn != self.seat:
            value = self._chance(game, ply, depth - 1, alpha, beta)
        else:
            value = self._choice(game, ply, depth, alpha, beta, entry != NULL, &best)
        if remembering and not self.stopped:
            entry = table_write(&self.table, key, depth, best, self.guessed)
            if value > alpha:
                entry.reward[0] = max(value, entry.reward[0])
            if value < beta:
                entry.reward[1] = min(value, entry.reward[1])
        self.guessed |= guessed
        return value

    cdef double _choice(
        self, Game game, int ply, int depth, double alpha, double beta, bint known, u32* best
    ) noexcept nogil:
        """The best reward that the mover can get: the root seat's highest, the others' lowest."""
        cdef bint mine = line_turn(&self.line, ply) == self.seat
        cdef int size = self._list(game, ply, depth, known, best[0])
        cdef double result = -1.0 if mine else 2.0
        cdef double value
        cdef u32 action
        cdef int i
        for i in range(size):
            action = line_pick(&self.line, ply, i, size)
            line_follow(&self.line, game, ply, action)
            value = self._scalar(game, ply + 1, depth - 1, alpha, beta)
            if self.stopped:
                return 0.0
            if value > result if mine else value < result:
                result = value
                best[0] = action
                if self.star and mine:
                    alpha = max(alpha, value)
                elif self.star:
                    beta = min(beta, value)
                if alpha >= beta:
                    if self.killing:
                        ordering_praise(&self.ordering, ply, mine, depth, action)
                    break
        return result

    cdef int _list(self, Game game, int ply, int depth, bint known, u32 best) noexcept nogil:
        """List the actions at `ply` and weigh which to try first. Returns their number."""
        cdef u32* actions = self.line.events + ply * self.line.room
        cdef double* weight = self.line.weights + ply * self.line.room
        cdef bint mine = line_turn(&self.line, ply) == self.seat
        cdef int size = line_list(&self.line, game, ply, self.prune)
        # Near the leaves, and where a look less deep has found the best, rating costs too much.
        cdef bint rating = self.rating and depth > 2 and not known and size <= TO_RATE
        cdef double[MAX_SEATS] reward
        cdef int i
        for i in range(size):
            if known and actions[i] == best:
                weight[i] = 8.0
                continue
            if self.killing:
                weight[i] += ordering_score(&self.ordering, ply, mine, actions[i])
            if rating and weight[i] < 3.0:
                self._visit()
                line_follow(&self.line, game, ply, actions[i])
                line_settle(&self.line, game, ply + 1)
                game.values(line_state(&self.line, ply + 1), reward)
                weight[i] = reward[self.seat] if mine else 1.0 - reward[self.seat]
        return size

    cdef double _chance(
        self, Game game, int ply, int depth, double alpha, double beta
    ) noexcept nogil:
        """The mean over a chance event, given up as soon as it must leave alpha .. beta.

        The decision of a seat that plays uniformly is a chance event, too.
        """
        cdef double* chances = self.line.weights + ply * self.line.room
        cdef double* lows = self.line.bounds + ply * 2 * self.line.fan  # of each outcome's reward
        cdef double* highs = lows + self.line.fan
        cdef double low = 0.0  # of the mean
        cdef double high = 0.0
        cdef double value, floor, ceiling
        cdef bint probing = self.star == 2 and depth > 0 and (alpha >= 0.0 or beta <= 1.0)
        cdef int size = line_spread(&self.line, game, ply)
        cdef int i
        for i in range(size):
            lows[i] = 0.0
            highs[i] = 1.0
            high += chances[i]
        for i in range(size if probing else 0):
            line_outcome(&self.line, game, ply, depth, i)
            # Where the root seat moves, a probe can only show that the mean is beta or more.
            if beta <= 1.0 if line_turn(&self.line, ply + 1) == self.seat else alpha >= 0.0:
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
            line_outcome(&self.line, game, ply, depth, i)
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
        cdef int turn = line_turn(&self.line, ply)
        cdef Entry* entry = NULL
        cdef u32 action
        if self.remembering and turn != END:
            entry = table_find(
                &self.table, game.key(line_state(&self.line, ply), -1) ^ self.salt
            )
            if entry != NULL and table_holds(entry, depth, self.lucky):
                self.guessed |= entry.guessed
                low[0] = entry.reward[0]
                high[0] = entry.reward[1]
                return
        if turn < 0 or (self.random and turn != self.seat):
            return
        if entry != NULL:
            action = entry.best
        else:
            action = line_pick(
                &self.line, ply, 0, self._list(game, ply, depth, False, 0)
            )
        line_follow(&self.line, game, ply, action)
        if turn == self.seat:
            low[0] = max(0.0, self._scalar(game, ply + 1, depth - 1, 0.0, ceiling))
        else:
            high[0] = min(1.0, self._scalar(game, ply + 1, depth - 1, floor, 1.0))

    cdef void _vector(self, Game game, int ply, int depth, double* out) noexcept nogil:
        """Every seat's reward at `ply` when each maximizes its own; of equals the first listed."""
        cdef u32* events = self.line.events + ply * self.line.room
        cdef double* chances = self.line.weights + ply * self.line.room
        cdef double[MAX_SEATS] reward
        cdef int turn = line_turn(&self.line, ply)
        cdef bint guessed = self.guessed
        cdef bint remembering = self._remembers(turn, depth)
        cdef Entry* entry
        cdef u64 key = 0
        cdef u32 best = 0
        cdef int size, i, seat
        self._visit()
        if self.stopped:
            return
        if turn == END or (turn != CHANCE and depth == 0) or self.hasty or ply >= MAX_PLIES - 1:
            self._leaf(game, ply, out)
            return
        if remembering:
            key = game.key(line_state(&self.line, ply), -1) ^ self.salt
            entry = table_find(&self.table, key)
            if entry != NULL and table_holds(entry, depth, self.lucky):
                self.guessed |= entry.guessed
                memcpy(out, entry.reward, game.seats * sizeof(double))
                return
        self.guessed = False
        for seat in range(game.seats):
            out[seat] = 0.0 if turn == CHANCE else -1.0
        if turn == CHANCE:
            size = line_spread(&self.line, game, ply)
        else:
            size = line_list(&self.line, game, ply, self.prune)
            depth -= 1
        for i in range(size):
            if turn == CHANCE:
                line_outcome(&self.line, game, ply, depth, i)
            else:
                line_follow(&self.line, game, ply, events[i])
            self._vector(game, ply + 1, depth, reward)
            if self.stopped:
                return
            if turn == CHANCE:
                for seat in range(game.seats):
                    out[seat] += chances[i] * reward[seat]
            elif reward[turn] > out[turn]:
                best = events[i]
                memcpy(out, reward, game.seats * sizeof(double))
                if self.star and out[turn] >= 1.0:
                    break
        if remembering:
            depth += turn != CHANCE
            entry = table_write(&self.table, key, depth, best, self.guessed)
            memcpy(entry.reward, out, game.seats * sizeof(double))
        self.guessed |= guessed

    cdef void _leaf(self, Game game, int ply, double* out) noexcept nogil:
        """The rewards of an ended game, or the estimate where the search breaks off."""
        cdef void* state = line_state(&self.line, ply)
        cdef Luck luck
        cdef int seat
        if line_turn(&self.line, ply) != END:
            self.guessed = True
            if self.playout:
                luck_seed(&luck, self.line.luck ^ LEAF, self.line.sources)
                game.play_out(state, &luck, self.playout, True)
            line_settle(&self.line, game, ply)
        game.values(state, out)
        for seat in range(game.seats):
            out[seat] = min(max(out[seat], 0.0), 1.0)

    cdef bint _decided(self, list rows):
        """Whether the first action surely wins, or all surely lose: no deeper look can help."""
        return self.scalar and self.worlds == 1 and -rows[0][0] in (0.0, 1.0)

    cdef list _continuation(self, int depth):
        """The best line of play that the table remembers, up to the first luck or hidden hand."""
        cdef Game game = self.game
        cdef void* state = line_state(&self.line, 0)
        cdef Entry* entry
        line = [game.text(self.sums.actions[0])]
        self._draw_world(0)
        game.apply(state, self.sums.actions[0])
        while line_turn(&self.line, 0) >= 0 and not game.has_hidden and len(line) < depth:
            entry = table_find(&self.table, game.key(state, -1) ^ self.salt)
            if entry == NULL:
                break
            line.append(game.text(entry.best))
            game.apply(state, entry.best)
        return line
