# Routes: floods of the board from a square, a row of squares at a time, and the ways they find.
#
# Entering floor counts as 1 AP, and empty space as 2, for the platform that must be laid there. A
# wall of a platform, or a gap too narrow for one, counts as 3, since a platform must first move
# away. A square that a gun covers counts as 1 more; a burning square as 3.
from aicore.core._types cimport u16, u32, u64
from aicore.core.bits cimport lowest
from aicore.games.relics.rules.board cimport has
from aicore.games.relics.rules.state cimport ROW, ROWS, RelicsState, Tables, airlock, step_of

cdef enum:
    FAR = 56  # AP; longer routes are not searched for
    DEAREST = 3  # maximum AP for one square


ctypedef struct Terrain:
    u32[DEAREST + 1][ROWS] price  # by AP: the squares that cost that much to enter


ctypedef struct Field:
    # Distances of the squares of the board from where the flood began.
    int levels
    u64 hits  # layers with goals, a bit each
    u32[FAR + 1][ROWS] layer  # by AP: the squares at that distance; the last layer is spare


ctypedef struct Route:
    int ap  # approximate cost; FAR if there is no route
    int steps
    u16[FAR + 1] square


cdef inline int inner(int way) noexcept nogil:
    """Return the square of the board next to an airlock."""
    return airlock(way) - step_of(way)


cdef inline int next_to(int square) noexcept nogil:
    """Return the square of the board next to an airlock; any other square itself."""
    cdef int way
    for way in range(4):
        if airlock(way) == square:
            return inner(way)
    return square


cdef inline int price_of(const Terrain* land, int square) noexcept nogil:
    """Return the AP for entering a square; doorways are in walls but cost as much as floor."""
    if has(land.price[1], square):
        return 1
    return 2 if has(land.price[2], square) else 3


cdef inline int distance(const Field* field, int square) noexcept nogil:
    """Return the AP from the start to a square of the board, including the AP for entering it."""
    cdef int row = square >> 6
    cdef u64 column = <u64> 1 << (square & 63)
    cdef int level
    if 0 < square < ROWS * ROW:
        for level in range(1, field.levels):
            if field.layer[level][row] & column:
                return level
    return FAR


cdef inline int distance_of_goal(const Field* field, int square) noexcept nogil:
    """Return the distance of one of the flood's goals; faster than `distance`."""
    cdef u64 left = field.hits
    while left:
        if has(field.layer[lowest(left)], square):
            return lowest(left)
        left &= left - 1
    return FAR


cdef void survey_land(const RelicsState* s, const Tables* t, Terrain* land) noexcept nogil
cdef void flood_from(
    const RelicsState* s, const Terrain* land, int here, const u32* goals, bint every, int limit,
    Field* field) noexcept nogil
cdef void flood_from_airlock(
    const RelicsState* s, const Terrain* land, int way, const u32* goals,
    Field* field) noexcept nogil
cdef void flood_home(
    const RelicsState* s, const Terrain* land, const u32* goals, Field* field) noexcept nogil
cdef int beside(const RelicsState* s, const Field* field, int site) noexcept nogil
cdef int way_home(
    const RelicsState* s, const Terrain* land, const Field* home, int square) noexcept nogil
cdef void route_to(
    const RelicsState* s, const Terrain* land, const Field* reach, int goal,
    Route* route) noexcept nogil
cdef void route_home(
    const RelicsState* s, const Terrain* land, const Field* home, int here,
    Route* route) noexcept nogil
