# What a seat sees at a decision: how far the goals are, and which of them can still be brought home.
from libc.string cimport memset

from aicore.core._types cimport u32, u8
from aicore.core.bits cimport count
from aicore.games.relics.board cimport empty_platforms
from aicore.games.relics.legal cimport large_square
from aicore.games.relics.routes cimport (
    FAR, Field, Route, Terrain, distance, flood, flood_from, flood_home, mark, mark_start,
    route_home, route_to, survey_land, way_home,
)
from aicore.games.relics.state cimport (
    AIRLOCK_PHASE, ARTIFACTS, CENTRE, DEFENSE, GALLERIES, ITEMS, NO_ONE, OVER, ROWS, RelicsState,
    Tables, is_airlock,
)

cdef enum:
    HOME = 9  # the goal behind the galleries' numbers
    MOST_GOALS = 10


ctypedef struct Sight:
    Terrain land
    Field reach  # from the seat
    Field home  # from the airlocks
    int back  # AP to the nearest airlock
    int goals
    u8[MOST_GOALS] goal  # galleries whose artifact can be brought home, the best first; then HOME
    double[MOST_GOALS] merit  # points for an AP


cdef inline int ap_left(const RelicsState* s, const Tables* t, int seat,
                        int heart) noexcept nogil:
    """The AP that a seat may hope for before the station is gone, if `heart` holds the Heart."""
    cdef int first = s.round + (seat <= s.seat)
    cdef int last = t.rounds
    cdef int inside = t.seats - s.out
    cdef int total = 0
    cdef int number
    if s.phase == AIRLOCK_PHASE:
        first = 1
    elif s.phase == DEFENSE:
        first = s.round + (seat < s.seat)
    elif seat == s.seat and s.phase != OVER:
        total = s.ap
    if heart != NO_ONE and inside:
        number = s.round + (count(empty_platforms(s)) + inside - 1) // inside
        if s.heart != NO_ONE and (s.seat < heart or s.phase == DEFENSE):
            number -= 1
        last = min(last, number + (seat < heart))
    for number in range(first, last + 1):
        total += t.first_ap + 1 - number - (heart == seat)
    return total - s.carried[seat]


cdef inline int carried_points(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    cdef int total = t.heart_points if s.heart == seat else 0
    cdef int i
    for i in range(ARTIFACTS):
        if s.artifacts[seat] >> i & 1:
            total += t.points[i]
    for i in range(ITEMS):
        total += s.items[seat][i]
    return total


cdef inline double mean_points(const RelicsState* s, const Tables* t) noexcept nogil:
    """What the next artifact is worth."""
    cdef int total = 0
    cdef int i
    for i in range(ARTIFACTS):
        if s.undrawn_artifacts >> i & 1:
            total += t.points[i]
    return <double> total / max(count(s.undrawn_artifacts), 1)


cdef inline int to_beat(const RelicsState* s, const Tables* t) noexcept nogil:
    """The most that an escaped seat has; -1 while none is out."""
    cdef int best = -1
    cdef int i
    for i in range(s.out):
        best = max(best, carried_points(s, t, s.escaped[i]))
    return best


cdef inline void flood_rivals(const RelicsState* s, const Tables* t, int seat,
                              const Terrain* land, const u32* goals, Field* field) noexcept nogil:
    """Measure from all the other seats inside."""
    cdef u32[ROWS] start
    cdef int other
    memset(start, 0, sizeof(start))
    for other in range(t.seats):
        if other != seat and s.pos[other]:
            mark_start(s.pos[other], start)
    flood(s, land, start, goals, True, field)


cdef inline void rank(const RelicsState* s, const Tables* t, int seat, Sight* v) noexcept nogil:
    """Sort out the artifacts that can be brought home, and rate them by points for an AP."""
    cdef int budget = ap_left(s, t, seat, s.heart)
    cdef int risky = ap_left(s, t, seat, seat if s.heart == NO_ONE else s.heart)
    cdef double usual = mean_points(s, t)
    cdef int best = to_beat(s, t)
    cdef int mine = carried_points(s, t, seat)
    cdef double margin = t.margin
    cdef double merit
    cdef double need
    cdef int gallery, square, there, back, i
    cdef Field rival
    cdef u32[ROWS] goals
    if t.rival != 1.0:
        memset(goals, 0, sizeof(goals))
        for i in range(GALLERIES):
            if s.artifact_on >> i & 1:
                mark(goals, large_square(t, i))
        flood_rivals(s, t, seat, &v.land, goals, &rival)
    v.goals = 0
    if best >= 0 and mine > best and s.out == t.seats - 1:
        v.goals = 1
        v.goal[0] = HOME  # the game is won
        v.merit[0] = 1.0
        return
    if mine <= best:
        margin = 0.0  # nothing to lose
    for gallery in range(GALLERIES):
        if not s.artifact_on >> gallery & 1:
            continue
        square = large_square(t, gallery)
        there = 0 if square == s.pos[seat] else distance(&v.reach, square)
        back = way_home(&v.land, &v.home, square)
        if there == FAR or back == FAR:
            continue
        need = there + t.take + back + t.risk * back
        need += margin if gallery != CENTRE else margin - t.margin + t.heart_margin
        if need > (risky if gallery == CENTRE else budget):
            continue
        merit = t.heart_points if gallery == CENTRE else usual + (s.tokens[gallery] > 0)
        merit /= there + t.take + t.detour
        if t.rival != 1.0 and distance(&rival, square) < there:
            merit *= t.rival
        i = v.goals
        v.goals += 1
        while i and v.merit[i - 1] < merit:
            v.merit[i] = v.merit[i - 1]
            v.goal[i] = v.goal[i - 1]
            i -= 1
        v.merit[i] = merit
        v.goal[i] = gallery
    v.goal[v.goals] = HOME
    v.merit[v.goals] = 0.0
    v.goals += 1


cdef inline void look(const RelicsState* s, const Tables* t, int seat, Sight* v) noexcept nogil:
    """Flood from a seat and from the airlocks, and rank the goals."""
    cdef u32[ROWS] goals
    cdef int gallery, square
    memset(goals, 0, sizeof(goals))
    for gallery in range(GALLERIES):
        if s.artifact_on >> gallery & 1:
            mark(goals, large_square(t, gallery))
    survey_land(s, t, &v.land)
    flood_from(s, &v.land, s.pos[seat], goals, &v.reach)
    for gallery in range(GALLERIES):
        square = large_square(t, gallery)
        if s.artifact_on >> gallery & 1 and distance(&v.reach, square) == FAR:
            goals[square >> 6] &= ~(<u32> 1 << (square & 63))
    if not is_airlock(s.pos[seat]):
        mark(goals, s.pos[seat])
    flood_home(s, &v.land, goals, &v.home)
    v.back = way_home(&v.land, &v.home, s.pos[seat])
    rank(s, t, seat, v)


cdef inline void way_to(const RelicsState* s, const Tables* t, const Sight* v, int goal,
                        Route* route) noexcept nogil:
    """The way of the seat on turn to a goal."""
    if goal == HOME:
        route_home(s, &v.land, &v.home, s.pos[s.seat], route)
    else:
        route_to(s, &v.land, &v.reach, large_square(t, goal), route)
