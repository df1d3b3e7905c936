"""Worlds that a seat may be in, drawn by likelihood: others' actions hint at their hands.

A network has learned to distinguish views in real games from views in which all hidden information
was dealt again (noise-contrastive estimation; Gutmann and Hyvärinen 2010). So it estimates how much
likelier one world is than another, given a view, by the habits of the players in its training. It
needs no history of the game.

Worlds are drawn by Markov chain Monte Carlo (Metropolis and Hastings). Each world is dealt at
random. It is accepted if it is at least as likely as the world before it. Otherwise, it is accepted
with a probability equal to the ratio of both likelihoods.
"""

from cython cimport final
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core._types cimport i64, u8, u64
from aicore.core.validate cimport bounded_int
from aicore.core.game cimport Game, MAX_STATE_WORDS, View
from aicore.core.maths cimport exp
from aicore.core.policy_net cimport MAX_HIDDEN, PolicyNet
from aicore.core.position cimport new_state
from aicore.core.rng cimport Rng, RngState, rng_uniform

from aicore.core.errors import AicoreError

cdef enum:
    FIRST = 16  # number of steps before the first world


@final
cdef class Beliefs:
    """Sampler of the worlds that a network finds likely.

    Raises AicoreError if nothing is hidden in the network's game, and MemoryError.
    """

    def __cinit__(self, PolicyNet net not None):
        self.game, self.net = net.game, net
        if not net.beliefs:
            raise AicoreError(f"{self.game.name} has no hidden information")
        self.world = <char*> calloc(MAX_WORLDS, self.game.state_size)
        self.seen = <u8*> calloc(1, self.game.net_input_size)
        if self.world == NULL or self.seen == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.world)
        free(self.seen)

    def worlds(self, View view not None, Rng rng not None, count):
        """Return states that a view allows; likelier states appear more often.

        Args:
            rng: source of all randomness; it does not advance.
            count: number of states, up to 1,024.

        Raises AicoreError if the view is of another game or its seat is not to move.
        """
        cdef int number
        self.game.check_to_move(view)
        self.begin(self.game, view.data, view.seat, &rng.state)
        return [
            new_state(self.game, self.at(self.game, number))
            for number in range(bounded_int("count", count, 0, MAX_WORLDS))]

    cdef void begin(
        self, Game game, const void* view, int seat, const RngState* rng
    ) noexcept nogil:
        """Forget all worlds, and prepare for the worlds of a view.

        Args:
            rng: source of all randomness; it does not advance.
        """
        cdef int _
        memcpy(self.view, view, game.state_size)
        self.seat = seat
        self.rng = rng[0]
        self.known = 0
        self.step(game, True)
        for _ in range(FIRST):
            self.step(game, False)

    cdef const void* at(self, Game game, i64 number) noexcept nogil:
        """Return a world by its number; after MAX_WORLDS, the worlds repeat."""
        cdef size_t place = number % MAX_WORLDS
        while self.known <= <int> place:
            memcpy(self.world + self.known * game.state_size, self.state, game.state_size)
            self.known += 1
            self.step(game, False)
        return self.world + place * game.state_size

    cdef void step(self, Game game, bint always) noexcept nogil:
        """Move to another world, or stay.

        Args:
            always: whether to move even to a less likely world.
        """
        cdef u64[MAX_STATE_WORDS] state
        cdef double worth
        memcpy(state, self.view, game.state_size)
        game.resample(state, self.seat, &self.rng)
        worth = self.judge(game, state)
        if always or worth >= self.worth or rng_uniform(&self.rng) < exp(worth - self.worth):
            memcpy(self.state, state, game.state_size)
            self.worth = worth

    cdef double judge(self, Game game, const void* state) noexcept nogil:
        """Return the log-likelihood of a world, up to a constant that depends on the view."""
        cdef float[MAX_HIDDEN] last
        cdef double worth = 0.0
        cdef int other
        for other in range(game.seats):
            if other != self.seat:
                memset(self.seen, 0, game.net_input_size)
                game.net_input(state, other, self.seen)
                self.net.see(self.seen, last)
                worth += self.net.belief(last)
        return worth
