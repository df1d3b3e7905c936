# Positions of relics as dictionaries.
from aicore.games.relics.rules.state cimport RelicsState, Tables

cdef dict dump_fields(const Tables* t, const RelicsState* s)
cdef list queue_of(const Tables* t, const RelicsState* s)
cdef dict board_of(const Tables* t, const RelicsState* s)
