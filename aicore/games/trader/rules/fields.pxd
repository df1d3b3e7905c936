# Positions of Free Trader as dictionaries, and back.
from aicore.games.trader.rules.state cimport Tables, TraderState

cdef dict dump_fields(const TraderState* s, dict names)
cdef int restore_fields(
    dict fields, TraderState* s, const Tables* t, dict names, bint at_once, bint reshuffle_all
) except -1
