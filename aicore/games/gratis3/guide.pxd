# What attacks, shields and systems are worth, in points; data.toml names the weights.
from aicore.core._types cimport u32
from aicore.core.bits cimport count, lowest
from aicore.games.gratis3.estimate cimport Estimate
from aicore.games.gratis3.state cimport (
    DEFENSE, EMP, EMP_TAG, FIRE_TAG, GUNS, MOST_DICE, MOST_SHIELDS, NAV, NUKE, NUKE_TAG, RAVS,
    SYSTEMS, WEAPONS, GratisState, Ship, code, ravs_of,
)
from aicore.games.gratis3.survey cimport Rules, defense_of, enemies_beside, in_range, owner_of

cdef enum:
    MOST_DEFENSE = 5  # of a Bomber with all four Fighters around

ctypedef struct Guide:
    double pairs[MOST_DICE + 1][MOST_SHIELDS + 1]  # pairs of hits that get past the shields
    double stripped[MOST_DICE + 1][MOST_SHIELDS + 1]  # shields that fall
    double kill[MOST_DICE + 1][MOST_DEFENSE + 1]  # chance of so many hits
    double shown[SYSTEMS + 1]  # chance that two dice show one of so many systems
    double kills  # enemy RAVs that the defensive guns destroy if there are enough
    double move
    double shield
    double system
    double fighter
    double bomber
    double knock
    double noise
    double temperature  # points that make one action e times as promising as another
    Estimate estimate


cdef inline double damage_worth(const Guide* g, const Ship* ship, int dice,
                                int shields) noexcept nogil:
    """An attack on a Carrier with so many shields."""
    cdef int online = count(ship.online)
    cdef double knocked = g.pairs[dice][shields] * g.shown[online]
    return (g.knock * (knocked if knocked < online else online)
            + g.shield * g.stripped[dice][shields])


cdef inline double carrier_worth(const Guide* g, const GratisState* s, int weapon,
                                 int seat) noexcept nogil:
    """An attack of guns or a missile on a Carrier in range."""
    cdef const Ship* ship = &s.ships[seat]
    cdef int shields = ship.shields
    cdef double most = g.knock * count(ship.online) + g.shield * shields
    cdef double worth
    if weapon == EMP:
        return damage_worth(g, ship, 4, 0) + g.shield * shields
    if weapon == NUKE:
        # Half of the dice hit and are rolled again, on average for four hits and for two.
        worth = damage_worth(g, ship, 6, shields)
        worth += damage_worth(g, ship, 3, 0)
        worth += damage_worth(g, ship, 1, 0)
        return worth if worth < most else most
    if ship.location == s.ships[s.seat].location:
        return damage_worth(g, ship, 5, shields)
    return damage_worth(g, ship, 3, shields)


cdef inline double best_shot(const Rules* r, const Guide* g, const GratisState* s, bint missile,
                             u32* shot) noexcept nogil:
    """The best target of the guns or of a missile, and what it is worth."""
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


cdef inline double guns_worth(const Rules* r, const Guide* g, const GratisState* s) noexcept nogil:
    """The defensive guns, used on the enemy RAVs beside the Carrier."""
    cdef int near = count(enemies_beside(r, s))
    if near == 0:
        return 0.0
    return (1.0 + g.fighter) * (near if near < g.kills else g.kills)


cdef inline double shields_worth(const Rules* r, const Guide* g,
                                 const GratisState* s) noexcept nogil:
    """Shields and the move that comes with them."""
    cdef const Ship* ship = &s.ships[s.seat]
    cdef int more = MOST_SHIELDS - ship.shields
    cdef double worth = 0.0
    if ship.online & DEFENSE:
        worth += g.shield * (more if more < 2 else 2)
    if ship.online & NAV and ship.location < r.map.locations:
        worth += g.move
    return worth


cdef inline double kill_worth(const Rules* r, const Guide* g, const GratisState* s, int space,
                              int dice) noexcept nogil:
    """An attack on the RAV on a Space: the trophy, and the loss to its owner."""
    cdef double prize = 1.0 + g.fighter
    cdef int defense = defense_of(r, s, space)
    if defense != 2 or not s.ships[owner_of(r, s, space)].fighters >> space & 1:
        prize = 1.0 + g.bomber
    return prize * g.kill[dice][defense]


cdef inline double system_worth(const Rules* r, const Ship* ship, int system) noexcept nogil:
    """How much a seat depends on a system."""
    if system == WEAPONS:
        return 4.0 if ship.location else 1.0
    if system == NAV:
        return 3.0 if ship.location < r.map.locations else 0.0
    if system == RAVS:
        return 1.0 + count(ravs_of(ship))
    return 2.0


cdef int fill_guide(Guide* g, object data) except -1
