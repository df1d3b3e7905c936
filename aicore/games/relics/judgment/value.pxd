# Each seat's probability of winning: the inputs of the network that compares two seats.
#
# If a name stands for several features, the next name leaves room for them.
from aicore.core.pairwise cimport PairwiseValue
from aicore.games.relics.rules.state cimport CHARGES, GALLERIES, ITEMS

cdef enum:
    AIMS = 3  # number of goals described in detail
    NEAREST = 4  # number of nearest artifacts described

cpdef enum:  # features of a seat
    # whether it is inside, and its chances there
    X_INSIDE
    X_BUDGET  # AP left with the best goal in hand
    X_WAY_HOME  # AP home from there
    X_TO_SPARE  # AP left at home with the best goal in hand, clipped to -6 to 6
    X_AT_EASE  # the part of the AP left at home from 6 to 18
    X_IN_PLENTY  # the part above 18
    X_HAS_GOAL  # whether an artifact can be brought home
    X_WAY_TO_GOAL  # AP to the best goal
    X_GOAL_POINTS
    X_GOAL_TO_SPARE  # AP left at home, if there is a goal
    X_AIM  # for each goal, best first: whether there is one, AP to it, its merit
    X_GOALS = X_AIM + 3 * AIMS
    X_AP_LEFT  # AP left until the station is gone
    X_RISKY  # the same if the seat took the Heart
    # the ways to things around it
    X_NEAR_HOME  # other artifacts, weighted by nearness to home
    X_NEAREST  # artifacts: nearness of each to the seat, and to an airlock
    X_NEAR = X_NEAREST + 2 * NEAREST  # nearness of each gallery's artifact
    X_CLOSE = X_NEAR + GALLERIES  # the same by straight distance, whether it has an artifact or not
    X_HOME = X_CLOSE + GALLERIES  # AP to an airlock
    X_AT_AIRLOCK
    X_IN_GALLERY
    X_EAST
    X_SOUTH
    # the Heart
    X_HAS_HEART
    X_HEART_TAKEN  # whether another seat took it
    X_TAKING  # rounds until the seat could take it
    X_HEART_LEAD  # rounds before another seat could
    X_HEART_FIRST  # probability that the seat is first
    X_HEART_LATE  # that probability times the rounds until then
    # its belongings and handicaps
    X_POINTS
    X_OUT
    X_FIRST_OUT
    X_ON_TURN
    X_AP
    X_LIFTING
    X_ITEM
    X_CHARGE = X_ITEM + ITEMS
    X_BLASTER = X_CHARGE + CHARGES
    X_SHIELD
    X_SHIELD_UP
    X_NET
    X_SHELL
    X_SCEPTER
    X_LESS  # AP lost in the next turn

cdef enum:
    OWN = X_LESS + 1

cpdef enum:  # shared features
    Y_ROUND
    Y_LAST_TURN
    Y_ARTIFACTS  # number of artifacts on the galleries
    Y_FOR_EACH  # the same for each seat inside
    Y_MEAN  # mean points of the next artifact
    Y_HEART_FREE  # whether the Heart is not taken yet
    Y_DOOM  # empty platforms left for the Last Defense to remove
    Y_HOLES
    Y_ADRENALINE
    Y_EMPTY  # number of empty platforms
    Y_SPARE  # number of spare platforms
    Y_REMOVED  # number of removed platforms
    Y_GUNS
    Y_ACTING
    Y_THERE  # whether an artifact lies on each gallery
    Y_TOKENS = Y_THERE + GALLERIES
    Y_SEATS = Y_TOKENS + GALLERIES
    Y_STILL_INSIDE
    Y_RIVAL_OUT  # points of the best other seat that is out
    Y_RIVAL_INSIDE  # points of the best other seat inside

cpdef enum:
    SHARED = Y_RIVAL_INSIDE + 1
    INPUTS = 2 * OWN + SHARED  # number of the network's inputs


cdef class Value(PairwiseValue):
    pass
