# What the events of a turn do.
from aicore.core._types cimport u32
from aicore.games.relics.state cimport RelicsState, Tables


cdef inline bint is_out(const RelicsState* s, int seat) noexcept nogil:
    cdef int i
    for i in range(s.out):
        if s.escaped[i] == seat:
            return True
    return False


cdef void go_on(RelicsState* s, int phase) noexcept nogil
cdef void begin_turn(const Tables* t, RelicsState* s) noexcept nogil
cdef void apply_event(const Tables* t, RelicsState* s, u32 event) noexcept nogil
