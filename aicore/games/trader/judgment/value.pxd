# Probability that the ship will be paid for: a small network whose inputs are the features that a
# merchant would weigh.
from aicore.core.net cimport Net
from aicore.games.trader.rules.state cimport GOODS, PLANETS, Tables, TraderState

cpdef enum:  # input features of the network
    # money, and the number of sales possible before the next payment
    X_PAID_1
    X_PAID_2
    X_PAID_3
    X_DUE
    X_LEFT
    X_SALES
    X_NO_SALE
    X_ONE_SALE
    X_TWO_SALES
    X_VECTORIUM
    X_BROKE
    X_LACKING
    X_SURPLUS
    X_GAP_NO_SALE
    X_GAP_ONE_SALE
    X_GAP_TWO_SALES
    X_GAP_LATER
    X_TURN_END
    # modules and cargo
    X_WEAPONS_ABOARD
    X_INDUSTRIALS_ABOARD
    X_AGRICULTURALS_ABOARD
    X_ILLEGALS_ABOARD
    X_FREE_HOLDS
    X_LOAD_HERE
    X_LOAD_NEAR
    X_WEAPONS
    X_DEFENSES
    X_NO_DEFENSES
    X_ENGINES
    X_FEW_ENGINES
    X_MANY_ENGINES
    X_CARGO
    X_ONE_HOLD
    X_TWO_HOLDS
    # destinations from here, and their profit
    X_IN_TRANSIT
    X_FLEEING
    X_UNEXPLORED
    X_PILE
    X_NO_EXIT
    X_ONE_EXIT
    X_EXITS
    X_TRADE
    X_SECOND_TRADE
    X_TRAFFIC
    X_LAW
    X_REACHABLE
    # the current enemy and later ones
    X_FIGHTING
    X_ODDS
    X_HITS
    X_SALVAGE
    X_ENEMIES
    X_POLICE
    X_DEFEATS
    X_WOUNDS
    X_LATER_DEFEATS
    X_LATER_WOUNDS
    X_MISJUMPS
    X_STRENGTH
    X_PROTECTION

cdef enum:
    FEATURES = X_PROTECTION + 1
    ADVANTAGES = 64  # size of `defeat` and `wound`; the index is the advantage plus 32


cdef class Value:
    cdef Net net
    cdef bint at_once  # whether a payment is due when the month ends, not when the turn ends
    # Averages over all event cards.
    cdef double[PLANETS][GOODS] sale  # selling price of a good at a planet
    cdef double[PLANETS][PLANETS] trade  # best profit of a legal good, from one planet to another
    cdef double[PLANETS][PLANETS] traffic  # the same for any good
    cdef double[ADVANTAGES] defeat  # probability of a kill, by weapons minus the enemy's value
    # Probability of a hit by a pirate and by an invader, by the enemy's value minus defenses.
    cdef double[2][ADVANTAGES] wound

    cdef int prepare(self, const Tables* t, dict network, bint at_once) except -1
    cdef double chance(self, const Tables* t, const TraderState* s) noexcept nogil
    cdef void features(self, const Tables* t, const TraderState* s, float* x) noexcept nogil
    cdef void of_payments(
        self, const Tables* t, const TraderState* s, int here, float* x) noexcept nogil
    cdef void of_ship(
        self, const Tables* t, const TraderState* s, int here, float* x) noexcept nogil
    cdef void of_map(
        self, const Tables* t, const TraderState* s, int here, int origin, float* x) noexcept nogil
    cdef void of_dangers(self, const Tables* t, const TraderState* s, float* x) noexcept nogil
