"""Outlook of a seat in relics: distances of goals, and the artifacts that it can bring home."""

from libc.string cimport memset

from aicore.core._types cimport u32, u8
from aicore.core.bits cimport count
from aicore.games.relics.rules.board cimport has, large_square, mark
from aicore.games.relics.rules.legal cimport empty_platforms
from aicore.games.relics.judgment.routes cimport (
    FAR, Field, Route, distance, distance_of_goal, flood_from, flood_home, next_to, price_of,
    route_home, route_to, survey_land, way_home,
)
from aicore.games.relics.rules.state cimport (
    AIRLOCKS_PHASE, ARTIFACTS, CENTER, DEFENSE_PHASE, END_PHASE, GALLERIES, ITEMS, KEYCARD, NO_ONE,
    O2, OF_FREEZE, OF_HEAT, OF_WEAPON, POWER_PACK, ROCKETPACK, ROWS, VITALITY, RelicsState, Tables,
    is_airlock,
)


cdef enum:
    PACE = 230  # hundredths of an AP that a rival takes for a square of straight distance
    CONTESTED = 30  # hundredths of its merit that a goal keeps if a rival is nearer
    HEART_MERIT = 125  # hundredths of merit for the Heart, since it starts the Last Defense
    NEIGHBORHOOD = 2  # squares: the scale on which artifacts near a goal add to its merit
    BY_ROCKET = 80  # hundredths of a way's AP that a seat with a rocketpack takes


cdef int ap_left(const RelicsState* s, const Tables* t, int seat, int heart,
                 int staying) noexcept nogil:
    """Return the AP that a seat can still get before the station is gone.

    Args:
        heart: the seat that holds the Heart, or is assumed to hold it.
        staying: the share, in hundredths, of other seats inside that stay and remove platforms.
    """
    cdef int first = s.round + (seat <= s.seat)
    cdef int last = t.rounds
    cdef int inside = t.seats - s.out
    cdef int total = 0
    cdef int number
    if s.phase == AIRLOCKS_PHASE:
        first = 1
    elif s.phase == DEFENSE_PHASE:
        first = s.round + (seat < s.seat)
    elif seat == s.seat and s.phase != END_PHASE:
        total = s.ap
    if heart != NO_ONE and inside:
        inside = 100 + staying * (inside - 1)
        number = s.round + (100 * count(empty_platforms(s)) + inside - 1) // inside
        if s.heart != NO_ONE and (s.seat < heart or s.phase == DEFENSE_PHASE):
            number -= 1
        last = min(last, number + (seat < heart))
    for number in range(first, last + 1):
        total += t.first_ap + 1 - number - (heart == seat)
    return total - s.carried[seat]


cdef int carried_points(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    """Return the points of the artifacts, the Heart and the items that a seat has."""
    cdef int total = t.heart_points if s.heart == seat else 0
    cdef int i
    for i in range(ARTIFACTS):
        if s.artifacts[seat] >> i & 1:
            total += t.points[i]
    for i in range(ITEMS):
        total += s.items[seat][i]
    return total


cdef double mean_points(const RelicsState* s, const Tables* t) noexcept nogil:
    """Return the mean points of the artifacts still to be drawn."""
    cdef int total = 0
    cdef int i
    for i in range(ARTIFACTS):
        if s.undrawn_artifacts >> i & 1:
            total += t.points[i]
    return <double> total / max(count(s.undrawn_artifacts), 1)


cdef int to_beat(const RelicsState* s, const Tables* t) noexcept nogil:
    """Return the highest points of an escaped seat; -1 if none is out."""
    cdef int best = -1
    cdef int i
    for i in range(s.out):
        best = max(best, carried_points(s, t, s.escaped[i]))
    return best


cdef inline bint leads(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    """Whether a seat carries more than every other seat, inside or out."""
    cdef int other
    for other in range(t.seats):
        if other != seat and carried_points(s, t, other) >= carried_points(s, t, seat):
            return False
    return True


cdef inline bint won(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    """Whether a seat only has to get out to win."""
    return s.out and s.out == t.seats - 1 and carried_points(s, t, seat) > to_beat(s, t)


cdef inline double needed(const Outlook* outlook, const Tables* t, int gallery,
                          double margin) noexcept nogil:
    """Return the AP for fetching an artifact and bringing it home, with a margin.

    Return 1000, which is more than any budget, if that is impossible.
    """
    cdef int back = outlook.from_there[gallery] if outlook.homed else t.far_home[gallery]
    if outlook.there[gallery] == FAR or back == FAR:
        return 1000.0
    return outlook.stride * (outlook.there[gallery] + back) + t.take + margin


cdef inline double prospect(const RelicsState* s, const Tables* t, const Outlook* outlook,
                            int gallery) noexcept nogil:
    """Return the factor by which artifacts near a goal, and a nearer rival, change its merit."""
    cdef double found = 1.0
    cdef int other
    for other in range(GALLERIES):
        if other != gallery and s.artifact_on >> other & 1:
            found *= 1.0 + NEIGHBORHOOD / <double> (
                NEIGHBORHOOD + apart(t.corner[other], t.corner[gallery]))
    for other in range(t.seats):
        if other != outlook.seat and s.pos[other] and (
                PACE * apart(large_square(t, gallery), s.pos[other])
                < 100 * outlook.there[gallery]):
            return found * CONTESTED / 100
    return found


cdef inline void rank(const RelicsState* s, const Tables* t, Outlook* outlook) noexcept nogil:
    """List the artifacts that can be brought home, sorted by points per AP."""
    cdef double usual = mean_points(s, t)
    cdef double merit
    cdef int gallery, i
    outlook.goals = 0
    for gallery in range(GALLERIES):
        if not s.artifact_on >> gallery & 1:
            continue
        if gallery == CENTER:
            if needed(outlook, t, gallery, outlook.heart_margin) > outlook.risky:
                continue
            merit = t.heart_points * <double> HEART_MERIT / 100
        else:
            if needed(outlook, t, gallery, outlook.margin) > outlook.budget:
                continue
            merit = usual + (s.tokens[gallery] > 0)
        merit *= prospect(s, t, outlook, gallery) / (outlook.there[gallery] + t.take + t.detour)
        i = outlook.goals
        outlook.goals += 1
        while i and outlook.merit[i - 1] < merit:
            outlook.merit[i] = outlook.merit[i - 1]
            outlook.goal[i] = outlook.goal[i - 1]
            i -= 1
        outlook.merit[i] = merit
        outlook.goal[i] = gallery
    outlook.goal[outlook.goals] = HOME
    outlook.merit[outlook.goals] = 0.0
    outlook.goals += 1


cdef void mark_pieces(const RelicsState* s, const Tables* t, u32* rows) noexcept nogil:
    """Mark the squares of the board on which a piece stands."""
    cdef int seat
    for seat in range(t.seats):
        if s.pos[seat] and not is_airlock(s.pos[seat]):
            mark(rows, s.pos[seat])


cdef inline void mark_artifacts(const RelicsState* s, const Tables* t, u32* rows) noexcept nogil:
    cdef int gallery
    for gallery in range(GALLERIES):
        if s.artifact_on >> gallery & 1:
            mark(rows, large_square(t, gallery))


cdef inline void set_ways_home(const RelicsState* s, const Tables* t, int seat,
                               Outlook* outlook) noexcept nogil:
    """Set the ways home of a seat and of the artifacts, after the flood from the airlocks."""
    cdef int gallery
    outlook.homed = True
    outlook.back = way_home(s, &outlook.land, &outlook.home, s.pos[seat])
    for gallery in range(GALLERIES):
        if s.artifact_on >> gallery & 1:
            outlook.from_there[gallery] = way_home(
                s, &outlook.land, &outlook.home, large_square(t, gallery))


cdef inline int ap_in_hand(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    """Return the AP that a seat can get from what it carries."""
    cdef const u8* held = s.items[seat]
    return (t.vitality * held[<int> VITALITY] + t.o2 * held[<int> O2]
            + t.pack * held[<int> POWER_PACK]
            + s.charge[seat][OF_HEAT] + s.charge[seat][OF_FREEZE])


cdef inline bint is_armed(const RelicsState* s, int seat) noexcept nogil:
    """Whether a seat can ward off a gun or a trap."""
    return s.charge[seat][OF_WEAPON] or s.shield_up[seat] or s.items[seat][<int> KEYCARD]


cdef inline void prepare(const RelicsState* s, const Tables* t, int seat, int held,
                         Outlook* outlook) noexcept nogil:
    """Set a seat's safety margins, less the AP in hand, and its stride."""
    cdef bint lead = leads(s, t, seat)
    cdef int seats = t.seats - 2
    outlook.heart_margin = t.heart_margin[lead][seats] - held
    outlook.margin = t.margin[lead][seats] - held
    if is_armed(s, seat):
        outlook.margin -= t.armed[seats]
    outlook.stride = 0.01 * BY_ROCKET if s.items[seat][<int> ROCKETPACK] else 1.0


cdef inline void flood_from_seat(const RelicsState* s, const Tables* t, int seat, int staying,
                                 Outlook* outlook) noexcept nogil:
    """Flood from a seat over a surveyed board."""
    cdef u32[ROWS] goals
    cdef int gallery, square
    cdef int held = ap_in_hand(s, t, seat)
    outlook.seat = seat
    outlook.here = s.pos[seat]
    outlook.budget = ap_left(s, t, seat, s.heart, staying)
    outlook.risky = ap_left(s, t, seat, seat, staying) if s.heart == NO_ONE else outlook.budget
    prepare(s, t, seat, held, outlook)
    memset(goals, 0, sizeof(goals))
    outlook.reach.levels = 0
    outlook.reach.hits = 0
    if not won(s, t, seat):
        mark_artifacts(s, t, goals)
        flood_from(s, &outlook.land, outlook.here, goals, False,
                   max(outlook.budget, outlook.risky) + held - t.take, &outlook.reach)
    for gallery in range(GALLERIES):
        square = large_square(t, gallery)
        if square == outlook.here:
            outlook.there[gallery] = 0
        else:
            outlook.there[gallery] = (
                distance_of_goal(&outlook.reach, square) if has(goals, square) else FAR)


cdef inline double time_of(const RelicsState* s, const Tables* t, int seat, int ap) noexcept nogil:
    """Return the time when a seat will have spent some AP, in rounds: 3.5 is mid-round 3."""
    cdef double left = ap + s.carried[seat]
    cdef int number = s.round + (seat < s.seat)
    cdef double gain = s.ap if seat == s.seat else t.first_ap + 1 - number
    while left > gain and number <= t.rounds:
        left -= gain
        number += 1
        gain = t.first_ap + 1 - number
    return number + (seat + min(left / max(gain, 1.0), 1.0)) / t.seats


cdef void watch_race(const RelicsState* s, const Tables* t, Outlook* outlook) noexcept nogil:
    """Estimate when each seat could take the Heart by the shortest way over a surveyed board."""
    cdef u32[ROWS] goals
    cdef Field field
    cdef int seat, here, there
    cdef int center = large_square(t, CENTER)
    memset(goals, 0, sizeof(goals))
    for seat in range(t.seats):
        if s.pos[seat]:
            mark(goals, next_to(s.pos[seat]))
    flood_from(s, &outlook.land, center, goals, True, FAR, &field)
    for seat in range(t.seats):
        outlook.taking[seat] = t.rounds + 1
        here = s.pos[seat]
        if here == 0:
            continue
        there = 0 if here == center else distance(&field, next_to(here))
        if there < FAR:
            if here != center:
                there += price_of(&outlook.land, center)
                if not is_airlock(here):
                    there -= price_of(&outlook.land, here)
            outlook.taking[seat] = time_of(s, t, seat, there + t.take)


cdef void survey_station(const RelicsState* s, const Tables* t, Outlook* outlook) noexcept nogil:
    """Survey what is common to all seats: the board, and the ways to the airlocks."""
    cdef u32[ROWS] goals
    memset(goals, 0, sizeof(goals))
    mark_pieces(s, t, goals)
    mark_artifacts(s, t, goals)
    survey_land(s, t, &outlook.land)
    flood_home(s, &outlook.land, goals, &outlook.home)


cdef void look_from(const RelicsState* s, const Tables* t, int seat, int staying,
                    Outlook* outlook) noexcept nogil:
    """Flood from a seat over a surveyed board, and rank the goals."""
    flood_from_seat(s, t, seat, staying, outlook)
    set_ways_home(s, t, seat, outlook)
    rank(s, t, outlook)


cdef void look_fully(const RelicsState* s, const Tables* t, int seat,
                     Outlook* outlook) noexcept nogil:
    """Survey the board with all ways home, flood from a seat, and rank the goals."""
    survey_station(s, t, outlook)
    look_from(s, t, seat, STAYERS, outlook)


cdef void look(const RelicsState* s, const Tables* t, int seat, Outlook* outlook) noexcept nogil:
    """Survey the board, flood from a seat, and rank the goals.

    Flood from the airlocks only if it matters.
    """
    cdef u32[ROWS] goals
    cdef double margin
    cdef int gallery
    survey_land(s, t, &outlook.land)
    flood_from_seat(s, t, seat, STAYERS, outlook)
    outlook.homed = False
    margin = max(outlook.margin, outlook.heart_margin)
    memset(goals, 0, sizeof(goals))
    for gallery in range(GALLERIES):
        if outlook.there[gallery] < FAR:
            mark(goals, large_square(t, gallery))
            if needed(outlook, t, gallery, margin) > min(outlook.budget, outlook.risky):
                outlook.homed = True
    if not outlook.homed:
        rank(s, t, outlook)
        if outlook.goal[0] != HOME:
            return
    if not is_airlock(outlook.here):
        mark(goals, outlook.here)
    flood_home(s, &outlook.land, goals, &outlook.home)
    set_ways_home(s, t, seat, outlook)
    rank(s, t, outlook)


cdef void way_to(const RelicsState* s, const Tables* t, const Outlook* outlook, int goal,
                 Route* route) noexcept nogil:
    """Find the way of the seat on turn to a goal."""
    if goal == HOME:
        route_home(s, &outlook.land, &outlook.home, s.pos[s.seat], route)
    else:
        route_to(s, &outlook.land, &outlook.reach, large_square(t, goal), route)
