"""Results of simulations for the root's actions, by their indices among the root's edges."""

from cython cimport final
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from aicore.core._types cimport c_assert, i64, u32
from aicore.core.game cimport Game


@final
cdef class RootSums:
    """Sums over the simulations of one search. Raises MemoryError."""

    def __cinit__(self, Game game not None):
        game.check_built()
        self.seats = game.seats
        self.room = game.max_actions
        self.survivor = <Survivor*> calloc(self.room, sizeof(Survivor))
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
        """Forget all simulations and survivors."""
        self.left = 0
        self.trees = 1
        memset(self.visits, 0, self.room * sizeof(i64))
        memset(self.value, 0, self.room * self.seats * sizeof(double))
        memset(self.utility, 0, self.room * sizeof(double))
        memset(self.square, 0, self.room * sizeof(double))

    cdef void share(self, u32 place, i64 before, u32 first, u32 units) noexcept nogil:
        """Add a survivor.

        Args:
            place: index of the action.
            before: number of the action's simulations so far in all trees.
            first, units: this tree's part of each round, which has one simulation for each tree.
        """
        cdef Survivor* new = &self.survivor[self.left]
        c_assert(self.left < self.room and 0 < units <= self.trees - first)
        new.place = place
        new.units = units
        new.made = 0
        new.next = before + first
        self.left += 1

    cdef u32 take(self, i64* number) noexcept nogil:
        """Give a simulation to the survivor with the fewest in all trees, and return its index.

        Args:
            number: receives the number of this action's earlier simulations.
        """
        cdef Survivor* best = &self.survivor[0]
        cdef int i
        for i in range(1, self.left):
            if self.survivor[i].next < best.next:
                best = &self.survivor[i]
        number[0] = best.next
        best.next += 1
        best.made += 1
        if best.made == best.units:
            best.made = 0
            best.next += self.trees - best.units
        return best.place

    cdef tuple row(self, u32 place):
        """Return an action's number of simulations and its sums.

        The sums are over each seat's rewards, the mover's utilities, and their squares.
        """
        cdef int seat
        rewards = tuple([self.value[place * self.seats + seat] for seat in range(self.seats)])
        return self.visits[place], rewards, self.utility[place], self.square[place]
