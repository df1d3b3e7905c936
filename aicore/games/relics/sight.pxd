# What a seat sees at a decision: how far the goals are, and which can still be brought home.
from libc.string cimport memset

from aicore.core._types cimport u32, u8
from aicore.core.bits cimport count
from aicore.games.relics.board cimport empty_platforms, has
from aicore.games.relics.legal cimport large_square
from aicore.games.relics.routes cimport (
    FAR, Field, Route, Terrain, distance, flood_from, flood_home, mark, next_to, price_of,
    route_home, route_to, survey_land, way_home,
)
from aicore.games.relics.state cimport (
    AIRLOCK_PHASE, ARTIFACTS, CENTRE, DEFENSE, GALLERIES, ITEMS, MOST_SEATS, NO_ONE, OVER, ROWS,
    RelicsState, Tables, is_airlock,
)

cdef enum:
    HOME = 9  # the goal behind the galleries' numbers
    MOST_GOALS = 10


ctypedef struct Sight:
    Terrain land
    Field reach  # from the seat
    Field home  # from the airlocks
    double[MOST_SEATS] taking  # about when each seat could take the Heart, in rounds
    bint homed  # whether that is known
    int here  # the seat's square
    int back  # AP to the nearest airlock
    int[GALLERIES] there  # AP to the artifacts, FAR without
    int[GALLERIES] from_there  # AP from there to the nearest airlock
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


cdef inline bint leads(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    """Whether a seat carries more than every other one inside or out."""
    cdef int other
    for other in range(t.seats):
        if other != seat and carried_points(s, t, other) >= carried_points(s, t, seat):
            return False
    return True


cdef inline bint won(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    """Whether all that is left for a seat to do is to get out."""
    return s.out and s.out == t.seats - 1 and carried_points(s, t, seat) > to_beat(s, t)


cdef inline double needed(const Sight* v, const Tables* t, int gallery,
                          double margin) noexcept nogil:
    """The AP for fetching an artifact and bringing it home; more than all when it cannot be."""
    cdef int back = v.from_there[gallery] if v.homed else t.far_home[gallery]
    if v.there[gallery] == FAR or back == FAR:
        return 1000.0
    return v.there[gallery] + t.take + back + margin


cdef inline void rank(const RelicsState* s, const Tables* t, Sight* v) noexcept nogil:
    """Sort out the artifacts that can be brought home, and rate them by points for an AP."""
    cdef double usual = mean_points(s, t)
    cdef double merit
    cdef int gallery, i
    v.goals = 0
    for gallery in range(GALLERIES):
        if not s.artifact_on >> gallery & 1:
            continue
        if gallery == CENTRE:
            if needed(v, t, gallery, v.heart_margin) > v.risky:
                continue
            merit = t.heart_points
        else:
            if needed(v, t, gallery, v.margin) > v.budget:
                continue
            merit = usual + (s.tokens[gallery] > 0)
        merit /= v.there[gallery] + t.take + t.detour
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


cdef inline void mark_pieces(const RelicsState* s, const Tables* t, u32* rows) noexcept nogil:
    """Mark the squares of the board with a piece."""
    cdef int seat
    for seat in range(t.seats):
        if s.pos[seat] and not is_airlock(s.pos[seat]):
            mark(rows, s.pos[seat])


cdef inline void mark_artifacts(const RelicsState* s, const Tables* t, u32* rows) noexcept nogil:
    cdef int gallery
    for gallery in range(GALLERIES):
        if s.artifact_on >> gallery & 1:
            mark(rows, large_square(t, gallery))


cdef inline void look_home(const RelicsState* s, const Tables* t, int seat,
                           Sight* v) noexcept nogil:
    """How far a seat and the artifacts are from the airlocks, where that was measured."""
    cdef int gallery
    v.homed = True
    v.back = way_home(s, &v.land, &v.home, s.pos[seat])
    for gallery in range(GALLERIES):
        if s.artifact_on >> gallery & 1:
            v.from_there[gallery] = way_home(s, &v.land, &v.home, large_square(t, gallery))


cdef inline void look_around(const RelicsState* s, const Tables* t, int seat,
                             Sight* v) noexcept nogil:
    """Flood from a seat over a surveyed board."""
    cdef u32[ROWS] goals
    cdef int gallery, square
    v.here = s.pos[seat]
    v.budget = ap_left(s, t, seat, s.heart)
    v.risky = ap_left(s, t, seat, seat) if s.heart == NO_ONE else v.budget
    v.margin = t.margin
    v.heart_margin = t.heart_margin
    if not leads(s, t, seat):  # nothing to lose
        v.margin = 0.0
        v.heart_margin = 0.0
    memset(goals, 0, sizeof(goals))
    v.reach.levels = 0
    if not won(s, t, seat):
        mark_artifacts(s, t, goals)
        flood_from(s, &v.land, v.here, goals, False, max(v.budget, v.risky) - t.take, &v.reach)
    for gallery in range(GALLERIES):
        square = large_square(t, gallery)
        if square == v.here:
            v.there[gallery] = 0
        else:
            v.there[gallery] = distance(&v.reach, square) if has(goals, square) else FAR


cdef inline double time_of(const RelicsState* s, const Tables* t, int seat, int ap) noexcept nogil:
    """When a seat will have spent so many AP, in rounds: 3.5 is half through the third."""
    cdef double left = ap + s.carried[seat]
    cdef int number = s.round + (seat < s.seat)
    cdef double gain = s.ap if seat == s.seat else t.first_ap + 1 - number
    while left > gain and number <= t.rounds:
        left -= gain
        number += 1
        gain = t.first_ap + 1 - number
    return number + (seat + min(left / max(gain, 1.0), 1.0)) / t.seats


cdef inline void watch_race(const RelicsState* s, const Tables* t, Sight* v) noexcept nogil:
    """When each seat could take the Heart, if it went straight there over a surveyed board."""
    cdef u32[ROWS] goals
    cdef Field field
    cdef int seat, here, there
    cdef int centre = large_square(t, CENTRE)
    memset(goals, 0, sizeof(goals))
    for seat in range(t.seats):
        if s.pos[seat]:
            mark(goals, next_to(s.pos[seat]))
    flood_from(s, &v.land, centre, goals, True, FAR, &field)
    for seat in range(t.seats):
        v.taking[seat] = t.rounds + 1
        here = s.pos[seat]
        if here == 0:
            continue
        there = 0 if here == centre else distance(&field, next_to(here))
        if there < FAR:
            if here != centre:
                there += price_of(&v.land, centre)
                if not is_airlock(here):
                    there -= price_of(&v.land, here)
            v.taking[seat] = time_of(s, t, seat, there + t.take)


cdef inline void survey_station(const RelicsState* s, const Tables* t, Sight* v) noexcept nogil:
    """What all seats see alike: the board, and the ways to the airlocks."""
    cdef u32[ROWS] goals
    memset(goals, 0, sizeof(goals))
    mark_pieces(s, t, goals)
    mark_artifacts(s, t, goals)
    survey_land(s, t, &v.land)
    flood_home(s, &v.land, goals, &v.home)


cdef inline void look_again(const RelicsState* s, const Tables* t, int seat,
                            Sight* v) noexcept nogil:
    """Flood from a seat over a surveyed board, and rank the goals."""
    look_around(s, t, seat, v)
    look_home(s, t, seat, v)
    rank(s, t, v)


cdef inline void look_fully(const RelicsState* s, const Tables* t, int seat,
                            Sight* v) noexcept nogil:
    survey_station(s, t, v)
    look_again(s, t, seat, v)


cdef inline void look(const RelicsState* s, const Tables* t, int seat, Sight* v) noexcept nogil:
    """Survey the board, flood from a seat, and rank the goals; flood from the airlocks only where
    it matters."""
    cdef u32[ROWS] goals
    cdef double margin
    cdef int gallery
    survey_land(s, t, &v.land)
    look_around(s, t, seat, v)
    v.homed = False
    margin = max(v.margin, v.heart_margin)
    memset(goals, 0, sizeof(goals))
    for gallery in range(GALLERIES):
        if v.there[gallery] < FAR:
            mark(goals, large_square(t, gallery))
            if needed(v, t, gallery, margin) > min(v.budget, v.risky):
                v.homed = True
    if not v.homed:
        rank(s, t, v)
        if v.goal[0] != HOME:
            return
    if not is_airlock(v.here):
        mark(goals, v.here)
    flood_home(s, &v.land, goals, &v.home)
    look_home(s, t, seat, v)
    rank(s, t, v)


cdef inline void way_to(const RelicsState* s, const Tables* t, const Sight* v, int goal,
                        Route* route) noexcept nogil:
    """The way of the seat on turn to a goal."""
    if goal == HOME:
        route_home(s, &v.land, &v.home, s.pos[s.seat], route)
    else:
        route_to(s, &v.land, &v.reach, large_square(t, goal), route)
