"""What simulations found for the root's actions, by their places among the root's edges."""

from cython cimport final
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from aicore.core._types cimport i64, u32
from aicore.core.game cimport Game


@final
cdef class RootSums:
    """Sums over the simulations of one search. Raises MemoryError."""

    def __cinit__(self, Game game not None):
        game.complete()
        self.seats = game.seats
        self.room = game.max_actions
        self.survivor = <u32*> calloc(self.room, sizeof(u32))
        self.visits = <i64*> calloc(self.room, sizeof(i64))
        self.value = <double*> calloc(self.room * self.seats, sizeof(double))
        self.utility = <double*> calloc(self.room, sizeof(double))
        self.square = <double*> calloc(self.room, sizeof(double))
        if (
            self.survivor == NULL or self.visits == NULL or self.value == NULL
            or self.utility == NULL or self.square == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.survivor)
        free(self.visits)
        free(self.value)
        free(self.utility)
        free(self.square)

    cdef void clear(self) noexcept nogil:
        """Begin with no simulation, and no action dropped."""
        self.left = 0
        memset(self.visits, 0, self.room * sizeof(i64))
        memset(self.value, 0, self.room * self.seats * sizeof(double))
        memset(self.utility, 0, self.room * sizeof(double))
        memset(self.square, 0, self.room * sizeof(double))

    cdef u32 least_visited(self) noexcept nogil:
        """The place of the action with the fewest visits among those that halving has left."""
        cdef u32 best = self.survivor[0]
        cdef int i
        for i in range(1, self.left):
            if self.visits[self.survivor[i]] < self.visits[best]:
                best = self.survivor[i]
        return best

    cdef tuple row(self, u32 place):
        """Of one action: its simulations, each seat's sum of rewards, the mover's of utilities and
        of their squares."""
        cdef int seat
        rewards = tuple([self.value[place * self.seats + seat] for seat in range(self.seats)])
        return self.visits[place], rewards, self.utility[place], self.square[place]
