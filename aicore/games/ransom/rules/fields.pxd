# Positions of Space Ransom as dictionaries, and back.
from aicore.games.ransom.rules.state cimport RansomState

cdef dict dump_fields(const RansomState* s)
cdef int restore_fields(dict fields, RansomState* s, int first_fuel, int most_fuel) except -1
