# How good a position is for each seat: what it is likely to carry out, and its share of the win.
from libc.math cimport exp

from aicore.core.bits cimport count
from aicore.games.relics.bridges cimport Place, find_place, gap_of
from aicore.games.relics.legal cimport large_square
from aicore.games.relics.routes cimport FAR, Route, distance
from aicore.games.relics.sight cimport (
    HOME, Sight, ap_left, carried_points, look, to_beat, way_to,
)
from aicore.games.relics.state cimport OVER, RelicsState, Tables
from aicore.games.relics.turns cimport is_out


cdef inline double promised(const RelicsState* s, const Tables* t, const Sight* v) noexcept nogil:
    """The AP that the platform in the hand will save on the way to the best goal."""
    cdef Route route
    cdef Place place
    cdef int gap
    if s.lifting < 0:
        return 0.0
    way_to(s, t, v, v.goal[0], &route)
    gap = gap_of(s, &route)
    if gap < 0:
        return -1.0
    find_place(s, t, s.lifting, s.spot, &route, gap, &place)
    return place.found - t.squares[s.lifting]


cdef inline double hopes(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    """The points that a seat inside is likely to carry out."""
    cdef Sight v
    cdef double points = carried_points(s, t, seat)
    cdef double spare, gain, near
    cdef int inside = max(t.seats - s.out, 1)
    look(s, t, seat, &v)
    spare = ap_left(s, t, seat, s.heart) - 1.2 * v.back - t.margin
    if seat == s.seat:
        spare += promised(s, t, &v)
    gain = min(max(spare, 0.0), t.ap_per_artifact * count(s.artifact_on) / inside)
    points += 7.0 / t.ap_per_artifact * gain
    if v.goal[0] != HOME:
        near = distance(&v.reach, large_square(t, v.goal[0]))
        points += t.nearer * (t.ap_per_artifact - near)
    return max(points, 0.0) / (1.0 + exp(-spare / 4.0))


cdef inline void outlook(const Tables* t, const RelicsState* s, double* out) noexcept nogil:
    cdef double total = 0.0
    cdef int best = to_beat(s, t)
    cdef int seat
    for seat in range(t.seats):
        out[seat] = 0.0
        if is_out(s, seat):
            out[seat] = carried_points(s, t, seat) + 0.5
            if carried_points(s, t, seat) < best:
                out[seat] = 0.0  # beaten for good
        elif s.pos[seat] == 0:
            out[seat] = 1.0
        elif s.phase != OVER:
            out[seat] = hopes(s, t, seat)
        out[seat] = out[seat] * out[seat] * out[seat]
        total += out[seat]
    for seat in range(t.seats):
        out[seat] = out[seat] / total if total > 0.0 else 0.0
