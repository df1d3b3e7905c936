# Value of a position of Space Ransom, by a fitted model.
from aicore.games.ransom.rules.state cimport KINDS, RansomState

cpdef enum:  # start of each group in the features of a position
    X_BIAS = 0
    X_LIVES = 1  # number of turns left if nothing is captured
    X_CAPTURE = 2  # probability of capturing a target in the next turn without a boost
    X_CLAIM = 3  # the same, with a boost if it is allowed
    X_ALPHA = 4  # probability of capturing an alpha
    X_BETA = 5
    X_LOG_ODDS = 6  # log odds of capture, of claim, and of survival one turn ahead
    X_OPEN = 9  # number of unclaimed targets by kind
    X_DECK = 13  # number of targets in the deck by kind
    X_MISSING_SQUARED = 17
    X_KEPT = 18  # one feature for each number of cards in hand
    X_EXCESS = 22  # points in hand above the mean, by number of ammo cards in hand, from 1
    X_MERCHANT = 25  # number of merchants in hand
    X_PAIR = 26  # whether two cards in hand are of the same faction
    X_AMMO = 27  # ammo deck: mean points less the full deck's, size, merchants
    X_BOOST = 30  # whether boosts are unlocked
    X_CHEAPEST = 31  # for each kind: whether the cheapest open target is of this kind
    X_BOOST_OPEN = 35  # number of unclaimed targets by kind, once boosts are unlocked
    X_BOOST_MISSING_SQUARED = 39

cdef enum:
    FEATURES = 40
    STAGES = 6  # number of models: for 1, 2, 3, 4, 5 and more turns left
    DRAWS = 4  # 0 .. 3 cards are drawn to refill the hand
    NEEDS = 33  # 0 .. 32: points that the drawn cards must be worth; more than 30 is out of reach


cdef class Value:
    cdef double[STAGES][FEATURES] weights  # for the logit of the share of missing points won
    cdef double[STAGES][FEATURES] fuel_weights  # for the share of fuel left once all are captured
    cdef double[DRAWS][NEEDS] reach  # probability that cards drawn from the full deck suffice
    cdef double mean  # mean points of a card of the full ammo deck, counting 0 for merchants
    cdef int[KINDS] values  # points of a kind of target
    cdef int total  # points of all targets

    cdef int features(self, const RansomState* s, double* x) noexcept nogil
    cdef double paid(self, int need, int draws, double drift) noexcept nogil
    cdef double share(self, const RansomState* s, double fuel_weight) noexcept nogil
