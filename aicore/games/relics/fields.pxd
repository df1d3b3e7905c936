# Positions of relics as dictionaries, and back.
from aicore.games.relics.state cimport RelicsState, Tables

cdef dict dump_fields(const Tables* t, const RelicsState* s)
cdef int restore_fields(const Tables* t, dict fields, RelicsState* s) except -1
