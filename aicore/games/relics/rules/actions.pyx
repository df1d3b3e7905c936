"""Legal actions of each decision in relics; the rules that forbid actions are in legal.pyx."""

from aicore.core._types cimport u32
from aicore.core.bits cimport count, lowest, select
from aicore.core.rng cimport RngState, rng_below
from aicore.games.relics.rules.board cimport anchors, on_board, sites_of, stood_on, tile_at
from aicore.games.relics.rules.legal cimport (
    ALLOWED, TILES_IN_ALL, empty_platforms, first_reason, hack_reason, holds, liftable, move_reason,
    occupied, own_reason,
)
from aicore.games.relics.rules.state cimport (
    ACT_PHASE, ADRENALINE, AIRLOCKS_PHASE, AIRLOCK_TAG, AT_PHASE, AT_TAG, DEFENSE_PHASE, DOORWAY,
    END_TAG, ESCAPE_TAG, FIRE_BLASTER, FOAM_GUN, FREEZE_RAY, GRAPPLE_GUN, GUNS_PHASE, HEAT_RAY,
    HIT_TAG, ITEMS, KEYCARD, LIFT_TAG, LOSE_PHASE, LOSE_TAG, MOVE_TAG, NET_TAG, O2, ON_FIRES,
    ON_HOLE, OVERLOAD_TAG, PATCH_TAG, PAY, PLATFORMS, PLATFORM_HACK_1, PLATFORM_HACK_2, POWER_PACK,
    RAISE_TAG, REMOVE_TAG, RESPOND_TAG, ROCKETPACK, ROW, ROWS, SECURITY_HACK, SHOOT_TAG, SIZE,
    SUFFER_TAG, SUIT, TAKE_TAG, TAPE, TRAP_PHASE, TURN_PHASE, TURN_TAG, VITALITY, RelicsState,
    Tables, cell_of, code, step_of, use,
)


cdef inline void offer(const RelicsState* s, const Tables* t, u32 event,
                       Offers* offers) noexcept nogil:
    """Add an action of a turn to the list if no rule forbids it."""
    if first_reason(s, event, offers.shared, offers.stuck) or own_reason(s, t, event):
        return
    offers.event[offers.few] = event
    offers.few += 1


cdef bint offered(const Offers* offers, u32 event) noexcept nogil:
    """Whether an action is among those listed one by one."""
    cdef int i
    for i in range(offers.few):
        if offers.event[i] == event:
            return True
    return False


# A turn


cdef void offer_gains(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil:
    """Offer the actions that bring AP."""
    if holds(s, POWER_PACK):
        offer(s, t, use(POWER_PACK, SUIT), offers)
    if holds(s, VITALITY):
        offer(s, t, use(VITALITY, 0), offers)
    if holds(s, O2):
        offer(s, t, use(O2, 0), offers)
    if holds(s, HEAT_RAY):
        offer(s, t, code(OVERLOAD_TAG, HEAT_RAY), offers)
    if holds(s, FREEZE_RAY):
        offer(s, t, code(OVERLOAD_TAG, FREEZE_RAY), offers)


cdef void offer_mending(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil:
    """Offer the actions that mend a hole in the suit."""
    offer(s, t, code(PATCH_TAG, 0), offers)
    if holds(s, TAPE):
        offer(s, t, use(TAPE, 0), offers)
    if holds(s, FOAM_GUN):
        offer(s, t, use(FOAM_GUN, ON_HOLE), offers)


cdef void offer_equipment(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil:
    """Offer actions with the shield, adrenaline, power packs for rays, fires and the net."""
    offer(s, t, code(RAISE_TAG, 0), offers)
    if holds(s, ADRENALINE):
        offer(s, t, use(ADRENALINE, 0), offers)
    if holds(s, POWER_PACK):
        offer(s, t, use(POWER_PACK, HEAT_RAY), offers)
        offer(s, t, use(POWER_PACK, FREEZE_RAY), offers)
    if holds(s, FOAM_GUN):
        offer(s, t, use(FOAM_GUN, ON_FIRES), offers)
    if holds(s, FREEZE_RAY):
        offer(s, t, use(FREEZE_RAY, ON_FIRES), offers)
    if s.net[s.seat]:
        offer(s, t, code(NET_TAG, FIRE_BLASTER), offers)
        offer(s, t, code(NET_TAG, HEAT_RAY), offers)
        offer(s, t, code(NET_TAG, FREEZE_RAY), offers)
        offer(s, t, code(NET_TAG, PAY), offers)


cdef inline void begin(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil:
    """Clear the offers; find out whether the square is shared, and whether the seat is stuck."""
    cdef int way
    offers.few = 0
    offers.shared = occupied(s, s.pos[s.seat])
    offers.stuck = offers.shared
    if offers.shared:
        for way in range(4):
            if move_reason(s, t, way) == ALLOWED:
                offers.stuck = False


cdef void offer_hand(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil:
    """Offer the actions of a turn except moves, leaps, lifts and hacks."""
    begin(s, t, offers)
    offer_after_begin(s, t, offers)


cdef void offer_after_begin(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil:
    """Offer the actions of `offer_hand`; the caller must have called `begin`."""
    if s.holes:
        offer_mending(s, t, offers)
        offer_gains(s, t, offers)
        return
    if offers.shared:
        offer(s, t, code(END_TAG, 0), offers)
        offer(s, t, code(ESCAPE_TAG, 0), offers)
        return
    offer(s, t, code(ESCAPE_TAG, 0), offers)
    offer(s, t, code(END_TAG, 0), offers)
    offer_gains(s, t, offers)
    offer(s, t, code(TAKE_TAG, 0), offers)
    if holds(s, KEYCARD):
        offer(s, t, code(TAKE_TAG, 1), offers)
    offer_equipment(s, t, offers)


cdef void offer_leaps(const RelicsState* s, const Tables* t, int item, int ways, int most,
                      Offers* offers) noexcept nogil:
    """Offer every landing of a rocketpack or grapple gun."""
    cdef int way, square, _
    for way in range(ways):
        square = s.pos[s.seat]
        for _ in range(most):
            square += step_of(way)
            if not on_board(square):
                break
            offer(s, t, use(item, cell_of(square)), offers)


cdef void offer_doorways(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil:
    """List the doorway sites on the seat's own tile, and count those on other tiles."""
    cdef int tile, row
    cdef u32 sites
    offers.tile = tile_at(s, t, s.pos[s.seat])
    if offers.tile < 0:
        return
    for row in range(1, ROWS - 1):
        sites = sites_of(s, t, offers.tile, row)
        while sites:
            offers.own_site[offers.own] = row * ROW + lowest(sites)
            offers.own += 1
            sites &= sites - 1
    if offers.own:
        for tile in range(TILES_IN_ALL):
            if tile != offers.tile:
                for row in range(1, ROWS - 1):
                    offers.others += count(sites_of(s, t, tile, row))


cdef int other_site(const RelicsState* s, const Tables* t, const Offers* offers,
                    int rank) noexcept nogil:
    """Return the doorway site on another tile with `rank` such sites before it."""
    cdef int tile, row, size
    cdef u32 sites
    for tile in range(TILES_IN_ALL):
        if tile != offers.tile:
            for row in range(1, ROWS - 1):
                sites = sites_of(s, t, tile, row)
                size = count(sites)
                if rank < size:
                    return row * ROW + select(sites, rank)
                rank -= size
    return 0


cdef void offer_hacks(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil:
    cdef u32 stood
    cdef int platform
    if holds(s, SECURITY_HACK):
        offers.hacks = s.guns
    if holds(s, DOORWAY):
        offer_doorways(s, t, offers)
    if holds(s, PLATFORM_HACK_1):
        offer(s, t, use(PLATFORM_HACK_1, 0), offers)
    if holds(s, PLATFORM_HACK_2):
        stood = stood_on(s)
        for platform in range(PLATFORMS):
            if hack_reason(s, platform, stood) == ALLOWED:
                offers.spins |= <u32> 1 << platform


cdef void offer_turn(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil:
    """Offer all actions of a turn."""
    cdef int way
    begin(s, t, offers)
    offers.lifts = 0
    offers.spins = 0
    offers.hacks = 0
    offers.own = 0
    offers.others = 0
    if not s.holes:
        for way in range(4):
            offer(s, t, code(MOVE_TAG, way), offers)
    offer_after_begin(s, t, offers)
    if first_reason(s, code(LIFT_TAG, 0), offers.shared, offers.stuck):
        return
    if holds(s, ROCKETPACK):
        offer_leaps(s, t, ROCKETPACK, 8, t.rocket_reach, offers)
    if holds(s, GRAPPLE_GUN):
        offer_leaps(s, t, GRAPPLE_GUN, 4, t.grapple_reach, offers)
    if s.ap:  # no lift is free
        offers.lifts = liftable(s, t)
    offer_hacks(s, t, offers)


cdef inline int number_of_offers(const Offers* offers) noexcept nogil:
    """Return the number of legal actions of the turn."""
    return (offers.few + count(offers.lifts) + 3 * count(offers.spins) + count(offers.hacks)
            + offers.own * offers.others)


cdef u32 spin(const RelicsState* s, int platform, int rank) noexcept nogil:
    """Return the use of a hack that turns a platform to the `rank`th of its other rotations."""
    cdef int rotation = rank + (rank >= s.rotation[platform])
    return use(PLATFORM_HACK_2, platform << 2 | rotation)


cdef u32 doorway_event(int start, int end) noexcept nogil:
    return use(DOORWAY, cell_of(start) << 10 | cell_of(end))


cdef u32 event_at(const RelicsState* s, const Tables* t, const Offers* offers,
                  int rank) noexcept nogil:
    """Return the action that has `rank` others before it."""
    cdef int size
    if rank < offers.few:
        return offers.event[rank]
    rank -= offers.few
    size = count(offers.lifts)
    if rank < size:
        return code(LIFT_TAG, select(offers.lifts, rank))
    rank -= size
    size = 3 * count(offers.spins)
    if rank < size:
        return spin(s, select(offers.spins, rank // 3), rank % 3)
    rank -= size
    size = count(offers.hacks)
    if rank < size:
        return use(SECURITY_HACK, select(offers.hacks, rank))
    rank -= size
    return doorway_event(
        offers.own_site[rank // offers.others], other_site(s, t, offers, rank % offers.others))


cdef int list_turn(const RelicsState* s, const Tables* t, u32* out) noexcept nogil:
    """List all actions of a turn, in the order of their ranks."""
    cdef Offers offers
    cdef int size, i, tile, row
    cdef u32 sites
    offer_turn(s, t, &offers)
    for i in range(offers.few):
        out[i] = offers.event[i]
    size = offers.few
    while offers.lifts:
        out[size] = code(LIFT_TAG, lowest(offers.lifts))
        size += 1
        offers.lifts &= offers.lifts - 1
    while offers.spins:
        for i in range(3):
            out[size] = spin(s, lowest(offers.spins), i)
            size += 1
        offers.spins &= offers.spins - 1
    while offers.hacks:
        out[size] = use(SECURITY_HACK, lowest(offers.hacks))
        size += 1
        offers.hacks &= offers.hacks - 1
    for i in range(offers.own):
        for tile in range(TILES_IN_ALL):
            if tile != offers.tile:
                for row in range(1, ROWS - 1):
                    sites = sites_of(s, t, tile, row)
                    while sites:
                        out[size] = doorway_event(offers.own_site[i], row * ROW + lowest(sites))
                        size += 1
                        sites &= sites - 1
    return size


# Other decisions


cdef int list_places(const RelicsState* s, u32* out) noexcept nogil:
    """List the places for the platform in hand."""
    cdef u32 columns
    cdef int row
    cdef int size = 0
    for row in range(1, SIZE):
        columns = anchors(s, row, s.lifting)
        while columns:
            out[size] = code(AT_TAG, cell_of(row * ROW + lowest(columns)))
            size += 1
            columns &= columns - 1
    return size


cdef u32 draw_place(const RelicsState* s, RngState* rng) noexcept nogil:
    """Return a uniformly random place for the platform in hand."""
    cdef int size = 0
    cdef int row, rank
    for row in range(1, SIZE):
        size += count(anchors(s, row, s.lifting))
    rank = rng_below(rng, size)
    row = 1
    size = count(anchors(s, row, s.lifting))
    while rank >= size:
        rank -= size
        row += 1
        size = count(anchors(s, row, s.lifting))
    return code(AT_TAG, cell_of(row * ROW + select(anchors(s, row, s.lifting), rank)))


cdef int add(const RelicsState* s, const Tables* t, u32 event, u32* out, int size) noexcept nogil:
    """Add an action to a list of `size` if no rule forbids it; return the new size."""
    if own_reason(s, t, event):
        return size
    out[size] = event
    return size + 1


cdef int list_choices(const RelicsState* s, const Tables* t, u32* out) noexcept nogil:
    """List the actions of the other phases: at most FEW_ACTIONS."""
    cdef u32 rest
    cdef int size = 0
    cdef int i
    if s.phase == AIRLOCKS_PHASE:
        for i in range(4):
            size = add(s, t, code(AIRLOCK_TAG, i), out, size)
    elif s.phase == TURN_PHASE:
        for i in range(4):
            size = add(s, t, code(TURN_TAG, i), out, size)
    elif s.phase == GUNS_PHASE:
        i = lowest(s.queue)
        size = add(s, t, code(SHOOT_TAG, i << 4 | FIRE_BLASTER), out, size)
        size = add(s, t, code(SHOOT_TAG, i << 4 | HEAT_RAY), out, size)
        size = add(s, t, code(HIT_TAG, i), out, size)
    elif s.phase == TRAP_PHASE:
        size = add(s, t, code(RESPOND_TAG, HEAT_RAY), out, size)
        size = add(s, t, code(RESPOND_TAG, FREEZE_RAY), out, size)
        size = add(s, t, code(SUFFER_TAG, 0), out, size)
    elif s.phase == LOSE_PHASE:
        for i in range(ITEMS):
            size = add(s, t, code(LOSE_TAG, i), out, size)
    elif s.phase == DEFENSE_PHASE:
        rest = empty_platforms(s)
        while rest:
            out[size] = code(REMOVE_TAG, lowest(rest))
            size += 1
            rest &= rest - 1
    return size


# All decisions


cdef int list_actions(const RelicsState* s, const Tables* t, u32* out) noexcept nogil:
    """List the legal actions; return their number."""
    if s.phase == ACT_PHASE:
        return list_turn(s, t, out)
    return list_places(s, out) if s.phase == AT_PHASE else list_choices(s, t, out)


cdef u32 draw_action(const RelicsState* s, const Tables* t, RngState* rng) noexcept nogil:
    """Return a uniformly random legal action."""
    cdef Offers offers
    cdef u32[FEW_ACTIONS] few
    if s.phase == ACT_PHASE:
        offer_turn(s, t, &offers)
        return event_at(s, t, &offers, rng_below(rng, number_of_offers(&offers)))
    if s.phase == AT_PHASE:
        return draw_place(s, rng)
    return few[rng_below(rng, list_choices(s, t, few))]
