# Positions of Booster as tables of fields.
from aicore.core.layout cimport Layout
from aicore.games.booster.rules.state cimport BoosterState

cdef Layout layout_of(int size, int seats, int target, int last_turn, tuple ids)
cdef int dump_rest(dict fields, const BoosterState* s, int seats) except -1
cdef int restore_rest(BoosterState* s, int seats, int target, int last_turn) except -1
