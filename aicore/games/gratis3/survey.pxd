# The rules' tables, and what can be done in a position.
from aicore.core._types cimport u64
from aicore.core.bits cimport bit, count, lowest
from aicore.games.gratis3.dice cimport DiceTable
from aicore.games.gratis3.map cimport MapTable, Reach
from aicore.games.gratis3.state cimport (
    BOMBER, DEFENSE, FIGHTER, GUNS, NAV, RAVS, WEAPONS, GratisState, Ship, all_ravs, ravs_of,
    reserve_of,
)

ctypedef struct Rules:
    MapTable map
    DiceTable dice
    int seats
    int last_turn  # completed turns of all seats that end the game
    bint removed  # destroyed RAVs do not come back


# What can be done.

cdef inline u64 enemy_ravs(const Rules* r, const GratisState* s) noexcept nogil:
    return all_ravs(s, r.seats) & ~ravs_of(&s.ships[s.seat])


cdef inline u64 enemies_beside(const Rules* r, const GratisState* s) noexcept nogil:
    """Enemy RAVs beside the active Carrier's Location."""
    return enemy_ravs(r, s) & r.map.beside[s.ships[s.seat].location]


cdef inline int owner_of(const Rules* r, const GratisState* s, int space) noexcept nogil:
    cdef int seat = 0
    while seat < r.seats - 1 and not ravs_of(&s.ships[seat]) >> space & 1:
        seat += 1
    return seat


cdef inline int defense_of(const Rules* r, const GratisState* s, int space) noexcept nogil:
    """Hits that destroy the RAV on a Space."""
    cdef const Ship* ship = &s.ships[owner_of(r, s, space)]
    if ship.fighters >> space & 1:
        return 2
    return 1 + count(r.map.near[space] & ship.fighters)


cdef inline u64 can_be_hit(const Rules* r, const GratisState* s) noexcept nogil:
    """Enemy RAVs beside the active Carrier that its remaining hits can destroy."""
    cdef u64 rest = enemies_beside(r, s)
    cdef u64 found = 0
    while rest:
        if defense_of(r, s, lowest(rest)) <= s.hits:
            found |= bit(lowest(rest))
        rest &= rest - 1
    return found


cdef inline u64 landing(const Rules* r, const GratisState* s) noexcept nogil:
    """Free Spaces beside the active Carrier's Location."""
    return r.map.beside[s.ships[s.seat].location] & ~all_ravs(s, r.seats)


cdef inline bint launchable(const GratisState* s, int kind) noexcept nogil:
    return reserve_of(&s.ships[s.seat], kind) > 0 and not (kind == BOMBER and s.launched == 2)


cdef inline int in_range(const Rules* r, const GratisState* s, int weapon) noexcept nogil:
    """The seats at which the active Carrier can fire its guns or a missile."""
    cdef int here = s.ships[s.seat].location
    cdef int seat, distance
    cdef int found = 0
    if here == 0:
        return 0
    for seat in range(r.seats):
        if seat == s.seat or s.ships[seat].location == 0:
            continue
        distance = s.ships[seat].location - here
        if -1 <= distance <= 1 if weapon == GUNS else distance != 0:
            found |= 1 << seat
    return found


cdef inline bint controls(const GratisState* s) noexcept nogil:
    """Whether the active seat's RAVs obey."""
    return s.controlled or s.ships[s.seat].online & RAVS


cdef inline bint can_override_move(const Rules* r, const GratisState* s) noexcept nogil:
    cdef const Ship* ship = &s.ships[s.seat]
    return not ship.online & NAV and ship.location < r.map.locations


cdef inline bint can_override_ravs(const GratisState* s) noexcept nogil:
    cdef const Ship* ship = &s.ships[s.seat]
    return not ship.online & RAVS and ravs_of(ship) != 0


cdef inline bint can_override_guns(const Rules* r, const GratisState* s) noexcept nogil:
    return not s.ships[s.seat].online & DEFENSE and enemies_beside(r, s) != 0


cdef inline int override_targets(const Rules* r, const GratisState* s) noexcept nogil:
    return 0 if s.ships[s.seat].online & WEAPONS else in_range(r, s, GUNS)


cdef inline u64 rav_attackers(const Rules* r, const GratisState* s, int space) noexcept nogil:
    """Own RAVs that can attack the RAV on a Space."""
    cdef u64 rest = ravs_of(&s.ships[s.seat]) & ~s.done & r.map.near[space]
    cdef u64 found = 0
    cdef int own
    while rest:
        own = lowest(rest)
        if not r.map.behind[own][s.tail[own]] >> space & 1:
            found |= bit(own)
        rest &= rest - 1
    return found


cdef inline u64 carrier_attackers(const Rules* r, const GratisState* s, int seat) noexcept nogil:
    """Own RAVs that can attack a seat's Carrier."""
    if seat == s.seat or s.carriers >> seat & 1:
        return 0
    return ravs_of(&s.ships[s.seat]) & ~s.done & r.map.beside[s.ships[seat].location]


cdef inline u64 rav_targets(const Rules* r, const GratisState* s) noexcept nogil:
    """Enemy RAVs next to own ones and not yet attacked; some may lie on the attackers' tails."""
    cdef u64 rest = ravs_of(&s.ships[s.seat]) & ~s.done
    cdef u64 found = enemy_ravs(r, s) & ~s.attacked
    cdef u64 reached = 0
    if found == 0:
        return 0
    while rest:
        reached |= r.map.near[lowest(rest)]
        rest &= rest - 1
    return found & reached


cdef inline const Reach* reaches_of(const Rules* r, const GratisState* s, int own,
                                    int* size) noexcept nogil:
    """Where an own RAV can move, by the Space left last; taken Spaces not yet left out."""
    cdef int kind = FIGHTER if s.ships[s.seat].fighters >> own & 1 else BOMBER
    size[0] = r.map.size[kind][own][s.tail[own]]
    return &r.map.reaches[r.map.first[kind][own][s.tail[own]]]


cdef inline bint can_attack(const Rules* r, const GratisState* s) noexcept nogil:
    cdef u64 rest
    cdef int seat
    if not ravs_of(&s.ships[s.seat]) & ~s.done:
        return False
    for seat in range(r.seats):
        if carrier_attackers(r, s, seat):
            return True
    rest = rav_targets(r, s)
    while rest:
        if rav_attackers(r, s, lowest(rest)):
            return True
        rest &= rest - 1
    return False
