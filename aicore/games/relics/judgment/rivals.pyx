"""Decisions against other seats: removals in the Last Defense, and starting airlocks."""

from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.core.bits cimport lowest
from aicore.core.rng cimport RngState, rng_below
from aicore.games.relics.rules.board cimport airlock_taken, large_square, mark
from aicore.games.relics.judgment.bridges cimport floor_count, mark_route
from aicore.games.relics.rules.legal cimport empty_platforms
from aicore.games.relics.judgment.routes cimport (
    FAR, Field, Route, Terrain, distance, flood_from_airlock, flood_home, route_home, survey_land,
)
from aicore.games.relics.judgment.reach cimport mark_pieces
from aicore.games.relics.rules.state cimport (
    AIRLOCK_TAG, CENTER, GALLERIES, REMOVE_TAG, ROWS, RelicsState, Tables, code,
)


cdef void mark_ways_home(const RelicsState* s, const Tables* t, int mover,
                         const Terrain* land, const Field* home, u32* own,
                         u32* others) noexcept nogil:
    """Mark the mover's way home in `own`, and those of the other seats inside in `others`."""
    cdef Route route
    cdef int seat
    memset(own, 0, ROWS * sizeof(u32))
    memset(others, 0, ROWS * sizeof(u32))
    for seat in range(t.seats):
        if s.pos[seat]:
            route_home(s, land, home, s.pos[seat], &route)
            mark_route(&route, own if seat == mover else others)


cdef void survey_ways_home(const RelicsState* s, const Tables* t, int mover, u32* own,
                           u32* others) noexcept nogil:
    cdef Terrain land
    cdef Field home
    cdef u32[ROWS] goals
    memset(goals, 0, sizeof(goals))
    mark_pieces(s, t, goals)
    survey_land(s, t, &land)
    flood_home(s, &land, goals, &home)
    mark_ways_home(s, t, mover, &land, &home, own, others)


cdef double removal_worth(const RelicsState* s, int platform, const u32* own,
                          const u32* others) noexcept nogil:
    return 3.0 + floor_count(s, platform, others) - 2.0 * floor_count(s, platform, own)


cdef u32 advise_removal(const RelicsState* s, const Tables* t, RngState* rng) noexcept nogil:
    """Return the removal of a platform that others need more than the mover."""
    cdef u32[ROWS] own, others
    cdef u32 rest = empty_platforms(s)
    cdef int best = lowest(rest)
    cdef double value = -100.0
    cdef double worth
    cdef int platform
    survey_ways_home(s, t, s.turn, own, others)
    while rest:
        platform = lowest(rest)
        rest &= rest - 1
        worth = removal_worth(s, platform, own, others) + 0.25 * rng_below(rng, 4)
        if worth > value:
            value = worth
            best = platform
    return code(REMOVE_TAG, best)


cdef void rate_airlocks(const RelicsState* s, const Tables* t, int* price) noexcept nogil:
    """Rate each airlock by its distance to the nearest artifact and the Heart; -1 if it is taken.

    An AP to the Heart weighs 1.5 times as much as one to an artifact, as games of couriers showed.
    """
    cdef Terrain land
    cdef Field reach
    cdef u32[ROWS] goals
    cdef int way, gallery, first
    memset(goals, 0, sizeof(goals))
    for gallery in range(GALLERIES):
        mark(goals, large_square(t, gallery))
    survey_land(s, t, &land)
    for way in range(4):
        price[way] = -1
        if airlock_taken(s, way):
            continue
        flood_from_airlock(s, &land, way, goals, &reach)
        first = FAR
        for gallery in range(GALLERIES):
            if gallery != CENTER:
                first = min(first, distance(&reach, large_square(t, gallery)))
        price[way] = 2 * first + 3 * distance(&reach, large_square(t, CENTER))


cdef u32 advise_airlock(const RelicsState* s, const Tables* t) noexcept nogil:
    cdef int[4] price
    cdef int way
    cdef int best = -1
    rate_airlocks(s, t, price)
    for way in range(4):
        if price[way] >= 0 and (best < 0 or price[way] < price[best]):
            best = way
    return code(AIRLOCK_TAG, best)
