# Positions of Free Trader as tables of fields.
from aicore.core.layout cimport Layout
from aicore.games.trader.rules.state cimport Tables, TraderState

cdef Layout layout_of(const Tables* t, dict names)
cdef int dump_rest(dict fields, const TraderState* s, dict names) except -1
cdef int restore_rest(
    dict fields, TraderState* s, const Tables* t, dict names, bint at_once, bint reshuffle_all
) except -1
