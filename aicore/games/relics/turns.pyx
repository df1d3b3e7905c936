"""What the events of relics do."""

from aicore.core._types cimport u32
from aicore.core.game cimport CHANCE, END
from aicore.games.relics.board cimport (
    GALLERY_SIZE, burning, guns_at, large_square, lay, platform_at, square_of_gallery, step,
    take_off,
)
from aicore.games.relics.deal cimport set_up
from aicore.games.relics.legal cimport (
    affords, armed, cost, empty_platforms, helpful_rays, move_halves,
)
from aicore.games.relics.state cimport (
    ACT_PHASE, ADRENALINE, ALL_OUT_END, ARTIFACT_PHASE, ARTIFACT_TAG, AT_PHASE, AT_TAG, BY_SHIELD,
    CENTRE, CERERIAN_FLOWER, DEFENSE_PHASE, DETAIL, DOORWAY, END_PHASE, END_TAG, ESCAPE_TAG,
    FIRE_BLASTER, FOAM_GUN, FREEZE_RAY, GRAPPLE_GUN, GUNS_PHASE, HEAT_RAY, HIT_TAG, ITEMS,
    ITEM_PHASE, ITEM_TAG, JOVIAN_SCEPTER, KEYCARD, KEYCARD_PHASE, LAST_DEFENSE_END, LIFT_TAG,
    LOSE_PHASE, LOSE_TAG, LUNAR_SICKLE, MARTIAN_SPEARHEAD, MERCURIAL_SALAMANDER, MOST_SEATS,
    MOVE_TAG, NET_TAG, O2, OF_FREEZE, OF_HEAT, OF_WEAPON, ON_FIRES, OVERLOAD_TAG, PATCH_TAG, PAY,
    PLATFORM_HACK_1, PLATFORM_HACK_2, POWER_PACK, RAISE_TAG, REMOVE_TAG, RESPOND_TAG, ROCKETPACK,
    ROUNDS_END, ROW, SATURNIAN_HOURGLASS, SECURITY_HACK, SHOOT_TAG, SPARE_PHASE, SPARE_TAG,
    SUFFER_TAG, SUIT, TAG_SHIFT, TAKE_TAG, TAPE, TRAP_PHASE, TURN_PHASE, TURN_TAG, URANIUM_GEM,
    USE_TAG, VENUSIAN_DRAGONFLY, VITALITY, RelicsState, Tables, charge_place, code, square_of, use,
)


cdef void go_on(RelicsState* s, int phase) noexcept nogil:
    """Enter a phase in which the seat on turn decides."""
    s.phase = phase
    s.turn = s.seat


cdef inline void await_chance(RelicsState* s, int phase) noexcept nogil:
    s.phase = phase
    s.turn = CHANCE


cdef inline bint shielded(RelicsState* s) noexcept nogil:
    """Whether a raised shield takes a hit, which drops it."""
    cdef bint up = s.shield_up[s.seat]
    s.shield_up[s.seat] = 0
    return up


# Turns


cdef void begin_turn(const Tables* t, RelicsState* s) noexcept nogil:
    """Settle the AP: what is below 0 stays with the seat for its next turn."""
    cdef int ap = t.first_ap + 1 - s.round - s.carried[s.seat]
    if s.heart == s.seat and not shielded(s):
        ap -= 1
    s.ap = max(ap, 0)
    s.carried[s.seat] = max(-ap, 0)
    go_on(s, ACT_PHASE)


cdef inline void finish(RelicsState* s, int reason) noexcept nogil:
    s.phase = END_PHASE
    s.end = reason
    s.turn = END


cdef inline void defend(const Tables* t, RelicsState* s) noexcept nogil:
    """Go on with the Last Defense: the next seat of the queue, or what comes after it."""
    cdef int seat
    if not empty_platforms(s):
        s.queue = 0
        s.final = 1
    if s.queue:
        seat = s.seat
        while not s.queue >> seat & 1:
            seat = seat + 1 if seat + 1 < t.seats else 0
        s.phase = DEFENSE_PHASE
        s.turn = seat
    elif is_out(s, s.seat):
        end_turn(t, s)
    else:
        begin_turn(t, s)


cdef inline void end_turn(const Tables* t, RelicsState* s) noexcept nogil:
    """Clear what belongs to the turn, and find out whose is next, if anyone's."""
    cdef int seat = s.seat
    cdef int round_number = s.round
    cdef int other
    s.ap = 0
    s.credit = 0
    s.adrenaline = 0
    s.fired = 0
    if s.out == t.seats:
        finish(s, ALL_OUT_END)
        return
    while True:
        seat += 1
        if seat == t.seats:
            seat = 0
            round_number += 1
        if round_number > t.rounds:
            finish(s, ROUNDS_END)
            return
        if seat == s.heart and s.final:
            finish(s, LAST_DEFENSE_END)
            return
        if seat == s.heart or not is_out(s, seat):
            break
    s.seat = seat
    s.round = round_number
    if seat != s.heart:
        begin_turn(t, s)
        return
    s.queue = 0
    for other in range(t.seats):
        if not is_out(s, other):
            s.queue |= 1 << other
    defend(t, s)


# Steps


cdef inline void be_shot(RelicsState* s) noexcept nogil:
    cdef int gun = s.queue & -s.queue
    s.fired |= gun
    s.queue ^= gun
    if not shielded(s):
        s.holes += 1


cdef inline void resolve_step(const Tables* t, RelicsState* s) noexcept nogil:
    """Guns by number, then fire, then an item; stop where there is something to decide."""
    cdef int here = s.pos[s.seat]
    cdef int gallery = t.gallery_at[here] - 1
    while s.queue:
        if armed(s):
            go_on(s, GUNS_PHASE)
            return
        be_shot(s)
    if burning(s, t, here):
        s.fires ^= <u32> 1 << square_of_gallery(t, gallery, here)
        s.holes += 1
        if not s.fires:
            s.fire_gallery = 0
    go_on(s, ACT_PHASE)
    if gallery >= 0 and here == large_square(t, gallery) and s.tokens[gallery]:
        s.tokens[gallery] -= 1
        await_chance(s, ITEM_PHASE)


cdef inline void move(const Tables* t, RelicsState* s, int way) noexcept nogil:
    cdef int seat = s.seat
    cdef int start = s.pos[seat]
    cdef int end = step(s, start, way)
    cdef int halves = 2 * s.ap + s.credit - move_halves(s, t, start, 0)
    s.ap = halves >> 1
    s.credit = halves & 1
    if s.shell[seat]:
        s.shell[seat] -= 1
    s.pos[seat] = end
    if not s.adrenaline:
        s.queue = guns_at(s, start, end) & ~s.fired
    resolve_step(t, s)


cdef inline void shoot(const Tables* t, RelicsState* s, int gun, int weapon) noexcept nogil:
    s.charge[s.seat][OF_WEAPON if weapon == FIRE_BLASTER else OF_HEAT] -= 1
    s.guns &= ~(1 << gun)
    s.queue &= ~(1 << gun)
    resolve_step(t, s)


cdef inline void patch(const Tables* t, RelicsState* s) noexcept nogil:
    """Mend one hole; or, without the AP for it, all of them at the next turn's expense."""
    if affords(s, t, code(PATCH_TAG, 0)):
        s.ap -= cost(s, t, code(PATCH_TAG, 0))
        s.holes -= 1
        return
    s.carried[s.seat] += cost(s, t, code(PATCH_TAG, 0)) * s.holes - s.ap
    s.holes = 0
    end_turn(t, s)


cdef inline void put_down(const Tables* t, RelicsState* s, int rotation) noexcept nogil:
    """Lay the platform in hand; one from the board is paid for now."""
    if s.anchor[s.lifting]:
        s.ap -= cost(s, t, code(LIFT_TAG, s.lifting))
        if t.squares[s.lifting] != 2 and s.scepter[s.seat]:
            s.scepter[s.seat] -= 1
    lay(t, s, s.lifting, s.spot, rotation)
    s.lifting = -1
    s.spot = 0
    go_on(s, ACT_PHASE)


# Artifacts


cdef inline void take(const Tables* t, RelicsState* s, bint keycard) noexcept nogil:
    cdef int gallery = t.gallery_at[s.pos[s.seat]] - 1
    s.ap -= cost(s, t, code(TAKE_TAG, keycard))
    s.artifact_on &= ~(1 << gallery)
    if gallery == CENTRE:
        s.heart = s.seat
        return
    if keycard:
        discard(s, KEYCARD)
    await_chance(s, KEYCARD_PHASE if keycard else ARTIFACT_PHASE)


cdef inline void after_trap(RelicsState* s) noexcept nogil:
    s.drawn = -1
    go_on(s, ACT_PHASE)


cdef inline void spring(const Tables* t, RelicsState* s, int artifact) noexcept nogil:
    """What a trap does to the seat on turn."""
    cdef int seat = s.seat
    cdef int gallery = t.gallery_at[s.pos[seat]] - 1
    cdef int i
    s.drawn = -1
    if artifact == MERCURIAL_SALAMANDER:
        s.fire_gallery = gallery
        s.fires = 0
        for i in range(GALLERY_SIZE):
            s.fires |= t.tile_floor[s.tile[gallery] - 1][i] << GALLERY_SIZE * i
        s.fires &= ~(<u32> 1 << square_of_gallery(t, gallery, large_square(t, gallery)))
    elif artifact == VENUSIAN_DRAGONFLY:
        s.holes += 1
        for i in range(ITEMS):
            if s.items[seat][i]:
                s.drawn = artifact
                go_on(s, LOSE_PHASE)
                return
    elif artifact == LUNAR_SICKLE:
        s.sickle[seat] = gallery + 1
    elif artifact == CERERIAN_FLOWER:
        s.holes += 1
        s.carried[seat] += t.flower
    elif artifact == MARTIAN_SPEARHEAD:
        s.holes += 1 if shielded(s) else 2
    elif artifact == JOVIAN_SCEPTER:
        s.scepter[seat] = t.scepter
    elif artifact == SATURNIAN_HOURGLASS:
        s.carried[seat] += max(t.hourglass - s.ap, 0)
        s.ap = max(s.ap - t.hourglass, 0)
    elif artifact == URANIUM_GEM:
        s.net[seat] = gallery + 1
    else:
        s.shell[seat] = t.shell
    go_on(s, ACT_PHASE)


cdef inline void swipe(const Tables* t, RelicsState* s, int artifact) noexcept nogil:
    """Keep a drawn artifact; then its trap, if there was no keycard and nothing stops it."""
    cdef bint keycard = s.phase == KEYCARD_PHASE
    s.undrawn_artifacts &= ~(1 << artifact)
    s.artifacts[s.seat] |= 1 << artifact
    if keycard or t.stopped_by[artifact] & BY_SHIELD and shielded(s):
        go_on(s, ACT_PHASE)
    elif helpful_rays(s, t, artifact):
        s.drawn = artifact
        go_on(s, TRAP_PHASE)
    else:
        spring(t, s, artifact)


# Items


cdef inline void find(const Tables* t, RelicsState* s, int item) noexcept nogil:
    s.undrawn[item] -= 1
    s.items[s.seat][item] += 1
    if t.charges[item]:
        s.charge[s.seat][charge_place(item)] = t.charges[item]
    go_on(s, ACT_PHASE)


cdef inline void discard(RelicsState* s, int item) noexcept nogil:
    """An item leaves the game, with its charges."""
    s.items[s.seat][item] -= 1
    if charge_place(item) >= 0:
        s.charge[s.seat][charge_place(item)] = 0


cdef inline void rotate(const Tables* t, RelicsState* s, int platform,
                        int rotation) noexcept nogil:
    """Turn a platform in place with everyone on it."""
    cdef int square = s.anchor[platform]
    cdef int turns = (rotation - s.rotation[platform]) & 3
    cdef int seat, x, y, _
    for seat in range(MOST_SEATS):
        if s.pos[seat] and platform_at(s, s.pos[seat]) == platform:
            x = (s.pos[seat] & 63) - (square & 63)
            y = (s.pos[seat] >> 6) - (square >> 6)
            for _ in range(turns):
                x, y = 1 - y, x
            s.pos[seat] = square + y * ROW + x
    lay(t, s, platform, square, rotation)


cdef inline void use_item(const Tables* t, RelicsState* s, int item, int detail) noexcept nogil:
    if item in (FOAM_GUN, FREEZE_RAY):
        s.charge[s.seat][charge_place(item)] -= 1
        if detail == ON_FIRES:
            s.fires = 0
            s.fire_gallery = 0
        else:
            s.holes -= 1
        return
    if item in (GRAPPLE_GUN, ROCKETPACK):
        if item == GRAPPLE_GUN:
            s.charge[s.seat][charge_place(item)] -= 1
        else:
            s.ap -= cost(s, t, use(ROCKETPACK, 0))
        s.pos[s.seat] = square_of(detail)
        resolve_step(t, s)
        return
    discard(s, item)
    if item == TAPE:
        s.holes -= 1
    elif item == VITALITY:
        s.ap += t.vitality
    elif item == O2:
        s.ap += t.o2
    elif item == POWER_PACK:
        if detail == SUIT:
            s.ap += t.pack
        else:
            s.charge[s.seat][charge_place(detail)] += t.pack
    elif item == ADRENALINE:
        s.adrenaline = 1
    elif item == SECURITY_HACK:
        s.guns &= ~(1 << detail)
    elif item == DOORWAY:
        s.door[0] = square_of(detail >> 10)
        s.door[1] = square_of(detail & 1023)
    elif item == PLATFORM_HACK_1:
        await_chance(s, SPARE_PHASE)
    elif item == PLATFORM_HACK_2:
        rotate(t, s, detail >> 2, detail & 3)


cdef inline void disable_net(const Tables* t, RelicsState* s, int how) noexcept nogil:
    if how == PAY:
        s.ap -= cost(s, t, code(NET_TAG, PAY))
    elif how == FIRE_BLASTER:
        s.charge[s.seat][OF_WEAPON] -= 1
    else:
        s.charge[s.seat][charge_place(how)] -= 1
    s.net[s.seat] = 0


cdef inline void overload(RelicsState* s, int ray) noexcept nogil:
    cdef int place = OF_HEAT if ray == HEAT_RAY else OF_FREEZE
    s.ap += s.charge[s.seat][place]
    s.charge[s.seat][place] = 0


cdef inline void escape(const Tables* t, RelicsState* s) noexcept nogil:
    s.pos[s.seat] = 0
    s.escaped[s.out] = s.seat
    s.out += 1
    end_turn(t, s)


cdef inline void remove(const Tables* t, RelicsState* s, int platform) noexcept nogil:
    """A seat of the queue takes a platform off for good."""
    take_off(s, platform)
    s.removed |= <u32> 1 << platform
    s.queue &= ~(1 << s.turn)
    defend(t, s)


# Events


cdef void apply_event(const Tables* t, RelicsState* s, u32 event) noexcept nogil:
    """Carry out a legal action or a possible outcome."""
    cdef int tag = event >> TAG_SHIFT
    cdef int detail = event & DETAIL
    if tag == MOVE_TAG:
        move(t, s, detail)
    elif tag == LIFT_TAG or tag == SPARE_TAG:
        if tag == SPARE_TAG:
            s.spare &= ~(<u32> 1 << detail)
        s.lifting = detail
        go_on(s, AT_PHASE)
    elif tag == AT_TAG:
        s.spot = square_of(detail)
        go_on(s, TURN_PHASE)
    elif tag == TURN_TAG:
        put_down(t, s, detail)
    elif tag == END_TAG:
        end_turn(t, s)
    elif tag == USE_TAG:
        use_item(t, s, detail & 15, detail >> 4)
    elif tag == PATCH_TAG:
        patch(t, s)
    elif tag == HIT_TAG:
        be_shot(s)
        resolve_step(t, s)
    elif tag == SHOOT_TAG:
        shoot(t, s, detail >> 4, detail & 15)
    elif tag == ITEM_TAG:
        find(t, s, detail)
    elif tag == TAKE_TAG:
        take(t, s, detail)
    elif tag == ARTIFACT_TAG:
        swipe(t, s, detail)
    elif tag == RESPOND_TAG:
        s.charge[s.seat][charge_place(detail)] -= 1
        after_trap(s)
    elif tag == SUFFER_TAG:
        spring(t, s, s.drawn)
    elif tag == LOSE_TAG:
        discard(s, detail)
        after_trap(s)
    elif tag == RAISE_TAG:
        s.charge[s.seat][OF_WEAPON] -= 1
        s.shield_up[s.seat] = 1
    elif tag == OVERLOAD_TAG:
        overload(s, detail)
    elif tag == NET_TAG:
        disable_net(t, s, detail)
    elif tag == REMOVE_TAG:
        remove(t, s, detail)
    elif tag == ESCAPE_TAG:
        escape(t, s)
    else:
        set_up(t, s, tag, detail)
