"""Methods of a plain game's author, prepared for fast calls."""

from aicore.core._types cimport u64
from aicore.plain.state cimport Struct

from types import FunctionType


cdef class ListedForm:
    """Form of an action or chance event, prepared for fast listing."""

    def __init__(self, form, author, u64 phases):
        self.run, self.owner = _called(form.lister, author)
        self.codes, self.form, self.blanks = form.codes, form, bool(form.blanks)
        self.whole, self.phases = range(form.first, form.first + form.size), phases

    cdef object keys(self, Struct state):
        """Return the lister's result; True without a lister, None if it lists nothing."""
        if self.run is None:
            return True
        keys = self.run(self.owner, state)
        return None if keys is False else keys


cdef class PlayedEvent:
    """Event, prepared for fast play."""

    def __init__(self, form, author, event):
        self.run, self.owner = _called(form.run, author)
        self.args, self.chance = form.args(event), form.chance
        self.facts = form, self.args
        self.number = len(self.args)
        self.first, self.second = (*self.args, None, None)[:2]

    cdef int play(self, Struct state) except -1:
        """Call the author's method."""
        if self.number == 1:
            self.run(self.owner, state, self.first)
        elif self.number == 2:
            self.run(self.owner, state, self.first, self.second)
        else:
            self.run(self.owner, state, *self.args)
        return 0


def _called(function, author):
    """Return a function and its first argument, so that calls need no bound method."""
    if function is None or type(function) is FunctionType:
        return function, author
    bound = function.__get__(author)
    return (lambda _, *given: bound(*given)), None
