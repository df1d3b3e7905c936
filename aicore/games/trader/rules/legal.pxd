# Legal actions of a phase as a set of small integers, and their codes.
from aicore.core._types cimport u16, u32
from aicore.core.bits cimport lowest
from aicore.games.trader.rules.state cimport (
    BUY, BUY_GOOD, CARGO, COMBAT, COUNTERATTACK, DONE, EAST, ENGINES, FINE, FLEE, FLEE_TO,
    FREE_HOLD, GOODS, IMPROVE, JUMP, JUMP_TO, LOADED_HOLD, LOSE_PART, MODULES, NORTH, PLACE,
    PLACE_AT, PLANETS, SELL, SELL_GOOD, SELL_PART, Tables, TraderState, UPGRADE, buy_price, cargo,
    code,
)

cdef enum:
    # Members of the set that `legal_options` returns. Planets, places, goods, parts and modules
    # are numbered from 0; other options have the numbers below.
    STOP = 8  # ends buying, selling, or upgrading
    STRIKE_BACK = 0  # in combat
    FLEE_BLINDLY = 1
    EMERGENCY = 16  # plus the planet
    PLACES = 8  # number of places around the ship
    # Bound on the cells next to any of 15 planets when 8 planets surround the ship's. These 9 have
    # 12 neighbors, and each of the 6 others removes one and adds at most three.
    MAX_FRONTIER = 24


cdef inline int step(int place) noexcept nogil:
    """Return the step from the ship to a place around it: 0 .. 3 orthogonal, 4 .. 7 diagonal."""
    if place < 4:
        return (NORTH if place & 1 else EAST) * (1 if place & 2 else -1)
    return (NORTH if place & 1 else -NORTH) + (EAST if place & 2 else -EAST)


cdef inline u32 around(const TraderState* s, int cell) noexcept nogil:
    """Return the planets orthogonally next to a cell."""
    cdef u32 near = 0
    cdef int planet, way
    for planet in range(PLANETS):
        way = s.cell[planet] - cell
        near |= <u32> (
            (way == NORTH) | (way == -NORTH) | (way == EAST) | (way == -EAST)) << planet
    return near


cdef inline u32 neighbors(const TraderState* s) noexcept nogil:
    """Return the planets orthogonally next to the ship."""
    return around(s, s.cell[s.ship])


cdef inline u32 jumps(const Tables* t, const TraderState* s, u32 near) noexcept nogil:
    """Return the neighbors that an ordinary jump can reach."""
    cdef u32 found = 0
    cdef int planet
    while near:
        planet = lowest(near)
        near &= near - 1
        found |= <u32> (
            planet != s.previous and t.distance[planet] <= s.modules[ENGINES]) << planet
    return found


cdef inline bint taken(const TraderState* s, u16 cell) noexcept nogil:
    cdef int planet
    for planet in range(PLANETS):
        if s.cell[planet] == cell:
            return True
    return False


cdef inline u32 places(const TraderState* s) noexcept nogil:
    """Return the free cells around the ship where a planet may be placed.

    These are the orthogonal ones, or the diagonal ones if none of those is free.
    """
    cdef u32 free = 0xFF
    cdef int here = s.cell[s.ship]
    cdef int planet, place, way
    for planet in range(PLANETS):
        way = s.cell[planet] - here
        if -EAST - NORTH <= way <= EAST + NORTH:
            for place in range(PLACES):
                if way == step(place):
                    free &= ~(<u32> 1 << place)
    return free & 0x0F if free & 0x0F else free


cdef inline int frontier(const TraderState* s, u16* out) noexcept nogil:
    """List the free cells orthogonally next to any planet; used when the ship is walled in."""
    cdef int size = 0
    cdef int planet, place, i
    cdef u16 cell
    for planet in range(PLANETS):
        if s.cell[planet] == 0:
            continue
        for place in range(4):
            cell = <u16> (s.cell[planet] + step(place))
            if taken(s, cell):
                continue
            for i in range(size):
                if out[i] == cell:
                    break
            else:
                out[size] = cell
                size += 1
    return size


cdef inline u32 parts(const TraderState* s) noexcept nogil:
    """Return the parts of the ship that can be lost or sold."""
    cdef u32 found = 0
    cdef int i
    for i in range(CARGO):
        found |= <u32> (s.modules[i] > 0) << i
    found |= <u32> (s.modules[CARGO] > cargo(s)) << FREE_HOLD
    for i in range(GOODS):
        found |= <u32> (s.hold[i] > 0) << (LOADED_HOLD + i)
    return found


cdef inline u32 legal_options(const Tables* t, const TraderState* s) noexcept nogil:
    """Return the legal actions as a set; it is empty only if a planet must go to the frontier."""
    cdef u32 found = 0
    cdef u32 near
    cdef int i, price
    if s.phase == BUY:
        if cargo(s) < s.modules[CARGO]:
            for i in range(GOODS):
                price = buy_price(t, s, i)
                found |= <u32> (0 < price <= s.vectorium) << i
        return found | 1 << STOP
    if s.phase == SELL:
        for i in range(GOODS):
            found |= <u32> (s.hold[i] > 0) << i
        return found | 1 << STOP
    if s.phase == UPGRADE:
        for i in range(MODULES):
            found |= <u32> (t.price[i] <= s.vectorium) << i
        return found | 1 << STOP
    if s.phase == JUMP:
        near = neighbors(s)
        found = jumps(t, s, near)
        return found if found else near << EMERGENCY
    if s.phase == COMBAT:
        if s.vectorium == 0:
            return 1 << STRIKE_BACK
        near = neighbors(s)
        return 1 << STRIKE_BACK | (near << EMERGENCY if near else 1 << FLEE_BLINDLY)
    if s.phase == PLACE:
        return places(s)
    return parts(s)


cdef inline u32 option_code(const TraderState* s, int option) noexcept nogil:
    """Return the code of an option."""
    if s.phase == BUY:
        return code(DONE, 0) if option == STOP else code(BUY_GOOD, option)
    if s.phase == SELL:
        return code(DONE, 0) if option == STOP else code(SELL_GOOD, option)
    if s.phase == UPGRADE:
        return code(DONE, 0) if option == STOP else code(IMPROVE, option)
    if s.phase == JUMP:
        if option < EMERGENCY:
            return code(JUMP_TO, s.cell[option])
        return code(FLEE_TO, s.cell[option - EMERGENCY])
    if s.phase == COMBAT:
        if option == STRIKE_BACK:
            return code(COUNTERATTACK, 0)
        if option == FLEE_BLINDLY:
            return code(FLEE, 0)
        return code(FLEE_TO, s.cell[option - EMERGENCY])
    if s.phase == PLACE:
        return code(PLACE_AT, s.cell[s.ship] + step(option))
    return code(SELL_PART if s.phase == FINE else LOSE_PART, option)
