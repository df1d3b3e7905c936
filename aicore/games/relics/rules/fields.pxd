# Fields of relics' positions, and contents of the board.
from aicore.core.layout cimport Layout
from aicore.games.relics.rules.state cimport RelicsState, Tables

cdef Layout layout_of(const Tables* t)
cdef int most_charges(const Tables* t)
cdef int dump_rest(const Tables* t, const RelicsState* s, dict fields) except -1
cdef dict charge_places(const RelicsState* s, int seat)
cdef list queue_of(const Tables* t, const RelicsState* s)
cdef dict board_of(const Tables* t, const RelicsState* s)
