"""Routes of relics: floods of the board, a row of squares at a time, and the ways they find."""

from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.core.bits cimport lowest
from aicore.core.wide cimport has_avx2
from aicore.games.relics.judgment.flood cimport spread
from aicore.games.relics.rules.board cimport INSIDE, cover, has, is_door, mark, stood_on
from aicore.games.relics.rules.state cimport (
    ROW, ROWS, SIZE, RelicsState, Tables, airlock, is_airlock, step_of,
)

cdef bint WIDE = has_avx2()


cdef inline void find_room(const u32* free, u32* room) noexcept nogil:
    """Find the squares that a platform could cover if it may cover only the free ones."""
    cdef u32[ROWS] covered  # by row: the squares of platforms whose upper half lies there
    cdef u32 corners
    cdef int row
    covered[0] = 0
    covered[SIZE] = 0
    for row in range(1, SIZE):
        corners = free[row] & free[row + 1]
        corners &= corners >> 1
        covered[row] = corners | corners << 1
    room[0] = 0
    room[ROWS - 1] = 0
    for row in range(1, SIZE + 1):
        room[row] = covered[row] | covered[row - 1]


cdef void survey_land(const RelicsState* s, const Tables* t, Terrain* land) noexcept nogil:
    """Set the price of entering each square, as described in routes.pxd."""
    cdef u32[ROWS] fire, free, room, cleared
    cdef u32 stood = stood_on(s)
    cdef u32 dear, both
    cdef int row, at
    memset(land, 0, sizeof(Terrain))
    memset(fire, 0, sizeof(fire))
    memset(free, 0, sizeof(free))
    memset(cleared, 0, sizeof(cleared))
    cover(s, fire)
    for row in range(1, SIZE + 1):
        free[row] = <u32> INSIDE & ~s.wall[row] & ~s.floor[row]
        cleared[row] = <u32> INSIDE & ~t.gallery_rows[row]
    while stood:  # these platforms stay where they are
        row = s.anchor[lowest(stood)] >> 6
        both = <u32> 3 << (s.anchor[lowest(stood)] & 63)
        cleared[row] &= ~both
        cleared[row + 1] &= ~both
        stood &= stood - 1
    find_room(free, room)
    find_room(cleared, free)  # as if all other platforms were gone
    for row in range(1, SIZE + 1):
        dear = free[row] & ~s.floor[row] & ~room[row]
        land.price[1][row] = s.floor[row] & ~fire[row]
        land.price[2][row] = (s.floor[row] & fire[row]) | (room[row] & ~fire[row])
        land.price[3][row] = (room[row] & fire[row]) | dear
    if s.fires:  # a piece that enters a fire has a hole to mend
        for row in range(5):
            at = t.corner[s.fire_gallery] + row * ROW
            both = (s.fires >> 5 * row & 31) << (at & 63)
            land.price[1][at >> 6] &= ~both
            land.price[2][at >> 6] &= ~both
            land.price[3][at >> 6] |= both


cdef inline void flood(const RelicsState* s, const Terrain* land, const u32* start,
                       const u32* goals, bint every, int limit, Field* field) noexcept nogil:
    """Measure distances from the squares that the first step may enter, until goals are found.

    If `every` is set, find every goal; otherwise only those close enough to the nearest one to be
    worth more. Find none beyond `limit`.
    """
    field.levels = spread(
        WIDE, &land.price[0][0], start, goals, s.door[0], s.door[1], every, min(limit, FAR - 1),
        &field.layer[0][0], &field.hits,
    )


cdef inline void mark_start(int here, u32* start) noexcept nogil:
    """Mark the squares of the board next to a square or an airlock."""
    cdef int way
    for way in range(4):
        if not is_airlock(here):
            mark(start, here + step_of(way))
        elif airlock(way) == here:
            mark(start, inner(way))
    start[0] = 0
    start[ROWS - 1] = 0


cdef void flood_from(const RelicsState* s, const Terrain* land, int here,
                     const u32* goals, bint every, int limit,
                     Field* field) noexcept nogil:
    """Measure distances from a square or an airlock to every goal, or to the near ones."""
    cdef u32[ROWS] start
    memset(start, 0, sizeof(start))
    mark_start(here, start)
    flood(s, land, start, goals, every, limit, field)


cdef void flood_from_airlock(const RelicsState* s, const Terrain* land, int way,
                             const u32* goals, Field* field) noexcept nogil:
    """Measure distances from an airlock to every goal."""
    cdef u32[ROWS] start
    memset(start, 0, sizeof(start))
    mark(start, inner(way))
    flood(s, land, start, goals, True, FAR, field)


cdef void flood_home(const RelicsState* s, const Terrain* land, const u32* goals,
                     Field* field) noexcept nogil:
    """Measure distances from the airlocks."""
    cdef u32[ROWS] start
    cdef int way
    memset(start, 0, sizeof(start))
    for way in range(4):
        mark(start, inner(way))
    flood(s, land, start, goals, True, FAR, field)


cdef int beside(const RelicsState* s, const Field* field, int site) noexcept nogil:
    """Return the floor beside a doorway that is nearest to the start; the doorway if none is."""
    cdef int nearest = site
    cdef int least = FAR
    cdef int way, square
    for way in range(4):
        square = site + step_of(way)
        if has(s.floor, square) and distance(field, square) < least:
            least = distance(field, square)
            nearest = square
    return nearest


cdef int way_home(const RelicsState* s, const Terrain* land, const Field* home,
                  int square) noexcept nogil:
    """Return the AP from a square to the nearest airlock, from the flood of the airlocks."""
    cdef int there
    if is_airlock(square):
        return 0
    if is_door(s, square):
        return min(distance(home, beside(s, home, square)) + 1, FAR)
    there = distance(home, square)
    return min(there - price_of(land, square) + 1, FAR) if there < FAR else FAR


cdef inline void trace(const RelicsState* s, const Terrain* land, const Field* field, int goal,
                       Route* route) noexcept nogil:
    """Trace a cheapest way from a goal of the flood back to its start."""
    cdef int level = distance(field, goal)
    cdef int square = goal
    cdef int way, before
    route.ap = level
    route.steps = 0
    if level == FAR:
        return
    while True:
        route.square[route.steps] = square
        route.steps += 1
        if is_door(s, square):
            level -= 1
            square = s.door[1] if square == s.door[0] else s.door[0]
        else:
            level -= price_of(land, square)
        if level <= 0:
            return
        for way in range(4):
            before = square - step_of(way)
            if has(field.layer[level], before):
                square = before
                break
        else:
            return


cdef void route_to(const RelicsState* s, const Terrain* land, const Field* reach, int goal,
                   Route* route) noexcept nogil:
    """Find the route from the start of a flood to a goal, without the start itself."""
    cdef int i
    trace(s, land, reach, goal, route)
    for i in range(route.steps // 2):
        route.square[i], route.square[route.steps - 1 - i] = (
            route.square[route.steps - 1 - i], route.square[i])


cdef void route_home(const RelicsState* s, const Terrain* land, const Field* home, int here,
                     Route* route) noexcept nogil:
    """Find the way from a square to the nearest airlock; none from an airlock itself."""
    cdef int i, way
    cdef bint through = is_door(s, here)
    route.steps = 0
    route.ap = 0
    if is_airlock(here):
        return
    trace(s, land, home, beside(s, home, here) if through else here, route)
    if route.ap == FAR:
        return
    route.ap += 1 if through else 1 - price_of(land, here)
    for way in range(4):
        if route.square[route.steps - 1] == inner(way):
            route.square[route.steps] = airlock(way)
            route.steps += 1
            break
    if not through:
        for i in range(1, route.steps):
            route.square[i - 1] = route.square[i]
        route.steps -= 1
