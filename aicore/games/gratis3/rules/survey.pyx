"""Options of the active seat in a position: targets, attackers and overrides."""

from aicore.core._types cimport u64
from aicore.core.bits cimport bit, lowest
from aicore.games.gratis3.rules.state cimport (
    DEFENSE, GUNS, NAV, RAVS, WEAPONS, GratisState, Ship, ravs_of,
)


cdef u64 can_be_hit(const Rules* r, const GratisState* s) noexcept nogil:
    """Return the enemy RAVs beside the active Carrier that its remaining hits can destroy."""
    cdef u64 rest = enemies_beside(r, s)
    cdef u64 found = 0
    while rest:
        if defense_of(r, s, lowest(rest)) <= s.hits:
            found |= bit(lowest(rest))
        rest &= rest - 1
    return found


cdef int in_range(const Rules* r, const GratisState* s, int weapon) noexcept nogil:
    """Return the seats at which the active Carrier can fire its guns or a missile."""
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


cdef bint can_override_move(const Rules* r, const GratisState* s) noexcept nogil:
    cdef const Ship* ship = &s.ships[s.seat]
    return not ship.online & NAV and ship.location < r.map.locations


cdef bint can_override_ravs(const GratisState* s) noexcept nogil:
    cdef const Ship* ship = &s.ships[s.seat]
    return not ship.online & RAVS and ravs_of(ship) != 0


cdef bint can_override_guns(const Rules* r, const GratisState* s) noexcept nogil:
    return not s.ships[s.seat].online & DEFENSE and enemies_beside(r, s) != 0


cdef int override_targets(const Rules* r, const GratisState* s) noexcept nogil:
    return 0 if s.ships[s.seat].online & WEAPONS else in_range(r, s, GUNS)


cdef u64 rav_attackers(const Rules* r, const GratisState* s, int space) noexcept nogil:
    """Return the active seat's RAVs that can attack the RAV on a Space."""
    cdef u64 rest = ravs_of(&s.ships[s.seat]) & ~s.done & r.map.near[space]
    cdef u64 found = 0
    cdef int own
    while rest:
        own = lowest(rest)
        if not r.map.behind[own][s.tail[own]] >> space & 1:
            found |= bit(own)
        rest &= rest - 1
    return found


cdef u64 rav_targets(const Rules* r, const GratisState* s) noexcept nogil:
    """Return unattacked enemy RAVs next to the active seat's RAVs, whatever tails point at."""
    cdef u64 rest = ravs_of(&s.ships[s.seat]) & ~s.done
    cdef u64 found = enemy_ravs(r, s) & ~s.attacked
    cdef u64 reached = 0
    if found == 0:
        return 0
    while rest:
        reached |= r.map.near[lowest(rest)]
        rest &= rest - 1
    return found & reached


cdef bint can_attack(const Rules* r, const GratisState* s) noexcept nogil:
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
