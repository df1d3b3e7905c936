"""The courier: a policy that fetches the artifact with most points per AP and gets home in time."""

from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.core.bits cimport lowest
from aicore.core.rng cimport RngState, rng_below
from aicore.games.relics.rules.board cimport large_square, step
from aicore.games.relics.judgment.bridges cimport (
    Place, blocks, can_bridge, find_place, floor_count, gap_of, lift_worth, mark_route, put_aside,
)
from aicore.games.relics.rules.legal cimport (
    ALLOWED, helpful_rays, holds, item_reason, liftable, move_reason, occupied, own_reason,
    weapon_reason,
)
from aicore.games.relics.rules.actions cimport Offers, offer_hand, offered
from aicore.games.relics.judgment.rivals cimport advise_airlock, advise_removal
from aicore.games.relics.judgment.routes cimport Route
from aicore.games.relics.judgment.reach cimport HOME, Outlook, carried_points, look, way_to
from aicore.games.relics.rules.state cimport (
    ACT_PHASE, ADRENALINE, AIRLOCKS_PHASE, AT_PHASE, AT_TAG, BLASTER, BY_HEAT, DEFENSE_PHASE,
    DETAIL, END_TAG, ESCAPE_TAG, FIRE_BLASTER, FOAM_GUN, FREEZE_RAY, GRAPPLE_GUN, GUNS_PHASE,
    HEAT_RAY, LIFT_TAG, MOVE_TAG, NET_TAG, O2, ON_HOLE, OVERLOAD_TAG, PATCH_TAG, PAY, POWER_PACK,
    RAISE_TAG, RESPOND_TAG, ROCKETPACK, ROWS, SHOOT_TAG, SUIT, TAG_SHIFT, TAKE_TAG, TAPE,
    TRAP_PHASE, TURN_PHASE, TURN_TAG, USE_TAG, VITALITY, RelicsState, Tables, cell_of, code,
    is_airlock, square_of, step_of, use,
)

cdef enum:
    LEAP_LOOKAHEAD = 10  # number of squares of a route that are searched for a leap
    MIN_GRAPPLE = 3  # number of squares that make a leap worth a charge
    MIN_RUN = 5  # number of squares that make adrenaline worth using
    MIN_RUN_AP = 3  # AP that must be left to use adrenaline


cdef inline u32 first_offered(const Offers* offers, u32 one, u32 two, u32 three,
                              u32 four) noexcept nogil:
    """Return the first of four actions that is offered; 0 if none is."""
    if offered(offers, one):
        return one
    if offered(offers, two):
        return two
    if offered(offers, three):
        return three
    return four if offered(offers, four) else 0


cdef inline u32 step_along(const RelicsState* s, const Tables* t,
                           const Route* route) noexcept nogil:
    """Return the move onto the first square of a route; 0 if it cannot be made now."""
    cdef int here = s.pos[s.seat]
    cdef int way
    if route.steps == 0:
        return 0
    for way in range(4):
        if (here + step_of(way) == route.square[0] or step(s, here, way) == route.square[0]) and (
                move_reason(s, t, way) == ALLOWED):
            return code(MOVE_TAG, way)
    return 0


cdef inline u32 choose_lift(const RelicsState* s, const Tables* t, u32 lifts,
                            const Route* route, RngState* rng) noexcept nogil:
    """Return the lift of the platform that serves a route best; 0 if there is none.

    If no platform can bridge the gap, return the cheapest lift of one that blocks it.
    """
    cdef u32 rest = lifts
    cdef int gap = gap_of(s, route)
    cdef int best = -1
    cdef double[4] known = [-1.0, -1.0, -1.0, -1.0]
    cdef double value = 0.0
    cdef double worth
    cdef int platform
    if gap < 0 or not lifts:
        return 0
    while rest:
        platform = lowest(rest)
        rest &= rest - 1
        worth = lift_worth(s, t, platform, route, gap, known)
        if worth > 0.0:
            worth += 0.5 * rng_below(rng, 4)
            if worth > value:
                value = worth
                best = platform
    if best < 0 and not can_bridge(s, t, route, gap):
        while lifts:
            platform = lowest(lifts)
            lifts &= lifts - 1
            if blocks(s, platform, route.square[gap]) and (
                    best < 0 or t.squares[platform] < t.squares[best]):
                best = platform
    return code(LIFT_TAG, best) if best >= 0 else 0


cdef inline u32 untangle(const Offers* offers) noexcept nogil:
    """Return an action that takes off a net, or the end of the turn; 0 if neither is possible."""
    cdef u32 event = first_offered(offers, code(NET_TAG, FIRE_BLASTER), code(NET_TAG, HEAT_RAY),
                                   code(NET_TAG, FREEZE_RAY), code(NET_TAG, PAY))
    return event if event else first_offered(offers, code(END_TAG, 0), 0, 0, 0)


cdef inline u32 mend(const Offers* offers) noexcept nogil:
    return first_offered(offers, use(TAPE, 0), use(FOAM_GUN, ON_HOLE), code(PATCH_TAG, 0), 0)


cdef inline bint wanted(const RelicsState* s, const Tables* t,
                        const Outlook* outlook) noexcept nogil:
    """Whether the artifact underfoot can be brought home."""
    cdef int i
    for i in range(outlook.goals - 1):
        if large_square(t, outlook.goal[i]) == s.pos[s.seat]:
            return True
    return False


cdef inline u32 swipe_it(const Offers* offers) noexcept nogil:
    return first_offered(offers, code(TAKE_TAG, 1), code(RAISE_TAG, 0), code(TAKE_TAG, 0), 0)


cdef inline int pieces_ahead(const RelicsState* s, const Route* route) noexcept nogil:
    """Return the number of occupied squares at the start of a route; no seat can stop there."""
    cdef int i = 0
    while i < route.steps and occupied(s, route.square[i]) and not is_airlock(route.square[i]):
        i += 1
    return i


cdef inline u32 unlock(const RelicsState* s, const Tables* t, const Route* route) noexcept nogil:
    """Return the cheapest lift off the route if the Scepter demands other lifts first; else 0."""
    cdef u32[ROWS] way
    cdef u32 rest
    cdef int platform
    cdef int best = -1
    if not s.scepter[s.seat]:
        return 0
    memset(way, 0, sizeof(way))
    mark_route(route, way)
    rest = liftable(s, t)
    while rest:
        platform = lowest(rest)
        rest &= rest - 1
        if floor_count(s, platform, way) == 0 and (
                best < 0 or t.squares[platform] < t.squares[best]):
            best = platform
    return code(LIFT_TAG, best) if best >= 0 else 0


cdef inline u32 leap_to(const RelicsState* s, const Tables* t, int item, int square) noexcept nogil:
    """Return a leap onto a square; 0 if a rule forbids it."""
    cdef int right = (square & 63) - (s.pos[s.seat] & 63)
    cdef int down = (square >> 6) - (s.pos[s.seat] >> 6)
    if right and down and (item == GRAPPLE_GUN or right != down and right != -down):
        return 0
    return 0 if own_reason(s, t, use(item, cell_of(square))) else use(item, cell_of(square))


cdef inline u32 leap_along(const RelicsState* s, const Tables* t,
                           const Route* route) noexcept nogil:
    """Return the leap that goes farthest along a route, two squares or more; 0 if there is none."""
    cdef bint rocket = holds(s, ROCKETPACK)
    cdef bint grapple = item_reason(s, GRAPPLE_GUN) == ALLOWED
    cdef u32 event = 0
    cdef int i
    if not (rocket or grapple) or is_airlock(s.pos[s.seat]) or occupied(s, s.pos[s.seat]):
        return 0
    for i in range(min(route.steps, LEAP_LOOKAHEAD) - 1, 0, -1):
        if is_airlock(route.square[i]):
            continue
        if grapple and i >= MIN_GRAPPLE - 1:
            event = leap_to(s, t, GRAPPLE_GUN, route.square[i])
        if rocket and not event:
            event = leap_to(s, t, ROCKETPACK, route.square[i])
        if event:
            break
    return event


cdef inline u32 hurry(const RelicsState* s, const Tables* t) noexcept nogil:
    """Return the use of adrenaline if it is held and enough AP are left to profit; else 0."""
    cdef bint fit = holds(s, ADRENALINE) and not s.adrenaline and s.ap >= MIN_RUN_AP
    if not fit or occupied(s, s.pos[s.seat]) or own_reason(s, t, use(ADRENALINE, 0)):
        return 0
    return use(ADRENALINE, 0)


cdef inline u32 go_along(const RelicsState* s, const Tables* t, const Route* route,
                         RngState* rng) noexcept nogil:
    """Return the next action along a route; 0 if there is none this turn."""
    cdef int gap = gap_of(s, route)
    cdef u32 event = leap_along(s, t, route)
    if not event and (gap if gap >= 0 else route.steps) >= MIN_RUN:
        event = hurry(s, t)
    if event:
        return event
    if gap < 0 or gap > pieces_ahead(s, route):
        event = step_along(s, t, route)
    if event or occupied(s, s.pos[s.seat]):
        return event
    event = choose_lift(s, t, liftable(s, t), route, rng)
    return event if event or gap < 0 else unlock(s, t, route)


cdef inline u32 leave(const RelicsState* s, const Tables* t) noexcept nogil:
    """Return the action on an airlock with no goal left: escape, or wait if that can only help.

    A seat that is out no longer removes platforms. So a seat waits while another seat inside
    carries more, since it loses if that seat comes home. It waits only if it has another turn in
    which to escape.
    """
    cdef int other
    if not s.final and s.round < t.rounds and not occupied(s, s.pos[s.seat]):
        for other in range(t.seats):
            if s.pos[other] and carried_points(s, t, other) > carried_points(s, t, s.seat):
                return code(END_TAG, 0)
    return code(ESCAPE_TAG, 0)


cdef u32 go_for(const RelicsState* s, const Tables* t, const Offers* offers, const Outlook* outlook,
                int goal, RngState* rng) noexcept nogil:
    """Return the next action on the way to a goal; 0 if there is none this turn."""
    cdef Route route
    if goal == HOME and is_airlock(s.pos[s.seat]):
        return leave(s, t)
    if goal != HOME and large_square(t, goal) == s.pos[s.seat]:
        return swipe_it(offers) if offered(offers, code(TAKE_TAG, 0)) else 0
    way_to(s, t, outlook, goal, &route)
    return go_along(s, t, &route, rng)


cdef inline u32 give_up(const Offers* offers, int goal) noexcept nogil:
    """Return a fallback if nothing leads closer to the goal: gain AP, or end the turn.

    One AP now is worth more than the point that the item brings at home. The seat keeps the
    charges of its rays for traps until it goes home.
    """
    cdef u32 event = first_offered(offers, use(VITALITY, 0), use(O2, 0), use(POWER_PACK, SUIT), 0)
    if not event and goal == HOME:
        event = first_offered(
            offers, code(OVERLOAD_TAG, HEAT_RAY), code(OVERLOAD_TAG, FREEZE_RAY), 0, 0)
    return event if event else first_offered(offers, code(END_TAG, 0), 0, 0, 0)


cdef inline bint fits(const RelicsState* s, const Plan* plan) noexcept nogil:
    """Whether there is a plan from the square of the seat on turn."""
    return plan.round == s.round and plan.seat == s.seat and plan.here == s.pos[s.seat]


cdef inline void advance(Plan* plan, int steps) noexcept nogil:
    """Advance a plan by some steps of its route."""
    cdef int i
    plan.here = plan.route.square[steps - 1]
    plan.route.steps -= steps
    for i in range(plan.route.steps):
        plan.route.square[i] = plan.route.square[i + steps]


cdef inline u32 follow(const RelicsState* s, const Tables* t, Plan* plan,
                       RngState* rng) noexcept nogil:
    """Return the next action of a plan; 0 if the seat must look around again."""
    cdef int gallery = t.gallery_at[s.pos[s.seat]] - 1
    cdef u32 event
    cdef Place place
    cdef int gap, i
    if not fits(s, plan):
        return 0
    if s.phase != ACT_PHASE:
        gap = gap_of(s, &plan.route)
        if gap < 0:
            return 0
        find_place(s, t, s.lifting, s.spot, &plan.route, gap, &place)
        if place.found == 0:
            return 0
        return code(AT_TAG, cell_of(place.at)) if s.phase == AT_PHASE else code(
            TURN_TAG, place.rotation)
    if gallery >= 0 and s.artifact_on >> gallery & 1 and large_square(t, gallery) == plan.here:
        return 0
    if plan.goal != HOME and not s.artifact_on >> plan.goal & 1:
        return 0
    if plan.goal == HOME and is_airlock(plan.here):
        return leave(s, t)
    event = go_along(s, t, &plan.route, rng)
    if event >> TAG_SHIFT == MOVE_TAG:
        advance(plan, 1)
    elif event >> TAG_SHIFT == USE_TAG and event != use(ADRENALINE, 0):
        i = 0
        while plan.route.square[i] != square_of((event & DETAIL) >> 4):
            i += 1
        advance(plan, i + 1)
    return event


cdef inline u32 advise_act(const RelicsState* s, const Tables* t, Plan* plan,
                           RngState* rng) noexcept nogil:
    cdef Offers offers
    cdef Outlook outlook
    cdef u32 event
    if s.holes == 0 and s.net[s.seat] == 0:
        event = follow(s, t, plan, rng)
        if event:
            return event
    offer_hand(s, t, &offers)
    if s.holes:
        plan.round = 0
        return mend(&offers)
    if s.ap == 0 and s.credit == 0 and fits(s, plan):  # no AP left to follow the plan
        return give_up(&offers, plan.goal)
    plan.round = 0
    if s.net[s.seat]:
        event = untangle(&offers)
        if event:
            return event
    look(s, t, s.seat, &outlook)
    return decide(s, t, &offers, &outlook, plan, rng)


cdef u32 decide(const RelicsState* s, const Tables* t, const Offers* offers, const Outlook* outlook,
                Plan* plan, RngState* rng) noexcept nogil:
    """Return the action of a seat that has looked around, and plan the actions after it."""
    cdef int goal = outlook.goal[0]
    cdef u32 event
    if offered(offers, code(TAKE_TAG, 0)) and wanted(s, t, outlook):
        return swipe_it(offers)
    if s.door[0] == 0 and not (goal != HOME and large_square(t, goal) == s.pos[s.seat]):
        way_to(s, t, outlook, goal, &plan.route)
        plan.round = s.round
        plan.seat = s.seat
        plan.here = s.pos[s.seat]
        plan.goal = goal
        event = follow(s, t, plan, rng)
        if event:
            return event
        plan.round = 0
    event = go_for(s, t, offers, outlook, goal, rng)
    return event if event else give_up(offers, goal)


cdef inline u32 advise_place(const RelicsState* s, const Tables* t, Plan* plan,
                             RngState* rng) noexcept nogil:
    """Return a place or rotation for the platform in hand; 0 if it does not matter."""
    cdef Outlook outlook
    cdef u32 event = follow(s, t, plan, rng)
    if event:
        return event
    look(s, t, s.seat, &outlook)
    return decide_place(s, t, &outlook)


cdef void choose_place(const RelicsState* s, const Tables* t, const Outlook* outlook,
                       Place* place) noexcept nogil:
    """Choose the place and rotation of the platform in hand for the first goal that it serves.

    If it serves none, choose a place out of the way; `at` is 0 if there is none.
    """
    cdef Route route
    cdef u32[ROWS] way
    cdef int i
    cdef int gap = 0
    route.steps = 0
    for i in range(outlook.goals):
        if outlook.goal[i] == HOME and not outlook.homed:
            break
        way_to(s, t, outlook, outlook.goal[i], &route)
        gap = gap_of(s, &route)
        if gap < 0:
            continue
        find_place(s, t, s.lifting, s.spot, &route, gap, place)
        if place.found:
            return
        if s.phase == AT_PHASE and not can_bridge(s, t, &route, gap):
            break
    else:
        way_to(s, t, outlook, outlook.goal[0], &route)
        gap = gap_of(s, &route)
    place.found = 0
    place.at = s.spot
    if s.phase == AT_PHASE:
        memset(way, 0, sizeof(way))
        mark_route(&route, way)
        gap = max(gap, 0)  # if no goal considered has a gap
        place.at = put_aside(
            s, s.lifting, way, route.square[gap] if route.steps else s.pos[s.seat])


cdef u32 decide_place(const RelicsState* s, const Tables* t,
                      const Outlook* outlook) noexcept nogil:
    cdef Place place
    choose_place(s, t, outlook, &place)
    if s.phase == AT_PHASE:
        return code(AT_TAG, cell_of(place.at)) if place.at else 0
    return code(TURN_TAG, place.rotation) if place.found else 0


cdef u32 advise(const Tables* t, const RelicsState* s, Plan* plan,
                RngState* rng) noexcept nogil:
    """Return a sensible action, and set the plan behind it; 0 if any action will do."""
    cdef int rays
    if s.phase == ACT_PHASE:
        return advise_act(s, t, plan, rng)
    if s.phase == AT_PHASE or s.phase == TURN_PHASE:
        return advise_place(s, t, plan, rng)
    if s.phase == DEFENSE_PHASE:
        return advise_removal(s, t, rng)
    if s.phase == AIRLOCKS_PHASE:
        return advise_airlock(s, t)
    if s.phase == GUNS_PHASE and weapon_reason(s, BLASTER) == ALLOWED:
        return code(SHOOT_TAG, lowest(s.queue) << 4 | FIRE_BLASTER)
    if s.phase == TRAP_PHASE:
        rays = helpful_rays(s, t, s.drawn)
        return code(RESPOND_TAG, HEAT_RAY if rays & BY_HEAT else FREEZE_RAY)
    return 0
