"""One look-ahead of expectimax: the value of a position, searched to a given depth.

If the root seat's reward is enough, `scalar` searches with bounds. If each seat maximizes its own
reward, `vector` finds the rewards of all.
"""

from cython cimport final
from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport free
from libc.string cimport memcpy

from aicore.core._types cimport u32, u64
from aicore.core.clock cimport now
from aicore.core.game cimport CHANCE, END, Game, MAX_SEATS
from aicore.core.rng cimport Luck, luck_seed
from aicore.search.expectimax.ordering cimport ordering_credit, ordering_forget, ordering_score
from aicore.search.expectimax.plies cimport (
    MAX_PLIES,
    plies_close,
    plies_follow,
    plies_list,
    plies_open,
    plies_outcome,
    plies_pick,
    plies_settle,
    plies_spread,
    plies_state,
    plies_turn,
)
from aicore.search.expectimax.table cimport (
    Entry, table_find, table_forget, table_holds, table_open, table_write
)

from aicore.core.errors import AicoreError
from aicore.core.parameter import MAX_TOTAL, Parameter

DEEPEST = 64  # maximum number of decisions to look ahead

PARAMETERS = (
    Parameter("depth", 2, "decisions to look ahead", high=DEEPEST, bound=True),
    Parameter("time", 0.0, "seconds per decision", bound=True),
    Parameter("nodes", 0, "positions visited per decision", high=MAX_TOTAL, bound=True),
    Parameter("branch", 8, "chance events with more outcomes than this are sampled", low=1),
    Parameter("samples", 4, "samples of such an event", low=1, high=1024),
    Parameter("worlds", 16, "determinizations, or seeds of playouts if nothing is hidden", low=1),
    Parameter("star", 2, "0: no bounds; 1: alpha-beta and Star1; 2: Star2 too", high=2),
    Parameter("table", True, "reuse the results of positions met before"),
    Parameter("killers", True, "first try actions that refuted other positions"),
    Parameter("order", False, "try actions in the order of their evaluation"),
    Parameter(
        "prune",
        "soft",
        "when to search unpromising actions: soft: later; hard: never; off: at once",
        choices=("soft", "hard", "off"),
    ),
    Parameter("playout", 0, "plies of the game's policy before evaluation", high=1 << 20),
    Parameter(
        "rivals",
        "maxn",
        "aim of the other seats: their own return, this seat's loss, or none (random play)",
        choices=("maxn", "paranoid", "random"),
    ),
    Parameter("memory", 16, "MiB for the transposition table", low=1, high=1 << 20),
)

cdef enum:
    POSITIONS_PER_CHECK = 16  # number of positions between checks of the clock
    WIDE_DEPTH = 6  # a soft search lists all legal actions if at least this many decisions are left
    MAX_RATED = 64  # maximum number of actions that are ordered by evaluation

cdef double SLICE = 0.05  # seconds between checks for signals
cdef u64 PLAYOUT_SALT = <u64> 0x51ED270B0A3F9C25  # separates the random numbers of playouts


@final
cdef class LookAhead:
    """State shared by the look-aheads of one search.

    Args:
        v: value of each parameter in `PARAMETERS`, by name.

    Raises AicoreError if there is not enough memory.
    """

    def __cinit__(self, Game game not None, dict v not None):
        game.check_built()
        self.nodes = v["nodes"]
        self.playout = v["playout"]
        self.star = v["star"]
        self.use_table = v["table"]
        self.use_killers = v["killers"] and self.star > 0
        self.use_ratings = v["order"] and self.star > 0
        self.prune = v["prune"] != "off"
        # A search bounded by depth alone takes only promising actions.
        self.soft = v["prune"] == "soft" and game.prunes_legal and (v["time"] or v["nodes"])
        self.random = v["rivals"] == "random"
        self.sampling = game.max_outcomes > v["branch"] or self.playout
        # With one decision left, the table costs as much time as it saves, except below chance
        # events that are searched in full.
        self.table_depth = self.sampling or not game.has_chance
        if (
            not table_open(
                &self.table, max(2, game.seats), v["memory"] << 20 if self.use_table else 0
            )
            or not plies_open(&self.plies, game, v["branch"], v["samples"])
        ):
            raise AicoreError(f"memory={v['memory']}: there is not enough memory")

    def __dealloc__(self):
        free(self.table.entries)
        plies_close(&self.plies)

    cdef int begin(self, int seat, double deadline) except -1:
        """Begin a search for a seat, which must end when the monotonic clock reads `deadline`."""
        self.seat = seat
        self.deadline = deadline
        self.visited = 0
        self.next_check = POSITIONS_PER_CHECK
        self.next_signal = now() + SLICE
        self.out_of_time = False
        self.stopped = False
        self.interruption = None
        table_forget(&self.table)
        ordering_forget(&self.ordering)
        return 0

    cdef void _check_limits(self) noexcept nogil:
        """Check the clock, the limit of positions, and signals."""
        cdef double moment = now()
        self.next_check = self.visited + POSITIONS_PER_CHECK
        if self.deadline and moment >= self.deadline or self.nodes and self.visited >= self.nodes:
            self.out_of_time = self.patient
            self.stopped = not self.patient
        if moment >= self.next_signal:
            self.next_signal = moment + SLICE
            with gil:
                try:
                    PyErr_CheckSignals()
                except BaseException as interruption:
                    self.interruption = interruption
                    self.stopped = True

    cdef double scalar(
        self, Game game, int ply, int depth, double alpha, double beta
    ) noexcept nogil:
        """Return the root seat's reward at `ply`, or a bound of a reward outside alpha .. beta."""
        cdef double[MAX_SEATS] reward
        cdef int turn = plies_turn(&self.plies, ply)
        cdef bint guessed = self.guessed
        cdef bint in_table = fits_table(self, turn, depth)
        cdef double value
        cdef u64 key = 0
        cdef Entry* entry = NULL
        cdef u32 best = 0
        visit(self)
        if self.stopped:
            return 0.0
        if (turn == END or (turn != CHANCE and depth == 0) or self.out_of_time
                or ply >= MAX_PLIES - 1):
            self._leaf(game, ply, reward)
            return reward[self.seat]
        if in_table:
            key = game.key(plies_state(&self.plies, ply), -1) ^ self.salt
            entry = table_find(&self.table, key)
            if entry != NULL:
                best = entry.best
                if table_holds(entry, depth, self.sampling):
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
        if in_table and not self.stopped:
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
        """Return the root seat's reward after the mover's choice.

        The root seat chooses the highest reward, the other seats the lowest.
        """
        cdef bint mine = plies_turn(&self.plies, ply) == self.seat
        cdef int size = self._list(game, ply, depth, known, best[0])
        cdef double result = -1.0 if mine else 2.0
        cdef double value
        cdef u32 action
        cdef int i
        for i in range(size):
            action = plies_pick(&self.plies, ply, i, size)
            plies_follow(&self.plies, game, ply, action)
            value = self.scalar(game, ply + 1, depth - 1, alpha, beta)
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
                    if self.use_killers:
                        ordering_credit(&self.ordering, ply, mine, depth, action)
                    break
        return result

    cdef int _list(self, Game game, int ply, int depth, bint known, u32 best) noexcept nogil:
        """List the actions at `ply`, with weights for their order, and return their number."""
        cdef u32* actions = self.plies.events + ply * self.plies.room
        cdef double* weight = self.plies.weights + ply * self.plies.room
        cdef bint mine = plies_turn(&self.plies, ply) == self.seat
        cdef int size = plies_list(&self.plies, game, ply, only_promising(self, depth))
        # Rating costs too much near the leaves, or if a shallower look-ahead found the best action.
        cdef bint rated = self.use_ratings and depth > 2 and not known and size <= MAX_RATED
        cdef double[MAX_SEATS] reward
        cdef int i
        for i in range(size):
            if known and actions[i] == best:
                weight[i] = 8.0  # before killers, which have 3 or 4
                continue
            if self.use_killers:
                weight[i] += ordering_score(&self.ordering, ply, mine, actions[i])
            if rated and weight[i] < 3.0:
                visit(self)
                plies_follow(&self.plies, game, ply, actions[i])
                plies_settle(&self.plies, game, ply + 1)
                game.values(plies_state(&self.plies, ply + 1), reward)
                weight[i] = reward[self.seat] if mine else 1.0 - reward[self.seat]
        return size

    cdef double _chance(
        self, Game game, int ply, int depth, double alpha, double beta
    ) noexcept nogil:
        """Return the mean reward over a chance event, or a bound of a mean outside alpha .. beta.

        The decision of a seat that plays uniformly counts as a chance event.
        """
        cdef double* chances = self.plies.weights + ply * self.plies.room
        cdef double* lows = self.plies.bounds + ply * 2 * self.plies.fan  # bounds of each reward
        cdef double* highs = lows + self.plies.fan
        cdef double low = 0.0  # lower bound of the mean
        cdef double high = 0.0  # upper bound of the mean
        cdef double value, floor, ceiling
        cdef bint probing = self.star == 2 and depth > 0 and (alpha >= 0.0 or beta <= 1.0)
        cdef int size = plies_spread(&self.plies, game, ply)
        cdef int i
        for i in range(size):
            lows[i] = 0.0
            highs[i] = 1.0
            high += chances[i]
        for i in range(size if probing else 0):
            plies_outcome(&self.plies, game, ply, depth, i)
            # One action of the root seat can only show that the mean is beta or more. One action of
            # another seat can only show that the mean is alpha or less.
            if beta <= 1.0 if plies_turn(&self.plies, ply + 1) == self.seat else alpha >= 0.0:
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
            plies_outcome(&self.plies, game, ply, depth, i)
            low -= chances[i] * lows[i]
            high -= chances[i] * highs[i]
            # If the outcome's reward is beyond these bounds, the mean is outside alpha .. beta.
            floor = (alpha - high) / chances[i] if self.star else -1.0
            ceiling = (beta - low) / chances[i] if self.star else 2.0
            value = self.scalar(game, ply + 1, depth, floor, ceiling)
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
        """Write bounds of the reward at `ply`, from its table entry or from one action there."""
        cdef int turn = plies_turn(&self.plies, ply)
        cdef Entry* entry = NULL
        cdef u32 action
        if self.use_table and turn != END:
            entry = table_find(
                &self.table, game.key(plies_state(&self.plies, ply), -1) ^ self.salt
            )
            if entry != NULL and table_holds(entry, depth, self.sampling):
                self.guessed |= entry.guessed
                low[0] = entry.reward[0]
                high[0] = entry.reward[1]
                return
        if turn < 0 or (self.random and turn != self.seat):
            return
        if entry != NULL:
            action = entry.best
        else:
            action = plies_pick(
                &self.plies, ply, 0, self._list(game, ply, depth, False, 0)
            )
        plies_follow(&self.plies, game, ply, action)
        if turn == self.seat:
            low[0] = max(0.0, self.scalar(game, ply + 1, depth - 1, 0.0, ceiling))
        else:
            high[0] = min(1.0, self.scalar(game, ply + 1, depth - 1, floor, 1.0))

    cdef void vector(self, Game game, int ply, int depth, double* out) noexcept nogil:
        """Write every seat's reward at `ply` if each seat maximizes its own reward.

        Among equal actions, the first counts.
        """
        cdef u32* events = self.plies.events + ply * self.plies.room
        cdef double* chances = self.plies.weights + ply * self.plies.room
        cdef double[MAX_SEATS] reward
        cdef int turn = plies_turn(&self.plies, ply)
        cdef bint guessed = self.guessed
        cdef bint in_table = fits_table(self, turn, depth)
        cdef Entry* entry
        cdef u64 key = 0
        cdef u32 best = 0
        cdef int size, i, seat
        visit(self)
        if self.stopped:
            return
        if (turn == END or (turn != CHANCE and depth == 0) or self.out_of_time
                or ply >= MAX_PLIES - 1):
            self._leaf(game, ply, out)
            return
        if in_table:
            key = game.key(plies_state(&self.plies, ply), -1) ^ self.salt
            entry = table_find(&self.table, key)
            if entry != NULL and table_holds(entry, depth, self.sampling):
                self.guessed |= entry.guessed
                memcpy(out, entry.reward, game.seats * sizeof(double))
                return
        self.guessed = False
        for seat in range(game.seats):
            out[seat] = 0.0 if turn == CHANCE else -1.0
        if turn == CHANCE:
            size = plies_spread(&self.plies, game, ply)
        else:
            size = plies_list(&self.plies, game, ply, only_promising(self, depth))
            depth -= 1
        for i in range(size):
            if turn == CHANCE:
                plies_outcome(&self.plies, game, ply, depth, i)
            else:
                plies_follow(&self.plies, game, ply, events[i])
            self.vector(game, ply + 1, depth, reward)
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
        if in_table:
            depth += turn != CHANCE
            entry = table_write(&self.table, key, depth, best, self.guessed)
            memcpy(entry.reward, out, game.seats * sizeof(double))
        self.guessed |= guessed

    cdef void _leaf(self, Game game, int ply, double* out) noexcept nogil:
        """Write the rewards of an ended game, or estimates if the search stops at `ply`."""
        cdef void* state = plies_state(&self.plies, ply)
        cdef Luck luck
        cdef int seat
        if plies_turn(&self.plies, ply) != END:
            self.guessed = True
            if self.playout:
                luck_seed(&luck, self.plies.luck ^ PLAYOUT_SALT, self.plies.sources)
                game.play_out(state, &luck, self.playout, True)
            plies_settle(&self.plies, game, ply)
        game.values(state, out)
        for seat in range(game.seats):
            out[seat] = min(max(out[seat], 0.0), 1.0)


cdef inline void visit(LookAhead self) noexcept nogil:
    """Count a visited position, and check the clock after every few positions."""
    self.visited += 1
    if self.visited >= self.next_check:
        self._check_limits()


cdef inline bint only_promising(LookAhead self, int depth) noexcept nogil:
    """Whether a position lists only promising actions, which makes a `soft` search an estimate."""
    if self.soft and depth < WIDE_DEPTH:
        self.guessed = True
        return True
    return self.prune and not self.soft


cdef inline bint fits_table(LookAhead self, int turn, int depth) noexcept nogil:
    """Whether to store positions with this turn and depth in the table."""
    return self.use_table and depth > (1 if turn == CHANCE else self.table_depth)
