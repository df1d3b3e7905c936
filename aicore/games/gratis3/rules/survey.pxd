# Tables for the rules, and the options of the active seat in a position.
from aicore.core._types cimport u64
from aicore.core.bits cimport count
from aicore.games.gratis3.rules.dice cimport DiceTable
from aicore.games.gratis3.rules.map cimport MapTable, Reach
from aicore.games.gratis3.rules.state cimport (
    BOMBER, FAR_GUNS_DICE, FIGHTER, GUNS_DICE, RAVS, GratisState, Ship, all_ravs, ravs_of,
    reserve_of,
)


ctypedef struct Rules:
    MapTable map
    DiceTable dice
    int seats
    int last_turn  # number of turns of all seats after which the game ends
    bint removed  # whether destroyed RAVs stay out of the game


cdef inline u64 enemy_ravs(const Rules* r, const GratisState* s) noexcept nogil:
    return all_ravs(s, r.seats) & ~ravs_of(&s.ships[s.seat])


cdef inline u64 enemies_beside(const Rules* r, const GratisState* s) noexcept nogil:
    """Return the enemy RAVs beside the active Carrier's Location."""
    return enemy_ravs(r, s) & r.map.beside[s.ships[s.seat].location]


cdef inline int owner_of(const Rules* r, const GratisState* s, int space) noexcept nogil:
    cdef int seat = 0
    while seat < r.seats - 1 and not ravs_of(&s.ships[seat]) >> space & 1:
        seat += 1
    return seat


cdef inline int defense_of(const Rules* r, const GratisState* s, int space) noexcept nogil:
    """Return the number of hits that destroy the RAV on a Space."""
    cdef const Ship* ship = &s.ships[owner_of(r, s, space)]
    if ship.fighters >> space & 1:
        return 2
    return 1 + count(r.map.near[space] & ship.fighters)


cdef inline u64 landing(const Rules* r, const GratisState* s) noexcept nogil:
    """Return the free Spaces beside the active Carrier's Location."""
    return r.map.beside[s.ships[s.seat].location] & ~all_ravs(s, r.seats)


cdef inline bint launchable(const GratisState* s, int kind) noexcept nogil:
    return reserve_of(&s.ships[s.seat], kind) > 0 and not (kind == BOMBER and s.launched == 2)


cdef inline bint controls(const GratisState* s) noexcept nogil:
    """Whether the active seat can move its RAVs and attack with them."""
    return s.controlled or s.ships[s.seat].online & RAVS


cdef inline int gun_dice(const GratisState* s, int seat) noexcept nogil:
    """Return the number of dice of the active Carrier's guns at a seat's Carrier."""
    return GUNS_DICE if s.ships[seat].location == s.ships[s.seat].location else FAR_GUNS_DICE


cdef inline u64 carrier_attackers(const Rules* r, const GratisState* s, int seat) noexcept nogil:
    """Return the active seat's RAVs that can attack another seat's Carrier."""
    if seat == s.seat or s.carriers >> seat & 1:
        return 0
    return ravs_of(&s.ships[s.seat]) & ~s.done & r.map.beside[s.ships[seat].location]


cdef inline const Reach* reaches_of(const Rules* r, const GratisState* s, int own,
                                    int* size) noexcept nogil:
    """Return the moves of a RAV of the active seat, by the last Space before the end.

    Other RAVs may block some of the ends.

    Args:
        size: receives the number of entries.
    """
    cdef int kind = FIGHTER if s.ships[s.seat].fighters >> own & 1 else BOMBER
    size[0] = r.map.size[kind][own][s.tail[own]]
    return &r.map.reaches[r.map.first[kind][own][s.tail[own]]]


cdef u64 can_be_hit(const Rules* r, const GratisState* s) noexcept nogil
cdef int in_range(const Rules* r, const GratisState* s, int weapon) noexcept nogil
cdef bint can_override_move(const Rules* r, const GratisState* s) noexcept nogil
cdef bint can_override_ravs(const GratisState* s) noexcept nogil
cdef bint can_override_guns(const Rules* r, const GratisState* s) noexcept nogil
cdef int override_targets(const Rules* r, const GratisState* s) noexcept nogil
cdef u64 rav_attackers(const Rules* r, const GratisState* s, int space) noexcept nogil
cdef u64 rav_targets(const Rules* r, const GratisState* s) noexcept nogil
cdef bint can_attack(const Rules* r, const GratisState* s) noexcept nogil
