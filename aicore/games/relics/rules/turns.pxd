# Effects of turns: steps, guns and fires, platforms, artifacts and their traps, and the end.
from aicore.games.relics.rules.state cimport RelicsState, Tables


cdef inline bint is_out(const RelicsState* s, int seat) noexcept nogil:
    cdef int i
    for i in range(s.out):
        if s.escaped[i] == seat:
            return True
    return False


cdef inline bint acts_again(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    """Whether a seat inside is on turn, or will be again."""
    cdef int until  # number of seats until its turn
    cdef int end  # number of seats until the Last Defense that ends the last turns
    if seat == s.seat:
        return True
    if s.final:
        until = (seat - s.seat + t.seats) % t.seats
        end = (s.heart - s.seat + t.seats) % t.seats
        if end and until >= end:
            return False
    return s.round < t.rounds or seat > s.seat


cdef void go_on(RelicsState* s, int phase) noexcept nogil
cdef void await_chance(RelicsState* s, int phase) noexcept nogil
cdef void begin_turn(const Tables* t, RelicsState* s) noexcept nogil
cdef void end_turn(const Tables* t, RelicsState* s) noexcept nogil
cdef void after_trap(RelicsState* s) noexcept nogil
cdef void be_shot(RelicsState* s) noexcept nogil
cdef void discard(RelicsState* s, int item) noexcept nogil
cdef void escape(const Tables* t, RelicsState* s) noexcept nogil
cdef void move(const Tables* t, RelicsState* s, int way) noexcept nogil
cdef void patch(const Tables* t, RelicsState* s) noexcept nogil
cdef void put_down(const Tables* t, RelicsState* s, int rotation) noexcept nogil
cdef void remove(const Tables* t, RelicsState* s, int platform) noexcept nogil
cdef void resolve_step(const Tables* t, RelicsState* s) noexcept nogil
cdef void shoot(const Tables* t, RelicsState* s, int gun, int weapon) noexcept nogil
cdef void spring_trap(const Tables* t, RelicsState* s, int artifact) noexcept nogil
cdef void swipe(const Tables* t, RelicsState* s, int artifact) noexcept nogil
cdef void take(const Tables* t, RelicsState* s, bint keycard) noexcept nogil
