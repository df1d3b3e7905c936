# Cover: platforms laid across lines of fire, so that guns cover less of a way.
from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.core.bits cimport lowest
from aicore.games.relics.board cimport anchors, guns_at, has, on_board
from aicore.games.relics.bridges cimport AHEAD, Place, bears, mark_route
from aicore.games.relics.routes cimport Route, mark
from aicore.games.relics.state cimport ROW, ROWS, SIZE, RelicsState, Tables, step_of


cdef inline int guns_along(const RelicsState* s, const Route* route) noexcept nogil:
    """The working guns that cover a square of a route within sight."""
    cdef int guns = 0
    cdef int i
    for i in range(min(route.steps, AHEAD)):
        guns |= guns_at(s, route.square[i], route.square[i])
    return guns


cdef inline void mark_fire(const RelicsState* s, const Tables* t, int guns, const u32* way,
                           u32* fire) noexcept nogil:
    """Mark where a wall would keep guns from a way: before the first square of it in each line."""
    cdef int gun, square, stride
    while guns:
        gun = lowest(guns)
        guns &= guns - 1
        stride = step_of(s.gun_way[gun])
        square = s.gun_at[gun] + stride
        while on_board(square) and not has(way, square) and not has(s.wall, square):
            if not t.gallery_at[square]:
                mark(fire, square)
            square += stride


cdef inline int shelter(const Tables* t, int platform, int at, int rotation, const u32* fire,
                        const u32* way) noexcept nogil:
    """How many marked squares the walls of a platform would cover; 0 if one was in the way."""
    cdef int found = 0
    cdef int corner, square
    for corner in range(4):
        square = at + (corner & 1) + (corner >> 1) * ROW
        if not t.floor[platform][rotation] >> corner & 1:
            if has(way, square):
                return 0
            found += has(fire, square)
    return found


cdef inline void find_cover(const RelicsState* s, const Tables* t, int platform, int spot,
                            const Route* route, Place* best) noexcept nogil:
    """How to lay a platform, anywhere or on one spot, so that guns cover less of a route."""
    cdef u32[ROWS] fire, way
    cdef u32 columns
    cdef int guns = guns_along(s, route)
    cdef int row, at, turns, found
    best.found = 0
    if guns == 0:
        return
    memset(fire, 0, sizeof(fire))
    memset(way, 0, sizeof(way))
    mark_route(route, way)
    mark_fire(s, t, guns, way, fire)
    for row in range(1, SIZE):
        columns = fire[row] | fire[row + 1]
        if columns == 0:
            continue
        columns = (columns | columns >> 1) & anchors(s, row, platform)
        while columns:
            at = row * ROW + lowest(columns)
            columns &= columns - 1
            if spot and at != spot:
                continue
            for turns in range(4):
                if s.anchor[platform] == at and s.rotation[platform] == turns:
                    continue
                found = shelter(t, platform, at, turns, fire, way)
                if found > best.found:
                    best.found = found
                    best.at = at
                    best.rotation = turns


cdef inline int cheapest_cover(const RelicsState* s, const Tables* t, u32 lifts,
                               const Route* route) noexcept nogil:
    """The cheapest of some platforms that would cut a line of fire and is not needed for the way;
    -1 if there is none."""
    cdef u32[ROWS] way
    cdef Place place
    cdef int platform
    cdef int best = -1
    if guns_along(s, route) == 0:
        return -1
    memset(way, 0, sizeof(way))
    mark_route(route, way)
    while lifts:
        platform = lowest(lifts)
        lifts &= lifts - 1
        if (best < 0 or t.squares[platform] < t.squares[best]) and bears(s, platform, way) == 0:
            find_cover(s, t, platform, 0, route, &place)
            if place.found:
                best = platform
    return best
