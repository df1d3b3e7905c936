"""Exact values of positions by alpha-beta, for two seats without luck and hidden information.

The search goes to the end of the game, so a value is exact or unknown, never an estimate. Null
windows narrow a value down (MTD(f); Plaat and others 1996). At each position, the search first
looks for a child with a known value: an end of the game, or an entry of the transposition table
(enhanced transposition cutoffs; Schaeffer and Plaat 1996). Other children follow in the order of
the table, killers and history. The solver keeps the table between searches. So it solves the
positions of a game fastest from the last one to the first.
"""

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cython cimport final
from libc.stdlib cimport free
from libc.string cimport memcpy

from aicore.core._types cimport i64, u32, u64
from aicore.core.game cimport END, Game, Head, MAX_SEATS, State
from aicore.core.validate cimport ExclusiveUse
from aicore.search.expectimax.ordering cimport (
    Ordering, ordering_credit, ordering_forget, ordering_score
)
from aicore.search.expectimax.table cimport (
    Entry, Table, table_claim, table_find, table_forget, table_open
)

from aicore.core.errors import AicoreError, IllegalAction, OptionError

cdef enum:
    MAX_DEPTH = 192  # maximum number of plies of a line
    MAX_ROOM = 1 << 26  # maximum number of bytes for the children of all plies
    BETWEEN_SIGNALS = 1 << 16  # number of positions between checks for signals

cdef double TOLERANCE = 1e-9  # values that differ by less count as equal


@final
cdef class Solver:
    """Solver of a game's positions.

    Args:
        game: game for two without luck and hidden information.
        memory: size of the transposition table in MiB.

    Raises OptionError if `solves` rejects the game, and AicoreError without enough memory.
    """

    cdef readonly Game game
    cdef ExclusiveUse busy
    cdef Table table
    cdef Ordering ordering
    cdef char* states  # children of the positions on the path, `room` of them for each ply
    cdef u32* actions  # action that leads to each child
    cdef double* weights  # priority of each child; -1 if it needs no search
    cdef int room  # maximum number of children of a position
    cdef readonly i64 visited  # number of positions visited in the latest search
    cdef i64 limit  # maximum number of positions to visit
    cdef bint stopped  # whether to unwind without a result
    cdef object interruption  # exception that a signal handler raised

    def __cinit__(self, Game game not None, int memory=64):
        game.check_built()
        if not Solver.solves(game):
            raise OptionError("a solver needs a game for two without luck and hidden information")
        self.game = game
        self.busy = ExclusiveUse(game)
        self.room = game.max_actions
        self.states = <char*> PyMem_Malloc((MAX_DEPTH + 1) * self.room * game.state_size)
        self.actions = <u32*> PyMem_Malloc((MAX_DEPTH + 1) * self.room * sizeof(u32))
        self.weights = <double*> PyMem_Malloc((MAX_DEPTH + 1) * self.room * sizeof(double))
        if (self.states == NULL or self.actions == NULL or self.weights == NULL
                or not table_open(&self.table, 2, <size_t> memory << 20)):
            raise AicoreError(f"memory={memory}: there is not enough memory")
        table_forget(&self.table)
        ordering_forget(&self.ordering)

    def __dealloc__(self):
        PyMem_Free(self.states)
        PyMem_Free(self.actions)
        PyMem_Free(self.weights)
        free(self.table.entries)

    @staticmethod
    def solves(Game game not None):
        """Whether a game's positions can be solved."""
        return (
            game.seats == 2 and game.constant_sum and not game.has_chance and not game.has_hidden
            and MAX_DEPTH * game.max_actions * game.state_size <= MAX_ROOM
        )

    def solve(self, State state not None, i64 positions):
        """Return each seat's return if both play perfectly, and the mover's best action.

        Return None if the value stays unknown.

        Args:
            state: state in which a seat is to move.
            positions: maximum number of positions to visit.

        Raises IllegalAction at the end of the game.
        """
        cdef double low = 0.0
        cdef double high = 1.0
        cdef double guess = 0.5
        cdef double found
        cdef int turn = state.turn
        if turn == END:
            raise IllegalAction("the game is over")
        best = state.legal_actions()[0]  # no action is worse than the least return
        with self.busy:
            self.visited = 0
            self.limit = positions
            self.stopped = False
            self.interruption = None
            memcpy(self.states, state.data, self.game.state_size)
            while high - low > TOLERANCE:
                guess = min(max(guess, low + TOLERANCE), high)
                with nogil:
                    found = self._search(self.game, self.states, 0, guess - TOLERANCE, guess)
                if self.interruption is not None:
                    raise self.interruption
                if self.stopped:
                    return None
                if found >= guess:
                    low = found
                    guess = 1.0
                    best = table_find(&self.table, self.game.key(self.states, -1)).best
                else:
                    high = found
                    guess = found
        mine = self.game.low + low * (self.game.high - self.game.low)
        other = self.game.low + self.game.high - mine
        return (mine, other) if turn == 0 else (other, mine), best

    cdef double _search(
        self, Game game, void* state, int ply, double alpha, double beta
    ) noexcept nogil:
        """Return the mover's reward, or a bound of a reward outside alpha .. beta."""
        cdef char* children = self.states + (ply + 1) * self.room * game.state_size
        cdef u32* actions = self.actions + ply * self.room
        cdef double* weights = self.weights + ply * self.room
        cdef double[MAX_SEATS] reward
        cdef int turn = (<Head*> state).turn
        cdef u64 key = game.key(state, -1)
        cdef Entry* entry = table_find(&self.table, key)
        cdef double best = 0.0
        cdef double ceiling = 0.0  # upper bound over all children
        cdef double value, low, high
        cdef u32 first = 0
        cdef i64 begin = self.visited
        cdef bint known = entry != NULL
        cdef int size, i, place, left
        cdef void* child
        self.visited += 1
        if self.visited >= self.limit or ply >= MAX_DEPTH - 1:
            self.stopped = True
        if self.visited % BETWEEN_SIGNALS == 0:
            self._check()
        if self.stopped:
            return 0.0
        if known:
            if entry.reward[0] >= beta or entry.reward[0] >= entry.reward[1]:
                return entry.reward[0]
            if entry.reward[1] <= alpha:
                return entry.reward[1]
            first = entry.best
        size = game.actions(state, actions)
        left = 0
        for i in range(size):
            child = children + i * game.state_size
            memcpy(child, state, game.state_size)
            game.apply(child, actions[i])
            weights[i] = -1.0
            if (<Head*> child).turn == END:
                game.values(child, reward)
                low = high = reward[turn]
            else:
                low = 0.0
                high = 1.0
                entry = table_find(&self.table, game.key(child, -1))
                if entry != NULL and (<Head*> child).turn == turn:
                    low = entry.reward[0]
                    high = entry.reward[1]
                elif entry != NULL:
                    low = 1.0 - entry.reward[1]
                    high = 1.0 - entry.reward[0]
            best = max(best, low)
            if low >= beta:
                self._store(key, begin, low, 1.0, actions[i])
                return low
            if high <= alpha or low == high:
                ceiling = max(ceiling, high)
                continue
            left += 1
            weights[i] = ordering_score(&self.ordering, ply, turn, actions[i])
            if known and actions[i] == first:
                weights[i] = 8.0
        while left:
            left -= 1
            place = 0
            for i in range(1, size):
                if weights[i] > weights[place]:
                    place = i
            weights[place] = -1.0
            child = children + place * game.state_size
            if (<Head*> child).turn == turn:
                value = self._search(game, child, ply + 1, max(alpha, best), beta)
            else:
                value = 1.0 - self._search(game, child, ply + 1, 1.0 - beta, 1.0 - max(alpha, best))
            if self.stopped:
                return 0.0
            ceiling = max(ceiling, value)
            if value > best:
                best = value
                first = actions[place]
            if value >= beta:
                ordering_credit(&self.ordering, ply, turn, MAX_DEPTH - ply, actions[place])
                self._store(key, begin, value, 1.0, first)
                return value
        self._store(key, begin, 0.0, ceiling, first if known else actions[0])
        return ceiling

    cdef void _store(
        self, u64 key, i64 begin, double low, double high, u32 best
    ) noexcept nogil:
        """Write bounds of a position's value to the table.

        Args:
            key: key of the position.
            begin: number of positions visited before this position. The table prefers to keep
                results that took more positions.
            low, high: the bounds.
            best: action whose value is at least `low`. The table keeps an earlier action that was
                shown to have a higher value.
        """
        cdef i64 effort = self.visited - begin
        cdef int depth = 0
        cdef Entry* entry
        while effort:
            depth += 1
            effort >>= 1
        entry = table_claim(&self.table, key, depth)
        if entry.key != key or entry.era != self.table.era:
            entry.key = key
            entry.era = self.table.era
            entry.reward[0] = 0.0
            entry.reward[1] = 1.0
        entry.depth = depth
        if low >= entry.reward[0]:
            entry.best = best
            entry.reward[0] = low
        entry.reward[1] = min(entry.reward[1], high)

    cdef void _check(self) noexcept nogil:
        """Handle signals; stop the search if a handler raised an exception."""
        with gil:
            try:
                PyErr_CheckSignals()
            except BaseException as interruption:
                self.interruption = interruption
                self.stopped = True
