"""Chance that gives all who play on one seed the same deal, even where their decisions differ."""

from libc.math cimport log
from libc.stdlib cimport free, malloc

from aicore.core._types cimport u32, u64
from aicore.core.bits cimport fold, mix
from aicore.core.game cimport CHANCE, Game, Head, State

from aicore.core.errors import IllegalAction


cdef class Chance:
    """A keyed source of luck.

    A draw from a deck takes the card that ranks best by hash(seed, deck, pass through it, card)
    among those that can come; dice and other independent events take hash(seed, kind, how many
    before). Over all seeds each outcome keeps exactly the probability that `State.outcomes` gives.

    Args:
        seed: any integer; its lowest 64 bits count.
    """

    def __init__(self, seed):
        self.seed = <u64> (int(seed) & 0xFFFFFFFFFFFFFFFF)
        self._before = {}

    cpdef u32 draw(self, State state) except? 0:
        """The outcome (an integer) of the chance event that is due in `state`, not yet applied.

        Raises IllegalAction when none is due.
        """
        cdef Game game = state.game
        cdef int size, i, source
        cdef int number = -1
        cdef int best = 0
        cdef bint even = True
        cdef u64 base, hashed
        cdef double wait
        cdef double shortest = 0.0
        cdef double target
        cdef u32* events
        cdef double* weights
        if (<Head*> state.data).turn != CHANCE:
            raise IllegalAction("no chance event is due")
        events = <u32*> malloc(game.max_outcomes * sizeof(u32))
        weights = <double*> malloc(game.max_outcomes * sizeof(double))
        try:
            if events == NULL or weights == NULL:
                raise MemoryError
            size = game.outcomes(state.data, events, weights)
            source = game.chance_source(state.data, &number)
            base = fold(mix(self.seed), <u64> source)
            if number >= 0:
                # A race of exponential waiting times: the first to arrive is outcome i with
                # probability weights[i], and stays ahead of the same rivals in later draws.
                base = fold(base, number)
                for i in range(1, size):
                    even = even and weights[i] == weights[0]
                for i in range(size):
                    hashed = mix(fold(base, game.chance_item(events[i])))
                    wait = (<double> (hashed >> 11) + 0.5) / 9007199254740992.0
                    # where all are equally likely, the order of the waits needs no logarithms
                    wait = -wait if even else -log(wait) / weights[i]
                    if i == 0 or wait < shortest:
                        shortest = wait
                        best = i
            else:
                number = self._before.get(source, 0)
                hashed = mix(fold(fold(base, ~<u64> 0), number))
                target = <double> (hashed >> 11) / 9007199254740992.0
                best = size - 1
                for i in range(size):
                    target -= weights[i]
                    if target < 0.0:
                        best = i
                        break
            return events[best]
        finally:
            free(events)
            free(weights)

    cpdef pass_over(self, State state):
        """Count the chance event that is due in `state` as drawn, when a record supplies it."""
        cdef int number = -1
        cdef int source
        if (<Head*> state.data).turn != CHANCE:
            raise IllegalAction("no chance event is due")
        source = state.game.chance_source(state.data, &number)
        if number < 0:
            self._before[source] = self._before.get(source, 0) + 1

    cpdef u32 step(self, State state) except? 0:
        """Draw and apply the one chance event that is due. Returns its integer."""
        event = self.draw(state)
        self.pass_over(state)
        state.game.apply(state.data, event)
        return event

    def settle(self, State state):
        """Draw and apply chance events until a seat is to move or the game is over.

        Returns the outcomes' texts in order.
        """
        events = []
        while (<Head*> state.data).turn == CHANCE:
            events.append(state.game.text(self.step(state)))
        return events
