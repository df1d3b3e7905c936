# What a seat's equipment could do for it on the way to a goal.
from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.core.bits cimport lowest
from aicore.games.relics.board cimport platform_at, sites_of
from aicore.games.relics.bridges cimport carries, gap_of
from aicore.games.relics.choice cimport Choice, propose
from aicore.games.relics.courier cimport offered
from aicore.games.relics.legal cimport (
    TILES_IN_ALL, Survey, doorway_event, large_square, spin,
)
from aicore.games.relics.routes cimport (
    FAR, Field, Route, beside, distance, flood_from, mark, next_to, price_of,
)
from aicore.games.relics.sight cimport HOME, Sight
from aicore.games.relics.state cimport (
    ADRENALINE, GRAPPLE, HACK_1, HACK_2, O2, OVERLOAD_TAG, POWER_PACK, RAISE_TAG, ROCKET, ROW, ROWS,
    SECURITY_HACK, TAG_SHIFT, TAKE_TAG, USE_TAG, VITALITY, RelicsState, Tables, code, square_of,
    use,
)

cdef enum:
    LEAP = 2  # AP that a leap must save
    SHORTCUT = 4  # and a pair of doorways


cdef inline void propose_leaps(const RelicsState* s, const Tables* t, const Survey* v,
                               const Sight* sight, int goal, float weight,
                               Choice* c) noexcept nogil:
    """The leap that brings nearest to a goal, if it saves 2 AP or more."""
    cdef u32[ROWS] landings
    cdef Field field
    cdef int i, square, there, here, item
    cdef int least = 0
    cdef u32 best = 0
    memset(landings, 0, sizeof(landings))
    for i in range(v.few):
        item = v.event[i] & 15
        if v.event[i] >> TAG_SHIFT == USE_TAG and item in (ROCKET, GRAPPLE):
            mark(landings, square_of((v.event[i] & 0xFFFFFF) >> 4))
            best = v.event[i]
    if best == 0:
        return
    if goal == HOME:
        here = sight.back
    else:
        flood_from(s, &sight.land, large_square(t, goal), landings, False, FAR, &field)
        here = sight.there[goal]
    best = 0
    for i in range(v.few):
        item = v.event[i] & 15
        if v.event[i] >> TAG_SHIFT == USE_TAG and item in (ROCKET, GRAPPLE):
            square = square_of((v.event[i] & 0xFFFFFF) >> 4)
            there = (distance(&sight.home, square) if goal == HOME else distance(&field, square))
            there += 1 - price_of(&sight.land, square) + (item == ROCKET)
            if here - there > max(least, LEAP - 1):
                least = here - there
                best = v.event[i]
    propose(c, best, weight)


cdef inline void propose_equipment(const RelicsState* s, const Survey* v, int guns,
                                   Choice* c) noexcept nogil:
    """What is held, where it matters: `guns` cover the next step."""
    cdef int i, item
    for i in range(v.few):
        item = v.event[i] & 15
        if v.event[i] >> TAG_SHIFT == RAISE_TAG:
            if guns or offered(v, code(TAKE_TAG, 0)):
                propose(c, v.event[i], 1.0)
        elif v.event[i] >> TAG_SHIFT == OVERLOAD_TAG:
            if s.ap <= 1:
                propose(c, v.event[i], 0.25)
        elif v.event[i] >> TAG_SHIFT == USE_TAG:
            if item in (POWER_PACK, VITALITY, O2):
                if s.ap <= 1:
                    propose(c, v.event[i], 0.5)
            elif item == HACK_1 or (item == ADRENALINE and s.ap >= 3):
                propose(c, v.event[i], 1.0 if item == HACK_1 else 0.5)
    guns &= v.hacks
    while guns:
        propose(c, use(SECURITY_HACK, lowest(guns)), 0.5)
        guns &= guns - 1


cdef inline bint next_door(int square, int site) noexcept nogil:
    return site - square in (1, -1, ROW, -ROW)


cdef inline void propose_doorways(const RelicsState* s, const Tables* t, const Survey* v,
                                  const Sight* sight, int goal, float weight,
                                  Choice* c) noexcept nogil:
    """The pair of doorways that saves most of the way to a goal."""
    cdef u32[ROWS] goals
    cdef Field field
    cdef const Field* there = &sight.home
    cdef int i, ap, tile, row, site
    cdef u32 sites
    cdef int start = 0
    cdef int end = 0
    cdef int here = sight.back if goal == HOME else sight.there[goal]
    cdef int first = FAR
    cdef int rest = FAR
    if v.own == 0 or v.others == 0:
        return
    if goal != HOME:
        memset(goals, 0, sizeof(goals))
        mark(goals, next_to(s.pos[s.seat]))
        flood_from(s, &sight.land, large_square(t, goal), goals, True, FAR, &field)
        there = &field
    for i in range(v.own):
        ap = 1
        if not next_door(s.pos[s.seat], v.own_site[i]):
            ap += distance(&sight.reach, beside(s, &sight.reach, v.own_site[i]))
        if ap < first:
            first = ap
            start = v.own_site[i]
    for tile in range(TILES_IN_ALL):
        if tile == v.tile:
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
    if here - first - rest >= SHORTCUT:
        propose(c, doorway_event(start, end), weight)


cdef inline void propose_spins(const RelicsState* s, const Survey* v, const Tables* t,
                               const Route* route, float weight, Choice* c) noexcept nogil:
    """The platform in the way, turned where it lies so that it carries most of a route."""
    cdef int gap = gap_of(s, route)
    cdef int platform, i, rotation, found
    cdef int most = 0
    cdef u32 best = 0
    if v.spins == 0 or gap < 0:
        return
    platform = platform_at(s, route.square[gap])
    if platform < 0 or not v.spins >> platform & 1:
        return
    for i in range(3):
        rotation = i + (i >= s.rotation[platform])
        found = carries(t, platform, s.anchor[platform], rotation, route, gap)
        if found > most:
            most = found
            best = spin(s, platform, i)
    propose(c, best, weight)
