"""Measurement of the luck in a game.

V is an estimate of each seat's return. The luck of a chance event is V after its outcome minus the
expectation of V over all outcomes. Whatever V is, this luck is 0 on average. So a result minus
its luck has the same expectation as the result, and it varies less if V is good. V knows the whole
position, including hidden cards, so luck is only reported after the game.

Consecutive chance events with no decision between them count as one. V is only evaluated where a
seat is to move or the game is over. If there are few outcomes, the expectation is exact. Otherwise
it is the mean over an unbiased sample, which does not depend on the actual outcome.

Sources: N. Burch, M. Schmid, M. Moravcik, D. Morrill, M. Bowling, "AIVAT: a new variance reduction
technique for agent evaluation in imperfect information games", AAAI 2018; the luck of a roll in GNU
Backgammon's analysis.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.string cimport memcpy

from aicore.core.validate cimport bounded_int
from aicore.core.game cimport CHANCE, END, Head, State
from aicore.core.position cimport new_state
from aicore.core.rng cimport rng_seed
from aicore.core.ruleset cimport raise_mistakes

from aicore.core.errors import IllegalAction

cdef enum:
    MAX_LISTED = 64  # maximum number of outcome sequences to list; of more, some are sampled
    LEVELS = 3  # maximum number of consecutive chance events to list
    MAX_SAMPLES = 1 << 20

SAMPLES = 32
"""Minimum number of sampled sequences if there are too many to list."""


cdef class Meter:
    """Meter of the luck in games, one after another.

    Args:
        game: the rules.
        value: V, a function from a State to each seat's value in units of returns. It is not called
            at chance events. None for the returns at the end of the game, and the game's own
            estimate before.
        samples: minimum number of sampled sequences where there are too many to list.
    """

    def __cinit__(self):
        self.outcomes = NULL
        self.chances = NULL

    def __init__(self, Game game not None, value=None, samples=SAMPLES):
        game.check_built()
        self.game = game
        self.value = value
        self.samples = bounded_int("samples", samples, 1, MAX_SAMPLES)
        PyMem_Free(self.outcomes)
        PyMem_Free(self.chances)
        self.outcomes = <u32*> PyMem_Malloc(LEVELS * (game.max_outcomes + 1) * sizeof(u32))
        self.chances = <double*> PyMem_Malloc(
            LEVELS * (game.max_outcomes + 1) * sizeof(double))
        if self.outcomes == NULL or self.chances == NULL:
            raise MemoryError
        self.begin(0)

    def __reduce__(self):
        return Meter, (self.game, self.value, self.samples)

    def __dealloc__(self):
        PyMem_Free(self.outcomes)
        PyMem_Free(self.chances)

    cdef void begin(self, u64 seed) noexcept nogil:
        """Begin a game; `seed` determines its samples."""
        cdef int seat
        rng_seed(&self.rng, seed)
        self.under_way = False
        for seat in range(MAX_SEATS):
            self.luck[seat] = 0.0

    cdef void due(self, const void* state) noexcept nogil:
        """Note that a chance event is about to happen in `state`."""
        if not self.under_way:
            memcpy(self.first, state, self.game.state_size)
            self.under_way = True

    cdef int happened(self, const void* state) except -1 nogil:
        """Add the luck of the chance events that led to `state`, unless another one follows."""
        cdef double[MAX_SEATS] found, expected
        cdef int seat
        if (<const Head*> state).turn == CHANCE:
            return 0
        self.under_way = False
        self.judge(state, found)
        self.expect(self.first, expected)
        for seat in range(self.game.seats):
            self.luck[seat] += found[seat] - expected[seat]
        return 0

    cdef tuple result(self):
        """Return the luck of each seat since the game began."""
        return tuple([self.luck[seat] for seat in range(self.game.seats)])

    cdef int judge(self, const void* state, double* out) except -1 nogil:
        """Write V of `state` to `out`; a seat is to move, or the game is over."""
        if self.value is not None:
            with gil:
                self.ask(state, out)
        elif (<const Head*> state).turn == END:
            self.game.returns(state, out)
        else:
            self.game.evaluate(state, out)
        return 0

    cdef int ask(self, const void* state, double* out) except -1:
        """Write V of `state` to `out`, computed by the function in Python."""
        values = self.value(new_state(self.game, state))
        if len(values) != self.game.seats:
            raise ValueError(f"value returned {len(values)} values for {self.game.seats} seats")
        for seat in range(self.game.seats):
            out[seat] = values[seat]
        return 0

    cdef int expect(self, const void* state, double* out) except -1 nogil:
        """Write the expectation of V after the chance events that begin in `state` to `out`."""
        cdef int seat
        for seat in range(self.game.seats):
            out[seat] = 0.0
        if self.ways(state, 0) <= MAX_LISTED:
            return self.list_all(state, 0, 1.0, out)
        return self.sample(state, out)

    cdef int ways(self, const void* state, int level) noexcept nogil:
        """Return the number of outcome sequences from `state`; MAX_LISTED + 1 if too many."""
        cdef u64[MAX_STATE_WORDS] after
        cdef u32* outcomes = &self.outcomes[level * self.game.max_outcomes]
        cdef int total = 0
        cdef int size, i
        if (<const Head*> state).turn != CHANCE:
            return 1
        if level == LEVELS:
            return MAX_LISTED + 1
        size = self.game.outcomes(state, outcomes, self.chances)
        for i in range(size):
            if total + size - i > MAX_LISTED:
                return MAX_LISTED + 1
            memcpy(after, state, self.game.state_size)
            self.game.apply(after, outcomes[i])
            total += self.ways(after, level + 1)
        return total

    cdef int list_all(
        self, const void* state, int level, double weight, double* out
    ) except -1 nogil:
        """Add V after each outcome sequence to `out`, times its probability and `weight`."""
        cdef u64[MAX_STATE_WORDS] after
        cdef double[MAX_SEATS] found
        cdef u32* outcomes = &self.outcomes[level * self.game.max_outcomes]
        cdef double* chances = &self.chances[level * self.game.max_outcomes]
        cdef int size, seat, i
        if (<const Head*> state).turn != CHANCE:
            self.judge(state, found)
            for seat in range(self.game.seats):
                out[seat] += weight * found[seat]
            return 0
        size = self.game.outcomes(state, outcomes, chances)
        for i in range(size):
            memcpy(after, state, self.game.state_size)
            self.game.apply(after, outcomes[i])
            self.list_all(after, level + 1, weight * chances[i], out)
        return 0

    cdef int sample(self, const void* state, double* out) except -1 nogil:
        """Add the mean of V over random outcome sequences to `out`.

        If the first event has few outcomes, equally many sequences begin with each of them. Their
        probabilities are the weights.
        """
        cdef u64[MAX_STATE_WORDS] after
        cdef double[MAX_SEATS] found
        cdef int size = self.game.outcomes(state, self.outcomes, self.chances)
        cdef bint listed = size <= MAX_LISTED
        cdef int wide = size if listed else MAX_LISTED  # number of sequences in a round
        cdef int rounds = (self.samples + wide - 1) // wide
        cdef int seat, i
        cdef double weight
        for i in range(rounds * wide):
            memcpy(after, state, self.game.state_size)
            weight = 1.0 / wide
            if listed:
                self.game.apply(after, self.outcomes[i % wide])
                weight = self.chances[i % wide]
            while (<Head*> after).turn == CHANCE:
                self.game.apply(after, self.game.sample_outcome(after, &self.rng))
            self.judge(after, found)
            for seat in range(self.game.seats):
                out[seat] += found[seat] * weight / rounds
        return 0

    def of_game(self, events, u64 seed=0):
        """Return the luck of each seat in a game so far, as a tuple in units of returns.

        Args:
            events: the events of the game from the first, as texts or integers.
            seed: seed of the samples.

        Raises IllegalAction or NotationError if an event cannot be played.
        """
        cdef State state = self.game.start()
        cdef bint chance
        self.begin(seed)
        for event in events:
            chance = (<Head*> state.data).turn == CHANCE
            if chance:
                self.due(state.data)
            state.apply(event)
            if chance:
                self.happened(state.data)
                raise_mistakes(self.game)
        return self.result()


def luck_of(State state not None, outcomes, value=None, samples=SAMPLES, u64 seed=0):
    """Return the luck of each seat in some chance events, as a tuple in units of returns.

    Args:
        state: the position in which a chance event is due; it does not change.
        outcomes: the actual outcomes of this event and of those that followed before any decision,
            as texts or integers. If another chance event is due then, its outcomes are averaged.
        value, samples: as in `Meter`.
        seed: seed of the samples.

    Raises IllegalAction or NotationError if an outcome is impossible, or no chance event is due.
    """
    cdef Meter meter = Meter(state.game, value, samples)
    cdef State after = state.clone()
    cdef double[MAX_SEATS] found, expected
    meter.begin(seed)
    for outcome in outcomes:
        if (<Head*> after.data).turn != CHANCE:
            raise IllegalAction("no chance event is due")
        after.apply(outcome)
    if after == state:
        raise IllegalAction("give at least one outcome")
    if (<Head*> after.data).turn == CHANCE:
        meter.expect(after.data, found)
    else:
        meter.judge(after.data, found)
    meter.expect(state.data, expected)
    raise_mistakes(meter.game)
    return tuple([found[seat] - expected[seat] for seat in range(meter.game.seats)])
