"""Effects of items in relics."""

from aicore.games.relics.rules.board cimport lay, platform_at
from aicore.games.relics.rules.legal cimport cost
from aicore.games.relics.rules.state cimport (
    ACT_PHASE, ADRENALINE, DOORWAY, FIRE_BLASTER, FOAM_GUN, FREEZE_RAY, GRAPPLE_GUN, HEAT_RAY,
    MAX_SEATS, NET_TAG, O2, OF_FREEZE, OF_HEAT, OF_WEAPON, ON_FIRES, PAY, PLATFORM_HACK_1,
    PLATFORM_HACK_2, POWER_PACK, ROCKETPACK, ROW, SECURITY_HACK, SPARE_PHASE, SUIT, TAPE, VITALITY,
    RelicsState, Tables, charge_place, code, square_of, use,
)
from aicore.games.relics.rules.turns cimport await_chance, discard, go_on, resolve_step


cdef void give_item(const Tables* t, RelicsState* s, int item) noexcept nogil:
    """Give the seat on turn the item that was drawn."""
    s.undrawn[item] -= 1
    s.items[s.seat][item] += 1
    if t.charges[item]:
        s.charge[s.seat][charge_place(item)] = t.charges[item]
    go_on(s, ACT_PHASE)


cdef inline void rotate(const Tables* t, RelicsState* s, int platform,
                        int rotation) noexcept nogil:
    """Turn a platform in place with everyone on it."""
    cdef int square = s.anchor[platform]
    cdef int turns = (rotation - s.rotation[platform]) & 3
    cdef int seat, x, y, _
    for seat in range(MAX_SEATS):
        if s.pos[seat] and platform_at(s, s.pos[seat]) == platform:
            x = (s.pos[seat] & 63) - (square & 63)
            y = (s.pos[seat] >> 6) - (square >> 6)
            for _ in range(turns):
                x, y = 1 - y, x
            s.pos[seat] = square + y * ROW + x
    lay(t, s, platform, square, rotation)


cdef void use_item(const Tables* t, RelicsState* s, int item, int detail) noexcept nogil:
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


cdef void disable_net(const Tables* t, RelicsState* s, int how) noexcept nogil:
    if how == PAY:
        s.ap -= cost(s, t, code(NET_TAG, PAY))
    elif how == FIRE_BLASTER:
        s.charge[s.seat][OF_WEAPON] -= 1
    else:
        s.charge[s.seat][charge_place(how)] -= 1
    s.net[s.seat] = 0


cdef void overload(RelicsState* s, int ray) noexcept nogil:
    cdef int place = OF_HEAT if ray == HEAT_RAY else OF_FREEZE
    s.ap += s.charge[s.seat][place]
    s.charge[s.seat][place] = 0
