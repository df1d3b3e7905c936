"""The C tables of relics: tiles turned four ways, platforms, cards and figures."""

from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.games.relics.rules.state cimport (
    ARTIFACTS, BY_FREEZE, BY_HEAT, BY_SHIELD, GALLERIES, ITEMS, LANES, MAX_SEATS, ROW, Tables,
)

from aicore.games.relics.rules.chart import AIRLOCK_AT
from aicore.games.relics.rules.check import check, most_doorways
from aicore.games.relics.rules.names import PLATFORM_IDS, TILE_IDS
from aicore.games.relics.rules.names import EDGE, STEPS, gallery_tile, quarters, turned

QUARTER_BIT = {"NW": 1, "NE": 2, "SW": 4, "SE": 8}
STOPS = {"shield": BY_SHIELD, "heat-ray": BY_HEAT, "freeze-ray": BY_FREEZE}


cdef int fill_tables(Tables* t, dict data) except -1:
    """Take over the data. Raises DataError where they are not what the code relies on."""
    check(data)
    memset(t, 0, sizeof(Tables))
    t.doorways = most_doorways(data)
    _fill_figures(t, data["figures"])
    _fill_judgment(t, data["judgment"])
    _fill_galleries(t, data["board"])
    _fill_tiles(t, data)
    _fill_platforms(t, data)
    _fill_cards(t, data)
    return 0


cdef _fill_galleries(Tables* t, dict board):
    """Corners, tokens, and how far home is."""
    cdef int gallery, square, x, y, dx, dy
    for gallery in range(GALLERIES):
        x, y = board["galleries"][gallery]
        t.corner[gallery] = (y + 1) * ROW + x + 1
        t.tokens[gallery] = board["tokens"][gallery]
        t.far_home[gallery] = 6 + 2 * min(
            abs(x + EDGE // 2 - column) + abs(y + EDGE // 2 - row) for column, row in AIRLOCK_AT)
        for dy in range(EDGE):
            for dx in range(EDGE):
                square = t.corner[gallery] + ROW * dy + dx
                t.gallery_at[square] = gallery + 1
                t.gallery_rows[square >> 6] |= <u32> 1 << (square & 63)


cdef _fill_tiles(Tables* t, dict data):
    """Floor and guns of the eight gallery tiles."""
    cdef int tile, x, y, i
    ways = list(STEPS)
    for tile, name in enumerate(TILE_IDS):
        rows, guns, turns = gallery_tile(data, name)
        for x in range(EDGE):
            for y in range(EDGE):
                if rows[y][x] == ".":
                    column, row = turned(x, y, turns)
                    t.tile_floor[tile][row] |= 1 << <int> column
        t.tile_guns[tile] = len(guns)
        for i in range(len(guns)):
            x, y, way = guns[i]
            column, row = turned(x, y, turns)
            t.gun_offset[tile][i] = row * ROW + column
            t.gun_way[tile][i] = (ways.index(way) + turns) % 4


cdef _fill_platforms(Tables* t, dict data):
    cdef int platform, turns, lane, x, y
    for platform, name in enumerate(PLATFORM_IDS):
        t.squares[platform] = len(quarters(data, name, 0))
        for turns in range(4):
            t.floor[platform][turns] = sum(
                QUARTER_BIT[quarter] for quarter in quarters(data, name, turns))
    for lane in range(LANES):
        x, y = data["board"]["lanes"][lane]
        t.lanes[lane] = (y + 1) * ROW + x + 1


cdef _fill_cards(Tables* t, dict data):
    cdef int number
    artifacts, items = data["artifacts"], data["items"]
    for number in range(ARTIFACTS):
        t.points[number] = artifacts[number]["points"]
        t.stopped_by[number] = sum(STOPS[name] for name in set(artifacts[number]["stopped_by"]))
    for number in range(ITEMS):
        t.copies[number] = items[number]["copies"]
        t.charges[number] = items[number].get("charges", 0)


cdef _fill_figures(Tables* t, dict figures):
    t.first_ap = figures["first_ap"]
    t.take = figures["take"]
    t.take_with_keycard = figures["take_with_keycard"]
    t.patch = figures["patch"]
    t.net = figures["net"]
    t.rocket = figures["rocket"]
    t.rocket_reach = figures["rocket_reach"]
    t.grapple_reach = figures["grapple_reach"]
    t.flower = figures["flower"]
    t.hourglass = figures["hourglass"]
    t.shell = figures["shell"]
    t.scepter = figures["scepter"]
    t.pack = figures["pack"]
    t.vitality = figures["vitality"]
    t.o2 = figures["o2"]
    t.heart_points = figures["heart_points"]
    t.weapon_copies = figures["weapon_copies"]
    t.weapon_charges = figures["weapon_charges"]


cdef _fill_judgment(Tables* t, dict judgment):
    cdef int i
    t.detour = judgment["detour"]
    for i in range(MAX_SEATS - 1):
        t.margin[0][i] = judgment["margin_behind"][i]
        t.margin[1][i] = judgment["margin"][i]
        t.heart_margin[0][i] = judgment["heart_margin_behind"][i]
        t.heart_margin[1][i] = judgment["heart_margin"][i]
        t.armed[i] = judgment["armed"][i]
