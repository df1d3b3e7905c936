# Positions of relics from dictionaries.
from aicore.games.relics.rules.state cimport RelicsState, Tables

cdef int restore_rest(const Tables* t, dict fields, RelicsState* s) except -1
