"""Values of attacks, shields and systems, in points, from expected rolls and weights."""

from aicore.core._types cimport u32
from aicore.core.bits cimport count, lowest
from aicore.games.gratis3.rules.dice cimport DiceTable, fill_dice, hits_of
from aicore.games.gratis3.rules.state cimport (
    DEFENSE, EMP, EMP_DICE, EMP_TAG, FIRE_TAG, GUNS, MAX_DICE, MAX_SHIELDS, NAV, NUKE, NUKE_DICE,
    NUKE_TAG, RAVS, SYSTEMS, WEAPONS, GratisState, Ship, code, ravs_of,
)
from aicore.games.gratis3.rules.survey cimport (
    Rules, defense_of, enemies_beside, gun_dice, in_range, owner_of,
)


cdef int fill_points(Points* g, object data) except -1:
    """Fill the tables and copy the weights."""
    cdef DiceTable rolls
    cdef int dice, i, shields, hits, defense
    g.worth = data["worth"]
    g.shown = [1.0 - (1.0 - i / 6.0) * (1.0 - i / 6.0) for i in range(SYSTEMS + 1)]
    fill_dice(&rolls)
    for dice in range(1, MAX_DICE + 1):
        for i in range(rolls.size[dice]):
            hits = hits_of(rolls.event[dice][i])
            for shields in range(MAX_SHIELDS + 1):
                g.stripped[dice][shields] += rolls.chance[dice][i] * min(hits, shields)
                if hits > shields:
                    g.pairs[dice][shields] += rolls.chance[dice][i] * ((hits - shields) // 2)
            for defense in range(MAX_DEFENSE + 1):
                if hits >= defense:
                    g.kill[dice][defense] += rolls.chance[dice][i]
    return 0


cdef double carrier_worth(const Points* g, const GratisState* s, int weapon,
                          int seat) noexcept nogil:
    """Return the worth of an attack by guns or a missile on a Carrier in range."""
    cdef const Ship* ship = &s.ships[seat]
    cdef int shields = ship.shields
    cdef double most = g.worth.knock * count(ship.online) + g.worth.shield * shields
    cdef double worth
    if weapon == EMP:
        return damage_worth(g, ship, EMP_DICE, 0) + g.worth.shield * shields
    if weapon == NUKE:
        # Half of the dice hit and are rolled again; the new rolls have three dice, then one.
        worth = damage_worth(g, ship, NUKE_DICE, shields)
        worth += damage_worth(g, ship, 3, 0)
        worth += damage_worth(g, ship, 1, 0)
        return worth if worth < most else most
    return damage_worth(g, ship, gun_dice(s, seat), shields)


cdef double best_shot(const Rules* r, const Points* g, const GratisState* s, bint missile,
                      u32* shot) noexcept nogil:
    """Find the best shot of the guns or of a missile. Return its worth.

    Args:
        shot: receives the shot.
    """
    cdef int targets = in_range(r, s, NUKE if missile else GUNS)
    cdef double worth
    cdef double best = -1.0
    cdef int seat
    while targets:
        seat = lowest(targets)
        targets &= targets - 1
        worth = carrier_worth(g, s, NUKE if missile else GUNS, seat)
        if worth > best:
            best = worth
            shot[0] = code(NUKE_TAG if missile else FIRE_TAG, seat)
        if missile:
            worth = carrier_worth(g, s, EMP, seat)
            if worth > best:
                best = worth
                shot[0] = code(EMP_TAG, seat)
    return best


cdef double guns_worth(const Rules* r, const Points* g, const GratisState* s) noexcept nogil:
    """Return the worth of the defensive guns against the enemy RAVs beside the Carrier."""
    cdef int near = count(enemies_beside(r, s))
    if near == 0:
        return 0.0
    return (1.0 + g.worth.fighter) * (near if near < g.worth.kills else g.worth.kills)


cdef double shields_worth(const Rules* r, const Points* g, const GratisState* s) noexcept nogil:
    """Return the worth of raising shields, and of the move that comes with it."""
    cdef const Ship* ship = &s.ships[s.seat]
    cdef int more = MAX_SHIELDS - ship.shields
    cdef double worth = 0.0
    if ship.online & DEFENSE:
        worth += g.worth.shield * (more if more < 2 else 2)
    if ship.online & NAV and ship.location < r.map.locations:
        worth += g.worth.move
    return worth


cdef double kill_worth(const Rules* r, const Points* g, const GratisState* s, int space,
                       int dice) noexcept nogil:
    """Return the worth of attacking the RAV on a Space: the trophy, and the loss to its owner."""
    cdef double prize = 1.0 + g.worth.fighter
    cdef int defense = defense_of(r, s, space)
    if defense != 2 or not s.ships[owner_of(r, s, space)].fighters >> space & 1:
        prize = 1.0 + g.worth.bomber
    return prize * g.kill[dice][defense]


cdef double system_worth(const Rules* r, const Ship* ship, int system) noexcept nogil:
    """Return a weight for a seat's need of a system."""
    if system == WEAPONS:
        return 4.0 if ship.location else 1.0
    if system == NAV:
        return 3.0 if ship.location < r.map.locations else 0.0
    if system == RAVS:
        return 1.0 + count(ravs_of(ship))
    return 2.0
