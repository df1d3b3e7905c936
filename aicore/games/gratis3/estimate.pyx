"""An estimate of who will win: a softmax of the seats' features.

Their weights, in data.toml, were fitted by bench/fit/gratis3.py to games between searchers.
"""

from aicore.core._types cimport u64
from aicore.core.bits cimport count
from aicore.core.maths cimport exp
from aicore.games.gratis3.state cimport (
    COMMAND, DEFENSE, LAUNCH_MOVE, MISSILE, MOVE_LAUNCH, NAV, RAVS, REPAIR, SHIELDS_GUNS,
    SHORT_RANGE, WEAPONS, GratisState, Ship, held, rest_of, score_of,
)
from aicore.games.gratis3.survey cimport Rules

# What the estimate weighs, in the order of estimate.pxd.
FEATURE_NAMES = (
    "points", "tie", "way", "landed", "nav", "ravs", "defense", "weapons", "shields", "fighters",
    "bombers", "close", "threats", "moves", "shots", "evasion", "to_play",
)


cdef int fill_estimate(Estimate* e, object weights) except -1:
    """Take over the weights, pairs by the names of the features."""
    cdef int i
    for i in range(FEATURES):
        e.late[i], e.early[i] = weights[FEATURE_NAMES[i]]
    return 0


cdef double way_left(const Rules* r, const GratisState* s) noexcept nogil:
    """What is left of the last Carrier's way: 1 at the Gate, 0 at the planet."""
    cdef int last = r.map.locations
    cdef int seat
    for seat in range(r.seats):
        if s.ships[seat].location < last:
            last = s.ships[seat].location
    return 1.0 - <double> last / r.map.locations


cdef void fill_features(const Rules* r, const GratisState* s, int seat, double* out) noexcept nogil:
    cdef const Ship* ship = &s.ships[seat]
    cdef const Ship* enemy
    cdef int other, place, first, last
    cdef u64 around
    cdef int close = 0
    cdef int threats = 0
    for other in range(r.seats):
        if other == seat:
            continue
        enemy = &s.ships[other]
        place = enemy.location
        threats += count((enemy.fighters | enemy.bombers) & r.map.beside[ship.location])
        if place == 0 or not (enemy.online or enemy.shields):
            continue
        first = place - 1
        last = place + 1 if place < r.map.locations else place
        around = r.map.beside[first] | r.map.beside[place] | r.map.beside[last]
        close += 3 * count(around & ship.bombers) + 2 * count(around & ship.fighters)
    out[POINTS] = score_of(ship)
    out[TIE] = rest_of(ship)
    out[WAY] = ship.location
    out[LANDED] = ship.location == r.map.locations
    out[NAV_RUNS] = ship.online & NAV != 0
    out[RAVS_RUN] = ship.online & RAVS != 0
    out[DEFENSE_RUNS] = ship.online & DEFENSE != 0
    out[WEAPONS_RUN] = ship.online & WEAPONS != 0
    out[SHIELDS] = ship.shields
    out[FIGHTERS] = count(ship.fighters)
    out[BOMBERS] = count(ship.bombers)
    out[CLOSE] = close
    out[THREATS] = threats
    out[MOVES] = held(ship, LAUNCH_MOVE) + held(ship, MOVE_LAUNCH) + held(ship, SHIELDS_GUNS)
    out[SHOTS] = held(ship, SHORT_RANGE) + held(ship, MISSILE)
    out[EVASION] = not ship.lying >> 4
    out[TO_PLAY] = s.seat == seat and s.phase in (REPAIR, COMMAND)


cdef void win_chances(const Rules* r, const Estimate* e, const GratisState* s,
                      double* out) noexcept nogil:
    """Each seat's chance to win, as the features tell it."""
    cdef double[FEATURES] weight
    cdef double[FEATURES] found
    cdef double left = way_left(r, s)
    cdef double best = -1e9
    cdef double total = 0.0
    cdef int seat, i
    for i in range(FEATURES):
        weight[i] = e.late[i] + left * e.early[i]
    for seat in range(r.seats):
        fill_features(r, s, seat, found)
        out[seat] = 0.0
        for i in range(FEATURES):
            out[seat] += weight[i] * found[i]
        best = out[seat] if out[seat] > best else best
    for seat in range(r.seats):
        out[seat] = exp(out[seat] - best)
        total += out[seat]
    for seat in range(r.seats):
        out[seat] /= total
