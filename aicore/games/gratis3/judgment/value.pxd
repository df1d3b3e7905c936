# Each seat's probability of winning: the inputs of the network that compares two seats.
#
# If a name stands for several features, the next name leaves room for them.
from aicore.core.pairwise cimport PairwiseValue
from aicore.games.gratis3.rules.state cimport CARDS, END_PHASE, RAV_WEAPON, SYSTEMS

cdef enum:
    PHASES = END_PHASE + 1
    WEAPONS_AND_NONE = RAV_WEAPON + 1

cpdef enum:  # features of a seat
    # points, and sources of more points
    X_POINTS
    X_TIE  # tie-break value
    X_WAY  # share of the Locations behind the Carrier
    X_LEFT  # Locations ahead of the Carrier
    X_LANDED
    # the Carrier
    X_ONLINE  # whether each system is Online
    X_MARKED = X_ONLINE + SYSTEMS  # systems with a black chip
    X_SHIELDS
    X_BLACK_SHIELDS
    X_SUPPLY  # own chips
    # RAVs
    X_FIGHTERS  # on the board
    X_BOMBERS
    X_FIGHTERS_LEFT  # in the supply
    X_BOMBERS_LEFT
    # cards
    X_HAND  # copies of each card
    X_COOLING = X_HAND + CARDS  # for each card, 1 / the turns until a copy comes back
    X_EVASION = X_COOLING + CARDS  # whether there is room for an evasion
    X_LYING  # number of face-down cards
    # turns
    X_ACTIVE
    X_WAIT  # other seats' turns until its own
    X_COMMANDED  # whether it is on turn and has played its command
    # against the other seat of the pair
    X_CLOSE_FIGHTERS  # beside the other seat's Carrier
    X_CLOSE_BOMBERS
    X_WAITING_FIGHTERS  # beside the Location ahead of it
    X_WAITING_BOMBERS
    X_CHASING_FIGHTERS  # beside the Location behind it
    X_CHASING_BOMBERS
    X_DICE  # dice of all RAVs beside it
    X_HUNTING  # the other seat's RAVs next to own Fighters
    X_HUNTED  # own RAVs next to the other seat's RAVs
    X_TARGET  # whether the other seat is under attack

cdef enum:
    OWN = X_TARGET + 1

cpdef enum:  # shared features
    Y_STOCKPILE
    Y_STOCK_LOW  # chips in the stockpile, at most 8
    Y_LAST_WAY  # Locations ahead of the last Carrier
    Y_TURNS_LEFT  # turns left, relative to ten for each seat, at most 1
    Y_FINAL  # whether this is the last turn
    Y_LAST_LANDED  # whether all Carriers are at the planet
    Y_LEAD  # points by which the first seat is ahead of the second, clipped to -5 to 5
    Y_FAR_LEAD  # the same lead, clipped to -15 to 15
    Y_AHEAD  # Locations by which the first seat is ahead
    Y_SAME  # whether both Carriers are at one Location
    Y_NEAR  # whether the Carriers are one Location apart
    Y_PHASE
    Y_LAUNCHED = Y_PHASE + PHASES
    Y_CONTROLLED
    Y_PLAYED  # one for each card
    Y_WEAPON = Y_PLAYED + CARDS
    Y_DICE = Y_WEAPON + WEAPONS_AND_NONE
    Y_HITS
    Y_AGAIN
    Y_TO_MOVE  # RAVs of the active seat that can still move
    Y_TO_ATTACK  # RAVs of the active seat that can still attack
    Y_SEATS
    Y_RIVAL_POINTS  # points of the best third seat
    Y_RIVAL_WAY  # Locations ahead of the last third seat's Carrier

cpdef enum:
    SHARED = Y_RIVAL_WAY + 1
    INPUTS = 2 * OWN + SHARED  # number of inputs of the network


cdef class Value(PairwiseValue):
    pass
