# Methods of a plain game's author, prepared for fast calls: see prepared.pyx.
from aicore.core._types cimport u64
from aicore.plain.state cimport Struct


cdef class ListedForm:
    cdef object run, owner  # the lister is called as `run(owner, state)`; None if all are legal
    cdef dict codes  # numbers by the lister's results
    cdef object form
    cdef bint blanks  # whether the form has blanks
    cdef object whole  # all numbers of the form
    cdef u64 phases  # phases in which the form is possible, as bits; 0 for all

    cdef object keys(self, Struct state)


cdef class PlayedEvent:
    cdef object run, owner  # the event is played as `run(owner, state, *args)`
    cdef tuple args
    cdef object first, second  # the first two arguments, or None
    cdef int number  # number of arguments
    cdef bint chance  # whether this is a chance event
    cdef tuple facts  # the event's form, and the arguments

    cdef int play(self, Struct state) except -1
