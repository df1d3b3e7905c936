# Judgement: how good a position is for each seat, and a sensible action for playouts.
#
# Routes are found by flooding the board from their goals, a row of squares at a time: a step onto
# floor counts 1 AP, one onto empty space 2, for the platform that must be laid there first.
from libc.math cimport exp
from libc.string cimport memset

from aicore.core._types cimport u16, u32
from aicore.core.bits cimport count, lowest
from aicore.core.rng cimport RngState, rng_below
from aicore.games.relics.board cimport INSIDE, anchors, empty_platforms, has, platform_at, walkable
from aicore.games.relics.legal cimport Survey, large_square, survey_act
from aicore.games.relics.state cimport (
    ACT, ARTIFACTS, AT, AT_TAG, BLASTER, END_TAG, ESCAPE_TAG, FIRE_BLASTER, FIRE_PAY, FOAM,
    FREEZE_RAY, GALLERIES, GUN_PHASE, HEAT_RAY, ITEMS, LIFT_TAG, MOVE_TAG, NET_TAG, NO_ONE, O2,
    OF_WEAPON, ON_HOLE, OVER, PATCH_TAG, RAISE_TAG, RESPOND_TAG, ROW, ROWS, SHOOT_TAG, SIZE,
    TAKE_TAG, TAPE, TRAP, TURN, TURN_TAG, VITALITY, RelicsState, Tables, airlock, cell_of, code,
    is_airlock, step_of, use,
)
from aicore.games.relics.turns cimport helpful_rays, is_out

cdef enum:
    FAR = 48  # AP; no route is looked for beyond
    AHEAD = 5  # squares of a route that are remembered


ctypedef struct Route:
    int ap  # about what it costs; FAR when there is none
    int steps
    u16[AHEAD] square


cdef inline void find_route(const RelicsState* s, int start, const u32* goals,
                            Route* route) noexcept nogil:
    """The next squares of a cheapest way from one square to any of a set."""
    cdef u32[ROWS] seen
    cdef u32[ROWS] passable
    cdef u32[ROWS] source
    cdef u32[FAR][ROWS] layer
    cdef int level = 0
    cdef int row, way, price, square, ahead
    memset(seen, 0, sizeof(seen))
    memset(passable, 0, sizeof(passable))
    memset(source, 0, sizeof(source))
    memset(layer, 0, 2 * sizeof(layer[0]))
    for row in range(1, SIZE + 1):
        passable[row] = <u32> INSIDE & ~s.wall[row]
    passable[start >> 6] |= <u32> 1 << (start & 63)
    for row in range(1, SIZE + 1):
        layer[0][row] = goals[row] & passable[row]
        seen[row] = layer[0][row]
    route.steps = 0
    while not has(layer[level], start):
        level += 1
        if level == FAR:
            route.ap = FAR
            return
        for row in range(1, SIZE + 1):
            source[row] = layer[level - 1][row] & s.floor[row]
        if level > 1:
            for row in range(1, SIZE + 1):
                source[row] |= layer[level - 2][row] & ~s.floor[row]
        layer[level][0] = 0
        layer[level][ROWS - 1] = 0
        for row in range(1, SIZE + 1):
            layer[level][row] = (
                (source[row] << 1 | source[row] >> 1 | source[row - 1] | source[row + 1])
                & passable[row] & ~seen[row])
            seen[row] |= layer[level][row]
    route.ap = level
    square = start
    while level > 0 and route.steps < AHEAD:
        for way in range(4):
            ahead = square + step_of(way)
            price = 1 if has(s.floor, ahead) else 2
            if price <= level and has(layer[level - price], ahead):
                break
        else:
            return
        level -= price
        square = ahead
        route.square[route.steps] = square
        route.steps += 1


cdef inline int inner(int way) noexcept nogil:
    """The square of the board next to an airlock."""
    return airlock(way) - step_of(way)


cdef inline void route_from(const RelicsState* s, int here, const u32* goals,
                            Route* route) noexcept nogil:
    """A route that may start in an airlock."""
    cdef int way, i
    if not is_airlock(here):
        find_route(s, here, goals, route)
        return
    for way in range(4):
        if airlock(way) == here:
            find_route(s, inner(way), goals, route)
            for i in range(min(route.steps, AHEAD - 1), 0, -1):
                route.square[i] = route.square[i - 1]
            route.steps = min(route.steps + 1, AHEAD)
            route.square[0] = inner(way)
            route.ap = min(route.ap + 1, FAR)


cdef inline void way_home(const RelicsState* s, int here, Route* route) noexcept nogil:
    """The way to the nearest airlock, which counts as 0 from an airlock."""
    cdef u32[ROWS] goals
    cdef int way
    if is_airlock(here):
        route.ap = 0
        route.steps = 0
        return
    memset(goals, 0, sizeof(goals))
    for way in range(4):
        goals[inner(way) >> 6] |= <u32> 1 << (inner(way) & 63)
    find_route(s, here, goals, route)
    for way in range(4):
        if route.steps < AHEAD and route.ap < FAR and inner(way) == (
                route.square[route.steps - 1] if route.steps else here):
            route.square[route.steps] = airlock(way)
            route.steps += 1
            break
    route.ap = min(route.ap + 1, FAR)


cdef inline void way_to_artifacts(const RelicsState* s, const Tables* t, int here,
                                  Route* route) noexcept nogil:
    cdef u32[ROWS] goals
    cdef int gallery, square
    memset(goals, 0, sizeof(goals))
    for gallery in range(GALLERIES):
        if s.artifact_on >> gallery & 1:
            square = large_square(t, gallery)
            goals[square >> 6] |= <u32> 1 << (square & 63)
    route_from(s, here, goals, route)


cdef inline int ap_left(const RelicsState* s, const Tables* t, int seat) noexcept nogil:
    """The AP that a seat may hope for before the station is gone."""
    cdef int first = s.round + (seat <= s.seat)
    cdef int last = t.rounds
    cdef int inside = t.seats - s.out
    cdef int total = 0
    cdef int number
    if seat == s.seat and s.phase != OVER:
        total = s.ap
        if s.lifting >= 0 and s.anchor[s.lifting]:
            total -= t.squares[s.lifting]  # it will be paid when it is put down
    if s.heart != NO_ONE and inside:
        last = min(last, s.round + (count(empty_platforms(s)) + inside - 1) // inside)
    for number in range(first, last + 1):
        total += t.first_ap + 1 - number - (s.heart == seat)
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


cdef inline int covers(const Tables* t, int platform, int at, int rotation,
                       const Route* route) noexcept nogil:
    """How many squares of a route a platform would carry; 0 unless it carries the next one."""
    cdef int found = 0
    cdef int i, offset
    for i in range(route.steps):
        offset = route.square[i] - at
        if offset in (0, 1, ROW, ROW + 1):
            offset = (offset >> 6) * 2 + (offset & 1)
            if t.floor[platform][rotation] >> offset & 1:
                found += 1
            elif i == 0:
                return 0
        elif i == 0:
            return 0
    return found


cdef inline int best_place(const RelicsState* s, const Tables* t, int platform, int spot,
                           const Route* route, int* at, int* rotation) noexcept nogil:
    """The best way to lay a platform on a route, anywhere or on one spot.

    Returns how many of the route's next squares it carries; 0 when it cannot lie there.
    """
    cdef int best = 0
    cdef int i, square, turns, found
    for i in range(1 if spot else 4):
        square = spot if spot else route.square[0] - (i & 1) - (i >> 1) * ROW
        if not (1 <= square >> 6 < SIZE and 1 <= (square & 63) < SIZE):
            continue
        if not spot and not anchors(s, square >> 6, platform) >> (square & 63) & 1:
            continue
        for turns in range(4):
            if s.anchor[platform] == square and s.rotation[platform] == turns:
                continue
            found = covers(t, platform, square, turns, route)
            if found > best:
                best = found
                at[0] = square
                rotation[0] = turns
    return best


cdef inline int promised(const RelicsState* s, const Tables* t, int seat,
                         const Route* route) noexcept nogil:
    """How many squares more of a seat's route the platform in its hand will carry."""
    cdef int at, rotation, i, found
    if seat != s.seat or s.lifting < 0 or route.steps == 0:
        return 0
    found = best_place(s, t, s.lifting, s.spot, route, &at, &rotation)
    for i in range(route.steps):
        if has(s.floor, route.square[i]) and platform_at(s, route.square[i]) == s.lifting:
            found -= 1
    return found


cdef inline void outlook(const Tables* t, const RelicsState* s, double* out) noexcept nogil:
    """What each seat is likely to carry out, and from that its share of the win."""
    cdef double total = 0.0
    cdef double points, spare, gain
    cdef int seat
    cdef int inside = max(t.seats - s.out, 1)
    cdef int best = -1
    cdef Route home, near
    for seat in range(t.seats):
        out[seat] = 0.0
        points = carried_points(s, t, seat)
        if is_out(s, seat):
            best = max(best, <int> points)
            out[seat] = points + 0.5
        elif s.pos[seat] == 0:
            out[seat] = 1.0
        elif s.phase != OVER:
            way_home(s, s.pos[seat], &home)
            home.ap -= promised(s, t, seat, &home)
            spare = ap_left(s, t, seat) - 1.2 * home.ap - t.margin
            gain = min(max(spare, 0.0), t.ap_per_artifact * count(s.artifact_on) / inside)
            points += 7.0 / t.ap_per_artifact * gain
            if gain > t.ap_per_artifact / 2:
                way_to_artifacts(s, t, s.pos[seat], &near)
                near.ap -= promised(s, t, seat, &near)
                points += t.nearer * (t.ap_per_artifact - near.ap)
            out[seat] = max(points, 0.0) / (1.0 + exp(-spare / 4.0))
    for seat in range(t.seats):
        if is_out(s, seat) and carried_points(s, t, seat) < best:
            out[seat] = 0.0  # beaten for good
        out[seat] = out[seat] * out[seat] * out[seat]
        total += out[seat]
    for seat in range(t.seats):
        out[seat] = out[seat] / total if total > 0.0 else 0.0


cdef inline bint offered(const Survey* v, u32 event) noexcept nogil:
    cdef int i
    for i in range(v.few):
        if v.event[i] == event:
            return True
    return False


cdef inline u32 first_offered(const Survey* v, u32 one, u32 two, u32 three,
                              u32 four) noexcept nogil:
    """The first of some actions that is possible; 0 if none is."""
    if offered(v, one):
        return one
    if offered(v, two):
        return two
    if offered(v, three):
        return three
    return four if offered(v, four) else 0


cdef inline bint time_to_leave(const RelicsState* s, const Tables* t) noexcept nogil:
    """Whether the AP of all turns to come are just enough for the way home."""
    cdef Route home
    if s.artifact_on == 0:
        return True
    way_home(s, s.pos[s.seat], &home)
    return ap_left(s, t, s.seat) < home.ap + home.ap // 3 + t.margin + 6  # and one artifact more


cdef inline void plan(const RelicsState* s, const Tables* t, bint leave, Route* r) noexcept nogil:
    if leave:
        way_home(s, s.pos[s.seat], r)
    else:
        way_to_artifacts(s, t, s.pos[s.seat], r)


cdef inline u32 choose_lift(const RelicsState* s, const Tables* t, const Survey* v,
                            const Route* route, RngState* rng) noexcept nogil:
    """The platform that helps the route most where it will lie; 0 if none does."""
    cdef u32 lifts = v.lifts
    cdef int best = -1
    cdef int value = 0
    cdef int platform, worth, i, at, rotation
    while lifts:
        platform = lowest(lifts)
        lifts &= lifts - 1
        worth = 8 * best_place(s, t, platform, 0, route, &at, &rotation)
        if worth == 0:
            continue
        for i in range(route.steps):
            if has(s.floor, route.square[i]) and platform_at(s, route.square[i]) == platform:
                worth -= 8
        worth += 20 - 3 * t.squares[platform] + rng_below(rng, 4)
        if worth > value:
            value = worth
            best = platform
    return code(LIFT_TAG, best) if best >= 0 else 0


cdef inline u32 advise_act(const RelicsState* s, const Tables* t, RngState* rng) noexcept nogil:
    cdef Survey v
    cdef Route route
    cdef int here = s.pos[s.seat]
    cdef int way, ahead
    cdef bint leave
    cdef u32 event
    survey_act(s, t, &v)
    if s.holes:
        return first_offered(
            &v, use(TAPE, 0), use(FOAM, ON_HOLE), code(PATCH_TAG, 0), code(PATCH_TAG, 0))
    leave = time_to_leave(s, t)
    if leave and offered(&v, code(ESCAPE_TAG, 0)):
        return code(ESCAPE_TAG, 0)
    if offered(&v, code(TAKE_TAG, 0)):
        return first_offered(
            &v, code(TAKE_TAG, 1), code(RAISE_TAG, 0), code(TAKE_TAG, 0), code(TAKE_TAG, 0))
    if s.net[s.seat]:
        event = first_offered(&v, code(NET_TAG, FIRE_BLASTER), code(NET_TAG, HEAT_RAY),
                              code(NET_TAG, FREEZE_RAY), code(NET_TAG, FIRE_PAY))
        if event:
            return event
        return code(END_TAG, 0) if offered(&v, code(END_TAG, 0)) else 0
    plan(s, t, leave, &route)
    if route.steps:
        ahead = route.square[0]
        if walkable(s, ahead):
            for way in range(4):
                event = code(MOVE_TAG, way)
                if here + step_of(way) == ahead and offered(&v, event):
                    return event
        elif s.ap > 1:
            event = choose_lift(s, t, &v, &route, rng)
            if event:
                return event
    if leave and s.ap < 2:
        event = first_offered(&v, use(VITALITY, 0), use(O2, 0), use(O2, 0), use(O2, 0))
        if event:
            return event
    return code(END_TAG, 0) if offered(&v, code(END_TAG, 0)) else 0


cdef inline u32 advise_place(const RelicsState* s, const Tables* t) noexcept nogil:
    """Where to lay the platform in hand, or how to turn it; 0 if it does not matter."""
    cdef Route route
    cdef int at, rotation
    plan(s, t, time_to_leave(s, t), &route)
    if route.steps == 0 or not best_place(s, t, s.lifting, s.spot, &route, &at, &rotation):
        return 0
    return code(AT_TAG, cell_of(at)) if s.phase == AT else code(TURN_TAG, rotation)


cdef inline u32 advise(const Tables* t, const RelicsState* s, RngState* rng) noexcept nogil:
    """A sensible action; 0 where any will do."""
    cdef int rays
    if s.phase == ACT:
        return advise_act(s, t, rng)
    if s.phase == AT or s.phase == TURN:
        return advise_place(s, t)
    if s.phase == GUN_PHASE and s.weapon[s.seat] == BLASTER and s.charge[s.seat][OF_WEAPON]:
        return code(SHOOT_TAG, lowest(s.queue) << 4 | FIRE_BLASTER)
    if s.phase == TRAP:
        rays = helpful_rays(t, s, s.drawn)
        return code(RESPOND_TAG, HEAT_RAY if rays & 2 else FREEZE_RAY)
    return 0
