"""Relics in arrays: actions in tokens, and what a seat knows in bytes.

Tokens are squares, by row and column; then each kind of action has tokens of its own. A doorway is
encoded by its two squares, a leap by its way and length, guns that are due need no number.
"""

from libc.string cimport memcpy, memset

from aicore.core._types cimport u16, u32, u64, u8
from aicore.core.bits cimport count
from aicore.core.marks cimport mark_each, mark_row, write_pair
from aicore.games.relics.rules.board cimport anchors, cover
from aicore.games.relics.rules.state cimport (
    AIRLOCK_TAG, ARTIFACTS, CELL_BITS, CHARGES, DEFENSE_PHASE, DETAIL, DOORWAY, END_PHASE,
    END_TAG, ESCAPE_TAG, FIRE_BLASTER, FOAM_GUN, FREEZE_RAY, GALLERIES, GRAPPLE_GUN, GUNS, HEAT_RAY,
    HIT_TAG, ITEMS, KEYCARD, LAST_DEFENSE_END, LIFT_TAG, LOSE_TAG, MOVE_TAG, NET_TAG, O2,
    OVERLOAD_TAG, PATCH_TAG, PAY, PLATFORMS, PLATFORM_HACK_2, POWER_PACK, RAISE_TAG, REMOVE_TAG,
    RESPOND_TAG, ROCKETPACK, ROWS, SECURITY_HACK, SHIELD, SHOOT_TAG, SIZE, SUFFER_TAG, TAG_SHIFT,
    TAKE_TAG, TILES, TURN_TAG, USE_TAG, VITALITY, RelicsState, Tables,
)

from aicore.core.observation import Field

cdef enum:
    PLANE = ROWS * ROWS
    SPOTS = 25  # squares of a gallery
    MAX_BYTE = 255
    MAX_HOLES = 99  # that a position may be given

# How many tokens each kind of action has; the uses of items follow below.
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
    """Number the tokens."""
    cdef int item
    memset(w, 0, sizeof(Tokens))
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
    """A landing by its way and how far it is."""
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
    """The tokens of any legal action but `at`. Returns their number."""
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

    Up to three more tokens are written over.
    """
    cdef int size = 0
    cdef int row, column
    cdef u32 columns
    cdef u64 four
    for row in range(1, SIZE):
        columns = anchors(s, row, s.lifting) >> 1
        for column in range(0, SIZE, 4):
            memcpy(&four, w.four[columns & 15], sizeof(four))
            four += <u64> 0x0001000100010001 * ((row - 1) * SIZE + column)  # to each of them
            memcpy(tokens + size, &four, sizeof(four))
            size += count(columns & 15)
            columns >>= 4
    return size


cdef int most_actions(const Tables* t) except -1:
    """A bound on the actions of a game.

    An AP pays three at most: a lift, its place and its turn. What is free uses up a copy of an
    item, a charge, an artifact, a platform, a gun for this turn, or the turn itself.
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
    ap += charges  # overloaded, or from power packs
    for i in range(t.rounds):
        ap += t.seats * (t.first_ap - i)
    return (t.seats + 3 * ap + (GUNS + 1) * turns + 3 * copies + charges + 2 * ARTIFACTS
            + PLATFORMS)


# Observations


cdef tuple fields_of(const Tables* t):
    """The parts of an observation, in the order in which `observe_seat` writes them."""
    cdef int n = t.seats
    copies = max([1] + [t.copies[i] for i in range(ITEMS)])
    rays = t.charges[<int> HEAT_RAY] + t.charges[<int> FREEZE_RAY]
    charges = min(max(rays + 2 * t.pack * t.copies[<int> POWER_PACK], 20), MAX_BYTE)
    board = (ROWS, ROWS)  # from airlock to airlock, rows from the north, columns from the west
    return (
        Field("floor", board, 1),
        Field("wall", board, 1),
        Field("line of fire", board, 1),  # of a working gun
        Field("own piece", board, 1),
        Field("phase", (END_PHASE + 1,), 1),
        Field("seat to decide", (n,), 1),
        Field("seat on turn", (n,), 1),
        Field("round", (1,), 12),
        Field("last round", (1,), 12),
        Field("AP", (2,), MAX_BYTE),  # high byte, low byte
        Field("holes", (1,), MAX_HOLES),
        Field("adrenaline", (1,), 1),
        Field("half AP", (1,), 1),
        Field("guns that fired", (GUNS,), 1),
        Field("guns to fire", (GUNS,), 1),
        Field("seats to remove", (n,), 1),
        Field("platform in hand", (PLATFORMS,), 1),
        Field("its place", (2,), SIZE + 1),  # column and row on the planes; 0, 0: none
        Field("drawn artifact", (ARTIFACTS,), 1),
        Field("gallery tiles", (GALLERIES, TILES), 1),
        Field("platform places", (PLATFORMS, 2), SIZE + 1),
        Field("platform turns", (PLATFORMS, 4), 1),
        Field("spare platforms", (PLATFORMS,), 1),
        Field("removed platforms", (PLATFORMS,), 1),
        Field("gun places", (GUNS, 2), SIZE + 1),
        Field("gun ways", (GUNS, 4), 1),
        Field("burning gallery", (GALLERIES,), 1),
        Field("fires", (SPOTS,), 1),  # on its squares
        Field("doorways", (2, 2), SIZE + 1),
        Field("artifacts on galleries", (GALLERIES,), 1),  # on g5 the Heart
        Field("tokens", (GALLERIES,), 9),
        Field("undrawn artifacts", (ARTIFACTS,), 1),
        Field("undrawn items", (ITEMS,), copies),
        Field("place", (n, 2), SIZE + 1),
        Field("out", (n,), n),  # 1 for the first that escaped
        Field("weapon", (n, SHIELD), 1),
        Field("shield up", (n,), 1),
        Field("items", (n, ITEMS), copies),
        Field("charges", (n, CHARGES), charges),  # weapon, grapple-gun, foam-gun, heat-, freeze-ray
        Field("artifacts", (n, ARTIFACTS), 1),
        Field("AP less", (n, 2), MAX_BYTE),  # next turn: high byte, low byte
        Field("sickle", (n, GALLERIES), 1),
        Field("net", (n, GALLERIES), 1),
        Field("double moves", (n,), t.shell),
        Field("moves before a #2", (n,), t.scepter),
        Field("Heart", (n,), 1),
        Field("last turns", (1,), 1),
        Field("end", (LAST_DEFENSE_END,), 1),
    )


cdef inline int on_plane(int square) noexcept nogil:
    return (square >> 6) * ROWS + (square & 63)


cdef inline void write_place(int square, u8* out) noexcept nogil:
    """Column and row of a square."""
    out[0] = square & 63
    out[1] = square >> 6


cdef inline int from_seat(const Tables* t, int seat, int other) noexcept nogil:
    """How many seats `other` comes after `seat`."""
    return other - seat if other >= seat else other - seat + t.seats


cdef u8* observe_board(const RelicsState* s, int seat, u8* out) noexcept nogil:
    """The planes. Returns where they end."""
    cdef u32[ROWS] fire
    cdef int row
    memset(fire, 0, sizeof(fire))
    cover(s, fire)
    for row in range(1, ROWS - 1):
        mark_row(s.floor[row], out + row * ROWS)
        mark_row(s.wall[row], out + PLANE + row * ROWS)
        mark_row(fire[row], out + 2 * PLANE + row * ROWS)
    if s.pos[seat]:
        out[3 * PLANE + on_plane(s.pos[seat])] = 1
    return out + 4 * PLANE


cdef u8* observe_tiles(const Tables* t, const RelicsState* s, u8* out) noexcept nogil:
    """What lies where, and what is still to be drawn. Returns where it ends."""
    cdef int i
    for i in range(GALLERIES):
        if s.tile[i]:
            out[i * TILES + s.tile[i] - 1] = 1
    out += GALLERIES * TILES
    for i in range(PLATFORMS):
        if s.anchor[i]:
            write_place(s.anchor[i], out + 2 * i)
            out[2 * PLATFORMS + 4 * i + s.rotation[i]] = 1
    out += 6 * PLATFORMS
    mark_each(s.spare, out)
    mark_each(s.removed, out + PLATFORMS)
    out += 2 * PLATFORMS
    for i in range(GUNS):
        if s.guns >> i & 1:
            write_place(s.gun_at[i], out + 2 * i)
            out[2 * GUNS + 4 * i + s.gun_way[i]] = 1
    out += 6 * GUNS
    if s.fires:
        out[s.fire_gallery] = 1
        mark_each(s.fires, out + GALLERIES)
    out += GALLERIES + SPOTS
    for i in range(2):
        write_place(s.door[i], out + 2 * i)
    out += 4
    mark_each(s.artifact_on, out)
    out += GALLERIES
    for i in range(GALLERIES):
        out[i] = s.tokens[i]
    out += GALLERIES
    mark_each(s.undrawn_artifacts, out)
    out += ARTIFACTS
    for i in range(ITEMS):
        out[i] = s.undrawn[i]
    return out + ITEMS


cdef u8* observe_turn(
        const Tables* t, const RelicsState* s, int seat, u8* out) noexcept nogil:
    """The phase, the turn and what is under way. Returns where it ends."""
    cdef int n = t.seats
    cdef int i
    out[s.phase] = 1
    out += END_PHASE + 1
    if s.turn >= 0:
        out[from_seat(t, seat, s.turn)] = 1
    out[n + from_seat(t, seat, s.seat)] = 1
    out += 2 * n
    out[0] = s.round
    out[1] = t.rounds
    write_pair(s.ap, out + 2)
    out[4] = s.holes
    out[5] = s.adrenaline
    out[6] = s.credit
    out += 7
    mark_each(s.fired, out)
    out += GUNS
    if s.phase != DEFENSE_PHASE:
        mark_each(s.queue, out)
    out += GUNS
    if s.phase == DEFENSE_PHASE:
        for i in range(n):
            out[from_seat(t, seat, i)] = s.queue >> i & 1
    out += n
    if s.lifting >= 0:
        out[s.lifting] = 1
    write_place(s.spot, out + PLATFORMS)
    out += PLATFORMS + 2
    if s.drawn >= 0:
        out[s.drawn] = 1
    return out + ARTIFACTS


cdef u8* observe_seats(
        const Tables* t, const RelicsState* s, int seat, u8* out) noexcept nogil:
    """What each seat has, one thing after the other, own first. Returns where it ends."""
    cdef int n = t.seats
    cdef int i, k, other
    cdef u8* end = out
    for i in range(n):
        other = seat + i if seat + i < n else seat + i - n
        out = end
        write_place(s.pos[other], out + 2 * i)
        out += 2 * n
        for k in range(s.out):
            if s.escaped[k] == other:
                out[i] = k + 1
        out += n
        if s.weapon[other]:
            out[SHIELD * i + s.weapon[other] - 1] = 1
        out += SHIELD * n
        out[i] = s.shield_up[other]
        out += n
        memcpy(out + ITEMS * i, s.items[other], ITEMS)
        out += ITEMS * n
        memcpy(out + CHARGES * i, s.charge[other], CHARGES)
        out += CHARGES * n
        mark_each(s.artifacts[other], out + ARTIFACTS * i)
        out += ARTIFACTS * n
        write_pair(s.carried[other], out + 2 * i)
        out += 2 * n
        if s.sickle[other]:
            out[GALLERIES * i + s.sickle[other] - 1] = 1
        out += GALLERIES * n
        if s.net[other]:
            out[GALLERIES * i + s.net[other] - 1] = 1
        out += GALLERIES * n
        out[i] = s.shell[other]
        out[n + i] = s.scepter[other]
        out[2 * n + i] = s.heart == other
        out += 3 * n
    return out


cdef void observe_seat(
        const Tables* t, const RelicsState* s, int seat, u8* out) noexcept nogil:
    """Write all fields into zeroed memory, as `seat` sees them; nothing is hidden."""
    out = observe_board(s, seat, out)
    out = observe_turn(t, s, seat, out)
    out = observe_tiles(t, s, out)
    out = observe_seats(t, s, seat, out)
    out[0] = s.final
    if s.end:
        out[s.end] = 1
