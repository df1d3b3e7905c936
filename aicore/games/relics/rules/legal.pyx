"""Rules of relics about legal actions: for each action, the rule that forbids it."""

from aicore.core._types cimport u32
from aicore.core.bits cimport lowest
from aicore.games.relics.rules.board cimport (
    airlock_taken, anchors, fly, has, has_room, is_site, large_square, lies, platform_at, stood_on,
    tile_at,
)
from aicore.games.relics.rules.state cimport (
    ACT_PHASE, ADRENALINE, AIRLOCKS_PHASE, AIRLOCK_TAG, ARTIFACT_TAG, AT_PHASE, AT_TAG, BLASTER,
    BY_FREEZE, BY_HEAT, CENTER, DEFENSE_PHASE, DETAIL, DOORWAY, END_TAG, ESCAPE_TAG, FIRE_BLASTER,
    FOAM_GUN, FREEZE_RAY, GALLERY_TAG, GRAPPLE_GUN, GUNS_PHASE, HEAT_RAY, HIT_TAG, ITEM_TAG,
    KEYCARD, LIFT_TAG, LOSE_PHASE, LOSE_TAG, MOVE_TAG, NET_TAG, O2, OF_WEAPON, ON_HOLE,
    OVERLOAD_TAG, PATCH_TAG, PAY, PLATFORMS, PLATFORM_HACK_1, PLATFORM_HACK_2, PLATFORM_TAG,
    POWER_PACK, RAISE_TAG, REMOVE_TAG, RESPOND_TAG, ROCKETPACK, ROW, SECURITY_HACK, SHIELD,
    SHOOT_TAG, SIZE, SPARE_TAG, SUFFER_TAG, SUIT, TAG_SHIFT, TAKE_TAG, TAPE, TRAP_PHASE, TURN_PHASE,
    TURN_TAG, USE_TAG, VITALITY, WEAPON_TAG, RelicsState, Tables, code, is_airlock, square_of, use,
)


# Rules that come first


cdef inline bint eases(u32 event) noexcept nogil:
    """Whether an action mends a hole or gains AP."""
    cdef int tag = event >> TAG_SHIFT
    cdef int item = event & 15
    cdef int detail = (event & DETAIL) >> 4
    if tag != USE_TAG:
        return tag == PATCH_TAG or tag == OVERLOAD_TAG
    if item == POWER_PACK:
        return detail == SUIT
    if item == FOAM_GUN:
        return detail == ON_HOLE
    return item in (TAPE, VITALITY, O2)


cdef int first_reason(const RelicsState* s, u32 event, bint shared, bint stuck) noexcept nogil:
    """Check that holes are mended first, then that the seat leaves a shared square if it can."""
    cdef int tag = event >> TAG_SHIFT
    if s.holes:
        return ALLOWED if eases(event) else HOLE_FIRST
    if not shared or tag == MOVE_TAG or tag == ESCAPE_TAG or (tag == END_TAG and stuck):
        return ALLOWED
    return SHARED_SQUARE


# Requirements


cdef inline int price_reason(const RelicsState* s, const Tables* t, u32 event) noexcept nogil:
    return ALLOWED if affords(s, t, event) else TOO_DEAR


cdef int weapon_reason(const RelicsState* s, int weapon) noexcept nogil:
    """Check that a weapon was dealt to the seat and has a charge."""
    if s.weapon[s.seat] != weapon:
        return LACKING
    return ALLOWED if s.charge[s.seat][OF_WEAPON] else EMPTY


cdef bint armed(const RelicsState* s) noexcept nogil:
    """Whether the seat on turn can shoot a gun."""
    return item_reason(s, HEAT_RAY) == ALLOWED or weapon_reason(s, BLASTER) == ALLOWED


cdef inline int charge_reason(const RelicsState* s, int means) noexcept nogil:
    """Check that a charge of the Blaster or of a ray is left."""
    return weapon_reason(s, BLASTER) if means == FIRE_BLASTER else item_reason(s, means)


# The actions of a turn


cdef inline int take_reason(const RelicsState* s, const Tables* t, bint keycard) noexcept nogil:
    """Check that an artifact is taken from its large square, and the Heart not by keycard."""
    cdef int here = s.pos[s.seat]
    cdef int gallery = t.gallery_at[here] - 1
    cdef int reason
    if gallery < 0 or here != large_square(t, gallery):
        return NOT_LARGE
    if not s.artifact_on >> gallery & 1:
        return NOTHING_THERE
    if not keycard:
        return price_reason(s, t, code(TAKE_TAG, 0))
    if gallery == CENTER:
        return NOT_THE_HEART
    reason = item_reason(s, KEYCARD)
    return reason if reason else price_reason(s, t, code(TAKE_TAG, 1))


cdef inline int net_off_reason(const RelicsState* s, const Tables* t, int means) noexcept nogil:
    """Check that there is a net, and a charge or AP to take it off."""
    if not s.net[s.seat]:
        return NO_NET
    return price_reason(s, t, code(NET_TAG, PAY)) if means == PAY else charge_reason(s, means)


cdef int leap_reason(const RelicsState* s, const Tables* t, int item, int end) noexcept nogil:
    """Check that a leap goes straight, over squares without walls, onto free floor."""
    cdef int least = 1 if item == ROCKETPACK else 2
    cdef int most = t.rocket_reach if item == ROCKETPACK else t.grapple_reach
    cdef int square = s.pos[s.seat]
    cdef int x = (end & 63) - (square & 63)
    cdef int y = (end >> 6) - (square >> 6)
    cdef int far = max(x, -x, y, -y)
    cdef int stride, _
    if not least <= far <= most or (x and y and (x not in (y, -y) or item == GRAPPLE_GUN)):
        return NOT_STRAIGHT
    stride = (ROW if y > 0 else -ROW if y else 0) + (1 if x > 0 else -1 if x else 0)
    for _ in range(far):
        square = fly(s, square, stride)
        if square == 0:
            return WALLED_OFF
    if not has(s.floor, end):
        return NO_LANDING
    return TAKEN if occupied(s, end) else net_reason(s, t, end)


cdef int doorway_reason(const RelicsState* s, const Tables* t, int start, int end) noexcept nogil:
    """Check that doorways are on two tiles, the seat's own first, on walls next to floor."""
    cdef int own = tile_at(s, t, s.pos[s.seat])
    cdef int other = tile_at(s, t, end)
    if own < 0 or own == CENTER:
        return NO_WALL_HERE
    if not is_site(s, t, own, start):
        return NO_SITE
    if other == own:
        return SAME_TILE
    return ALLOWED if other >= 0 and is_site(s, t, other, end) else NO_SITE_THERE


cdef int hack_reason(const RelicsState* s, int platform, u32 stood) noexcept nogil:
    """Check that a platform to rotate is empty, or carries the seat on turn."""
    cdef int own = platform_at(s, s.pos[s.seat])
    return platform_reason(s, platform, stood & ~(<u32> 1 << own) if own >= 0 else stood)


cdef int use_reason(const RelicsState* s, const Tables* t, int item, int detail) noexcept nogil:
    """Check the requirements of using an item."""
    cdef int reason = item_reason(s, item)
    if reason:
        return reason
    if item == TAPE or (item == FOAM_GUN and detail == ON_HOLE):
        return ALLOWED if s.holes else NO_HOLE
    if item == FOAM_GUN or item == FREEZE_RAY:
        return ALLOWED if s.fires and (
            t.gallery_at[s.pos[s.seat]] == s.fire_gallery + 1) else NO_FIRE
    if item == POWER_PACK:
        return ALLOWED if detail == SUIT or holds(s, detail) else LACKING
    if item == ADRENALINE:
        return ON_ALREADY if s.adrenaline else ALLOWED
    if item == SECURITY_HACK:
        return ALLOWED if s.guns >> detail & 1 else GUN_GONE
    if item == ROCKETPACK or item == GRAPPLE_GUN:
        reason = price_reason(s, t, use(ROCKETPACK, 0)) if item == ROCKETPACK else ALLOWED
        return reason if reason else leap_reason(s, t, item, square_of(detail))
    if item == DOORWAY:
        return doorway_reason(s, t, square_of(detail >> 10), square_of(detail & 1023))
    if item == PLATFORM_HACK_1:
        if not s.spare:
            return NO_SPARE
        return ALLOWED if any_room(s, lowest(s.spare)) else NO_ROOM_AT_ALL
    if item == PLATFORM_HACK_2:
        reason = hack_reason(s, detail >> 2, stood_on(s))
        if reason:
            return reason
        return AS_IT_LAY if s.rotation[detail >> 2] == (detail & 3) else ALLOWED
    return ALLOWED


# Other decisions


cdef int place_reason(const RelicsState* s, int square) noexcept nogil:
    """Check that a platform has four free squares."""
    return ALLOWED if has_room(s, s.lifting, square) else NO_ROOM


cdef int turn_reason(const RelicsState* s, int rotation) noexcept nogil:
    """Check that the platform would not lie exactly as before."""
    return AS_IT_LAY if lies(s, s.lifting, s.spot, rotation) else ALLOWED


cdef inline int airlock_reason(const RelicsState* s, int way) noexcept nogil:
    """Check that no other seat starts from an airlock."""
    return TAKEN if airlock_taken(s, way) else ALLOWED


cdef inline int gun_reason(const RelicsState* s, int gun) noexcept nogil:
    """Check that a gun is due: guns fire by number."""
    return ALLOWED if gun == lowest(s.queue) else NOT_DUE


cdef int respond_reason(
        const RelicsState* s, const Tables* t, int artifact, int ray) noexcept nogil:
    """Check that a charged ray stops the trap of an artifact."""
    if not t.stopped_by[artifact] & (BY_HEAT if ray == HEAT_RAY else BY_FREEZE):
        return NO_HELP
    return item_reason(s, ray)


# All rules


cdef int own_reason(const RelicsState* s, const Tables* t, u32 event) noexcept nogil:
    """Return the rule that forbids an action in its phase, except the rules that come first."""
    cdef int tag = event >> TAG_SHIFT
    cdef int detail = event & DETAIL
    cdef int reason
    if tag == MOVE_TAG:
        return move_reason(s, t, detail)
    if tag == ESCAPE_TAG:
        return ALLOWED if is_airlock(s.pos[s.seat]) else NO_AIRLOCK
    if tag == USE_TAG:
        return use_reason(s, t, detail & 15, detail >> 4)
    if tag == TAKE_TAG:
        return take_reason(s, t, detail)
    if tag == LIFT_TAG:
        return lift_reason(s, t, detail, stood_on(s))
    if tag == PATCH_TAG:
        return ALLOWED if s.holes else NO_HOLE
    if tag == RAISE_TAG:
        return UP_ALREADY if s.shield_up[s.seat] else weapon_reason(s, SHIELD)
    if tag == OVERLOAD_TAG or tag == LOSE_TAG:
        reason = item_reason(s, detail)
        return ALLOWED if tag == LOSE_TAG and reason == EMPTY else reason
    if tag == NET_TAG:
        return net_off_reason(s, t, detail)
    if tag == AT_TAG:
        return place_reason(s, square_of(detail))
    if tag == TURN_TAG:
        return turn_reason(s, detail)
    if tag == HIT_TAG:
        return gun_reason(s, detail)
    if tag == SHOOT_TAG:
        reason = gun_reason(s, detail >> 4)
        return reason if reason else charge_reason(s, detail & 15)
    if tag == RESPOND_TAG:
        return respond_reason(s, t, s.drawn, detail)
    if tag == REMOVE_TAG:
        return platform_reason(s, detail, stood_on(s))
    if tag == AIRLOCK_TAG:
        return airlock_reason(s, detail)
    return ALLOWED  # `end` and `suffer`


cdef inline int phase_of(int tag) noexcept nogil:
    """Return the phase in which an action is taken; -1 for a chance event."""
    if tag == AIRLOCK_TAG:
        return AIRLOCKS_PHASE
    if tag == AT_TAG:
        return AT_PHASE
    if tag == TURN_TAG:
        return TURN_PHASE
    if tag == SHOOT_TAG or tag == HIT_TAG:
        return GUNS_PHASE
    if tag == RESPOND_TAG or tag == SUFFER_TAG:
        return TRAP_PHASE
    if tag == LOSE_TAG:
        return LOSE_PHASE
    if tag == REMOVE_TAG:
        return DEFENSE_PHASE
    if tag in (GALLERY_TAG, PLATFORM_TAG, WEAPON_TAG, SPARE_TAG, ARTIFACT_TAG, ITEM_TAG):
        return -1
    return ACT_PHASE


cdef int reason_of(const RelicsState* s, const Tables* t, u32 event) noexcept nogil:
    """Return the rule that forbids a well-formed action; ALLOWED if none does."""
    cdef int reason, way
    cdef bint stuck = True
    if phase_of(event >> TAG_SHIFT) != s.phase:
        return OTHER_PHASE
    if s.phase == ACT_PHASE:
        for way in range(4):
            stuck = stuck and move_reason(s, t, way) != ALLOWED
        reason = first_reason(s, event, occupied(s, s.pos[s.seat]), stuck)
        if reason:
            return reason
    return own_reason(s, t, event)


# Sets


cdef bint any_room(const RelicsState* s, int platform) noexcept nogil:
    """Whether a platform could lie anywhere."""
    cdef int row
    for row in range(1, SIZE):
        if anchors(s, row, platform):
            return True
    return False


cdef u32 empty_platforms(const RelicsState* s) noexcept nogil:
    """Return the platforms on the board on which nobody stands."""
    cdef u32 stood = stood_on(s)
    cdef u32 found = 0
    cdef int platform
    for platform in range(PLATFORMS):
        if platform_reason(s, platform, stood) == ALLOWED:
            found |= <u32> 1 << platform
    return found


cdef u32 liftable(const RelicsState* s, const Tables* t) noexcept nogil:
    """Return the platforms that the seat on turn may lift."""
    cdef u32 stood = stood_on(s)
    cdef u32 found = 0
    cdef int platform
    for platform in range(PLATFORMS):
        if lift_reason(s, t, platform, stood) == ALLOWED:
            found |= <u32> 1 << platform
    return found


cdef int helpful_rays(const RelicsState* s, const Tables* t, int artifact) noexcept nogil:
    """Return the charged rays that stop a trap: BY_HEAT, BY_FREEZE, both or none."""
    cdef int found = 0
    if respond_reason(s, t, artifact, HEAT_RAY) == ALLOWED:
        found |= BY_HEAT
    if respond_reason(s, t, artifact, FREEZE_RAY) == ALLOWED:
        found |= BY_FREEZE
    return found
