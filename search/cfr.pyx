# cython: boundscheck=False
"""Equilibrium of a small game with hidden cards, by counterfactual regret minimization.

The solver lists all histories. In each information set of a seat, every action has a regret: the
sum of its gains over the strategy played, kept at 0 or more (regret matching+). The solver updates
the seats in turn. The average of their strategies, with weight t for iteration t, approaches an
equilibrium (CFR+: Tammelin 2014, "Solving Large Imperfect Information Games Using CFR+"; Bowling,
Burch, Johanson and Tammelin 2015, "Heads-up Limit Hold'em Poker is Solved").

Histories are numbered in preorder: a history comes after its ancestors. So one forward sweep finds
the probability of reaching each history, and one backward sweep finds all values.
"""

from array import array

from cpython.bytearray cimport PyByteArray_AsString
from cpython.exc cimport PyErr_CheckSignals
from cython import final

from aicore.core.clock cimport now
from aicore.core.game cimport CHANCE, END, Game, State, View

from aicore.core.errors import AicoreError, OptionError
from aicore.core.parameter import Parameter

MAX_HISTORIES = 50_000  # maximum number of histories of a game
ITERATIONS = Parameter(
    "iterations", 2000, "iterations of CFR+ over all histories", low=1, high=20_000
)

cdef enum:
    BETWEEN_SIGNALS = 256  # number of histories listed between checks for signals

cdef double SLICE = 0.05  # seconds between checks for signals
cdef double MIN_REACH = 1e-4  # a set with a lower mean probability counts as never reached


@final
cdef class Table:
    """Equilibrium strategies of both seats, and the values of their actions.

    Args:
        game: game with two seats, returns that add up to low + high, and at most MAX_HISTORIES
            histories.
        iterations: number of iterations; more iterations come nearer to the equilibrium.

    Raises OptionError if the game does not meet these conditions.
    """

    cdef readonly Game game
    cdef readonly int iterations
    cdef readonly double nash_conv  # total gain of both seats' best responses, in units of returns
    cdef double middle  # middle of the returns, subtracted so that both seats' values add up to 0
    cdef dict _histories  # number of a history, by the key of its state
    cdef dict _sets  # number of an information set, by the key of a view
    cdef list _actions  # legal actions of each information set
    cdef list _memory  # the arrays that the pointers below point into
    cdef int histories  # number of histories
    cdef int sets  # number of information sets
    cdef int deepest  # highest entry of `level`
    # By history. A sweep finds the values for one seat.
    cdef int* turn  # seat, CHANCE or END
    cdef int* set_of  # information set; -1 if no seat is to move
    cdef int* edge  # first edge; a last entry marks the end of the last history's edges
    cdef double* ends  # seat 0's return, less `middle`, if the game is over
    cdef double* values  # value for the sweep's seat
    cdef double* own  # the factor of the sweep's seat in the probability of the history
    cdef double* others  # the factor of the other seat and chance
    # By edge.
    cdef int* target  # history after the edge's event
    cdef double* chance  # probability of the edge's outcome
    # By information set.
    cdef int* slot  # first action; a last entry marks the end of the last set's actions
    cdef int* member  # one of the set's histories
    cdef int* seat  # seat to move
    cdef int* level  # number of earlier decisions of the set's seat
    cdef double* reach  # probability that chance and the other seat lead to the set
    # By action of an information set.
    cdef double* regret
    cdef double* gain  # what the current sweep adds to the regret
    cdef double* strategy  # probability in the current strategy; at the end, in the average
    cdef double* average  # weighted sum of the probabilities in all iterations
    cdef double* worth  # value for the set's seat, if it continues optimally

    def __cinit__(self, Game game not None, iterations=ITERATIONS.default):
        cdef int seat
        cdef int iteration = 0
        cdef double stop
        if game.seats != 2 or not game.constant_sum:
            raise OptionError(f"cfr cannot play {game.name}: it needs two seats and a constant "
                              "sum of returns")
        self.game = game
        self.iterations = ITERATIONS.read(iterations)
        self.middle = (game.low + game.high) / 2
        self._lay_out()
        while iteration < self.iterations:
            stop = now() + SLICE
            with nogil:
                while iteration < self.iterations and now() < stop:
                    iteration += 1
                    for seat in range(2):
                        self._iterate(seat, iteration)
            PyErr_CheckSignals()
        self._finish()

    def __reduce__(self):
        return Table, (self.game, self.iterations)

    def __copy__(self):
        return self  # a table never changes

    def __deepcopy__(self, memo):
        return self

    cdef int _lay_out(self) except -1:
        """Number all histories and their information sets."""
        cdef State state, after
        turn, set_of, edge, ends = array("i"), array("i"), array("i"), array("d")
        target, chance = array("i"), array("d")
        slot, member, seats, level = array("i", [0]), array("i"), array("i"), array("i")
        cdef int slots = 0
        # by information set: slot of its seat's last earlier action; -1: none
        cdef list last_slots = []
        self._histories, self._sets, self._actions, self._memory = {}, {}, [], []
        # A state, the edge to it, and by seat: the number of decisions and the slot of the last.
        waiting = [(self.game.start(), -1, (0, 0), (-1, -1))]
        while waiting:
            state, edge_in, made, last = waiting.pop()
            number = len(turn)
            if not number % BETWEEN_SIGNALS:
                PyErr_CheckSignals()
            if number == MAX_HISTORIES:
                raise OptionError(
                    f"cfr cannot play {self.game.name}: it has more than {MAX_HISTORIES:,} "
                    "histories")
            if edge_in >= 0:
                target[edge_in] = number
            self._histories[state.key()] = number
            turn.append(state.turn)
            edge.append(len(target))
            set_of.append(-1)
            ends.append(state.returns()[0] - self.middle if state.turn == END else 0.0)
            if state.turn == END:
                continue
            events = state.outcome_actions()
            if state.turn >= 0:
                events = [(action, 0.0) for action in state.legal_actions()]
                actions = [action for action, _ in events]
                key = state.key(state.turn)
                info_set = self._sets.setdefault(key, len(member))
                set_of[number] = info_set
                if info_set == len(member):
                    member.append(number)
                    seats.append(state.turn)
                    level.append(made[state.turn])
                    slots += len(actions)
                    slot.append(slots)
                    self._actions.append(actions)
                    last_slots.append(last[state.turn])
                elif self._actions[info_set] != actions:
                    raise OptionError(f"cfr cannot play {self.game.name}: its legal actions give "
                                      "away hidden information")
                elif self.game.has_hidden and last_slots[info_set] != last[state.turn]:
                    raise OptionError(f"cfr cannot play {self.game.name}: seat {state.turn} "
                                      "forgets what it knew or did; see perfect_recall in "
                                      "docs/plain-games.md")
                made = (made[0] + (state.turn == 0), made[1] + (state.turn == 1))
            for option, (event, weight) in enumerate(events):
                after = state.clone()
                after.apply(event)
                if state.turn >= 0:
                    slot_of = slot[info_set] + option
                    last = (slot_of, last[1]) if state.turn == 0 else (last[0], slot_of)
                waiting.append((after, len(target), made, last))
                target.append(0)
                chance.append(weight)
        edge.append(len(target))
        if not member:
            raise OptionError(f"cfr cannot play {self.game.name}: nobody makes a decision in it")
        self.histories, self.sets = len(turn), len(member)
        self.deepest = max(level)
        self.turn, self.set_of = <int*> self._keep_copy(turn), <int*> self._keep_copy(set_of)
        self.edge, self.ends = <int*> self._keep_copy(edge), <double*> self._keep_copy(ends)
        self.target, self.chance = <int*> self._keep_copy(target), <double*> self._keep_copy(chance)
        self.slot, self.member = <int*> self._keep_copy(slot), <int*> self._keep_copy(member)
        self.seat, self.level = <int*> self._keep_copy(seats), <int*> self._keep_copy(level)
        self.values, self.own = self._zeros(len(turn)), self._zeros(len(turn))
        self.others, self.reach = self._zeros(len(turn)), self._zeros(len(member))
        self.regret, self.gain = self._zeros(slots), self._zeros(slots)
        self.strategy, self.average = self._zeros(slots), self._zeros(slots)
        self.worth = self._zeros(slots)
        for info_set in range(self.sets):
            self._match_regrets(info_set)
        return 0

    cdef char* _keep_copy(self, numbers) except NULL:
        """Return the address of a copy of some numbers; the copy lasts as long as the table."""
        cdef bytearray data = bytearray(numbers)
        self._memory.append(data)
        return PyByteArray_AsString(data)

    cdef double* _zeros(self, int size) except NULL:
        """Return the address of `size` zeros that last as long as the table."""
        return <double*> self._keep_copy(bytes(size * sizeof(double)))

    cdef void _match_regrets(self, int info_set) noexcept nogil:
        """Make an information set's strategy proportional to its regrets: regret matching."""
        cdef int first = self.slot[info_set]
        cdef int last = self.slot[info_set + 1]
        cdef double total = 0.0
        cdef int i
        for i in range(first, last):
            total += self.regret[i]
        for i in range(first, last):
            self.strategy[i] = self.regret[i] / total if total > 0.0 else 1.0 / (last - first)

    cdef void _iterate(self, int seat, double weight) noexcept nogil:
        """Update a seat's regrets, and its average strategy with this weight."""
        cdef int info_set, i
        self._sweep_forward(seat)
        self._sweep_backward(seat)
        for info_set in range(self.sets):
            if self.seat[info_set] != seat:
                continue
            for i in range(self.slot[info_set], self.slot[info_set + 1]):
                self.average[i] += weight * self.own[self.member[info_set]] * self.strategy[i]
                self.regret[i] = max(self.regret[i] + self.gain[i], 0.0)
                self.gain[i] = 0.0
            self._match_regrets(info_set)

    cdef void _sweep_forward(self, int seat) noexcept nogil:
        """Find each history's probability: a seat's factor, and the factor of all others."""
        cdef int here, e, after, first
        self.own[0] = 1.0
        self.others[0] = 1.0
        for here in range(self.histories):
            first = self.edge[here]
            for e in range(first, self.edge[here + 1]):
                after = self.target[e]
                self.own[after] = self.own[here]
                self.others[after] = self.others[here]
                if self.turn[here] == CHANCE:
                    self.others[after] *= self.chance[e]
                elif self.turn[here] == seat:
                    self.own[after] *= self.strategy[self.slot[self.set_of[here]] + e - first]
                else:
                    self.others[after] *= self.strategy[self.slot[self.set_of[here]] + e - first]

    cdef void _sweep_backward(self, int seat) noexcept nogil:
        """Find each history's value for a seat, and the regrets of the seat's actions."""
        cdef double sign = 1.0 if seat == 0 else -1.0
        cdef int here, e, first, slot
        cdef double value
        for here in range(self.histories - 1, -1, -1):
            first = self.edge[here]
            value = sign * self.ends[here]
            slot = self.slot[self.set_of[here]] if self.turn[here] >= 0 else 0
            for e in range(first, self.edge[here + 1]):
                if self.turn[here] == CHANCE:
                    value += self.chance[e] * self.values[self.target[e]]
                else:
                    value += self.strategy[slot + e - first] * self.values[self.target[e]]
            self.values[here] = value
            if self.turn[here] == seat:
                for e in range(first, self.edge[here + 1]):
                    self.gain[slot + e - first] += self.others[here] * (
                        self.values[self.target[e]] - value)

    cdef int _finish(self) except -1:
        """Average the strategies, and find the values of best responses to the average."""
        cdef int info_set, here, i, level, seat, first, last
        cdef double total
        cdef double weights = 0.5 * self.iterations * (self.iterations + 1)
        for info_set in range(self.sets):
            first, last = self.slot[info_set], self.slot[info_set + 1]
            total = 0.0
            for i in range(first, last):
                total += self.average[i]
            for i in range(first, last):  # sets that the seat never reaches keep the last strategy
                if total > MIN_REACH * weights:
                    self.strategy[i] = self.average[i] / total
        self.nash_conv = 0.0
        for seat in range(2):
            self._sweep_forward(seat)
            for here in range(self.histories):
                if self.turn[here] == seat:
                    self.reach[self.set_of[here]] += self.others[here]
            for level in range(self.deepest, -2, -1):
                self._respond(seat, level)
            self.nash_conv += self.values[0]
        self._sweep_forward(0)
        self._sweep_backward(0)
        return 0

    cdef void _respond(self, int seat, int level) noexcept nogil:
        """Find the worth of a seat's actions after `level` earlier decisions.

        The seat makes its best later decisions, which are already found. With level -1, it makes
        only best decisions, so the first history has the value of a best response.
        """
        cdef double sign = 1.0 if seat == 0 else -1.0
        cdef int here, e, first, slot, info_set, best
        cdef double value
        for here in range(self.histories - 1, -1, -1):
            first = self.edge[here]
            value = sign * self.ends[here]
            info_set = self.set_of[here]
            if self.turn[here] == seat:
                slot = self.slot[info_set]
                if self.level[info_set] == level:
                    for e in range(first, self.edge[here + 1]):
                        self.worth[slot + e - first] += (
                            self.others[here] * self.values[self.target[e]])
                elif self.level[info_set] > level:
                    best = slot
                    for e in range(slot, self.slot[info_set + 1]):
                        if self.worth[e] > self.worth[best]:
                            best = e
                    value = self.values[self.target[first + best - slot]]
            else:
                slot = self.slot[info_set] if info_set >= 0 else 0
                for e in range(first, self.edge[here + 1]):
                    value += self.values[self.target[e]] * (
                        self.chance[e] if info_set < 0 else self.strategy[slot + e - first])
            self.values[here] = value

    @property
    def information_sets(self):
        """Number of information sets of both seats together."""
        return self.sets

    def policy(self, View view not None):
        """Return the strategy of a view's seat: pairs of an action and its probability.

        Raises AicoreError if the view is of another game, if its seat is not to move, or if no game
        reaches the position.
        """
        cdef int info_set = self._set_of_view(view)
        cdef int first = self.slot[info_set]
        cdef list actions = self._actions[info_set]
        cdef int i
        return [(actions[i], self.strategy[first + i]) for i in range(len(actions))]

    def worths(self, View view not None):
        """Return the value of each action of `policy` for the view's seat, in units of returns.

        The opponent plays by the table, and its cards have the probabilities that follow from the
        table. The seat continues optimally. Raises AicoreError like `policy`.
        """
        cdef int info_set = self._set_of_view(view)
        cdef int first = self.slot[info_set]
        cdef double reach = self.reach[info_set]
        cdef int i
        return [
            self.middle + (self.worth[first + i] / reach if reach > 0.0 else 0.0)
            for i in range(len(self._actions[info_set]))
        ]

    def value(self, State state not None):
        """Return each seat's expected return in a position, if both play by the table.

        Raises AicoreError if the state is of another game, or if no game reaches it.
        """
        self.game.check_same_game(state)
        history = self._histories.get(state.key())
        if history is None:
            raise self._unreached()
        cdef double first = self.values[<int> history]
        return self.middle + first, self.middle - first

    cdef int _set_of_view(self, View view) except -1:
        """Return the number of a view's information set. Raises AicoreError like `policy`."""
        self.game.check_to_move(view)
        info_set = self._sets.get(view.key())
        if info_set is None:
            raise self._unreached()
        return info_set

    cdef object _unreached(self):
        """Return the error for a position that is not in the table."""
        return AicoreError(f"no game of {self.game.name} reaches this position")
