# Calls of a plain game's author: see calls.pyx.
from aicore.core._types cimport u32
from aicore.core.game cimport Game
from aicore.core.rng cimport RngState
from aicore.plain.state cimport Struct


cdef enum:
    UNKNOWN = 0xFFFFFFFF  # no card


cdef class PlainCalls(Game):
    cdef readonly object author  # of aicore.plain.game.Game: whose methods are called
    cdef readonly str file  # the author's, as tracebacks name it
    cdef object kind  # the class of its states
    cdef tuple slots  # of its fields
    cdef tuple mirrors  # names of symmetries
    cdef object history  # aicore.plain.packing.History; None: none
    cdef dict past  # by event: its entry there
    cdef bytes first  # a state in which nothing is written yet
    cdef list free  # states that no call uses
    cdef tuple listers  # of actions: the method that lists them, their numbers, the form, all of it
    cdef tuple rest  # of actions that are legal where nothing else is: the same
    cdef tuple chances  # of chance events: the same
    cdef dict plays  # by event: the method that carries it out, and its arguments
    cdef dict named  # by text: the event
    cdef dict sources  # by the name of a form: source, blank of a card, field of its pass
    cdef bytearray items  # by chance event from the first on, 32 bits each: its card, or UNKNOWN
    cdef u32* item  # the same memory
    cdef u32 first_item, item_count
    cdef bytearray asked  # the position whose outcomes were listed last
    cdef object asked_form  # the form of these outcomes; None: of no position yet
    cdef object suggest, estimate, promise, redraw
    cdef object failure  # the last one
    cdef int row  # chance events in a row that changed nothing
    cdef int streak  # chance events in a row
    cdef int patience  # plies of a playout at most
    cdef double total  # of all seats' returns, if it is constant and was seen

    cdef object make(self, info)
    cdef Struct take(self, const void* state)
    cdef void give(self, Struct state, void* target) noexcept
    cdef void fail(self, error, Struct state, str doing, event) noexcept
    cdef list listed(self, Struct state)
    cdef int collect(self, Struct state, tuple listers, list found) except -1
    cdef object any_of(self, Struct state, RngState* rng)
    cdef list possible(self, Struct state)
    cdef int remember(self, const void* state, list outcomes) except -1
    cdef object unexpected(self)
    cdef int play(self, Struct state, event) except -1
    cdef int record(self, Struct state, int actor, event) except -1
    cdef object picked(self, list outcomes, RngState* rng)
    cdef object advised(self, Struct state, RngState* rng)
    cdef int number_of(self, text, str method) except -1
    cdef int worths(self, found, str method, double* out) except -1
