"""Actions of relics that are worth searching."""

from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.core.bits cimport lowest
from aicore.core.rng cimport RngState, rng_seed
from aicore.games.relics.rules.board cimport guns_at, large_square, mark, platform_at, sites_of
from aicore.games.relics.judgment.bridges cimport (
    Place, carries, find_place, floor_count, gap_of, lift_worth, put_aside,
)
from aicore.games.relics.judgment.policy cimport Plan, advise, decide, decide_place, go_for
from aicore.games.relics.rules.legal cimport TILES_IN_ALL, empty_platforms
from aicore.games.relics.rules.actions cimport (
    FEW_ACTIONS, Offers, doorway_event, list_actions, offer_turn, offered, spin,
)
from aicore.games.relics.judgment.rivals cimport (
    mark_ways_home, rate_airlocks, removal_worth, survey_ways_home,
)
from aicore.games.relics.judgment.routes cimport (
    FAR, Field, Route, beside, distance, flood_from, next_to, price_of,
)
from aicore.games.relics.judgment.reach cimport (
    HOME, Outlook, carried_points, look_fully, to_beat, way_to,
)
from aicore.games.relics.rules.state cimport (
    ACT_PHASE, ADRENALINE, AIRLOCKS_PHASE, AIRLOCK_TAG, AT_PHASE, AT_TAG, DEFENSE_PHASE, DETAIL,
    END_TAG, ESCAPE_TAG, GRAPPLE_GUN, GUNS_PHASE, LIFT_TAG, O2, OVERLOAD_TAG, PLATFORM_HACK_1,
    POWER_PACK, RAISE_TAG, REMOVE_TAG, ROCKETPACK, ROW, ROWS, SECURITY_HACK, TAG_SHIFT, TAKE_TAG,
    TRAP_PHASE, TURN_PHASE, TURN_TAG, USE_TAG, VITALITY, RelicsState, Tables, cell_of, code,
    square_of, use,
)

cdef enum:
    AIMS = 3  # number of goals considered besides the way home
    SPARE_AP = 20  # spare AP below which going home is considered
    MIN_MERIT = 40  # hundredths of the best goal's merit that other goals must reach
    REMOVALS = 4  # number of platforms proposed for removal
    NO_PRICE = 1000  # more than the price of any airlock
    LEAP_GAIN = 2  # AP that a leap must save
    DOORWAY_GAIN = 4  # AP that a pair of doorways must save


ctypedef struct Choice:
    u32* event
    float* weight
    int size


cdef inline void propose(Choice* c, u32 event, float weight) noexcept nogil:
    """Add an action, or raise the weight of one that is in the list."""
    cdef int i
    if event == 0:
        return
    for i in range(c.size):
        if c.event[i] == event:
            if weight > c.weight[i]:
                c.weight[i] = weight
            return
    c.event[c.size] = event
    c.weight[c.size] = weight
    c.size += 1


cdef inline void propose_leaps(const RelicsState* s, const Tables* t, const Offers* offers,
                               const Outlook* outlook, int goal, float weight,
                               Choice* c) noexcept nogil:
    """Propose the leap that brings the seat nearest to a goal, if it saves 2 AP or more."""
    cdef u32[ROWS] landings
    cdef Field field
    cdef int i, square, there, here, item
    cdef int least = 0
    cdef u32 best = 0
    memset(landings, 0, sizeof(landings))
    for i in range(offers.few):
        item = offers.event[i] & 15
        if offers.event[i] >> TAG_SHIFT == USE_TAG and item in (ROCKETPACK, GRAPPLE_GUN):
            mark(landings, square_of((offers.event[i] & DETAIL) >> 4))
            best = offers.event[i]
    if best == 0:
        return
    if goal == HOME:
        here = outlook.back
    else:
        flood_from(s, &outlook.land, large_square(t, goal), landings, False, FAR, &field)
        here = outlook.there[goal]
    best = 0
    for i in range(offers.few):
        item = offers.event[i] & 15
        if offers.event[i] >> TAG_SHIFT == USE_TAG and item in (ROCKETPACK, GRAPPLE_GUN):
            square = square_of((offers.event[i] & DETAIL) >> 4)
            there = (distance(&outlook.home, square) if goal == HOME else distance(&field, square))
            there += 1 - price_of(&outlook.land, square) + (item == ROCKETPACK)
            if here - there > max(least, LEAP_GAIN - 1):
                least = here - there
                best = offers.event[i]
    propose(c, best, weight)


cdef inline void propose_equipment(const RelicsState* s, const Offers* offers, int guns,
                                   Choice* c) noexcept nogil:
    """Propose equipment where it matters; `guns` are those that cover the next step."""
    cdef int i, item
    for i in range(offers.few):
        item = offers.event[i] & 15
        if offers.event[i] >> TAG_SHIFT == RAISE_TAG:
            if guns or offered(offers, code(TAKE_TAG, 0)):
                propose(c, offers.event[i], 1.0)
        elif offers.event[i] >> TAG_SHIFT == OVERLOAD_TAG:
            if s.ap <= 1:
                propose(c, offers.event[i], 0.25)
        elif offers.event[i] >> TAG_SHIFT == USE_TAG:
            if item in (POWER_PACK, VITALITY, O2):
                if s.ap <= 1:
                    propose(c, offers.event[i], 0.5)
            elif item == PLATFORM_HACK_1 or (item == ADRENALINE and s.ap >= 3):
                propose(c, offers.event[i], 1.0 if item == PLATFORM_HACK_1 else 0.5)
    guns &= offers.hacks
    while guns:
        propose(c, use(SECURITY_HACK, lowest(guns)), 0.5)
        guns &= guns - 1


cdef inline bint next_door(int square, int site) noexcept nogil:
    return site - square in (1, -1, ROW, -ROW)


cdef inline void propose_doorways(const RelicsState* s, const Tables* t, const Offers* offers,
                                  const Outlook* outlook, int goal, float weight,
                                  Choice* c) noexcept nogil:
    """Propose the pair of doorways that saves most of the way to a goal."""
    cdef u32[ROWS] goals
    cdef Field field
    cdef const Field* there = &outlook.home
    cdef int i, ap, tile, row, site
    cdef u32 sites
    cdef int start = 0
    cdef int end = 0
    cdef int here = outlook.back if goal == HOME else outlook.there[goal]
    cdef int first = FAR
    cdef int rest = FAR
    if offers.own == 0 or offers.others == 0:
        return
    if goal != HOME:
        memset(goals, 0, sizeof(goals))
        mark(goals, next_to(s.pos[s.seat]))
        flood_from(s, &outlook.land, large_square(t, goal), goals, True, FAR, &field)
        there = &field
    for i in range(offers.own):
        ap = 1
        if not next_door(s.pos[s.seat], offers.own_site[i]):
            ap += distance(&outlook.reach, beside(s, &outlook.reach, offers.own_site[i]))
        if ap < first:
            first = ap
            start = offers.own_site[i]
    for tile in range(TILES_IN_ALL):
        if tile == offers.tile:
            continue
        for row in range(1, ROWS - 1):
            sites = sites_of(s, t, tile, row)
            while sites:
                site = row * ROW + lowest(sites)
                sites &= sites - 1
                ap = 1 + distance(there, beside(s, there, site))
                if ap < rest:
                    rest = ap
                    end = site
    if here - first - rest >= DOORWAY_GAIN:
        propose(c, doorway_event(start, end), weight)


cdef inline void propose_spins(const RelicsState* s, const Offers* offers, const Tables* t,
                               const Route* route, float weight, Choice* c) noexcept nogil:
    """Propose turning the platform in the way so that it carries most of a route."""
    cdef int gap = gap_of(s, route)
    cdef int platform, i, rotation, found
    cdef int most = 0
    cdef u32 best = 0
    if offers.spins == 0 or gap < 0:
        return
    platform = platform_at(s, route.square[gap])
    if platform < 0 or not offers.spins >> platform & 1:
        return
    for i in range(3):
        rotation = i + (i >= s.rotation[platform])
        found = carries(t, platform, s.anchor[platform], rotation, route, gap)
        if found > most:
            most = found
            best = spin(s, platform, i)
    propose(c, best, weight)


cdef inline int aims_of(const Outlook* outlook, int* aim) noexcept nogil:
    """List the goals that are nearly the best, and home if time is short. Return their number."""
    cdef int size = 0
    cdef int i
    for i in range(min(outlook.goals - 1, AIMS)):
        if 100 * outlook.merit[i] >= MIN_MERIT * outlook.merit[0]:
            aim[size] = outlook.goal[i]
            size += 1
    if size == 0 or outlook.budget - outlook.back < SPARE_AP:
        aim[size] = HOME
        size += 1
    return size


cdef inline void propose_lifts(const RelicsState* s, const Tables* t, const Offers* offers,
                               const Outlook* outlook, int goal, const u32* others, float weight,
                               Choice* c) noexcept nogil:
    """Propose the platform that serves a goal best, and a useful one that others miss most."""
    cdef Route route
    cdef u32 lifts = offers.lifts
    cdef int gap, platform
    cdef int best = -1
    cdef int missed = -1
    cdef double[4] known = [-1.0, -1.0, -1.0, -1.0]
    cdef double value = 0.0
    cdef double missed_worth = 0.0
    cdef double worth
    way_to(s, t, outlook, goal, &route)
    gap = gap_of(s, &route)
    if gap < 0:
        return
    while lifts:
        platform = lowest(lifts)
        lifts &= lifts - 1
        worth = lift_worth(s, t, platform, &route, gap, known)
        if worth <= 0.0:
            continue
        if worth > value:
            value = worth
            best = platform
        worth += 4.0 * floor_count(s, platform, others)
        if worth > missed_worth:
            missed_worth = worth
            missed = platform
    if best >= 0:
        propose(c, code(LIFT_TAG, best), weight)
        propose(c, code(LIFT_TAG, missed), weight * <float> 0.9)


cdef inline void propose_sabotage(const RelicsState* s, const Tables* t, const Offers* offers,
                                  const u32* others, Choice* c) noexcept nogil:
    """Propose the platform that others would miss most on their ways home, less its cost."""
    cdef u32 lifts = offers.lifts
    cdef int platform, worth
    cdef int best = -1
    cdef int most = 0
    while lifts:
        platform = lowest(lifts)
        lifts &= lifts - 1
        worth = 4 * floor_count(s, platform, others)
        if worth and worth - t.squares[platform] > most:
            most = worth - t.squares[platform]
            best = platform
    if best >= 0:
        propose(c, code(LIFT_TAG, best), 1.0)


cdef inline void propose_rest(const RelicsState* s, const Tables* t, const Offers* offers,
                              const Outlook* outlook, Choice* c) noexcept nogil:
    """Propose taking artifacts, escaping unless staying promises more, and ending the turn."""
    cdef bint worth = carried_points(s, t, s.seat) > max(to_beat(s, t), 0)
    cdef int i
    for i in range(offers.few):
        if offers.event[i] >> TAG_SHIFT == TAKE_TAG:
            propose(c, offers.event[i], 4.0)
        elif offers.event[i] >> TAG_SHIFT == ESCAPE_TAG:
            if worth or outlook.goal[0] == HOME:
                propose(c, offers.event[i], 4.0)
        elif offers.event[i] >> TAG_SHIFT == END_TAG:
            if s.ap <= 2 or c.size == 0:
                propose(c, offers.event[i], 0.5)


cdef inline void propose_acts(const RelicsState* s, const Tables* t, Choice* c) noexcept nogil:
    cdef Offers offers
    cdef Outlook outlook
    cdef u32[ROWS] own, others
    cdef int[AIMS + 1] aim
    cdef Plan plan
    cdef RngState rng
    cdef Route route
    cdef float weight
    cdef u32 event
    cdef int i, aims
    cdef int guns = 0
    rng_seed(&rng, 1)
    offer_turn(s, t, &offers)
    if s.holes or s.net[s.seat]:
        plan.round = 0
        propose(c, advise(t, s, &plan, &rng), 16.0)
        for i in range(offers.few):
            propose(c, offers.event[i], 1.0)
        return
    look_fully(s, t, s.seat, &outlook)
    propose(c, decide(s, t, &offers, &outlook, &plan, &rng), 16.0)
    mark_ways_home(s, t, s.seat, &outlook.land, &outlook.home, own, others)
    aims = aims_of(&outlook, aim)
    for i in range(aims):
        weight = <float> 8.0 / (1 + i)
        event = go_for(s, t, &offers, &outlook, aim[i], &rng)
        if event >> TAG_SHIFT != ESCAPE_TAG:  # see propose_rest
            propose(c, event, weight)
        propose_lifts(s, t, &offers, &outlook, aim[i], others, weight / 2, c)
        propose_leaps(s, t, &offers, &outlook, aim[i], weight * 2, c)
        propose_doorways(s, t, &offers, &outlook, aim[i], weight * 2, c)
    propose_sabotage(s, t, &offers, others, c)
    propose_rest(s, t, &offers, &outlook, c)
    way_to(s, t, &outlook, aim[0], &route)
    if route.steps:
        guns = guns_at(s, s.pos[s.seat], route.square[0]) & ~s.fired
    propose_equipment(s, &offers, guns, c)
    propose_spins(s, &offers, t, &route, 4.0, c)


cdef inline void propose_places(const RelicsState* s, const Tables* t, Choice* c) noexcept nogil:
    cdef Outlook outlook
    cdef Route route
    cdef Place place
    cdef int[AIMS + 1] aim
    cdef u32[ROWS] way
    cdef int i, aims, gap
    look_fully(s, t, s.seat, &outlook)
    propose(c, decide_place(s, t, &outlook), 16.0)
    aims = aims_of(&outlook, aim)
    for i in range(aims):
        way_to(s, t, &outlook, aim[i], &route)
        gap = gap_of(s, &route)
        if gap < 0:
            continue
        find_place(s, t, s.lifting, s.spot, &route, gap, &place)
        if place.found:
            propose(c, code(AT_TAG, cell_of(place.at)) if s.phase == AT_PHASE
                    else code(TURN_TAG, place.rotation), <float> 8.0 / (1 + i))
    if c.size == 0 and s.phase == AT_PHASE:
        memset(way, 0, sizeof(way))
        i = put_aside(s, s.lifting, way, s.pos[s.seat])
        if i:
            propose(c, code(AT_TAG, cell_of(i)), 1.0)


cdef inline void propose_removals(const RelicsState* s, const Tables* t, Choice* c) noexcept nogil:
    """Propose the platforms that others need most and the mover needs least."""
    cdef u32[ROWS] own, others
    cdef u32 rest = empty_platforms(s)
    cdef u32 left
    cdef double value, worth
    cdef int platform, best, _
    survey_ways_home(s, t, s.turn, own, others)
    for _ in range(REMOVALS):
        left = rest
        best = -1
        value = 0.0
        while left:
            platform = lowest(left)
            left &= left - 1
            worth = removal_worth(s, platform, own, others)
            if best < 0 or worth > value:
                best = platform
                value = worth
        if best < 0:
            return
        rest &= ~(<u32> 1 << best)
        propose(c, code(REMOVE_TAG, best), <float> max(value, 0.1))


cdef inline void propose_airlocks(const RelicsState* s, const Tables* t, Choice* c) noexcept nogil:
    """Propose all free airlocks, since much depends on this one decision."""
    cdef int[4] price
    cdef int way
    cdef int least = NO_PRICE
    rate_airlocks(s, t, price)
    for way in range(4):
        if 0 <= price[way] < least:
            least = price[way]
    for way in range(4):
        if price[way] >= 0:
            propose(c, code(AIRLOCK_TAG, way), <float> 8.0 / (2 + price[way] - least))


cdef inline void propose_answers(const RelicsState* s, const Tables* t,
                                 Choice* c) noexcept nogil:
    """List all answers to a gun or trap, with the highest weight for the courier's answer."""
    cdef Plan plan
    cdef RngState rng
    cdef u32[FEW_ACTIONS] few
    cdef int i
    plan.round = 0
    rng_seed(&rng, 1)
    propose(c, advise(t, s, &plan, &rng), 16.0)
    for i in range(list_actions(s, t, few)):
        propose(c, few[i], 1.0)


cdef int promising_actions(const Tables* t, const RelicsState* s, u32* event,
                           float* weight) noexcept nogil:
    """List the actions worth searching; return their number, or 0 if all are."""
    cdef Choice c
    c.event = event
    c.weight = weight
    c.size = 0
    if s.phase == ACT_PHASE:
        propose_acts(s, t, &c)
    elif s.phase == AT_PHASE or s.phase == TURN_PHASE:
        propose_places(s, t, &c)
    elif s.phase == DEFENSE_PHASE:
        propose_removals(s, t, &c)
    elif s.phase == AIRLOCKS_PHASE:
        propose_airlocks(s, t, &c)
    elif s.phase == GUNS_PHASE or s.phase == TRAP_PHASE:
        propose_answers(s, t, &c)
    return c.size
