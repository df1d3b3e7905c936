"""Cython game with the declarations of a plain game.

The plain file still declares fields, forms and hidden information. Port the methods of the rules to
Cython one by one; the others remain the author's Python methods.
"""

from cpython.bytes cimport PyBytes_AsString
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from aicore.core._types cimport u32
from aicore.core.rng cimport Luck, RngState, rng_below, rng_uniform
from aicore.core.ruleset cimport Ruleset
from aicore.plain.rules cimport PlainGame

from aicore.plain.porting import game_spec_of, only_source

cdef enum:
    MAX_ON_STACK = 1024  # maximum number of events on the stack


cdef class PortedGame(PlainGame):
    """Base class of a ported game.

    A derived class defines `begin`, `actions`, `apply`, `outcomes` and `returns` in Cython. It
    casts the state to a packed struct with the same fields. Fields of each seat have room for the
    maximum number of seats.
    """

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.start = PyBytes_AsString(self.first)
        only = only_source(self.sources)
        self.one_source = only is not None
        if only is not None:
            self.source, self.number = only

    cdef object make(self, info):
        return game_spec_of(info, self.seats, self.options)

    def first_of(self, str form):
        """Return the number of a form's first event, by the name of the form's method."""
        for one in self.grammar:
            if one.name == form:
                return one.first
        raise KeyError(form)

    cdef void blank(self, void* state) noexcept nogil:
        """Set every field to its start value; seat 0 is to move."""
        memcpy(state, self.start, self.state_size)

    cdef int next_seat(self, int seat) noexcept nogil:
        """Return the next seat in turn."""
        return seat + 1 if seat + 1 < self.seats else 0

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        if not self.one_source:
            return PlainGame.chance_source(self, state, number)
        number[0] = self.number
        return self.source

    # Defaults that call the ported methods.

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        if self.suggest is not None:
            return PlainGame.policy(self, state, rng)
        return self.sample_action(state, rng)

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef u32[MAX_ON_STACK] few
        cdef u32* events = few
        cdef u32 found = 0
        cdef int size
        if self.max_actions > MAX_ON_STACK:
            events = <u32*> malloc(self.max_actions * sizeof(u32))
            if events == NULL:
                return PlainGame.sample_action(self, state, rng)
        size = self.actions(state, events)
        if size > 0:
            found = events[rng_below(rng, <u32> size)]
        if events != few:
            free(events)
        return found

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef u32[MAX_ON_STACK] few
        cdef double[MAX_ON_STACK] chances
        cdef u32* events = few
        cdef double* chance = chances
        cdef u32 found = 0
        cdef double target
        cdef int size, i
        if self.max_outcomes > MAX_ON_STACK:
            return PlainGame.sample_outcome(self, state, rng)
        size = self.outcomes(state, events, chance)
        target = rng_uniform(rng)
        for i in range(size):
            found = events[i]
            target -= chance[i]
            if target < 0.0:
                break
        return found

    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil:
        return Ruleset.play_out(self, state, luck, min(limit, self.patience), guided)
