"""Effects of a turn in relics: steps, guns, platforms, artifacts and their traps."""

from aicore.core._types cimport u32
from aicore.core.game cimport CHANCE, END
from aicore.games.relics.rules.board cimport (
    GALLERY_SIZE, burning, guns_at, large_square, lay, square_of_gallery, step, take_off,
)
from aicore.games.relics.rules.legal cimport (
    affords, armed, cost, empty_platforms, helpful_rays, move_halves,
)
from aicore.games.relics.rules.state cimport (
    ACT_PHASE, ALL_OUT_END, ARTIFACT_PHASE, BY_SHIELD, CENTER, CERERIAN_FLOWER, DEFENSE_PHASE,
    END_PHASE, FIRE_BLASTER, GUNS_PHASE, ITEMS, ITEM_PHASE, JOVIAN_SCEPTER, KEYCARD, KEYCARD_PHASE,
    LAST_DEFENSE_END, LIFT_TAG, LOSE_PHASE, LUNAR_SICKLE, MARTIAN_SPEARHEAD, MERCURIAL_SALAMANDER,
    OF_HEAT, OF_WEAPON, PATCH_TAG, ROUNDS_END, SATURNIAN_HOURGLASS, TAKE_TAG, TRAP_PHASE,
    URANIUM_GEM, VENUSIAN_DRAGONFLY, RelicsState, Tables, charge_place, code,
)


cdef void go_on(RelicsState* s, int phase) noexcept nogil:
    """Enter a phase in which the seat on turn decides."""
    s.phase = phase
    s.turn = s.seat


cdef void await_chance(RelicsState* s, int phase) noexcept nogil:
    s.phase = phase
    s.turn = CHANCE


cdef inline bint shielded(RelicsState* s) noexcept nogil:
    """Return whether the seat's shield is raised; if so, it takes the hit and drops."""
    cdef bint up = s.shield_up[s.seat]
    s.shield_up[s.seat] = 0
    return up


# Turns


cdef void begin_turn(const Tables* t, RelicsState* s) noexcept nogil:
    """Set the AP; a deficit carries over to the seat's next turn."""
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
    """Continue the Last Defense with the next seat of the queue, or begin the turn after it."""
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


cdef void end_turn(const Tables* t, RelicsState* s) noexcept nogil:
    """Clear the values of the turn, and find the seat whose turn is next if there is one."""
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


cdef void be_shot(RelicsState* s) noexcept nogil:
    """Let the first gun in the queue hit the seat on turn."""
    cdef int gun = s.queue & -s.queue
    s.fired |= gun
    s.queue ^= gun
    if not shielded(s):
        s.holes += 1


cdef void resolve_step(const Tables* t, RelicsState* s) noexcept nogil:
    """Resolve guns by number, then fire, then an item; stop at a decision."""
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


cdef void move(const Tables* t, RelicsState* s, int way) noexcept nogil:
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


cdef void shoot(const Tables* t, RelicsState* s, int gun, int weapon) noexcept nogil:
    s.charge[s.seat][OF_WEAPON if weapon == FIRE_BLASTER else OF_HEAT] -= 1
    s.guns &= ~(1 << gun)
    s.queue &= ~(1 << gun)
    resolve_step(t, s)


cdef void patch(const Tables* t, RelicsState* s) noexcept nogil:
    """Mend one hole; without the AP for it, mend all at the expense of the next turn."""
    if affords(s, t, code(PATCH_TAG, 0)):
        s.ap -= cost(s, t, code(PATCH_TAG, 0))
        s.holes -= 1
        return
    s.carried[s.seat] += cost(s, t, code(PATCH_TAG, 0)) * s.holes - s.ap
    s.holes = 0
    end_turn(t, s)


cdef void put_down(const Tables* t, RelicsState* s, int rotation) noexcept nogil:
    """Lay the platform in hand; pay for it now if it came from the board."""
    if s.anchor[s.lifting]:
        s.ap -= cost(s, t, code(LIFT_TAG, s.lifting))
        if t.squares[s.lifting] != 2 and s.scepter[s.seat]:
            s.scepter[s.seat] -= 1
    lay(t, s, s.lifting, s.spot, rotation)
    s.lifting = -1
    s.spot = 0
    go_on(s, ACT_PHASE)


# Artifacts


cdef void take(const Tables* t, RelicsState* s, bint keycard) noexcept nogil:
    cdef int gallery = t.gallery_at[s.pos[s.seat]] - 1
    s.ap -= cost(s, t, code(TAKE_TAG, keycard))
    s.artifact_on &= ~(1 << gallery)
    if gallery == CENTER:
        s.heart = s.seat
        return
    if keycard:
        discard(s, KEYCARD)
    await_chance(s, KEYCARD_PHASE if keycard else ARTIFACT_PHASE)


cdef void after_trap(RelicsState* s) noexcept nogil:
    s.drawn = -1
    go_on(s, ACT_PHASE)


cdef void spring_trap(const Tables* t, RelicsState* s, int artifact) noexcept nogil:
    """Apply a trap to the seat on turn."""
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


cdef void swipe(const Tables* t, RelicsState* s, int artifact) noexcept nogil:
    """Keep a drawn artifact; then spring its trap, unless a keycard or something else stops it."""
    cdef bint keycard = s.phase == KEYCARD_PHASE
    s.undrawn_artifacts &= ~(1 << artifact)
    s.artifacts[s.seat] |= 1 << artifact
    if keycard or t.stopped_by[artifact] & BY_SHIELD and shielded(s):
        go_on(s, ACT_PHASE)
    elif helpful_rays(s, t, artifact):
        s.drawn = artifact
        go_on(s, TRAP_PHASE)
    else:
        spring_trap(t, s, artifact)


cdef void discard(RelicsState* s, int item) noexcept nogil:
    """Remove an item from the game, with its charges."""
    s.items[s.seat][item] -= 1
    if charge_place(item) >= 0:
        s.charge[s.seat][charge_place(item)] = 0


cdef void escape(const Tables* t, RelicsState* s) noexcept nogil:
    s.pos[s.seat] = 0
    s.escaped[s.out] = s.seat
    s.out += 1
    end_turn(t, s)


cdef void remove(const Tables* t, RelicsState* s, int platform) noexcept nogil:
    """Remove a platform from the game, and the seat that chose it from the queue."""
    take_off(s, platform)
    s.removed |= <u32> 1 << platform
    s.queue &= ~(1 << s.turn)
    defend(t, s)
