"""Effects of events of relics, and outcomes of chance events."""

from aicore.core._types cimport u32
from aicore.core.bits cimport count
from aicore.core.game cimport CHANCE
from aicore.core.rng cimport RngState, rng_below
from aicore.games.relics.rules.board cimport lay, lay_center, lay_gallery
from aicore.games.relics.rules.items cimport disable_net, give_item, overload, use_item
from aicore.games.relics.rules.state cimport (
    AIRLOCKS_PHASE, ARTIFACTS, ARTIFACT_TAG, AT_PHASE, AT_TAG, CENTER, DETAIL, END_TAG, ESCAPE_TAG,
    GALLERIES, GALLERIES_PHASE, GALLERY_TAG, HIT_TAG, ITEMS, ITEM_PHASE, ITEM_TAG, LANES, LIFT_TAG,
    LOSE_TAG, MOVE_TAG, NET_TAG, NO_ONE, OF_WEAPON, OVERLOAD_TAG, PATCH_TAG, PLATFORMS,
    PLATFORMS_PHASE, PLATFORM_TAG, RAISE_TAG, REMOVE_TAG, RESPOND_TAG, SHIELD, SHOOT_TAG,
    SPARE_PHASE, SPARE_TAG, SUFFER_TAG, TAG_SHIFT, TAKE_TAG, TILES, TURN_PHASE, TURN_TAG, USE_TAG,
    WEAPONS_PHASE, WEAPON_TAG, RelicsState, Tables, airlock, cell_of, charge_place, code, square_of,
)
from aicore.games.relics.rules.turns cimport (
    after_trap, be_shot, begin_turn, discard, end_turn, escape, go_on, move, patch, put_down,
    remove, resolve_step, shoot, spring_trap, swipe, take,
)


cdef void begin_game(const Tables* t, RelicsState* s) noexcept nogil:
    """Write the first position into zeroed memory."""
    cdef int i
    s.turn = CHANCE
    s.round = 1
    s.heart = NO_ONE
    s.lifting = -1
    s.drawn = -1
    s.artifact_on = (1 << GALLERIES) - 1
    s.undrawn_artifacts = (1 << ARTIFACTS) - 1
    s.spare = (1 << PLATFORMS) - 1
    for i in range(GALLERIES):
        s.tokens[i] = t.tokens[i]
    for i in range(ITEMS):
        s.undrawn[i] = t.copies[i]
    lay_center(t, s)


# Setup


cdef void set_up(const Tables* t, RelicsState* s, int tag, int detail) noexcept nogil:
    """Set up tiles, weapons and airlocks before the first turn."""
    if tag == GALLERY_TAG:
        lay_gallery(t, s, detail >> 4, detail & 15)
        if next_gallery(s) == GALLERIES:
            s.phase = PLATFORMS_PHASE
    elif tag == PLATFORM_TAG:
        s.spare &= ~(<u32> 1 << (detail & 31))
        lay(t, s, detail & 31, square_of(detail >> 5), 0)
        if PLATFORMS - count(s.spare) == LANES:
            s.phase = WEAPONS_PHASE
    elif tag == WEAPON_TAG:
        s.weapon[detail >> 4] = detail & 15
        s.charge[detail >> 4][OF_WEAPON] = t.weapon_charges
        if detail >> 4 == t.seats - 1:
            s.seat = t.seats - 1
            go_on(s, AIRLOCKS_PHASE)
    else:  # AIRLOCK_TAG
        s.pos[s.seat] = airlock(detail)
        if s.seat == 0:
            begin_turn(t, s)
        else:
            s.seat -= 1
            s.turn = s.seat


cdef int next_gallery(const RelicsState* s) noexcept nogil:
    """Return the first place without a tile; GALLERIES if there is none."""
    cdef int gallery = 0
    while gallery < GALLERIES and (s.tile[gallery] or gallery == CENTER):
        gallery += 1
    return gallery


# Draws


cdef int outcome_range(const Tables* t, const RelicsState* s, u32* base) noexcept nogil:
    """Set the lowest outcome code of the due event. Return the number of possible codes."""
    cdef int seat = 0
    if s.phase == GALLERIES_PHASE:
        base[0] = code(GALLERY_TAG, next_gallery(s) << 4)
        return TILES
    if s.phase == PLATFORMS_PHASE:
        base[0] = code(
            PLATFORM_TAG, cell_of(t.lanes[PLATFORMS - count(s.spare)]) << 5)
        return PLATFORMS
    if s.phase == WEAPONS_PHASE:
        while s.weapon[seat]:
            seat += 1
        base[0] = code(WEAPON_TAG, seat << 4)
        return SHIELD + 1
    if s.phase == ITEM_PHASE:
        base[0] = code(ITEM_TAG, 0)
        return ITEMS
    if s.phase == SPARE_PHASE:
        base[0] = code(SPARE_TAG, 0)
        return PLATFORMS
    base[0] = code(ARTIFACT_TAG, 0)
    return ARTIFACTS


cdef int weight_of(const Tables* t, const RelicsState* s, int which) noexcept nogil:
    """Return the number of undrawn cards or tiles that show an outcome."""
    cdef int i, weight
    if s.phase == GALLERIES_PHASE:
        for i in range(GALLERIES):
            if s.tile[i] == which + 1:
                return 0
        return 1
    if s.phase == PLATFORMS_PHASE or s.phase == SPARE_PHASE:
        return s.spare >> which & 1
    if s.phase == WEAPONS_PHASE:
        weight = t.weapon_copies if which else 0
        for i in range(t.seats):
            if which and s.weapon[i] == which:
                weight -= 1
        return weight
    if s.phase == ITEM_PHASE:
        return s.undrawn[which]
    return s.undrawn_artifacts >> which & 1


cdef int list_outcomes(const Tables* t, const RelicsState* s, u32* out,
                       double* chance) noexcept nogil:
    """List the outcomes of the due event with their probabilities; return their number."""
    cdef int size = 0
    cdef int total = 0
    cdef int i, weight
    cdef u32 base
    cdef int most = outcome_range(t, s, &base)
    for i in range(most):
        weight = weight_of(t, s, i)
        if weight:
            out[size] = base | i
            chance[size] = weight
            size += 1
            total += weight
    for i in range(size):
        chance[i] /= total
    return size


cdef u32 draw_outcome(const Tables* t, const RelicsState* s, RngState* rng) noexcept nogil:
    """Sample an outcome of the due event by its probability."""
    cdef int total = 0
    cdef u32 base
    cdef int most = outcome_range(t, s, &base)
    cdef int i, rank
    for i in range(most):
        total += weight_of(t, s, i)
    rank = rng_below(rng, total)
    i = 0
    while rank >= weight_of(t, s, i):
        rank -= weight_of(t, s, i)
        i += 1
    return base | i


# All events


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
        give_item(t, s, detail)
    elif tag == TAKE_TAG:
        take(t, s, detail)
    elif tag == ARTIFACT_TAG:
        swipe(t, s, detail)
    elif tag == RESPOND_TAG:
        s.charge[s.seat][charge_place(detail)] -= 1
        after_trap(s)
    elif tag == SUFFER_TAG:
        spring_trap(t, s, s.drawn)
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
