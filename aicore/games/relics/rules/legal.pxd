# Costs and legal actions of the seat on turn, and the rules that forbid all other actions.
#
# Each rule is a function whose name ends in `_reason`: it returns the rule that forbids an action,
# or ALLOWED (0). The list of actions, the players and the reasons shown to a person all use these
# functions.
from aicore.core._types cimport u32
from aicore.games.relics.rules.board cimport step
from aicore.games.relics.rules.state cimport (
    DETAIL, GALLERIES, LIFT_TAG, MAX_SEATS, NET_TAG, PATCH_TAG, PAY, PLATFORMS, ROCKETPACK,
    TAG_SHIFT, TAKE_TAG, USE_TAG, RelicsState, Tables, charge_place, code, is_airlock,
)

cdef enum:
    TILES_IN_ALL = GALLERIES + PLATFORMS

cpdef enum IllegalReason:
    """Reasons why an action is illegal; forbidden.py puts them into words."""
    ALLOWED = 0
    OTHER_PHASE = 1  # another decision is due
    HOLE_FIRST = 2
    SHARED_SQUARE = 3
    TOO_DEAR = 4
    NO_WAY = 5  # no floor ahead
    TOO_SLOW = 6  # too few AP for the move
    CROWDED = 7  # too few AP for one more move, from an occupied square
    NETTED = 8
    NOT_LAID = 9  # the platform is not on the board
    STOOD_ON = 10
    SCEPTER = 11
    NO_ROOM = 12
    AS_IT_LAY = 13
    NOT_LARGE = 14  # the square is not large
    NOTHING_THERE = 15
    NOT_THE_HEART = 16
    LACKING = 17  # an item or a weapon is lacking
    EMPTY = 18
    UP_ALREADY = 19  # the shield is raised already
    NO_HOLE = 20
    NO_NET = 21
    NO_AIRLOCK = 22
    NO_FIRE = 23
    ON_ALREADY = 24  # adrenaline works already
    GUN_GONE = 25
    NOT_STRAIGHT = 26  # not in a straight line, or too near or far
    WALLED_OFF = 27
    NO_LANDING = 28
    TAKEN = 29  # the square of a landing, or an airlock, is taken
    NO_WALL_HERE = 30  # no wall for a doorway
    NO_SITE = 31
    SAME_TILE = 32
    NO_SITE_THERE = 33
    NO_SPARE = 34
    NO_ROOM_AT_ALL = 35
    NOT_DUE = 36  # another gun fires first
    NO_HELP = 37  # no help against the trap


cdef inline bint doubled(const RelicsState* s, const Tables* t, int square) noexcept nogil:
    """Whether the Sickle makes the seat on turn pay double on a square."""
    return s.sickle[s.seat] and t.gallery_at[square] == s.sickle[s.seat]


cdef inline int ap_for(const Tables* t, u32 event) noexcept nogil:
    """Return the AP for an action that is not a move."""
    cdef int tag = event >> TAG_SHIFT
    cdef int detail = event & DETAIL
    if tag == LIFT_TAG:
        return t.squares[detail]
    if tag == TAKE_TAG:
        return t.take_with_keycard if detail else t.take
    if tag == PATCH_TAG:
        return t.patch
    if tag == NET_TAG:
        return t.net if detail == PAY else 0
    return t.rocket if tag == USE_TAG and detail & 15 == ROCKETPACK else 0


cdef inline int cost(const RelicsState* s, const Tables* t, u32 event) noexcept nogil:
    """Return the AP for an action of the seat on turn where it stands."""
    return 2 * ap_for(t, event) if doubled(s, t, s.pos[s.seat]) else ap_for(t, event)


cdef inline bint affords(const RelicsState* s, const Tables* t, u32 event) noexcept nogil:
    return cost(s, t, event) <= s.ap


cdef inline int move_halves(const RelicsState* s, const Tables* t, int start,
                            int before) noexcept nogil:
    """Return the cost in half AP of a move from a square, `before` moves from now."""
    cdef int halves = 1 if s.adrenaline else 2
    if doubled(s, t, start):
        halves *= 2
    return 2 * halves if s.shell[s.seat] > before else halves


cdef inline bint occupied(const RelicsState* s, int square) noexcept nogil:
    """Whether another piece stands on a square."""
    cdef int seat
    for seat in range(MAX_SEATS):
        if seat != s.seat and s.pos[seat] == square:
            return True
    return False


cdef inline int net_reason(const RelicsState* s, const Tables* t, int square) noexcept nogil:
    """Check that no net holds the seat back from a square."""
    if s.net[s.seat] and t.gallery_at[square] != s.net[s.seat]:
        return NETTED
    return ALLOWED


cdef inline int move_reason(const RelicsState* s, const Tables* t, int way) noexcept nogil:
    """Check that a move has a way, enough AP, no net, and an end that is free or can be left."""
    cdef int start = s.pos[s.seat]
    cdef int end = step(s, start, way)
    cdef int left = 2 * s.ap + s.credit - move_halves(s, t, start, 0)
    if end == 0:
        return NO_WAY
    if left < 0:
        return TOO_SLOW
    if occupied(s, end) and not is_airlock(end) and left < move_halves(s, t, end, 1):
        return CROWDED
    return net_reason(s, t, end)


cdef inline bint holds(const RelicsState* s, int item) noexcept nogil:
    return s.items[s.seat][item] != 0


cdef inline int item_reason(const RelicsState* s, int item) noexcept nogil:
    """Check that an item is held, with a charge if it has charges."""
    if not holds(s, item):
        return LACKING
    if charge_place(item) >= 0 and not s.charge[s.seat][charge_place(item)]:
        return EMPTY
    return ALLOWED


cdef inline int platform_reason(const RelicsState* s, int platform, u32 stood) noexcept nogil:
    """Check that a platform is on the board and empty; `stood`: platforms on which pieces stand."""
    if not s.anchor[platform]:
        return NOT_LAID
    return STOOD_ON if stood >> platform & 1 else ALLOWED


cdef inline int lift_reason(const RelicsState* s, const Tables* t, int platform,
                            u32 stood) noexcept nogil:
    """Check a lift: the platform is empty, the AP suffice, the Scepter does not lock it."""
    cdef int reason = platform_reason(s, platform, stood)
    if reason:
        return reason
    if t.squares[platform] == 2 and s.scepter[s.seat]:
        return SCEPTER
    return ALLOWED if affords(s, t, code(LIFT_TAG, platform)) else TOO_DEAR


cdef int weapon_reason(const RelicsState* s, int weapon) noexcept nogil
cdef int respond_reason(
    const RelicsState* s, const Tables* t, int artifact, int ray) noexcept nogil
cdef int turn_reason(const RelicsState* s, int rotation) noexcept nogil
cdef int place_reason(const RelicsState* s, int square) noexcept nogil
cdef int hack_reason(const RelicsState* s, int platform, u32 stood) noexcept nogil
cdef int first_reason(
    const RelicsState* s, u32 event, bint shared, bint stuck) noexcept nogil
cdef int own_reason(const RelicsState* s, const Tables* t, u32 event) noexcept nogil
cdef int reason_of(const RelicsState* s, const Tables* t, u32 event) noexcept nogil
cdef bint armed(const RelicsState* s) noexcept nogil
cdef bint any_room(const RelicsState* s, int platform) noexcept nogil
cdef u32 empty_platforms(const RelicsState* s) noexcept nogil
cdef u32 liftable(const RelicsState* s, const Tables* t) noexcept nogil
cdef int helpful_rays(const RelicsState* s, const Tables* t, int artifact) noexcept nogil
