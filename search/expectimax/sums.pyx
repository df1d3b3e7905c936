"""Mean values of the root's actions over determinizations, and their standard errors."""

from cython cimport final
from libc.math cimport sqrt
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.core.game cimport Game

from aicore.core.decision import Candidate


@final
cdef class Sums:
    """Sums over determinizations of the rewards of one position's actions."""

    def __cinit__(self, Game game not None):
        game.check_built()
        self.game = game
        self.actions = <u32*> calloc(game.max_actions, sizeof(u32))
        self.latest = <double*> calloc(game.max_actions * game.seats, sizeof(double))
        self.above = <bint*> calloc(game.max_actions, sizeof(bint))
        self.totals = <double*> calloc(game.max_actions * game.seats, sizeof(double))
        self.squares = <double*> calloc(game.max_actions, sizeof(double))
        if (
            self.actions == NULL or self.latest == NULL or self.above == NULL
            or self.totals == NULL or self.squares == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.actions)
        free(self.latest)
        free(self.above)
        free(self.totals)
        free(self.squares)

    cdef void clear(self) noexcept nogil:
        """Forget all determinizations but keep the actions."""
        self.worlds = 0
        memset(self.totals, 0, self.size * self.game.seats * sizeof(double))
        memset(self.squares, 0, self.size * sizeof(double))

    cdef void add(self) noexcept nogil:
        """Add the rewards of a determinization, which are in `latest`."""
        cdef int seats = self.game.seats
        cdef double* reward
        cdef int i, seat
        for i in range(self.size):
            reward = self.latest + i * seats
            for seat in range(seats):
                self.totals[i * seats + seat] += reward[seat]
            self.squares[i] += reward[self.seat] * reward[self.seat]
        self.worlds += 1

    cdef list rank(self):
        """Sort the actions, the mover's best first; equal actions keep their order.

        Return a row for each action: minus the mover's mean reward, the index before sorting, the
        action, the mean rewards of all seats, the standard error of the mover's mean, and whether
        this mean is an upper bound.
        """
        cdef int seats = self.game.seats
        cdef double worlds = self.worlds
        cdef double mean, variance
        cdef int i
        rows = []
        for i in range(self.size):
            mean = self.totals[i * seats + self.seat] / worlds
            variance = max(self.squares[i] / worlds - mean * mean, 0.0)
            means = [self.totals[i * seats + seat] / worlds for seat in range(seats)]
            error = sqrt(variance / max(worlds - 1.0, 1.0))
            rows.append((-mean, i, self.actions[i], means, error, bool(self.above[i])))
        rows.sort()
        for i in range(self.size):
            self.actions[i] = rows[i][2]
        return rows

    cdef tuple candidates(self, list rows, int visits, bint exact):
        """Return the rows of `rank` as candidates, with values in units of returns."""
        cdef double low = self.game.low
        cdef double span = self.game.high - low
        return tuple([
            Candidate(
                action=self.game.text(action),
                visits=visits,
                values=tuple([low + span * mean for mean in means]),
                error=span * error,
                bound=bound,
                exact=exact,
            )
            for _, _, action, means, error, bound in rows
        ])
