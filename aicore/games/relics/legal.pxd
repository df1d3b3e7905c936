# What things cost the seat on turn, and what it may do.
from aicore.core._types cimport u16, u32
from aicore.core.bits cimport count, lowest, select
from aicore.games.relics.board cimport (
    anchors, empty_platforms, has, on_board, platform_at, sites_of, step, tile_at,
)
from aicore.games.relics.state cimport (
    ADRENALINE, BLASTER, CENTRE, DOORWAY, END_TAG, ESCAPE_TAG, FIRE_BLASTER, FIRE_PAY, FOAM,
    FREEZE_RAY, GALLERIES, GRAPPLE, HACK_1, HACK_2, HEAT_RAY, KEYCARD, LIFT_TAG, MOST_SEATS,
    MOVE_TAG, NET_TAG, O2, OF_FOAM, OF_FREEZE, OF_GRAPPLE, OF_HEAT, OF_WEAPON, ON_FIRES, ON_HOLE,
    OVERLOAD_TAG, PATCH_TAG, PLATFORMS, POWER_PACK, RAISE_TAG, ROCKET, ROW, ROWS, SECURITY_HACK,
    SHIELD, SIZE, SUIT, TAKE_TAG, TAPE, VITALITY, RelicsState, Tables, cell_of, code, is_airlock,
    step_of, use,
)

cdef enum:
    FEW = 96  # more than there are of all actions that a survey lists one by one
    MOST_SITES = 25  # of doorways on one tile
    TILES_IN_ALL = GALLERIES + PLATFORMS


ctypedef struct Survey:
    # The legal actions of a turn in groups: some one by one, the numerous ones as sets.
    int few
    u32[FEW] event
    u32 lifts  # platforms
    u32 spins  # platforms, each with three rotations
    u32 hacks  # guns
    int own  # doorway sites on the own tile
    int others  # and on all other tiles
    int tile  # the own one
    u16[MOST_SITES] own_site


cdef inline int large_square(const Tables* t, int gallery) noexcept nogil:
    return t.corner[gallery] + 2 * ROW + 2


cdef inline bint doubled(const RelicsState* s, const Tables* t, int square) noexcept nogil:
    """Whether the Sickle makes the seat on turn pay double on a square."""
    return s.sickle[s.seat] and t.gallery_at[square] == s.sickle[s.seat]


cdef inline int cost(const RelicsState* s, const Tables* t, int ap) noexcept nogil:
    """What something for so many AP costs the seat on turn where it stands."""
    return 2 * ap if doubled(s, t, s.pos[s.seat]) else ap


cdef inline bint affords(const RelicsState* s, const Tables* t, int ap) noexcept nogil:
    return cost(s, t, ap) <= s.ap


cdef inline int move_halves(const RelicsState* s, const Tables* t, int start,
                            int before) noexcept nogil:
    """The cost in half AP of a move from a square, so many moves from now."""
    cdef int halves = 1 if s.adrenaline else 2
    if doubled(s, t, start):
        halves *= 2
    return 2 * halves if s.shell[s.seat] > before else halves


cdef inline bint occupied(const RelicsState* s, int square) noexcept nogil:
    """Whether another piece stands there."""
    cdef int seat
    for seat in range(MOST_SEATS):
        if seat != s.seat and s.pos[seat] == square:
            return True
    return False


cdef inline bint may_land(const RelicsState* s, const Tables* t, int square) noexcept nogil:
    """Whether a net lets the seat on turn go there."""
    return not s.net[s.seat] or t.gallery_at[square] == s.net[s.seat]


cdef inline bint may_move(const RelicsState* s, const Tables* t, int way) noexcept nogil:
    """Whether the seat on turn may and can pay to move in a direction."""
    cdef int start = s.pos[s.seat]
    cdef int end = step(s, start, way)
    cdef int left = 2 * s.ap + s.credit - move_halves(s, t, start, 0)
    if end == 0 or left < 0 or not may_land(s, t, end):
        return False
    return (not occupied(s, end) or is_airlock(end) or left >= move_halves(s, t, end, 1))


cdef inline void add(Survey* v, u32 event) noexcept nogil:
    v.event[v.few] = event
    v.few += 1


cdef inline void add_gains(const RelicsState* s, Survey* v) noexcept nogil:
    """What brings AP."""
    cdef const unsigned char* items = s.items[s.seat]
    if items[POWER_PACK]:
        add(v, use(POWER_PACK, SUIT))
    if items[VITALITY]:
        add(v, use(VITALITY, 0))
    if items[O2]:
        add(v, use(O2, 0))
    if s.charge[s.seat][OF_HEAT]:
        add(v, code(OVERLOAD_TAG, HEAT_RAY))
    if s.charge[s.seat][OF_FREEZE]:
        add(v, code(OVERLOAD_TAG, FREEZE_RAY))


cdef inline void add_mending(const RelicsState* s, Survey* v) noexcept nogil:
    add(v, code(PATCH_TAG, 0))
    if s.items[s.seat][TAPE]:
        add(v, use(TAPE, 0))
    if s.charge[s.seat][OF_FOAM]:
        add(v, use(FOAM, ON_HOLE))


cdef inline void add_takes(const RelicsState* s, const Tables* t, Survey* v) noexcept nogil:
    cdef int here = s.pos[s.seat]
    cdef int gallery = t.gallery_at[here] - 1
    if gallery < 0 or here != large_square(t, gallery) or not s.artifact_on >> gallery & 1:
        return
    if affords(s, t, t.take):
        add(v, code(TAKE_TAG, 0))
    if gallery != CENTRE and s.items[s.seat][KEYCARD] and affords(s, t, t.take_with_keycard):
        add(v, code(TAKE_TAG, 1))


cdef inline void add_equipment(const RelicsState* s, const Tables* t, Survey* v) noexcept nogil:
    """The shield, adrenaline, a ray's power pack, fires and the net."""
    cdef int seat = s.seat
    cdef const unsigned char* items = s.items[seat]
    cdef const unsigned char* charge = s.charge[seat]
    if s.weapon[seat] == SHIELD and charge[OF_WEAPON] and not s.shield_up[seat]:
        add(v, code(RAISE_TAG, 0))
    if items[ADRENALINE] and not s.adrenaline:
        add(v, use(ADRENALINE, 0))
    if items[POWER_PACK] and items[HEAT_RAY]:
        add(v, use(POWER_PACK, HEAT_RAY))
    if items[POWER_PACK] and items[FREEZE_RAY]:
        add(v, use(POWER_PACK, FREEZE_RAY))
    if s.fires and t.gallery_at[s.pos[seat]] == s.fire_gallery + 1:
        if charge[OF_FOAM]:
            add(v, use(FOAM, ON_FIRES))
        if charge[OF_FREEZE]:
            add(v, use(FREEZE_RAY, ON_FIRES))
    if s.net[seat]:
        if s.weapon[seat] == BLASTER and charge[OF_WEAPON]:
            add(v, code(NET_TAG, FIRE_BLASTER))
        if charge[OF_HEAT]:
            add(v, code(NET_TAG, HEAT_RAY))
        if charge[OF_FREEZE]:
            add(v, code(NET_TAG, FREEZE_RAY))
        if affords(s, t, t.net):
            add(v, code(NET_TAG, FIRE_PAY))


cdef inline void add_leaps(const RelicsState* s, const Tables* t, int item, int ways, int least,
                           int most, Survey* v) noexcept nogil:
    """Landings of rocketpack or grapple gun: free floor behind squares without walls."""
    cdef int way, far, square
    for way in range(ways):
        square = s.pos[s.seat]
        for far in range(1, most + 1):
            square += step_of(way)
            if not on_board(square) or has(s.wall, square):
                break
            if (far >= least and has(s.floor, square) and may_land(s, t, square)
                    and not occupied(s, square)):
                add(v, use(item, cell_of(square)))


cdef inline bint any_anchor(const RelicsState* s, int lifted) noexcept nogil:
    cdef int row
    for row in range(1, SIZE):
        if anchors(s, row, lifted):
            return True
    return False


cdef inline void survey_doorways(const RelicsState* s, const Tables* t, Survey* v) noexcept nogil:
    cdef int tile, row
    cdef u32 sites
    v.tile = tile_at(s, t, s.pos[s.seat])
    if v.tile < 0:
        return
    for row in range(1, ROWS - 1):
        sites = sites_of(s, t, v.tile, row)
        while sites:
            v.own_site[v.own] = row * ROW + lowest(sites)
            v.own += 1
            sites &= sites - 1
    if v.own:
        for tile in range(TILES_IN_ALL):
            if tile != v.tile:
                for row in range(1, ROWS - 1):
                    v.others += count(sites_of(s, t, tile, row))


cdef inline int other_site(const RelicsState* s, const Tables* t, const Survey* v,
                           int rank) noexcept nogil:
    """The doorway site on another tile that has `rank` such before it."""
    cdef int tile, row, size
    cdef u32 sites
    for tile in range(TILES_IN_ALL):
        if tile != v.tile:
            for row in range(1, ROWS - 1):
                sites = sites_of(s, t, tile, row)
                size = count(sites)
                if rank < size:
                    return row * ROW + select(sites, rank)
                rank -= size
    return 0


cdef inline void survey_hacks(const RelicsState* s, const Tables* t, u32 empty,
                              Survey* v) noexcept nogil:
    cdef const unsigned char* items = s.items[s.seat]
    cdef int own
    if items[SECURITY_HACK]:
        v.hacks = s.guns
    if items[DOORWAY]:
        survey_doorways(s, t, v)
    if items[HACK_1] and s.spare and any_anchor(s, lowest(s.spare)):
        add(v, use(HACK_1, 0))
    if items[HACK_2]:
        own = platform_at(s, s.pos[s.seat])
        v.spins = empty | (<u32> 1 << own if own >= 0 else 0)


cdef inline void survey_act(const RelicsState* s, const Tables* t, Survey* v) noexcept nogil:
    """Every action of a turn."""
    cdef int seat = s.seat
    cdef int way, platform
    cdef u32 empty, rest
    v.few = 0
    v.lifts = 0
    v.spins = 0
    v.hacks = 0
    v.own = 0
    v.others = 0
    if s.holes:
        add_mending(s, v)
        add_gains(s, v)
        return
    for way in range(4):
        if may_move(s, t, way):
            add(v, code(MOVE_TAG, way))
    if occupied(s, s.pos[seat]):
        if v.few == 0:
            add(v, code(END_TAG, 0))
        if is_airlock(s.pos[seat]):
            add(v, code(ESCAPE_TAG, 0))
        return
    if is_airlock(s.pos[seat]):
        add(v, code(ESCAPE_TAG, 0))
    add(v, code(END_TAG, 0))
    add_gains(s, v)
    add_takes(s, t, v)
    add_equipment(s, t, v)
    if s.items[seat][ROCKET] and affords(s, t, t.rocket):
        add_leaps(s, t, ROCKET, 8, 1, t.rocket_reach, v)
    if s.charge[seat][OF_GRAPPLE]:
        add_leaps(s, t, GRAPPLE, 4, 2, t.grapple_reach, v)
    if s.ap == 0 and not (s.items[seat][HACK_1] or s.items[seat][HACK_2]
                          or s.items[seat][DOORWAY] or s.items[seat][SECURITY_HACK]):
        return
    empty = empty_platforms(s)
    rest = empty
    while rest:
        platform = lowest(rest)
        rest &= rest - 1
        if affords(s, t, t.squares[platform]) and not (
                s.scepter[seat] and t.squares[platform] == 2):
            v.lifts |= <u32> 1 << platform
    survey_hacks(s, t, empty, v)


cdef inline int survey_size(const Survey* v) noexcept nogil:
    return (v.few + count(v.lifts) + 3 * count(v.spins) + count(v.hacks) + v.own * v.others)


cdef inline u32 spin(const RelicsState* s, int platform, int rank) noexcept nogil:
    """The use of a hack that turns a platform another way."""
    cdef int rotation = rank + (rank >= s.rotation[platform])
    return use(HACK_2, platform << 2 | rotation)


cdef inline u32 doorway_event(int start, int end) noexcept nogil:
    return use(DOORWAY, cell_of(start) << 10 | cell_of(end))


cdef inline u32 survey_event(const RelicsState* s, const Tables* t, const Survey* v,
                             int rank) noexcept nogil:
    """The action with `rank` others before it."""
    cdef int size
    if rank < v.few:
        return v.event[rank]
    rank -= v.few
    size = count(v.lifts)
    if rank < size:
        return code(LIFT_TAG, select(v.lifts, rank))
    rank -= size
    size = 3 * count(v.spins)
    if rank < size:
        return spin(s, select(v.spins, rank // 3), rank % 3)
    rank -= size
    size = count(v.hacks)
    if rank < size:
        return use(SECURITY_HACK, select(v.hacks, rank))
    rank -= size
    return doorway_event(v.own_site[rank // v.others], other_site(s, t, v, rank % v.others))


cdef inline int survey_list(const RelicsState* s, const Tables* t, const Survey* v,
                            u32* out) noexcept nogil:
    """All of the actions, in the order of their ranks."""
    cdef int size = 0
    cdef int i, tile, row
    cdef u32 sites
    cdef int plain = survey_size(v) - v.own * v.others
    for size in range(plain):
        out[size] = survey_event(s, t, v, size)
    size = plain
    for i in range(v.own):
        for tile in range(TILES_IN_ALL):
            if tile != v.tile:
                for row in range(1, ROWS - 1):
                    sites = sites_of(s, t, tile, row)
                    while sites:
                        out[size] = doorway_event(v.own_site[i], row * ROW + lowest(sites))
                        size += 1
                        sites &= sites - 1
    return size
