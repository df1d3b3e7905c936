"""What chance lays, deals and draws in relics, and the setup."""

from aicore.core._types cimport u32
from aicore.core.bits cimport count
from aicore.core.game cimport CHANCE
from aicore.core.rng cimport RngState, rng_below
from aicore.games.relics.board cimport lay, lay_centre, lay_gallery
from aicore.games.relics.state cimport (
    AIRLOCKS_PHASE, ARTIFACTS, ARTIFACT_TAG, CENTRE, GALLERIES, GALLERIES_PHASE, GALLERY_TAG, ITEMS,
    ITEM_PHASE, ITEM_TAG, LANES, NO_ONE, OF_WEAPON, PLATFORMS, PLATFORMS_PHASE, PLATFORM_TAG,
    SHIELD, SPARE_PHASE, SPARE_TAG, TILES, WEAPONS_PHASE, WEAPON_TAG, RelicsState, Tables, airlock,
    cell_of, code, square_of,
)
from aicore.games.relics.turns cimport begin_turn, go_on


cdef void begin(const Tables* t, RelicsState* s) noexcept nogil:
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
    lay_centre(t, s)


# Setup


cdef void set_up(const Tables* t, RelicsState* s, int tag, int detail) noexcept nogil:
    """Tiles, weapons and airlocks before the first turn."""
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
    """The first place without a tile; GALLERIES when there is none."""
    cdef int gallery = 0
    while gallery < GALLERIES and (s.tile[gallery] or gallery == CENTRE):
        gallery += 1
    return gallery


# Draws


cdef int outcome_range(const Tables* t, const RelicsState* s, u32* base) noexcept nogil:
    """The due event's first outcome, and how many there could be."""
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
    """How many of the cards or tiles still to be drawn show an outcome."""
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
    """The due event's outcomes with their probabilities; returns their number."""
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
    """One of them, by its probability."""
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
