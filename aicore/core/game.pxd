# All that games and searchers cimport: games themselves here, their C methods and the bounds of a
# state in ruleset.pxd, states and views in position.pxd.
from aicore.core.position cimport Position, State, View
from aicore.core.ruleset cimport (
    CHANCE, END, Head, MAX_SEATS, MAX_STATE_BYTES, MAX_STATE_WORDS, Ruleset, turn_of,
)


cdef class Game(Ruleset):
    cdef object _grammar  # made when it is first asked for
    # What callers from Python are asked for.
    cdef int expect(self, Position position) except -1
    cdef int admit(self, View view) except -1
