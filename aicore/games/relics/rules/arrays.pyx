"""Relics in arrays: actions as tokens, and observations as bytes.

The first tokens are squares, by row and column; then each kind of action has its own tokens. A
doorway is encoded by its two squares, a leap by its direction and length. A gun needs no number,
since guns fire in order.
"""

from libc.string cimport memcpy, memset

from aicore.core._types cimport u16, u32, u64, u8
from aicore.core.bits cimport count
from aicore.core.onehot cimport mark_each, mark_row
from aicore.games.relics.rules.board cimport GALLERY_SIZE, anchors, cover
from aicore.games.relics.rules.state cimport (
    AIRLOCK_TAG, ARTIFACTS, CELL_BITS, DEFENSE_PHASE, DETAIL, DOORWAY, END_TAG, ESCAPE_TAG,
    FIRE_BLASTER, FOAM_GUN, FREEZE_RAY, GALLERIES, GRAPPLE_GUN, GUNS, HEAT_RAY, HIT_TAG, ITEMS,
    KEYCARD, LIFT_TAG, LOSE_TAG, MOVE_TAG, NET_TAG, O2, OVERLOAD_TAG, PATCH_TAG, PAY, PLATFORMS,
    PLATFORM_HACK_2, POWER_PACK, RAISE_TAG, REMOVE_TAG, RESPOND_TAG, ROCKETPACK, ROWS,
    SECURITY_HACK, SHOOT_TAG, SIZE, SUFFER_TAG, TAG_SHIFT, TAKE_TAG, TURN_TAG, USE_TAG, VITALITY,
    RelicsState, Tables,
)

from aicore.core.observation import Field
from aicore.games.relics.rules.names import GALLERY_IDS

cdef enum:
    PLANE = ROWS * ROWS

# Number of tokens for each kind of action; the uses of items follow below.
OWN_TOKENS = (
    (AIRLOCK_TAG, 4), (MOVE_TAG, 4), (LIFT_TAG, PLATFORMS), (TURN_TAG, 4), (TAKE_TAG, 2),
    (RESPOND_TAG, 2), (SUFFER_TAG, 1), (LOSE_TAG, ITEMS), (SHOOT_TAG, 2), (HIT_TAG, 1),
    (RAISE_TAG, 1), (OVERLOAD_TAG, 2), (PATCH_TAG, 1), (NET_TAG, 4), (REMOVE_TAG, PLATFORMS),
    (ESCAPE_TAG, 1), (END_TAG, 1),
)
USES = {POWER_PACK: 3, SECURITY_HACK: GUNS, FOAM_GUN: 2, PLATFORM_HACK_2: 4 * PLATFORMS}
WITHOUT_USE = (KEYCARD, DOORWAY, HEAT_RAY)


# Tokens


cdef int fill_tokens(const Tables* t, Tokens* w) except -1:
    """Number the tokens. `w` must be zeroed."""
    cdef int item
    w.rocket_reach = t.rocket_reach
    w.grapple_reach = t.grapple_reach
    w.size = SIZE * SIZE
    for tag, size in OWN_TOKENS:
        w.first[<int> tag] = w.size
        w.size += size
    leaps = {ROCKETPACK: 8 * t.rocket_reach, GRAPPLE_GUN: 4 * t.grapple_reach}
    for item in range(ITEMS):
        w.first_use[item] = w.size
        if item not in WITHOUT_USE:
            w.size += leaps.get(item, USES.get(item, 1))
    for members in range(16):
        for place, column in enumerate([i for i in range(4) if members >> i & 1]):
            w.four[<int> members][<int> place] = column
    return 0


cdef inline int leap(const RelicsState* s, int cell, int reach) noexcept nogil:
    """Return the number of a landing, which depends on its direction and distance."""
    cdef int here = s.pos[s.seat]
    cdef int x = cell % SIZE + 1 - (here & 63)
    cdef int y = cell // SIZE + 1 - (here >> 6)
    cdef int way
    if x == 0:
        way = 0 if y < 0 else 2
    elif y == 0:
        way = 1 if x > 0 else 3
    elif x > 0:
        way = 4 if y < 0 else 5
    else:
        way = 6 if y > 0 else 7
    return way * reach + max(x, -x, y, -y) - 1


cdef int encode_use(const Tokens* w, const RelicsState* s, int item, int detail,
                    u16* tokens) noexcept nogil:
    if item == DOORWAY:
        tokens[0] = detail >> CELL_BITS
        tokens[1] = detail & (1 << CELL_BITS) - 1
        return 2
    if item == ROCKETPACK:
        detail = leap(s, detail, w.rocket_reach)
    elif item == GRAPPLE_GUN:
        detail = leap(s, detail, w.grapple_reach)
    elif item == POWER_PACK and detail:
        detail -= HEAT_RAY - 1
    elif item == FREEZE_RAY:
        detail = 0
    tokens[0] = w.first_use[item] + detail
    return 1


cdef int encode_other(const Tokens* w, const RelicsState* s, u32 action,
                      u16* tokens) noexcept nogil:
    """Write the tokens of any legal action but `at`; return their number."""
    cdef int tag = action >> TAG_SHIFT
    cdef int detail = action & DETAIL
    if tag == USE_TAG:
        return encode_use(w, s, detail & 15, detail >> 4, tokens)
    if tag == SHOOT_TAG:
        detail = (detail & 15) == FIRE_BLASTER
    elif tag == HIT_TAG:
        detail = 0
    elif tag in (RESPOND_TAG, OVERLOAD_TAG):
        detail -= HEAT_RAY
    elif tag == NET_TAG:
        detail -= HEAT_RAY + (detail >= PAY)
    tokens[0] = w.first[tag] + detail
    return 1


cdef int place_tokens(const Tokens* w, const RelicsState* s, u16* tokens) noexcept nogil:
    """List the places for the platform in hand, four columns at a time.

    Up to three tokens after the last one are overwritten.
    """
    cdef int size = 0
    cdef int row, column
    cdef u32 columns
    cdef u64 four
    for row in range(1, SIZE):
        columns = anchors(s, row, s.lifting) >> 1
        for column in range(0, SIZE, 4):
            memcpy(&four, w.four[columns & 15], sizeof(four))
            four += <u64> 0x0001000100010001 * ((row - 1) * SIZE + column)  # added to each
            memcpy(tokens + size, &four, sizeof(four))
            size += count(columns & 15)
            columns >>= 4
    return size


cdef int most_actions(const Tables* t) except -1:
    """Return a bound on the number of actions in a game.

    One AP pays for at most three actions: a lift, its place and its turn. A free action uses up a
    copy of an item, a charge, an artifact, a platform, a gun for this turn, or the turn itself.
    """
    cdef int i
    cdef int turns = t.seats * t.rounds
    cdef int charges = t.seats * t.weapon_charges
    cdef int copies = 0
    cdef int ap = t.copies[<int> VITALITY] * t.vitality + t.copies[<int> O2] * t.o2
    for i in range(ITEMS):
        copies += t.copies[i]
        charges += t.charges[i]
    charges += t.copies[<int> POWER_PACK] * t.pack
    ap += charges  # those that are overloaded, or used from power packs
    for i in range(t.rounds):
        ap += t.seats * (t.first_ap - i)
    return (t.seats + 3 * ap + (GUNS + 1) * turns + 3 * copies + charges + 2 * ARTIFACTS
            + PLATFORMS)


# Observations


cdef tuple fields_of(const Tables* t):
    """Return the fields of an observation that `observe_rest` writes, in its order."""
    cdef int n = t.seats
    board = (ROWS, ROWS)  # from airlock to airlock, rows from the north, columns from the west
    return (
        Field("floor", board, 1, "flag", axes=board),
        Field("wall", board, 1, "flag", axes=board),
        Field("line of fire", board, 1, "flag", axes=board),  # of a working gun
        Field("own piece", board, 1, "flag", axes=board),
        Field("seat to decide", (1,), n, "seat"),
        Field("last round", (1,), MAX_ROUNDS),
        Field("burning gallery", (1,), GALLERIES, "category", ("none", *GALLERY_IDS)),
        Field("out", (n,), n),  # 1 for the first to escape
        Field("seats to remove", (n,), 1, "flag"),
        Field("guns to fire", (GUNS,), 1, "flag"),
        Field("fires", (GALLERY_SIZE, GALLERY_SIZE), 1, "flag", axes=(GALLERY_SIZE, GALLERY_SIZE)),
    )


cdef inline int from_seat(const Tables* t, int seat, int other) noexcept nogil:
    """Return the number of seats by which `other` comes after `seat`."""
    return other - seat if other >= seat else other - seat + t.seats


cdef void observe_rest(
        const Tables* t, const RelicsState* s, int seat, u8* out) noexcept nogil:
    """Write the fields that the layout leaves out, such as planes, due guns and escapes."""
    cdef u32[ROWS] fire
    cdef int n = t.seats
    cdef int i
    memset(fire, 0, sizeof(fire))
    cover(s, fire)
    for i in range(1, ROWS - 1):
        mark_row(s.floor[i], out + i * ROWS)
        mark_row(s.wall[i], out + PLANE + i * ROWS)
        mark_row(fire[i], out + 2 * PLANE + i * ROWS)
    if s.pos[seat]:
        out[3 * PLANE + (s.pos[seat] >> 6) * ROWS + (s.pos[seat] & 63)] = 1
    out += 4 * PLANE
    if s.turn >= 0:
        out[0] = 1 + from_seat(t, seat, s.turn)
    out[1] = t.rounds
    if s.fires:
        out[2] = 1 + s.fire_gallery
    for i in range(s.out):
        out[3 + from_seat(t, seat, s.escaped[i])] = i + 1
    out += 3 + n
    if s.phase == DEFENSE_PHASE:
        for i in range(n):
            out[from_seat(t, seat, i)] = s.queue >> i & 1
    else:
        mark_each(s.queue, out + n)
    mark_each(s.fires, out + n + GUNS)
