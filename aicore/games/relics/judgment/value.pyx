"""Value of a position of relics for each seat: the probability that it wins.

A network with weights from judgment/value.json predicts the probability that one seat finishes
ahead of another. bench/fit/relics.py fitted it to games that couriers (policy.pyx) play to the
end. A seat that is ahead of all others wins.
"""

from aicore.core.bits cimport count
from aicore.core.pairwise cimport logistic, OPEN, PairwiseValue, write_pair_inputs
from aicore.games.relics.rules.board cimport lay
from aicore.games.relics.judgment.bridges cimport Place
from aicore.games.relics.judgment.policy cimport choose_place
from aicore.games.relics.rules.legal cimport cost, empty_platforms
from aicore.games.relics.judgment.routes cimport FAR
from aicore.games.relics.judgment.reach cimport (
    EVERYBODY, HOME, Outlook, ap_left, apart, carried_points, look_from, mean_points,
    survey_station, watch_race,
)
from aicore.games.relics.rules.state cimport (
    ACT_PHASE, BLASTER, CENTER, CHARGES, END_PHASE, GALLERIES, ITEMS, LIFT_TAG, LOSE_PHASE,
    NO_ONE, ROW, SHIELD, TRAP_PHASE, RelicsState, Tables, code, is_airlock,
)
from aicore.games.relics.rules.turns cimport acts_again, is_out

from aicore.core.weights import pair_features

cdef enum:
    MIDDLE = 2 * ROW + 2  # from a gallery's corner to its middle


def feature_names():
    """Return the names of the network's inputs."""
    return pair_features(globals())


cdef class Value(PairwiseValue):
    """Value network; its weights are in judgment/value.json."""

    def __init__(self, dict network):
        self.prepare(network, feature_names(), OWN, SHARED, once=False)

    cdef void describe(
            self, const void* rules, const void* state, float* own, float* shared) noexcept nogil:
        cdef const Tables* t = <const Tables*> rules
        cdef const RelicsState* s = <const RelicsState*> state
        cdef Outlook outlook
        cdef int seat
        survey_all(s, t, &outlook)
        describe_station(t, s, shared)
        for seat in range(t.seats):
            if s.pos[seat] and s.phase != END_PHASE:
                describe_chances(t, s, seat, &outlook, own)
                describe_surroundings(t, s, seat, &outlook, own)
            describe_belongings(t, s, seat, own)
            own += OWN

    cdef void pair_up(
            self, const void* rules, const void* state, const float* own, const float* shared,
            int seat, int other, float* x) noexcept nogil:
        cdef const Tables* t = <const Tables*> rules
        cdef const RelicsState* s = <const RelicsState*> state
        cdef float* y = x + 2 * OWN
        cdef float points
        cdef int i
        write_pair_inputs(own, shared, seat, other, OWN, SHARED, x)
        for i in range(t.seats):
            if i != seat and i != other:
                points = own[i * OWN + X_POINTS]
                if is_out(s, i):
                    y[Y_RIVAL_OUT] = max(y[Y_RIVAL_OUT], points)
                else:
                    y[Y_RIVAL_INSIDE] = max(y[Y_RIVAL_INSIDE], points)

    cdef int settled(
            self, const void* rules, const void* state, int seat, int other) noexcept nogil:
        cdef const Tables* t = <const Tables*> rules
        cdef const RelicsState* s = <const RelicsState*> state
        cdef int lead
        cdef int i
        if s.pos[seat] and not acts_again(s, t, seat):
            return 0  # it stays inside
        if not is_out(s, seat):
            return OPEN
        if s.pos[other]:
            return OPEN if acts_again(s, t, other) else 1
        lead = carried_points(s, t, seat) - carried_points(s, t, other)
        for i in range(s.out):
            if lead == 0 and s.escaped[i] in (seat, other):
                lead = 1 if s.escaped[i] == seat else -1  # equal points: the first one out leads
        return lead > 0


cdef inline float nearness(double way) noexcept nogil:
    """Return 1 for a way of length 0, and less for longer ways."""
    return <float> (1.0 / (1.0 + way))


cdef void survey_all(const RelicsState* s, const Tables* t, Outlook* outlook) noexcept nogil:
    """Survey everything that the features of all seats are computed from."""
    survey_station(s, t, outlook)
    if s.heart == NO_ONE:
        watch_race(s, t, outlook)


cdef inline void describe_station(const Tables* t, const RelicsState* s,
                                  float* y) noexcept nogil:
    """Write the features that all seats share."""
    cdef int inside = t.seats - s.out
    cdef int empty = count(empty_platforms(s))
    cdef int i
    y[Y_ROUND] = s.round / <float> 12
    y[Y_LAST_TURN] = s.final
    y[Y_ARTIFACTS] = count(s.artifact_on) / <float> GALLERIES
    y[Y_FOR_EACH] = min(count(s.artifact_on) / <float> (4 * max(inside, 1)), <float> 1)
    y[Y_MEAN] = mean_points(s, t) / 8
    y[Y_HEART_FREE] = s.heart == NO_ONE
    y[Y_DOOM] = 0 if s.heart == NO_ONE else empty / <float> 10
    y[Y_HOLES] = s.holes / <float> 3
    y[Y_ADRENALINE] = s.adrenaline
    y[Y_EMPTY] = empty / <float> 20
    y[Y_SPARE] = count(s.spare) / <float> 10
    y[Y_REMOVED] = count(s.removed) / <float> 20
    y[Y_GUNS] = count(s.guns) / <float> 12
    y[Y_ACTING] = s.phase == ACT_PHASE
    for i in range(GALLERIES):
        y[Y_TOKENS + i] = s.tokens[i] / <float> 3
        y[Y_THERE + i] = s.artifact_on >> i & 1
    y[Y_SEATS] = (t.seats - 2) / <float> 2
    y[Y_STILL_INSIDE] = inside / <float> 4


cdef inline bint lay_as_courier(const RelicsState* s, const Tables* t, const Outlook* outlook,
                                RelicsState* after) noexcept nogil:
    """Lay the platform in hand as a courier would; return whether there is a place for it."""
    cdef Place place
    choose_place(s, t, outlook, &place)
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


cdef void describe_chances(const Tables* t, const RelicsState* s, int seat, Outlook* outlook,
                           float* x) noexcept nogil:
    """Write the prospects of a seat inside: to bring things home, and to come home itself.

    `outlook` must have surveyed the board. It becomes the seat's.
    """
    cdef Outlook other
    cdef RelicsState after
    cdef double left = ap_left(s, t, seat, s.heart, EVERYBODY)
    cdef double spare  # AP left at home with the best goal in hand
    cdef double lead = 2.0  # rounds before another seat could take the Heart
    cdef int home, goal, i
    look_from(s, t, seat, EVERYBODY, outlook)
    if seat == s.seat:
        if s.lifting >= 0:
            if lay_as_courier(s, t, outlook, &after):
                survey_all(&after, t, &other)
                describe_chances(t, &after, seat, &other, x)
                return
            left -= t.squares[s.lifting]
        left -= t.patch * s.holes
        if s.phase == TRAP_PHASE or s.phase == LOSE_PHASE:
            left -= t.patch
    left -= t.net * (s.net[seat] != 0) + s.shell[seat]
    goal = outlook.goal[0]
    home = outlook.back
    if goal != HOME:
        home = outlook.from_there[goal]
        left -= outlook.there[goal] + t.take
        if goal == CENTER:
            left -= outlook.budget - outlook.risky
        x[X_HAS_GOAL] = 1
        x[X_WAY_TO_GOAL] = outlook.there[goal] / <float> 20
        x[X_GOAL_POINTS] = (t.heart_points if goal == CENTER else mean_points(s, t)) / 10
    for i in range(GALLERIES):
        if i != goal and s.artifact_on >> i & 1:
            x[X_NEAR_HOME] += <float> (1.0 / (4 + outlook.from_there[i]))
    spare = left - home
    x[X_INSIDE] = 1
    x[X_BUDGET] = left / 40
    x[X_WAY_HOME] = home / <float> 20
    x[X_TO_SPARE] = min(max(spare, -6.0), 6.0) / 6
    x[X_AT_EASE] = min(max(spare - 6, 0.0), 12.0) / 12
    x[X_IN_PLENTY] = max(spare - 18, 0.0) / 40
    x[X_GOAL_TO_SPARE] = x[X_HAS_GOAL] * <float> (min(spare, 40.0) / 40)
    x[X_HEART_TAKEN] = s.heart != NO_ONE and s.heart != seat
    if s.heart == NO_ONE:
        for i in range(t.seats):
            if i != seat and s.pos[i]:
                lead = min(lead, outlook.taking[i] - outlook.taking[seat])
        x[X_HEART_LEAD] = min(max(lead, -1.0), 1.0)
        x[X_HEART_FIRST] = logistic(4 * lead)
        x[X_HEART_LATE] = x[X_HEART_FIRST] * <float> (
            (min(outlook.taking[seat], t.rounds + 1) - s.round) / 4)


cdef void describe_surroundings(const Tables* t, const RelicsState* s, int seat,
                                const Outlook* outlook, float* x) noexcept nogil:
    """Write the surroundings of a seat inside; `outlook` is its own."""
    cdef int[GALLERIES] near
    cdef int here = s.pos[seat]
    cdef int aims = outlook.goals - 1  # number of goals besides home
    cdef int found = 0
    cdef int i, j
    for i in range(min(aims, AIMS)):
        x[X_AIM + 3 * i] = 1
        x[X_AIM + 3 * i + 1] = outlook.there[outlook.goal[i]] / <float> 20
        x[X_AIM + 3 * i + 2] = outlook.merit[i] / 2
    x[X_GOALS] = aims / <float> 5
    x[X_AP_LEFT] = outlook.budget / <float> 40
    x[X_RISKY] = outlook.risky / <float> 40
    if s.heart == NO_ONE:
        x[X_TAKING] = outlook.taking[seat] / 12
    for i in range(GALLERIES):
        x[X_CLOSE + i] = nearness(apart(t.corner[i] + MIDDLE, here) / 8.0)
        if s.artifact_on >> i & 1 and outlook.there[i] < FAR:
            x[X_NEAR + i] = nearness(outlook.there[i] / 10.0)
            j = found
            while j and outlook.there[near[j - 1]] > outlook.there[i]:
                near[j] = near[j - 1]
                j -= 1
            near[j] = i
            found += 1
    for j in range(min(found, NEAREST)):
        x[X_NEAREST + 2 * j] = nearness(outlook.there[near[j]] / 10.0)
        x[X_NEAREST + 2 * j + 1] = nearness(outlook.from_there[near[j]] / 10.0)
    x[X_HOME] = outlook.back / <float> 20
    x[X_AT_AIRLOCK] = is_airlock(here)
    x[X_IN_GALLERY] = t.gallery_at[here] > 0
    x[X_EAST] = ((here & 63) - 16) / <float> 16
    x[X_SOUTH] = ((here >> 6) - 16) / <float> 16


cdef inline void describe_belongings(const Tables* t, const RelicsState* s, int seat,
                                     float* x) noexcept nogil:
    """Write the belongings of a seat, inside or out, and its handicaps."""
    cdef int i
    x[X_POINTS] = carried_points(s, t, seat) / <float> 20
    x[X_HAS_HEART] = s.heart == seat
    for i in range(s.out):
        if s.escaped[i] == seat:
            x[X_OUT] = 1
            x[X_FIRST_OUT] = i == 0
    if s.seat == seat:
        x[X_ON_TURN] = 1
        x[X_AP] = s.ap / <float> 12
        x[X_LIFTING] = s.lifting >= 0
    for i in range(ITEMS):
        x[X_ITEM + i] = s.items[seat][i]
    for i in range(CHARGES):
        x[X_CHARGE + i] = s.charge[seat][i] / <float> 3
    x[X_BLASTER] = s.weapon[seat] == BLASTER
    x[X_SHIELD] = s.weapon[seat] == SHIELD
    x[X_SHIELD_UP] = s.shield_up[seat]
    x[X_NET] = s.net[seat] != 0
    x[X_SHELL] = s.shell[seat] / <float> 3
    x[X_SCEPTER] = s.scepter[seat] / <float> 3
    x[X_LESS] = s.carried[seat] / <float> 10
