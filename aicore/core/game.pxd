# All names that games and searchers cimport. This file declares `Game`. ruleset.pxd declares the C
# methods of games and the bounds of a state; position.pxd declares states and views.
from aicore.core.position cimport Position, State, View
from aicore.core.ruleset cimport (
    CHANCE, END, Head, MAX_SEATS, MAX_STATE_BYTES, MAX_STATE_WORDS, Ruleset, turn_of,
)


cdef class Game(Ruleset):
    cdef object _grammar  # created on first use
    # Checks of arguments from Python.
    cdef int check_same_game(self, Position position) except -1
    cdef int check_to_move(self, View view) except -1
