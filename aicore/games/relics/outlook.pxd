# How good a position is for each seat: its chance to get out, what it will carry then, and from
# both the chance that nobody carries more.
#
# Chance and points are fitted to games of couriers (bench/fit/relics.py); the weights are data.
from libc.math cimport exp, sqrt
from libc.string cimport memset

from aicore.core.bits cimport count
from aicore.games.relics.board cimport lay
from aicore.games.relics.bridges cimport Place
from aicore.games.relics.courier cimport choose_place
from aicore.games.relics.legal cimport cost
from aicore.games.relics.sight cimport (
    HOME, Sight, ap_left, carried_points, look_again, mean_points, survey_station, watch_race,
)
from aicore.games.relics.state cimport (
    CENTRE, FACTS, GALLERIES, LOSE, MOST_SEATS, NO_ONE, OF_WEAPON, OVER, SHIELD, TRAP, RelicsState,
    Tables,
)
from aicore.games.relics.turns cimport is_out

cdef enum:
    DAWDLING = 12  # hundredths of a point for an AP of the way: who looks one step far goes on


cdef inline bint put_down(const RelicsState* s, const Tables* t, const Sight* v,
                          RelicsState* after) noexcept nogil:
    """Lay the platform in the hand as a courier would; whether there is a place for it."""
    cdef Place place
    choose_place(s, t, v, &place)
    if place.at == 0:
        return False
    if place.found == 0:
        place.rotation = (s.rotation[s.lifting] + 1) & 3
    after[0] = s[0]
    if s.anchor[s.lifting]:
        after.ap -= min(cost(s, t, t.squares[s.lifting]), s.ap)
    lay(t, after, s.lifting, place.at, place.rotation)
    after.lifting = -1
    after.spot = 0
    return True


cdef inline double logistic(double x) noexcept nogil:
    return 1.0 / (1.0 + exp(-x))


cdef inline void survey_all(const RelicsState* s, const Tables* t, Sight* v) noexcept nogil:
    """What the facts of all seats are gathered from."""
    survey_station(s, t, v)
    if s.heart == NO_ONE:
        watch_race(s, t, v)


cdef inline int gather(const RelicsState* s, const Tables* t, int seat, Sight* v,
                       double* x) noexcept nogil:
    """What the chances of a seat inside depend on, each about 1 in size.

    Returns the AP to where it goes. `v` has the board surveyed.
    """
    cdef Sight other
    cdef RelicsState after
    cdef int inside = max(t.seats - s.out, 1)
    cdef int here = s.pos[seat]
    cdef double left = ap_left(s, t, seat, s.heart)
    cdef double spare  # AP that are left at home, with the best goal in hand
    cdef double lead = 2.0  # rounds before another seat could take the Heart
    cdef int home, aim, goal, i
    memset(x, 0, FACTS * sizeof(double))
    if here == 0:
        return 0
    look_again(s, t, seat, v)
    if seat == s.seat:
        if s.lifting >= 0:
            if put_down(s, t, v, &after):
                survey_all(&after, t, &other)
                return gather(&after, t, seat, &other, x)
            left -= t.squares[s.lifting]
        left -= t.patch * s.holes
        if s.phase == TRAP or s.phase == LOSE:
            left -= t.patch
    left -= t.net * (s.net[seat] != 0) + s.shell[seat]
    goal = v.goal[0]
    home = v.back
    aim = v.back
    if goal != HOME:
        aim = v.there[goal]
        home = v.from_there[goal]
        left -= aim + t.take
        if goal == CENTRE:
            left -= v.budget - v.risky
        x[6] = 1.0
        x[7] = aim / <double> 20
        x[8] = (t.heart_points if goal == CENTRE else mean_points(s, t)) / 10
    for i in range(GALLERIES):
        if i != goal and s.artifact_on >> i & 1:
            x[9] += 1.0 / (4 + v.from_there[i])
    spare = left - home
    x[0] = 1.0
    x[1] = left / 40
    x[2] = home / <double> 20
    x[3] = min(max(spare, -6.0), 6.0) / 6
    x[4] = min(max(spare - 6, 0.0), 12.0) / 12
    x[5] = max(spare - 18, 0.0) / 40
    x[10] = min(count(s.artifact_on) / <double> (4 * inside), 1.0)
    x[11] = s.heart == seat
    x[12] = s.heart != NO_ONE and s.heart != seat
    x[13] = (s.weapon[seat] == SHIELD) * s.charge[seat][OF_WEAPON] / <double> 2
    x[14] = x[6] * min(spare, 40.0) / 40
    x[15] = s.final
    if s.heart == NO_ONE:
        for i in range(t.seats):
            if i != seat and s.pos[i]:
                lead = min(lead, v.taking[i] - v.taking[seat])
        x[16] = 1.0
        x[17] = min(max(lead, -1.0), 1.0)
        x[18] = logistic(4 * lead)
        x[19] = x[18] * (min(v.taking[seat], t.rounds + 1) - s.round) / 4
    return aim


cdef inline double weigh(const double* weight, const double* x) noexcept nogil:
    cdef double total = 0.0
    cdef int i
    for i in range(FACTS):
        total += weight[i] * x[i]
    return total


cdef inline void outlook(const Tables* t, const RelicsState* s, double* out) noexcept nogil:
    """Each seat's chance to win."""
    cdef double[FACTS] x
    cdef double[MOST_SEATS] chance, points, doubt
    cdef double total = 0.0
    cdef double width
    cdef Sight sight
    cdef int seat, other, aim
    survey_all(s, t, &sight)
    for seat in range(t.seats):
        points[seat] = carried_points(s, t, seat)
        chance[seat] = 1.0
        doubt[seat] = 0.0
        if is_out(s, seat):
            for other in range(s.out):
                if s.escaped[other] == seat:
                    points[seat] += 0.4 - 0.2 * other  # equal points: the first out wins
        elif s.phase == OVER:
            chance[seat] = 0.0
        elif s.pos[seat] == 0:  # before the game
            doubt[seat] = 1.0
        else:
            aim = gather(s, t, seat, &sight, x)
            chance[seat] = logistic(weigh(t.escape, x))
            points[seat] += max(weigh(t.gain, x), 0.0) - DAWDLING * aim / 100.0
            doubt[seat] = max(weigh(t.doubt, x), 0.5)
    for seat in range(t.seats):
        out[seat] = chance[seat]
        for other in range(t.seats):
            if other != seat:
                width = sqrt(doubt[seat] * doubt[seat] + doubt[other] * doubt[other])
                out[seat] *= 1.0 - chance[other] + chance[other] * logistic(
                    1.7 * (points[seat] - points[other]) / max(width, 0.1))
        total += out[seat]
    for seat in range(t.seats):
        if total > 1.0:
            out[seat] /= total
