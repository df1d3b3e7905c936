"""Value of a position of gratis3 for each seat: its probability of winning.

A network with weights from judgment/value.json predicts the probability that one seat finishes
ahead of another. bench/fit/gratis3.py fitted it to the results of games between searching players.
The first seat of a pair is the one whose turn comes first, so that each pair is evaluated once. A
seat that is ahead of all others wins.
"""

from aicore.core._types cimport u64
from aicore.core.bits cimport count, lowest
from aicore.core.pairwise cimport PairwiseValue, write_pair_inputs
from aicore.games.gratis3.rules.state cimport (
    BOMBER, FIGHTER, MAX_DICE, NO_WEAPON, QUEUE, RAV_MOVES, RETURN, GratisState, Ship, held, played,
    ravs_of, reserve_of, rest_of, score_of,
)
from aicore.games.gratis3.rules.survey cimport Rules
from aicore.games.gratis3.rules.turn cimport dice_of

from aicore.core.weights import pair_features


def feature_names():
    """Return the names of the network's inputs."""
    return pair_features(globals())


cdef class Value(PairwiseValue):
    """Value network; its weights are in judgment/value.json."""

    def __init__(self, dict network):
        self.prepare(network, feature_names(), OWN, SHARED, once=True)

    cdef void describe(
            self, const void* rules, const void* state, float* own, float* shared) noexcept nogil:
        cdef const Rules* r = <const Rules*> rules
        cdef const GratisState* s = <const GratisState*> state
        cdef int seat
        for seat in range(r.seats):
            describe_ship(r, s, seat, own + seat * OWN)
        describe_turn(r, s, shared)

    cdef void pair_up(
            self, const void* rules, const void* state, const float* own, const float* shared,
            int seat, int other, float* x) noexcept nogil:
        cdef const Rules* r = <const Rules*> rules
        cdef const GratisState* s = <const GratisState*> state
        cdef const Ship* one = &s.ships[seat]
        cdef const Ship* two = &s.ships[other]
        cdef int lead = score_of(one) - score_of(two)
        cdef int apart = one.location - two.location
        cdef float* y = x + 2 * OWN
        cdef int i
        write_pair_inputs(own, shared, seat, other, OWN, SHARED, x)
        confront(r, s, seat, other, x)
        confront(r, s, other, seat, x + OWN)
        y[Y_LEAD] = min(max(lead, -5), 5) / <float> 5
        y[Y_FAR_LEAD] = min(max(lead, -15), 15) / <float> 15
        y[Y_AHEAD] = apart / <float> 9
        y[Y_SAME] = apart == 0
        y[Y_NEAR] = apart == 1 or apart == -1
        for i in range(r.seats):
            if i != seat and i != other:
                y[Y_RIVAL_POINTS] = max(y[Y_RIVAL_POINTS], own[i * OWN + X_POINTS])
                y[Y_RIVAL_WAY] = max(y[Y_RIVAL_WAY], own[i * OWN + X_LEFT])


cdef inline void describe_ship(const Rules* r, const GratisState* s, int seat,
                               float* x) noexcept nogil:
    """Write the features of a seat."""
    cdef const Ship* ship = &s.ships[seat]
    cdef int wait = (seat - s.seat + r.seats) % r.seats
    cdef int card, place
    x[X_POINTS] = score_of(ship) / <float> 20
    x[X_TIE] = rest_of(ship) / <float> 12
    x[X_WAY] = ship.location / <float> r.map.locations
    x[X_LEFT] = (r.map.locations - ship.location) / <float> 9
    x[X_LANDED] = ship.location == r.map.locations
    for place in range(SYSTEMS):
        x[X_ONLINE + place] = ship.online >> place & 1
    x[X_MARKED] = count(ship.black) / <float> 4
    x[X_SHIELDS] = ship.shields / <float> 4
    x[X_BLACK_SHIELDS] = ship.black_shields / <float> 4
    x[X_SUPPLY] = ship.supply / <float> 10
    x[X_FIGHTERS] = count(ship.fighters) / <float> 4
    x[X_BOMBERS] = count(ship.bombers) / <float> 2
    x[X_FIGHTERS_LEFT] = reserve_of(ship, FIGHTER) / <float> 4
    x[X_BOMBERS_LEFT] = reserve_of(ship, BOMBER) / <float> 2
    for card in range(CARDS):
        x[X_HAND + card] = held(ship, card) / <float> 2
    for place in range(QUEUE, -1, -1):  # the leftmost card comes back first, so it is written last
        card = (ship.queue >> 4 * place & 15) - 1
        if card >= 0:
            x[X_COOLING + card] = <float> 1 / (1 + place)
    x[X_EVASION] = not ship.lying >> 4
    x[X_LYING] = (ship.lying & 15 != 0) + (ship.lying >> 4 != 0)
    x[X_ACTIVE] = wait == 0
    x[X_WAIT] = wait / <float> 3
    x[X_COMMANDED] = wait == 0 and played(s) >= 0


cdef inline void describe_turn(const Rules* r, const GratisState* s, float* y) noexcept nogil:
    """Write the features that all seats share."""
    cdef const Ship* active = &s.ships[s.seat]
    cdef int last = r.map.locations
    cdef int seat, ravs
    for seat in range(r.seats):
        last = min(last, s.ships[seat].location)
    y[Y_STOCKPILE] = s.stockpile / <float> 50
    y[Y_STOCK_LOW] = min(s.stockpile, 8) / <float> 8
    y[Y_LAST_WAY] = (r.map.locations - last) / <float> 9
    y[Y_TURNS_LEFT] = min((r.last_turn - s.turns) / <float> (10 * r.seats), <float> 1)
    y[Y_FINAL] = s.final
    y[Y_LAST_LANDED] = s.last != 0
    y[Y_PHASE + s.phase] = 1
    y[Y_LAUNCHED] = s.launched / <float> 2
    y[Y_CONTROLLED] = s.controlled
    if played(s) >= 0:
        y[Y_PLAYED + played(s)] = 1
    y[Y_WEAPON + s.weapon] = 1
    y[Y_DICE] = s.dice / <float> MAX_DICE
    y[Y_HITS] = s.hits / <float> MAX_DICE
    y[Y_AGAIN] = s.again / <float> MAX_DICE
    ravs = count(ravs_of(active))
    if s.phase < RAV_MOVES:
        y[Y_TO_MOVE] = ravs / <float> 6
        y[Y_TO_ATTACK] = ravs / <float> 6
    elif s.phase == RAV_MOVES:
        y[Y_TO_MOVE] = count(ravs_of(active) & ~s.done) / <float> 6
        y[Y_TO_ATTACK] = ravs / <float> 6
    elif s.phase < RETURN:
        y[Y_TO_ATTACK] = count(ravs_of(active) & ~s.done) / <float> 6
    y[Y_SEATS] = (r.seats - 2) / <float> 2


cdef inline void confront(const Rules* r, const GratisState* s, int seat, int other,
                          float* x) noexcept nogil:
    """Write the features of a seat against another seat."""
    cdef const Ship* ship = &s.ships[seat]
    cdef const Ship* enemy = &s.ships[other]
    cdef int place = enemy.location
    cdef u64 beside, around, left
    cdef int hunted
    if place:
        beside = r.map.beside[place]
        x[X_CLOSE_FIGHTERS] = count(ship.fighters & beside) / <float> 4
        x[X_CLOSE_BOMBERS] = count(ship.bombers & beside) / <float> 2
        x[X_DICE] = dice_of(ship, beside) / <float> MAX_DICE
        around = r.map.beside[place - 1] & ~beside
        x[X_CHASING_FIGHTERS] = count(ship.fighters & around) / <float> 4
        x[X_CHASING_BOMBERS] = count(ship.bombers & around) / <float> 2
    else:
        beside = 0
    if place < r.map.locations:
        around = r.map.beside[place + 1] & ~beside
        x[X_WAITING_FIGHTERS] = count(ship.fighters & around) / <float> 4
        x[X_WAITING_BOMBERS] = count(ship.bombers & around) / <float> 2
    left = ravs_of(ship)
    around = 0
    hunted = 0
    while left:
        place = lowest(left)
        hunted += r.map.near[place] & ravs_of(enemy) != 0
        left &= left - 1
    left = ship.fighters
    while left:
        around |= r.map.near[lowest(left)]
        left &= left - 1
    x[X_HUNTING] = count(around & ravs_of(enemy)) / <float> 4
    x[X_HUNTED] = hunted / <float> 4
    x[X_TARGET] = s.weapon != NO_WEAPON and s.target == other  # the other seat is under attack
