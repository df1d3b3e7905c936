"""Probability that each seat wins, by a small network that compares the seats two by two."""

from libc.string cimport memset

from aicore.core.game cimport MAX_SEATS
from aicore.core.net cimport MAX_WIDTH

from aicore.core.weights import network_of

cdef enum:
    MAX_OWN = MAX_WIDTH // 2  # maximum number of features of a seat


cdef class PairwiseValue:
    """Value of a position by pairwise comparisons: the seat ahead of all others wins."""

    cdef int prepare(
            self, dict network, tuple features, int own, int shared, bint once) except -1:
        """Load the network's weights. Raises ValueError.

        Args:
            network: content of the network's file: see `network_of`.
            features: names of the inputs: see `pair_features`.
            own: number of features of a seat.
            shared: number of shared features.
            once: whether to compare each pair once, the seat earlier in turn order first.
        """
        self.net = network_of(network, features, 2 * own + shared)
        self.own, self.shared, self.once = own, shared, once
        return 0

    cdef void chances(
            self, const void* rules, const void* state, int seats, int first, double* out
    ) noexcept nogil:
        """Write the probability that each seat wins, before the game is over.

        Args:
            first: seat to move.
            out: room for each seat's probability.
        """
        cdef float[MAX_SEATS * MAX_OWN] own
        cdef float[MAX_WIDTH] shared
        self.survey(rules, state, seats, own, shared)
        self.win_chances(rules, state, seats, first, own, shared, out)

    cdef void win_chances(
        self, const void* rules, const void* state, int seats, int first, const float* own,
        const float* shared, double* out
    ) noexcept nogil:
        """Write the probability that each seat wins, from surveyed features, as in `chances`."""
        cdef float[MAX_WIDTH] x
        cdef float ahead
        cdef double chance
        cdef double total = 0.0
        cdef int i, j, seat, other
        for seat in range(seats):
            out[seat] = 1.0
        for i in range(seats):
            seat = (first + i) % seats
            for j in range(i + 1 if self.once else 0, seats):
                if j == i:
                    continue
                other = (first + j) % seats
                chance = self.settled(rules, state, seat, other)
                if chance == OPEN:
                    self.pair_up(rules, state, own, shared, seat, other, x)
                    self.net.run(x, &ahead)
                    # The result is never exactly 0 or 1, so at least one seat has a chance.
                    chance = logistic(min(max(ahead, -30.0), 30.0))
                out[seat] *= chance
                if self.once:
                    out[other] *= 1.0 - chance
        for seat in range(seats):
            total += out[seat]
        if self.once or total > 1.0:
            for seat in range(seats):
                out[seat] /= total

    cdef void judge(
        self, const void* rules, const void* view, int seats, int first, int seat, float* out,
        double* chance
    ) noexcept nogil:
        """Write the network's inputs that compare a seat with each other seat, in turn order.

        `chance` receives what `chances` writes, by the same survey of the position.
        """
        cdef float[MAX_SEATS * MAX_OWN] own
        cdef float[MAX_WIDTH] shared
        cdef int i
        self.survey(rules, view, seats, own, shared)
        self.win_chances(rules, view, seats, first, own, shared, chance)
        for i in range(1, seats):
            self.pair_up(rules, view, own, shared, seat, (seat + i) % seats, out)
            out += self.net.inputs

    cdef list rows(self, const void* rules, const void* state, int seats, int first):
        """Return pairs of seats, each with its network inputs, to fit the network."""
        cdef float[MAX_SEATS * MAX_OWN] own
        cdef float[MAX_WIDTH] shared
        cdef float[MAX_WIDTH] x
        cdef int i, j, seat, other, place
        self.survey(rules, state, seats, own, shared)
        found = []
        for i in range(seats):
            seat = (first + i) % seats
            for j in range(i + 1 if self.once else 0, seats):
                if j == i:
                    continue
                other = (first + j) % seats
                self.pair_up(rules, state, own, shared, seat, other, x)
                found.append(((seat, other), [x[place] for place in range(self.net.inputs)]))
        return found

    cdef void survey(
            self, const void* rules, const void* state, int seats, float* own, float* shared
    ) noexcept nogil:
        """Write the features of each seat, `self.own` per seat, and the shared features."""
        memset(own, 0, seats * self.own * sizeof(float))
        memset(shared, 0, self.shared * sizeof(float))
        self.describe(rules, state, own, shared)

    # Methods that the game defines.

    cdef void describe(
            self, const void* rules, const void* state, float* own, float* shared) noexcept nogil:
        """Fill in the features of each seat, one seat after another, and the shared features.

        All features are 0 before the call.
        """

    cdef void pair_up(
            self, const void* rules, const void* state, const float* own, const float* shared,
            int seat, int other, float* x) noexcept nogil:
        """Write the network's inputs to compare `seat` with `other`.

        Call `write_pair_inputs`, and add inputs if the network has more.
        """

    cdef int settled(
            self, const void* rules, const void* state, int seat, int other) noexcept nogil:
        """Return 1 if a seat certainly beats another, 0 if it certainly does not, else OPEN."""
        return OPEN
