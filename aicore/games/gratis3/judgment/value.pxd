# How likely each seat is to win: what the network that compares two seats is asked about.
#
# Behind a name that stands for several features, there is room for the rest of them.
from aicore.core.pairwise cimport PairwiseValue
from aicore.games.gratis3.rules.state cimport CARDS, DRONES, END_PHASE, SYSTEMS

cdef enum:
    PHASES = END_PHASE + 1
    WEAPONS_AND_NONE = DRONES + 1

cpdef enum:  # features of a seat
    # points, and what may still bring some
    X_POINTS
    X_TIE  # what breaks a tie
    X_WAY  # Locations behind the Carrier, of all
    X_LEFT  # Locations before it
    X_LANDED
    # the Carrier
    X_ONLINE  # systems
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
    X_HAND  # copies of each
    X_COOLING = X_HAND + CARDS  # of each, how soon one comes back
    X_EVASION = X_COOLING + CARDS  # room for one
    X_LYING  # face-down cards
    # turns
    X_ACTIVE
    X_WAIT  # turns of others until its own
    X_COMMANDED  # its turn, its command played
    # against the other seat of the two
    X_CLOSE_FIGHTERS  # beside that one's Carrier
    X_CLOSE_BOMBERS
    X_WAITING_FIGHTERS  # beside the Location before it
    X_WAITING_BOMBERS
    X_CHASING_FIGHTERS  # beside the Location behind it
    X_CHASING_BOMBERS
    X_DICE  # of all that are beside it
    X_HUNTING  # Fighters beside RAVs of that one
    X_HUNTED  # own RAVs beside Fighters or Bombers of that one
    X_TARGET  # under attack

cdef enum:
    OWN = X_TARGET + 1

cpdef enum:  # features that are shared
    Y_STOCKPILE
    Y_STOCK_LOW  # the last eight chips
    Y_LAST_WAY  # what is left of the last Carrier's way
    Y_TURNS_LEFT  # of ten for each seat
    Y_FINAL  # the last turn
    Y_LAST_LANDED
    Y_LEAD  # points that the first has more than the second, within -5 to 5
    Y_FAR_LEAD  # the same, within -15 to 15
    Y_AHEAD  # Locations that the first is ahead
    Y_SAME  # both Carriers at one Location
    Y_NEAR  # one Location apart
    Y_PHASE
    Y_LAUNCHED = Y_PHASE + PHASES
    Y_CONTROLLED
    Y_PLAYED  # which card
    Y_WEAPON = Y_PLAYED + CARDS
    Y_DICE = Y_WEAPON + WEAPONS_AND_NONE
    Y_HITS
    Y_AGAIN
    Y_TO_MOVE  # RAVs of the active seat that can still move
    Y_TO_ATTACK  # and attack
    Y_SEATS
    Y_RIVAL_POINTS  # of the best other seat
    Y_RIVAL_WAY  # of the last other seat

cpdef enum:
    SHARED = Y_RIVAL_WAY + 1
    INPUTS = 2 * OWN + SHARED  # of the network


cdef class Value(PairwiseValue):
    pass
