"""Bridges of relics: which platform to lift for a route, and where to lay it."""

from aicore.core._types cimport u32
from aicore.core.bits cimport count, lowest
from aicore.games.relics.rules.board cimport (
    anchors, covers, has_room, is_door, lies, mark, overlaps, platform_at, walkable,
)
from aicore.games.relics.rules.legal cimport empty_platforms
from aicore.games.relics.judgment.routes cimport Route
from aicore.games.relics.rules.state cimport ROW, SIZE, RelicsState, Tables, is_airlock


cdef int gap_of(const RelicsState* s, const Route* route) noexcept nogil:
    """Return the first step of a route, within AHEAD, that needs a platform; -1 for none.

    A platform whose wall is in the way must be moved before a piece stands on its floor.
    """
    cdef int i, platform
    for i in range(min(route.steps, AHEAD)):
        if walkable(s, route.square[i]) or is_door(s, route.square[i]):
            continue
        platform = platform_at(s, route.square[i])
        while platform >= 0 and i and platform_at(s, route.square[i - 1]) == platform:
            i -= 1
        return i
    return -1


cdef int carries(const Tables* t, int platform, int at, int rotation, const Route* route,
                 int gap) noexcept nogil:
    """Return how many squares of a route a platform carries from a gap on, less 3 for each wall.

    Return 0 if it does not carry the gap itself.
    """
    cdef int found = 0
    cdef int i, offset
    for i in range(gap, min(route.steps, gap + AHEAD)):
        offset = route.square[i] - at
        if covers(at, route.square[i]):
            if t.floor[platform][rotation] >> ((offset >> 6) * 2 + (offset & 1)) & 1:
                found += 1
                continue
            found -= 3
        if i == gap:
            return 0
    return max(found, 0)


cdef inline bint odd_run(const Tables* t, int at, const Route* route, int gap) noexcept nogil:
    """Whether an odd number of squares lies between a platform at `at` and a gallery ahead of it.

    Platforms of two by two squares cannot fill such a row.
    """
    cdef int i = gap
    cdef int stride
    cdef int length = 0
    while i < route.steps and covers(at, route.square[i]):
        i += 1
    if i == gap or i >= route.steps:
        return False
    stride = route.square[i] - route.square[i - 1]
    while i < route.steps and not is_airlock(route.square[i]) and (
            t.gallery_at[route.square[i]] == 0):
        if route.square[i] - route.square[i - 1] != stride:
            return False
        length += 1
        i += 1
    return length & 1 and i < route.steps and (
        route.square[i] - route.square[i - 1] == stride)


cdef inline bint leaves_room(const RelicsState* s, const Tables* t, int at, const Route* route,
                             int gap) noexcept nogil:
    """Whether a platform at `at` leaves room for another one at the next gap.

    A piece will then stand on the platform, but all other platforms can be moved away.
    """
    cdef int i, j, square
    if odd_run(t, at, route, gap):
        return False
    for i in range(gap + 1, min(route.steps, gap + AHEAD)):
        if walkable(s, route.square[i]) or covers(at, route.square[i]):
            continue
        for j in range(4):
            square = route.square[i] - (j & 1) - (j >> 1) * ROW
            if not (1 <= square >> 6 < SIZE and 1 <= (square & 63) < SIZE):
                continue
            if not overlaps(square, t.gallery_rows) and not (
                    -1 <= (square >> 6) - (at >> 6) <= 1 and -1 <= (square & 63) - (at & 63) <= 1):
                return True
        return False
    return True


cdef void find_place(const RelicsState* s, const Tables* t, int platform, int spot,
                     const Route* route, int gap, Place* best) noexcept nogil:
    """Find the best way to lay a platform over a gap: on `spot`, or anywhere if that is 0."""
    cdef int i, square, turns, found
    best.found = 0
    for i in range(1 if spot else 4):
        square = spot if spot else route.square[gap] - (i & 1) - (i >> 1) * ROW
        if not spot and not has_room(s, platform, square):
            continue
        for turns in range(4):
            if lies(s, platform, square, turns):
                continue
            found = carries(t, platform, square, turns, route, gap)
            if found > best.found and not leaves_room(s, t, square, route, gap):
                found -= 2
            if found > best.found:
                best.found = found
                best.at = square
                best.rotation = turns


cdef void mark_route(const Route* route, u32* rows) noexcept nogil:
    cdef int i
    for i in range(route.steps):
        if not is_airlock(route.square[i]):
            mark(rows, route.square[i])


cdef int floor_count(const RelicsState* s, int platform, const u32* rows) noexcept nogil:
    """Return how many squares of a set are floor of the platform."""
    cdef int at = s.anchor[platform]
    cdef int row = at >> 6
    if at == 0:
        return 0
    return count((rows[row] & s.floor[row]) >> (at & 63) & 3) + count(
        (rows[row + 1] & s.floor[row + 1]) >> (at & 63) & 3)


cdef double lift_worth(const RelicsState* s, const Tables* t, int platform,
                       const Route* route, int gap, double* known) noexcept nogil:
    """Return the worth of laying a platform over a gap: what it carries less what it costs.

    Return 0 if it cannot be laid. `known`, at first -1, caches the result for each size.
    """
    cdef Place place
    cdef double worth = 0.0
    cdef int here = s.anchor[platform]
    cdef int square = route.square[gap]
    # far from the gap, all platforms of a size are equally useful
    cdef bint far = not (-3 <= (here >> 6) - (square >> 6) <= 2
                         and -3 <= (here & 63) - (square & 63) <= 2)
    if far and known[t.squares[platform]] >= 0.0:
        return known[t.squares[platform]]
    find_place(s, t, platform, 0, route, gap, &place)
    if place.found:
        worth = 10.0 + 2.0 * place.found - 3.0 * t.squares[platform]
    if far:
        known[t.squares[platform]] = worth
    return worth


cdef bint can_bridge(const RelicsState* s, const Tables* t, const Route* route,
                     int gap) noexcept nogil:
    """Whether any platform could be laid over a gap."""
    cdef u32 rest = empty_platforms(s)
    cdef Place place
    while rest:
        find_place(s, t, lowest(rest), 0, route, gap, &place)
        if place.found:
            return True
        rest &= rest - 1
    return False


cdef bint blocks(const RelicsState* s, int platform, int gap) noexcept nogil:
    """Whether this platform alone keeps others from being laid over a square."""
    cdef int i, square
    for i in range(4):
        square = gap - (i & 1) - (i >> 1) * ROW
        if has_room(s, platform, square):
            return True
    return False


cdef int put_aside(const RelicsState* s, int platform, const u32* way,
                   int gap) noexcept nogil:
    """Return a place off the way where the platform does no harm; 0 if there is none."""
    cdef int row, at
    cdef u32 columns
    for row in range(1, SIZE):
        columns = anchors(s, row, platform)
        while columns:
            at = row * ROW + lowest(columns)
            columns &= columns - 1
            if at == s.anchor[platform] or overlaps(at, way):
                continue
            if not (-2 <= row - (gap >> 6) <= 1 and -2 <= (at & 63) - (gap & 63) <= 1):
                return at
    return 0
