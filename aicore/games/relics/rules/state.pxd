# State, tables of the data file, and codes of events.
#
# A square is (row + 1) << 6 | column + 1, so that the airlocks just off the board have squares too
# and a step is a constant. 0 is no square. Floor and walls are sets of squares with a word for each
# row: bit column + 1 of word row + 1 stands for the square in that column and row. Platforms,
# galleries, guns, artifacts and items are numbered from 0 in the data's order.
from aicore.core._types cimport i8, u16, u32, u8

cdef enum:
    SIZE = 31  # number of squares along each edge
    ROWS = SIZE + 2
    ROW = 64  # step from a square to the one below
    MAX_SEATS = 4
    PLATFORMS = 20
    LANES = 16
    GALLERIES = 9
    CENTER = 4
    TILES = 8
    GUNS = 12
    ARTIFACTS = 9
    ITEMS = 15
    NO_ONE = -1

cdef enum:  # airlocks
    AIRLOCK_N = 16
    AIRLOCK_E = 16 * 64 + 32
    AIRLOCK_S = 32 * 64 + 16
    AIRLOCK_W = 16 * 64

cpdef enum Phase:
    """Kinds of decisions and chance events; names.PHASES has their ids."""
    GALLERIES_PHASE = 0
    PLATFORMS_PHASE = 1
    WEAPONS_PHASE = 2
    AIRLOCKS_PHASE = 3
    ACT_PHASE = 4
    AT_PHASE = 5
    TURN_PHASE = 6
    GUNS_PHASE = 7
    ITEM_PHASE = 8
    ARTIFACT_PHASE = 9
    KEYCARD_PHASE = 10
    SPARE_PHASE = 11
    TRAP_PHASE = 12
    LOSE_PHASE = 13
    DEFENSE_PHASE = 14
    END_PHASE = 15

cpdef enum Ending:
    """Reasons why the game is over."""
    NO_END = 0
    ALL_OUT_END = 1
    ROUNDS_END = 2
    LAST_DEFENSE_END = 3

cpdef enum Item:
    """Items, named as in the data."""
    POWER_PACK = 0
    TAPE = 1
    VITALITY = 2
    ADRENALINE = 3
    O2 = 4
    KEYCARD = 5
    SECURITY_HACK = 6
    GRAPPLE_GUN = 7
    ROCKETPACK = 8
    DOORWAY = 9
    FOAM_GUN = 10
    HEAT_RAY = 11
    FREEZE_RAY = 12
    PLATFORM_HACK_1 = 13
    PLATFORM_HACK_2 = 14

cpdef enum Artifact:
    """Artifacts, named as in the data."""
    MERCURIAL_SALAMANDER = 0
    VENUSIAN_DRAGONFLY = 1
    LUNAR_SICKLE = 2
    CERERIAN_FLOWER = 3
    MARTIAN_SPEARHEAD = 4
    JOVIAN_SCEPTER = 5
    SATURNIAN_HOURGLASS = 6
    URANIUM_GEM = 7
    NEPTUNIAN_SHELL = 8

cpdef enum Weapon:
    """Weapons that a seat can carry."""
    NO_WEAPON = 0
    BLASTER = 1
    SHIELD = 2

cpdef enum Means:
    """Means to shoot or to take off a net, besides the rays, which are items."""
    PAY = 14  # AP
    FIRE_BLASTER = 15

cdef enum:  # means that stop a trap
    BY_SHIELD = 1
    BY_HEAT = 2
    BY_FREEZE = 4

cdef enum:  # places of charges
    OF_WEAPON = 0
    OF_GRAPPLE = 1
    OF_FOAM = 2
    OF_HEAT = 3
    OF_FREEZE = 4
    CHARGES = 5

cdef enum:  # events: a tag above 24 bits of detail
    TAG_SHIFT = 24
    DETAIL = 0xFFFFFF

cpdef enum Tag:
    """Kinds of actions and events, named after the words of the notation."""
    GALLERY_TAG = 1  # gallery << 4 | tile
    PLATFORM_TAG = 2  # cell << 5 | platform
    WEAPON_TAG = 3  # seat << 4 | weapon
    AIRLOCK_TAG = 4  # direction
    MOVE_TAG = 5  # direction
    LIFT_TAG = 6  # platform
    SPARE_TAG = 7  # platform
    AT_TAG = 8  # cell
    TURN_TAG = 9  # quarter turns
    TAKE_TAG = 10  # 1 with a keycard
    ARTIFACT_TAG = 11  # artifact
    RESPOND_TAG = 12  # item
    SUFFER_TAG = 13
    LOSE_TAG = 14  # item
    ITEM_TAG = 15  # item
    SHOOT_TAG = 16  # gun << 4 | HEAT_RAY or FIRE_BLASTER
    HIT_TAG = 17  # gun
    RAISE_TAG = 18
    OVERLOAD_TAG = 19  # item
    PATCH_TAG = 20
    NET_TAG = 21  # HEAT_RAY, FREEZE_RAY, FIRE_BLASTER or PAY
    USE_TAG = 22  # detail << 4 | item; the detail: a Use, a gun, cells, or platform << 2 | rotation
    REMOVE_TAG = 23  # platform
    ESCAPE_TAG = 24
    END_TAG = 25

cpdef enum Use:
    """Details of `use`; a power pack that loads a ray has the number of the ray."""
    SUIT = 0
    ON_HOLE = 0
    ON_FIRES = 1

cdef enum:
    CELL_BITS = 10  # a cell is row * SIZE + column


ctypedef struct Tables:
    u8[ROWS * ROW] gallery_at  # by square: gallery + 1, or 0
    u16[GALLERIES] corner  # top left square
    u32[ROWS] gallery_rows  # squares of galleries
    u16[LANES] lanes  # top left squares
    u32[TILES][5] tile_floor  # rows of a gallery, bit 0 in the west
    u8[TILES] tile_guns  # number of guns
    u16[TILES][4] gun_offset  # square - corner
    u8[TILES][4] gun_way
    u8[PLATFORMS] squares  # floor squares
    u8[PLATFORMS][4] floor  # by rotation: bits NW NE SW SE
    u8[ARTIFACTS] points
    u8[ARTIFACTS] stopped_by
    u8[ITEMS] copies
    u8[ITEMS] charges
    u8[GALLERIES] tokens
    # AP of the first round, costs of actions in AP, ranges in squares, and strengths of traps and
    # items, named as in the data.
    int first_ap, take, take_with_keycard, patch, net, rocket, rocket_reach, grapple_reach
    int flower, hourglass, shell, scepter, pack, vitality, o2, heart_points
    int weapon_copies, weapon_charges
    int rounds, seats
    int doorways  # bound on the number of ways to use a doorway
    u8[GALLERIES] far_home  # AP that always suffice for the way from a gallery to an airlock
    # Weights of the policy, in AP. An array has an entry for each number of seats from 2 on; of two
    # rows, the first is for seats that do not lead.
    double detour
    double[2][MAX_SEATS - 1] margin, heart_margin
    double[MAX_SEATS - 1] armed


ctypedef struct RelicsState:
    i8 turn  # seat, CHANCE or END
    u8 phase
    u8 round
    u8 seat  # seat on turn
    u8 final  # whether the last turns have begun
    u8 end
    i8 heart  # seat that took the Heart, or NO_ONE
    u8 out  # number of escaped seats
    u16 ap
    u8 holes
    u8 adrenaline
    u8 credit  # number of half AP
    i8 lifting  # platform in hand, or -1
    i8 drawn  # artifact drawn, or -1
    u8 fire_gallery  # gallery with fires; 0 if there are none
    u16 fired  # guns that have fired
    u16 queue  # guns still to fire; in DEFENSE_PHASE, seats still to remove a platform
    u16 spot  # square chosen for the platform in hand, or 0
    u16 guns  # working guns
    u16 artifact_on  # galleries with an artifact; bit CENTER is the Heart
    u16 undrawn_artifacts
    u32 spare  # spare platforms
    u32 removed  # removed platforms
    u32 fires  # small squares of fire_gallery: bit 5 * row + column
    u32[ROWS] floor
    u32[ROWS] wall
    u16[PLATFORMS] anchor  # top left square; 0 if not on the board
    u8[PLATFORMS] rotation  # 0 if not on the board
    u8[GALLERIES] tile  # tile + 1; 0 before it is laid, and for the center
    u8[GALLERIES] tokens
    u8[ITEMS] undrawn
    u8[GUNS] gun_way
    u16[GUNS] gun_at
    u16[2] door  # squares of both doorways, or 0 twice
    u16[MAX_SEATS] pos  # square; 0 before the airlock is chosen, and after an escape
    u16[MAX_SEATS] artifacts
    u16[MAX_SEATS] carried  # AP that the seat loses in its next turn
    u8[MAX_SEATS] escaped  # seats in order of escape; only the first `out` count
    u8[MAX_SEATS] weapon
    u8[MAX_SEATS] shield_up
    u8[MAX_SEATS] sickle  # gallery + 1, or 0
    u8[MAX_SEATS] net  # gallery + 1, or 0
    u8[MAX_SEATS] shell  # number of moves that still cost double
    u8[MAX_SEATS] scepter  # number of other platforms to move before one of two squares
    u8[MAX_SEATS][CHARGES] charge
    u8[MAX_SEATS][ITEMS] items
    u8[5] padding


cdef inline u32 code(int tag, u32 detail) noexcept nogil:
    return <u32> tag << TAG_SHIFT | detail


cdef inline u32 use(int item, u32 detail) noexcept nogil:
    return <u32> USE_TAG << TAG_SHIFT | detail << 4 | item


cdef inline int cell_of(int square) noexcept nogil:
    return ((square >> 6) - 1) * SIZE + (square & 63) - 1


cdef inline int square_of(int cell) noexcept nogil:
    return (cell // SIZE + 1) * ROW + cell % SIZE + 1


cdef inline int step_of(int way) noexcept nogil:
    """Return the step to the square north, east, south, west; 4 to 7 are diagonals, NE first."""
    if way < 4:
        return -ROW if way == 0 else 1 if way == 1 else ROW if way == 2 else -1
    return 1 - ROW if way == 4 else ROW + 1 if way == 5 else ROW - 1 if way == 6 else -ROW - 1


cdef inline int airlock(int way) noexcept nogil:
    if way == 0:
        return AIRLOCK_N
    return AIRLOCK_E if way == 1 else AIRLOCK_S if way == 2 else AIRLOCK_W


cdef inline bint is_airlock(int square) noexcept nogil:
    return square in (AIRLOCK_N, AIRLOCK_E, AIRLOCK_S, AIRLOCK_W)


cdef inline int charge_place(int item) noexcept nogil:
    """Return the place of an item's charges; -1 for an item without charges."""
    if item == GRAPPLE_GUN:
        return OF_GRAPPLE
    if item == FOAM_GUN:
        return OF_FOAM
    return OF_HEAT if item == HEAT_RAY else OF_FREEZE if item == FREEZE_RAY else -1
