# The actions of relics that are worth a search's time: some thirty thousand placements come down to
# those that carry the way to one of the best goals.
from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.core.bits cimport lowest
from aicore.core.rng cimport RngState, rng_seed
from aicore.games.relics.board cimport empty_platforms, guns_at
from aicore.games.relics.bridges cimport Place, bears, find_place, gap_of, lift_worth, put_aside
from aicore.games.relics.choice cimport Choice, propose
from aicore.games.relics.courier cimport Plan, advise, decide, decide_place, go_for
from aicore.games.relics.gear cimport (
    propose_doorways, propose_equipment, propose_leaps, propose_spins,
)
from aicore.games.relics.legal cimport Survey, survey_act
from aicore.games.relics.rivals cimport (
    mark_ways_home, rate_airlocks, removal_worth, survey_ways_home,
)
from aicore.games.relics.routes cimport Route
from aicore.games.relics.sight cimport HOME, Sight, carried_points, look_fully, to_beat, way_to
from aicore.games.relics.state cimport (
    ACT, AIRLOCK_PHASE, AIRLOCK_TAG, AT, AT_TAG, DEFENSE, END_TAG, ESCAPE_TAG, LIFT_TAG,
    REMOVE_TAG, ROWS, TAG_SHIFT, TAKE_TAG, TURN, TURN_TAG, RelicsState, Tables, cell_of, code,
)

cdef enum:
    AIMS = 3  # goals that are looked at, and the way home
    LEISURE = 20  # AP to spare with which one does not go home for nothing
    WORTH = 40  # hundredths of the best goal's points for an AP
    REMOVALS = 4
    NEVER = 1000  # AP


cdef inline int aims_of(const Sight* v, int* aim) noexcept nogil:
    """The best goals, those left out that are far worse; and home when time is short."""
    cdef int size = 0
    cdef int i
    for i in range(min(v.goals - 1, AIMS)):
        if 100 * v.merit[i] >= WORTH * v.merit[0]:
            aim[size] = v.goal[i]
            size += 1
    if size == 0 or v.budget - v.back < LEISURE:
        aim[size] = HOME
        size += 1
    return size


cdef inline void propose_lifts(const RelicsState* s, const Tables* t, const Survey* v,
                               const Sight* sight, int goal, const u32* others, float weight,
                               Choice* c) noexcept nogil:
    """The platform that serves a goal best, and the one that others would miss most besides."""
    cdef Route route
    cdef u32 lifts = v.lifts
    cdef int gap, platform
    cdef int best = -1
    cdef int nasty = -1
    cdef double[4] known = [-1.0, -1.0, -1.0, -1.0]
    cdef double value = 0.0
    cdef double spite = 0.0
    cdef double worth
    way_to(s, t, sight, goal, &route)
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
        worth += 4.0 * bears(s, platform, others)
        if worth > spite:
            spite = worth
            nasty = platform
    if best >= 0:
        propose(c, code(LIFT_TAG, best), weight)
        propose(c, code(LIFT_TAG, nasty), weight * <float> 0.9)


cdef inline void propose_sabotage(const RelicsState* s, const Tables* t, const Survey* v,
                                  const u32* others, Choice* c) noexcept nogil:
    """The platform that costs least and that others would miss most on their ways home."""
    cdef u32 lifts = v.lifts
    cdef int platform, worth
    cdef int best = -1
    cdef int most = 0
    while lifts:
        platform = lowest(lifts)
        lifts &= lifts - 1
        worth = 4 * bears(s, platform, others)
        if worth and worth - t.squares[platform] > most:
            most = worth - t.squares[platform]
            best = platform
    if best >= 0:
        propose(c, code(LIFT_TAG, best), 1.0)


cdef inline void propose_rest(const RelicsState* s, const Tables* t, const Survey* v,
                              const Sight* sight, Choice* c) noexcept nogil:
    """Takes, an escape unless there is more to hope for inside, the end of the turn."""
    cdef bint worth = carried_points(s, t, s.seat) > max(to_beat(s, t), 0)
    cdef int i
    for i in range(v.few):
        if v.event[i] >> TAG_SHIFT == TAKE_TAG:
            propose(c, v.event[i], 4.0)
        elif v.event[i] >> TAG_SHIFT == ESCAPE_TAG:
            if worth or sight.goal[0] == HOME:
                propose(c, v.event[i], 4.0)
        elif v.event[i] >> TAG_SHIFT == END_TAG:
            if s.ap <= 2 or c.size == 0:
                propose(c, v.event[i], 0.5)


cdef inline void propose_acts(const RelicsState* s, const Tables* t, Choice* c) noexcept nogil:
    cdef Survey v
    cdef Sight sight
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
    survey_act(s, t, &v)
    if s.holes or s.net[s.seat]:
        plan.round = 0
        propose(c, advise(t, s, &plan, &rng), 16.0)
        for i in range(v.few):
            propose(c, v.event[i], 1.0)
        return
    look_fully(s, t, s.seat, &sight)
    propose(c, decide(s, t, &v, &sight, &plan, &rng), 16.0)
    mark_ways_home(s, t, s.seat, &sight.land, &sight.home, own, others)
    aims = aims_of(&sight, aim)
    for i in range(aims):
        weight = <float> 8.0 / (1 + i)
        event = go_for(s, t, &v, &sight, aim[i], &rng)
        if event >> TAG_SHIFT != ESCAPE_TAG:  # of which below
            propose(c, event, weight)
        propose_lifts(s, t, &v, &sight, aim[i], others, weight / 2, c)
        propose_leaps(s, t, &v, &sight, aim[i], weight * 2, c)
        propose_doorways(s, t, &v, &sight, aim[i], weight * 2, c)
    propose_sabotage(s, t, &v, others, c)
    propose_rest(s, t, &v, &sight, c)
    way_to(s, t, &sight, aim[0], &route)
    if route.steps:
        guns = guns_at(s, s.pos[s.seat], route.square[0]) & ~s.fired
    propose_equipment(s, &v, guns, c)
    propose_spins(s, &v, t, &route, 4.0, c)


cdef inline void propose_places(const RelicsState* s, const Tables* t, Choice* c) noexcept nogil:
    cdef Sight sight
    cdef Route route
    cdef Place place
    cdef int[AIMS + 1] aim
    cdef u32[ROWS] way
    cdef int i, aims, gap
    look_fully(s, t, s.seat, &sight)
    propose(c, decide_place(s, t, &sight), 16.0)
    aims = aims_of(&sight, aim)
    for i in range(aims):
        way_to(s, t, &sight, aim[i], &route)
        gap = gap_of(s, &route)
        if gap < 0:
            continue
        find_place(s, t, s.lifting, s.spot, &route, gap, &place)
        if place.found:
            propose(c, code(AT_TAG, cell_of(place.at)) if s.phase == AT
                    else code(TURN_TAG, place.rotation), <float> 8.0 / (1 + i))
    if c.size == 0 and s.phase == AT:
        memset(way, 0, sizeof(way))
        i = put_aside(s, s.lifting, way, s.pos[s.seat])
        if i:
            propose(c, code(AT_TAG, cell_of(i)), 1.0)


cdef inline void propose_removals(const RelicsState* s, const Tables* t, Choice* c) noexcept nogil:
    """The platforms that others need most and the mover least."""
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
    """All that are free: it is one decision, and much depends on it."""
    cdef int[4] price
    cdef int way
    cdef int least = NEVER
    rate_airlocks(s, t, price)
    for way in range(4):
        if 0 <= price[way] < least:
            least = price[way]
    for way in range(4):
        if price[way] >= 0:
            propose(c, code(AIRLOCK_TAG, way), <float> 8.0 / (2 + price[way] - least))


cdef inline int promising_actions(const Tables* t, const RelicsState* s, u32* event,
                                  float* weight) noexcept nogil:
    """The actions worth a search's time; 0 where all are."""
    cdef Choice c
    c.event = event
    c.weight = weight
    c.size = 0
    if s.phase == ACT:
        propose_acts(s, t, &c)
    elif s.phase == AT or s.phase == TURN:
        propose_places(s, t, &c)
    elif s.phase == DEFENSE:
        propose_removals(s, t, &c)
    elif s.phase == AIRLOCK_PHASE:
        propose_airlocks(s, t, &c)
    return c.size
