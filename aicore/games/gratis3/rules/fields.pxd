# Positions as tables of fields.
from aicore.core.layout cimport Layout
from aicore.games.gratis3.rules.state cimport GratisState
from aicore.games.gratis3.rules.survey cimport Rules

cdef Layout layout_of(const Rules* r, object data, object board, int black_chips, tuple rest)
cdef int dump_rest(
    dict fields, const Rules* r, const GratisState* s, int seat, object data, object board
) except -1
cdef dict flattened(dict fields)
cdef int restore_rest(
    dict fields, const Rules* r, GratisState* s, object data, object board, int black_chips
) except -1
