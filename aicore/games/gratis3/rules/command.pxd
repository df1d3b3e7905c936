# Steps 1 and 2 of a turn: repairs and commands.
from aicore.games.gratis3.rules.state cimport GratisState
from aicore.games.gratis3.rules.survey cimport Rules


cdef void repair(GratisState* s, int system, int phase) noexcept nogil
cdef bint move_on(const Rules* r, GratisState* s) noexcept nogil
cdef void close_launch(const Rules* r, GratisState* s) noexcept nogil
cdef void launch(const Rules* r, GratisState* s, int kind, int space) noexcept nogil
cdef void raise_shields(const Rules* r, GratisState* s) noexcept nogil
cdef void fire_guns(const Rules* r, GratisState* s) noexcept nogil
cdef void spend_hits(const Rules* r, GratisState* s) noexcept nogil
cdef void hit(const Rules* r, GratisState* s, int space) noexcept nogil
cdef void fire(const Rules* r, GratisState* s, int seat) noexcept nogil
cdef void override_repair(const Rules* r, GratisState* s, int system) noexcept nogil
cdef void play(const Rules* r, GratisState* s, int card) noexcept nogil
