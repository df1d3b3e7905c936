# Positions as dictionaries, and back.
from aicore.games.gratis3.rules.state cimport GratisState
from aicore.games.gratis3.rules.survey cimport Rules

cdef dict dump_fields(const Rules* r, const GratisState* s, int seat, object data,
                      object board)
cdef int restore_fields(const Rules* r, dict fields, GratisState* s, object data,
                        object board, int black_chips) except -1
