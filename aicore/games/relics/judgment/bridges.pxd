# Bridges: which platform to lift for a route, and where to lay it.
from aicore.core._types cimport u32
from aicore.games.relics.judgment.routes cimport Route
from aicore.games.relics.rules.state cimport RelicsState, Tables

cdef enum:
    AHEAD = 7  # number of squares of a route that matter for a place


ctypedef struct Place:
    int found  # number of squares of the route that the platform carries; 0 if there is no place
    int at
    int rotation


cdef int gap_of(const RelicsState* s, const Route* route) noexcept nogil
cdef int carries(
    const Tables* t, int platform, int at, int rotation, const Route* route, int gap) noexcept nogil
cdef void find_place(
    const RelicsState* s, const Tables* t, int platform, int spot, const Route* route, int gap,
    Place* best) noexcept nogil
cdef void mark_route(const Route* route, u32* rows) noexcept nogil
cdef int floor_count(const RelicsState* s, int platform, const u32* rows) noexcept nogil
cdef double lift_worth(
    const RelicsState* s, const Tables* t, int platform, const Route* route, int gap,
    double* known) noexcept nogil
cdef bint can_bridge(
    const RelicsState* s, const Tables* t, const Route* route, int gap) noexcept nogil
cdef bint blocks(const RelicsState* s, int platform, int gap) noexcept nogil
cdef int put_aside(const RelicsState* s, int platform, const u32* way, int gap) noexcept nogil
