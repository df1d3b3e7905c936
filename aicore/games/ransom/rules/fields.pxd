# Positions of Space Ransom as tables of fields.
from aicore.core.layout cimport Layout
from aicore.games.ransom.rules.state cimport RansomState

cdef Layout layout_of(int most_fuel, int most_points, tuple factions)
cdef int dump_rest(dict fields, const RansomState* s) except -1
cdef int restore_rest(dict fields, RansomState* s, int first_fuel) except -1
