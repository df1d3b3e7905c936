# Positions of a game in Python: see position.pyx.
from aicore.core._types cimport u32
from aicore.core.ruleset cimport Ruleset

cdef class State
cdef class View


cdef u32 event_number(Ruleset game, event) except? 0
cdef State new_state(Ruleset game, const void* source)


cdef class Position:
    cdef readonly Ruleset game
    cdef void* data  # the state struct, owned
    cdef dict _entries  # cached result of `to_dict`
    cdef bytes _entries_of  # bytes of the position with these entries

    cdef int own(self, Ruleset game, const void* source) except -1


cdef class State(Position):
    cdef bint possible(self, u32 event) except -1
    cdef u32 _number(self, event) except? 0
    cdef object _refusal(self, event, u32 number)


cdef class View(Position):
    cdef readonly int seat  # seat whose knowledge the view has
