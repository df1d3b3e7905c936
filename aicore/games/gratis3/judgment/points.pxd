# Values of attacks, shields and systems, in points; the weights are in data.toml.
from aicore.core._types cimport u32
from aicore.core.bits cimport count
from aicore.games.gratis3.rules.state cimport MAX_DICE, MAX_SHIELDS, SYSTEMS, GratisState, Ship
from aicore.games.gratis3.rules.survey cimport Rules

cdef enum:
    MAX_DEFENSE = 5  # defense of a Bomber with all four Fighters around it


ctypedef struct Worth:
    # Weights, named as in data.toml.
    double kills  # number of enemy RAVs that the defensive guns destroy if there are enough
    double move
    double shield
    double system
    double fighter
    double bomber
    double knock
    double noise
    double temperature  # points that make one action e times as promising as another


ctypedef struct Points:
    double pairs[MAX_DICE + 1][MAX_SHIELDS + 1]  # expected pairs of hits that get past the shields
    double stripped[MAX_DICE + 1][MAX_SHIELDS + 1]  # expected shields that fall
    double kill[MAX_DICE + 1][MAX_DEFENSE + 1]  # probability of at least that many hits
    double shown[SYSTEMS + 1]  # probability that two dice show one of that many systems
    Worth worth


cdef inline double damage_worth(const Points* g, const Ship* ship, int dice,
                                int shields) noexcept nogil:
    """Return the worth of an attack on a Carrier with `shields` shields."""
    cdef int online = count(ship.online)
    cdef double knocked = g.pairs[dice][shields] * g.shown[online]
    return (g.worth.knock * (knocked if knocked < online else online)
            + g.worth.shield * g.stripped[dice][shields])


cdef double carrier_worth(
    const Points* g, const GratisState* s, int weapon, int seat) noexcept nogil
cdef double best_shot(
    const Rules* r, const Points* g, const GratisState* s, bint missile, u32* shot) noexcept nogil
cdef double guns_worth(const Rules* r, const Points* g, const GratisState* s) noexcept nogil
cdef double shields_worth(const Rules* r, const Points* g, const GratisState* s) noexcept nogil
cdef double kill_worth(
    const Rules* r, const Points* g, const GratisState* s, int space, int dice) noexcept nogil
cdef double system_worth(const Rules* r, const Ship* ship, int system) noexcept nogil


cdef int fill_points(Points* g, object data) except -1
