# State and event codes of Thunder Run to Gratis-3.
#
# Spaces are numbered in map order, cards in the order of data.toml, systems in the order of the
# dice.
from aicore.core._types cimport i8, u8, u16, u32, u64
from aicore.core.bits cimport count

cdef enum:
    MAX_SEATS = 4
    MAX_SPACES = 64
    QUEUE = 3  # number of cards that cool down between turns
    MAX_SHIELDS = 4
    SYSTEMS = 4

cpdef enum:  # dice
    MAX_DICE = 8  # maximum number of dice of an attack, and the dice of the defensive guns
    GUNS_DICE = 5  # guns at a Carrier at the same Location
    FAR_GUNS_DICE = 3  # guns at a Carrier at the next Location
    EMP_DICE = 4
    NUKE_DICE = 6
    EVADED_DICE = 2  # dice that an evasion takes away

cdef enum Card:
    LAUNCH_MOVE
    MOVE_LAUNCH
    SHIELDS_GUNS
    SHORT_RANGE
    MISSILE
    OVERRIDE
    CARDS  # number of kinds of cards

cdef enum System:  # bits of a ship's systems
    NAV = 1
    RAVS = 2
    DEFENSE = 4
    WEAPONS = 8
    ALL_SYSTEMS = 15

cdef enum:  # trophies
    COLORED  # other seats' chips
    BLACK

cdef enum RavKind:
    FIGHTER
    BOMBER

cpdef enum Phase:
    """Kinds of decisions and chance events; the names give the ids."""
    DEAL
    REPAIR
    COMMAND
    LAUNCH
    SHIELDS_GUNS_PHASE
    GUNS_ROLL
    HITS
    FIRE
    MISSILE_PHASE  # missile and target
    OVERRIDE_PHASE
    EVADE
    CARRIER_ROLL
    SYSTEMS_PHASE
    KNOCK
    RAV_MOVES
    RAV_ATTACKS
    RAV_ROLL
    RETURN
    END_PHASE

cpdef enum Ending:
    """Reasons why the game is over."""
    NO_END
    BY_PLANET
    BY_CHIPS
    BY_TURNS

cdef enum Weapon:  # of an attack under way
    NO_WEAPON
    GUNS
    EMP
    NUKE
    RAV_WEAPON  # RAVs against a Carrier

cpdef enum:  # tags of events; the TAG_SHIFT bits below a tag hold details
    QUEUE_TAG  # seat << 9 | cards, three bits each, the leftmost highest
    ROLL_TAG  # dice << 8 | singles << 4 | doubles
    SYSTEMS_TAG  # first << 4 | second, 1 .. 6
    NO_REPAIR_TAG
    REPAIR_TAG  # number of the system, from 0
    PLAY_TAG  # card
    LAUNCH_TAG  # kind << 6 | space
    LAUNCHED_TAG
    SHIELDS_TAG
    GUNS_TAG
    HIT_TAG  # space
    HITS_DONE_TAG
    FIRE_TAG  # seat
    EMP_TAG  # seat
    NUKE_TAG  # seat
    OVERRIDE_REPAIR_TAG  # number of the system
    OVERRIDE_MOVE_TAG
    OVERRIDE_RAVS_TAG
    OVERRIDE_GUNS_TAG
    OVERRIDE_FIRE_TAG  # seat
    OVERRIDE_NOTHING_TAG  # reserved: no rule lists it, but it keeps the numbers below
    EVADE_TAG  # card
    NO_EVADE_TAG
    KNOCK_TAG  # number of the system
    RAV_TAG  # from << 12 | to << 6 | tail
    ATTACK_RAV_TAG  # space << 8 | attackers, as a set of that Space's neighbors
    ATTACK_CARRIER_TAG  # seat << 8 | location << 4 | attackers, as a set of the Spaces beside it
    ATTACKS_DONE_TAG
    RETURN_TAG
    RETURN_OVERRIDE_TAG
    TAGS

cpdef enum:
    TAG_SHIFT = 24


ctypedef struct Ship:
    # Carrier of a seat with its RAVs, cards and chips.
    u64 fighters  # Spaces
    u64 bombers
    u16 hand  # copies of each card, two bits each
    u16 queue  # card + 1, four bits each, the leftmost lowest; 0 where there is none
    u8 lying  # face-down card + 1 on the queue's first card (low four bits) and second (high)
    u8[2] can_be  # sets of cards that these two can be, as other seats know
    u8 location  # 0 is the Gate
    u8 online  # systems
    u8 black  # systems marked by a black chip
    u8 shields
    u8 black_shields  # shields with a black chip
    u8 supply  # own chips
    u8[2] trophies  # by color
    u8 reserve  # RAVs in the supply: fighters, and bombers from bit 4


ctypedef struct GratisState:
    i8 turn  # seat to decide, CHANCE or END
    u8 phase
    u8 seat  # active seat; while dealing, the seat dealt to; at the end, the seat that moved last
    u8 end  # Ending
    u16 turns  # completed turns of all seats
    u8 stockpile  # black chips
    u8 last  # 1 + the seat that reached the planet after all others; 0 before
    u8 final  # whether the active turn is the last turn
    u8 controlled  # whether steps 3 and 4 happen although the RAVs system is Down
    u8 launched  # in phase LAUNCH: 0, or 1 + the kind of the RAV that has been launched
    u8 weapon  # Weapon
    u8 target  # seat of a Carrier, or Space of a RAV, under attack
    u8 dice  # dice to roll
    u8 hits  # hits left to spend
    u8 again  # dice that a NUKE rolls again
    u8 shown  # in phase KNOCK: the systems to choose from
    u8 carriers  # seats whose Carriers were attacked in step 4
    u8[6] padding
    u64 done  # own RAVs that have moved, in step 3, or attacked, in step 4
    u64 attacked  # enemy RAVs attacked in step 4 that still stand
    u8[MAX_SPACES] tail  # by Space: 0, or 1 + rank of the neighbor at which the RAV's tail points
    Ship[MAX_SEATS] ships  # the state has only the ships of the game's seats


cdef inline int tag_of(u32 event) noexcept nogil:
    return event >> TAG_SHIFT


cdef inline u32 code(int tag, int detail) noexcept nogil:
    return <u32> tag << TAG_SHIFT | <u32> detail


cdef inline int held(const Ship* ship, int card) noexcept nogil:
    """Return the number of copies of a card in hand."""
    return ship.hand >> 2 * card & 3


cdef inline int lying_at(const Ship* ship, int place) noexcept nogil:
    """Return the face-down card on place 0 or 1 of the queue; -1 if there is none."""
    return (ship.lying >> 4 * place & 15) - 1


cdef inline int reserve_of(const Ship* ship, int kind) noexcept nogil:
    """Return the number of RAVs of a kind in the supply."""
    return ship.reserve >> 4 * kind & 15


cdef inline u64 ravs_of(const Ship* ship) noexcept nogil:
    return ship.fighters | ship.bombers


cdef inline u64 all_ravs(const GratisState* s, int seats) noexcept nogil:
    cdef u64 found = 0
    cdef int seat
    for seat in range(seats):
        found |= ravs_of(&s.ships[seat])
    return found


cdef inline int played(const GratisState* s) noexcept nogil:
    """Return the card that the active seat has played this turn; -1 if it has played none."""
    return (s.ships[s.seat].queue >> 4 * QUEUE) - 1


cdef inline bint vulnerable(const Ship* ship) noexcept nogil:
    """Whether the ship has anything to lose in an attack."""
    return ship.shields != 0 or ship.online != 0


cdef inline int score_of(const Ship* ship) noexcept nogil:
    return 2 * ship.trophies[COLORED] + ship.trophies[BLACK]


cdef inline int rest_of(const Ship* ship) noexcept nogil:
    """Return the tie-break value: 2 for each system Online, 1 for each shield."""
    return 2 * count(ship.online) + ship.shields
