"""How good a position of relics is for each seat: its chance to win."""

from libc.math cimport sqrt

from libc.string cimport memset

from aicore.core.bits cimport count
from aicore.core.maths cimport exp
from aicore.games.relics.board cimport lay
from aicore.games.relics.bridges cimport Place
from aicore.games.relics.courier cimport choose_place
from aicore.games.relics.legal cimport cost
from aicore.games.relics.sight cimport (
    EVERYBODY, HOME, Sight, ap_left, carried_points, look_again, mean_points, survey_station,
    watch_race,
)
from aicore.games.relics.state cimport (
    ALWAYS, AT_EASE, BUDGET, CENTER, END_PHASE, FACTS, GALLERIES, GOAL_POINTS, GOAL_TO_SPARE,
    HAS_GOAL, HAS_HEART, HEART_FIRST, HEART_FREE, HEART_LATE, HEART_LEAD, HEART_TAKEN, IN_PLENTY,
    LAST_TURN, LEFT_FOR_EACH, LIFT_TAG, LOSE_PHASE, MAX_SEATS, NEAR_HOME, NO_ONE, OF_WEAPON,
    SHIELD, SHIELDED, TO_SPARE, TRAP_PHASE, WAY_HOME, WAY_TO_GOAL, RelicsState, Tables, code,
)
from aicore.games.relics.turns cimport is_out

cdef enum:
    DAWDLING = 12  # hundredths of a point for an AP of the way: who looks one step far goes on


cdef inline bint lay_as_courier(const RelicsState* s, const Tables* t, const Sight* sight,
                                RelicsState* after) noexcept nogil:
    """Lay the platform in the hand as a courier would; whether there is a place for it."""
    cdef Place place
    choose_place(s, t, sight, &place)
    if place.at == 0:
        return False
    if place.found == 0:
        place.rotation = (s.rotation[s.lifting] + 1) & 3
    after[0] = s[0]
    if s.anchor[s.lifting]:
        after.ap -= min(cost(s, t, code(LIFT_TAG, s.lifting)), s.ap)
    lay(t, after, s.lifting, place.at, place.rotation)
    after.lifting = -1
    after.spot = 0
    return True


cdef inline double logistic(double x) noexcept nogil:
    return 1.0 / (1.0 + exp(-x))


cdef void survey_all(const RelicsState* s, const Tables* t, Sight* sight) noexcept nogil:
    """What the facts of all seats are gathered from."""
    survey_station(s, t, sight)
    if s.heart == NO_ONE:
        watch_race(s, t, sight)


cdef int gather(const RelicsState* s, const Tables* t, int seat, Sight* sight,
                double* fact) noexcept nogil:
    """What the chances of a seat inside depend on, each about 1 in size.

    Returns the AP to where it goes. `sight` has the board surveyed.
    """
    cdef Sight other
    cdef RelicsState after
    cdef int inside = max(t.seats - s.out, 1)
    cdef int here = s.pos[seat]
    cdef double left = ap_left(s, t, seat, s.heart, EVERYBODY)
    cdef double spare  # AP that are left at home, with the best goal in hand
    cdef double lead = 2.0  # rounds before another seat could take the Heart
    cdef int home, aim, goal, i
    memset(fact, 0, FACTS * sizeof(double))
    if here == 0:
        return 0
    look_again(s, t, seat, EVERYBODY, sight)
    if seat == s.seat:
        if s.lifting >= 0:
            if lay_as_courier(s, t, sight, &after):
                survey_all(&after, t, &other)
                return gather(&after, t, seat, &other, fact)
            left -= t.squares[s.lifting]
        left -= t.patch * s.holes
        if s.phase == TRAP_PHASE or s.phase == LOSE_PHASE:
            left -= t.patch
    left -= t.net * (s.net[seat] != 0) + s.shell[seat]
    goal = sight.goal[0]
    home = sight.back
    aim = sight.back
    if goal != HOME:
        aim = sight.there[goal]
        home = sight.from_there[goal]
        left -= aim + t.take
        if goal == CENTER:
            left -= sight.budget - sight.risky
        fact[HAS_GOAL] = 1.0
        fact[WAY_TO_GOAL] = aim / <double> 20
        fact[GOAL_POINTS] = (t.heart_points if goal == CENTER else mean_points(s, t)) / 10
    for i in range(GALLERIES):
        if i != goal and s.artifact_on >> i & 1:
            fact[NEAR_HOME] += 1.0 / (4 + sight.from_there[i])
    spare = left - home
    fact[ALWAYS] = 1.0
    fact[BUDGET] = left / 40
    fact[WAY_HOME] = home / <double> 20
    fact[TO_SPARE] = min(max(spare, -6.0), 6.0) / 6
    fact[AT_EASE] = min(max(spare - 6, 0.0), 12.0) / 12
    fact[IN_PLENTY] = max(spare - 18, 0.0) / 40
    fact[LEFT_FOR_EACH] = min(count(s.artifact_on) / <double> (4 * inside), 1.0)
    fact[HAS_HEART] = s.heart == seat
    fact[HEART_TAKEN] = s.heart != NO_ONE and s.heart != seat
    fact[SHIELDED] = (s.weapon[seat] == SHIELD) * s.charge[seat][OF_WEAPON] / <double> 2
    fact[GOAL_TO_SPARE] = fact[HAS_GOAL] * min(spare, 40.0) / 40
    fact[LAST_TURN] = s.final
    if s.heart == NO_ONE:
        for i in range(t.seats):
            if i != seat and s.pos[i]:
                lead = min(lead, sight.taking[i] - sight.taking[seat])
        fact[HEART_FREE] = 1.0
        fact[HEART_LEAD] = min(max(lead, -1.0), 1.0)
        fact[HEART_FIRST] = logistic(4 * lead)
        fact[HEART_LATE] = fact[HEART_FIRST] * (min(sight.taking[seat], t.rounds + 1) - s.round) / 4
    return aim


cdef inline double weigh(const double* weight, const double* fact) noexcept nogil:
    cdef double total = 0.0
    cdef int i
    for i in range(FACTS):
        total += weight[i] * fact[i]
    return total


cdef void outlook(const Tables* t, const RelicsState* s, double* out) noexcept nogil:
    """Each seat's chance to win."""
    cdef double[FACTS] fact
    cdef double[MAX_SEATS] chance, points, doubt
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
        elif s.phase == END_PHASE:
            chance[seat] = 0.0
        elif s.pos[seat] == 0:  # before the game
            doubt[seat] = 1.0
        else:
            aim = gather(s, t, seat, &sight, fact)
            chance[seat] = logistic(weigh(t.escape, fact))
            points[seat] += max(weigh(t.gain, fact), 0.0) - DAWDLING * aim / 100.0
            doubt[seat] = max(weigh(t.doubt, fact), 0.5)
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
