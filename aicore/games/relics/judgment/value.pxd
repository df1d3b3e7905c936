# How likely each seat is to win: what the network that compares two seats is asked about.
#
# Behind a name that stands for several features, there is room for the rest of them.
from aicore.core.pairwise cimport PairwiseValue
from aicore.games.relics.rules.state cimport CHARGES, GALLERIES, ITEMS

cdef enum:
    AIMS = 3  # goals that are looked at closely
    NEAREST = 4  # artifacts

cpdef enum:  # features of a seat
    # whether it is inside, and what it can do there
    X_INSIDE
    X_BUDGET  # AP that are left with the best goal in hand
    X_WAY_HOME  # AP from there
    X_TO_SPARE  # AP left at home with the best goal in hand, within -6 to 6
    X_AT_EASE  # of those, 6 to 18
    X_IN_PLENTY  # of those, more than 18
    X_HAS_GOAL  # an artifact can be brought home
    X_WAY_TO_GOAL  # AP
    X_GOAL_POINTS
    X_GOAL_TO_SPARE  # AP left at home, where there is a goal
    X_AIM  # goals, the best first: that there is one, AP to it, its merit
    X_GOALS = X_AIM + 3 * AIMS
    X_AP_LEFT  # until the station is gone; and if the seat took the Heart
    X_RISKY
    # the ways to what lies around
    X_NEAR_HOME  # other artifacts, the nearer to home the more
    X_NEAREST  # artifacts: how near each is to the seat, and to an airlock
    X_NEAR = X_NEAREST + 2 * NEAREST  # how near each gallery's artifact is
    X_CLOSE = X_NEAR + GALLERIES  # the same as the crow flies, with an artifact or without
    X_HOME = X_CLOSE + GALLERIES  # AP to an airlock
    X_AT_AIRLOCK
    X_IN_GALLERY
    X_EAST
    X_SOUTH
    # the Heart
    X_HAS_HEART
    X_HEART_TAKEN  # by another seat
    X_TAKING  # rounds until the seat could take it
    X_HEART_LEAD  # rounds before another seat could
    X_HEART_FIRST  # the chance to be first
    X_HEART_LATE  # that chance by the rounds until then
    # what it carries, and what holds it up
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
    X_LESS  # AP, in the next turn

cdef enum:
    OWN = X_LESS + 1

cpdef enum:  # features that are shared
    Y_ROUND
    Y_LAST_TURN
    Y_ARTIFACTS  # on the galleries
    Y_FOR_EACH  # of those, for each seat inside
    Y_MEAN  # points of the next one
    Y_HEART_FREE  # not taken yet
    Y_DOOM  # empty platforms that the Last Defense has left to remove
    Y_HOLES
    Y_ADRENALINE
    Y_EMPTY  # platforms
    Y_SPARE  # platforms
    Y_REMOVED  # platforms
    Y_GUNS
    Y_ACTING
    Y_THERE  # whether an artifact lies on each gallery
    Y_TOKENS = Y_THERE + GALLERIES
    Y_SEATS = Y_TOKENS + GALLERIES
    Y_STILL_INSIDE
    Y_RIVAL_OUT  # points of the best other seat that is out
    Y_RIVAL_INSIDE  # and inside

cpdef enum:
    SHARED = Y_RIVAL_INSIDE + 1
    INPUTS = 2 * OWN + SHARED  # of the network


cdef class Value(PairwiseValue):
    pass
