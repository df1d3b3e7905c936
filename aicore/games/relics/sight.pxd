# What a seat sees at a decision: how far the goals are, and which can still be brought home.
from libc.string cimport memset

from aicore.core._types cimport u32, u8
from aicore.core.bits cimport count
from aicore.games.relics.board cimport empty_platforms, has
from aicore.games.relics.legal cimport large_square
from aicore.games.relics.routes cimport (
    FAR, Field, Route, Terrain, distance, flood_from, flood_home, mark, route_home, route_to,
    survey_land, way_home,
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
    bint homed  # whether that is known
    int here  # the seat's square
    int back  # AP to the nearest airlock
    int budget, risky  # AP that are left; and if the seat took the Heart
    double margin, heart_margin  # AP to be kept for what may happen
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


cdef inline bint won(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    """Whether all that is left for a seat to do is to get out."""
    return s.out and s.out == t.seats - 1 and carried_points(s, t, seat) > to_beat(s, t)


cdef inline double needed(const RelicsState* s, const Tables* t, const Sight* v, int gallery,
                          double margin) noexcept nogil:
    """The AP for fetching an artifact and bringing it home; more than all when it cannot be."""
    cdef int square = large_square(t, gallery)
    cdef int there = 0 if square == v.here else distance(&v.reach, square)
    cdef int back = way_home(&v.land, &v.home, square) if v.homed else t.far_home[gallery]
    if there == FAR or back == FAR:
        return 1000.0
    return there + t.take + back + margin


cdef inline void rank(const RelicsState* s, const Tables* t, Sight* v) noexcept nogil:
    """Sort out the artifacts that can be brought home, and rate them by points for an AP."""
    cdef double usual = mean_points(s, t)
    cdef double merit
    cdef int gallery, square, there, i
    v.goals = 0
    for gallery in range(GALLERIES):
        if not s.artifact_on >> gallery & 1:
            continue
        if gallery == CENTRE:
            if needed(s, t, v, gallery, v.heart_margin) > v.risky:
                continue
            merit = t.heart_points
        else:
            if needed(s, t, v, gallery, v.margin) > v.budget:
                continue
            merit = usual + (s.tokens[gallery] > 0)
        square = large_square(t, gallery)
        there = 0 if square == v.here else distance(&v.reach, square)
        merit /= there + t.take + t.detour
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


cdef inline void look(const RelicsState* s, const Tables* t, int seat, bint whole,
                      Sight* v) noexcept nogil:
    """Flood from a seat, and rank the goals; flood from the airlocks where it matters."""
    cdef u32[ROWS] goals
    cdef int gallery, square
    v.here = s.pos[seat]
    v.budget = ap_left(s, t, seat, s.heart)
    v.risky = ap_left(s, t, seat, seat) if s.heart == NO_ONE else v.budget
    v.margin = t.margin
    v.heart_margin = t.heart_margin
    if carried_points(s, t, seat) <= to_beat(s, t):  # nothing to lose
        v.margin = 0.0
        v.heart_margin = 0.0
    memset(goals, 0, sizeof(goals))
    if not won(s, t, seat):
        for gallery in range(GALLERIES):
            if s.artifact_on >> gallery & 1:
                mark(goals, large_square(t, gallery))
    survey_land(s, t, &v.land)
    flood_from(s, &v.land, v.here, goals, max(v.budget, v.risky) - t.take, &v.reach)
    v.homed = whole
    for gallery in range(GALLERIES):
        square = large_square(t, gallery)
        if not has(goals, square):
            continue
        if square != v.here and distance(&v.reach, square) == FAR:
            goals[square >> 6] &= ~(<u32> 1 << (square & 63))
        elif not v.homed:
            v.homed = needed(s, t, v, gallery, max(v.margin, v.heart_margin)) > min(
                v.budget, v.risky)
    if not v.homed:
        rank(s, t, v)
        if v.goal[0] != HOME:
            return
        v.homed = True
    if not is_airlock(v.here):
        mark(goals, v.here)
    flood_home(s, &v.land, goals, &v.home)
    v.back = way_home(&v.land, &v.home, v.here)
    rank(s, t, v)


cdef inline void way_to(const RelicsState* s, const Tables* t, const Sight* v, int goal,
                        Route* route) noexcept nogil:
    """The way of the seat on turn to a goal."""
    if goal == HOME:
        route_home(s, &v.land, &v.home, s.pos[s.seat], route)
    else:
        route_to(s, &v.land, &v.reach, large_square(t, goal), route)
