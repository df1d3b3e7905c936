"""The C tables of relics: tiles turned four ways, platforms, cards and figures."""

from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.games.relics.state cimport (
    ARTIFACTS, BY_FREEZE, BY_HEAT, BY_SHIELD, CENTRE, FACTS, GALLERIES, ITEMS, LANES, PLATFORMS,
    ROW, SIZE, Tables, charge_place,
)

from aicore.games.relics.text import ARTIFACT_IDS, ITEM_IDS

EDGE = 5  # of a gallery
AIRLOCKS = ((15, -1), (31, 15), (15, 31), (-1, 15))
MOST_SITES = 11  # for doorways on a gallery; the bound on actions counts on it
QUARTERS = ("NW", "NE", "SE", "SW")  # clockwise
QUARTER_BIT = {"NW": 1, "NE": 2, "SW": 4, "SE": 8}
STOPS = {"shield": BY_SHIELD, "heat-ray": BY_HEAT, "freeze-ray": BY_FREEZE}


cdef int fill_tables(Tables* t, dict data) except -1:
    """Take over the data. Raises ValueError where it is not what the code relies on."""
    memset(t, 0, sizeof(Tables))
    _fill_figures(t, data["figures"])
    _fill_judgement(t, data["judgement"])
    free = _fill_galleries(t, data)
    _fill_tiles(t, data["gallery"])
    _fill_platforms(t, data, free)
    _fill_cards(t, data)
    return 0


cdef _fill_galleries(Tables* t, dict data):
    """Corners and tokens. Returns the squares that no gallery covers."""
    cdef int gallery, square, x, y
    board = data["board"]
    _require(len(board["galleries"]) == len(board["tokens"]) == GALLERIES, "nine galleries")
    free = {(x, y) for x in range(SIZE) for y in range(SIZE)}
    for gallery in range(GALLERIES):
        x, y = board["galleries"][gallery]
        t.corner[gallery] = (y + 1) * ROW + x + 1
        t.tokens[gallery] = board["tokens"][gallery]
        x, y = x + EDGE // 2, y + EDGE // 2
        t.far_home[gallery] = 6 + 2 * min(
            abs(x - column) + abs(y - row) for column, row in AIRLOCKS)
        x, y = x - EDGE // 2, y - EDGE // 2
        for dy in range(EDGE):
            for dx in range(EDGE):
                _require((x + dx, y + dy) in free, "galleries on free squares")
                free.remove((x + dx, y + dy))
                square = t.corner[gallery] + ROW * dy + dx
                t.gallery_at[square] = gallery + 1
                t.gallery_rows[square >> 6] |= <u32> 1 << (square & 63)
    _require(t.tokens[CENTRE] == 0, "no item on the centre")
    return free


cdef _fill_tiles(Tables* t, dict gallery):
    """The gallery tile in four directions, each with one gun and with two."""
    cdef int tile, turns, x, y, i
    rows = gallery["north"]
    _require([len(row) for row in rows] == [EDGE] * EDGE, "a gallery of 5 by 5")
    _require(sum(_is_site(rows, x, y) for x in range(EDGE) for y in range(EDGE)) <= MOST_SITES,
             f"a gallery with at most {MOST_SITES} walls next to floor")
    _require(rows[2][2] == "." and len(gallery["guns"]) == 2, "a large square, two guns")
    for turns in range(4):
        for tile in (2 * turns, 2 * turns + 1):
            for x in range(EDGE):
                for y in range(EDGE):
                    if rows[y][x] == ".":
                        column, row = _turned(x, y, turns)
                        t.tile_floor[tile][row] |= 1 << <int> column
            t.tile_guns[tile] = tile % 2 + 1
            for i in range(2):
                x, y, way = gallery["guns"][i]
                _require(rows[y][x] == "#", "guns in walls")
                column, row = _turned(x, y, turns)
                t.gun_offset[tile][i] = row * ROW + column
                t.gun_way[tile][i] = ("nesw".index(way) + turns) % 4


def _is_site(rows, x, y):
    """Whether a wall square of a gallery has floor next to it."""
    near = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return rows[y][x] == "#" and any(
        rows[row][column] == "." for column, row in near
        if 0 <= column < EDGE and 0 <= row < EDGE)


cdef _turned(x, y, turns):
    """Where a square of a gallery comes to lie by clockwise quarter turns."""
    for _ in range(turns):
        x, y = EDGE - 1 - y, x
    return x, y


cdef _fill_platforms(Tables* t, dict data, free):
    cdef int platform, turns, lane, x, y
    floors, lanes = data["platforms"]["floors"], data["board"]["lanes"]
    _require(len(floors) == PLATFORMS and len(lanes) == LANES, "20 platforms, 16 lanes")
    for platform in range(PLATFORMS):
        drawn = [QUARTERS.index(quarter) for quarter in floors[platform].split()]
        t.squares[platform] = len(drawn)
        _require(1 <= len(set(drawn)) == len(drawn) <= 3, "platforms of one to three floor squares")
        for turns in range(4):
            t.floor[platform][turns] = sum(
                QUARTER_BIT[QUARTERS[(quarter + turns) % 4]] for quarter in drawn)
    for lane in range(LANES):
        x, y = lanes[lane]
        t.lanes[lane] = (y + 1) * ROW + x + 1
        for square in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
            _require(square in free, "lanes on free squares")
            free.remove(square)


cdef _fill_cards(Tables* t, dict data):
    cdef int number
    artifacts, items = data["artifacts"], data["items"]
    _require(tuple(entry["id"] for entry in artifacts) == ARTIFACT_IDS, "artifacts by their order")
    _require(tuple(entry["id"] for entry in items) == ITEM_IDS, "items by their order")
    for number in range(ARTIFACTS):
        t.points[number] = artifacts[number]["points"]
        t.stopped_by[number] = sum(STOPS[name] for name in artifacts[number]["stopped_by"])
    for number in range(ITEMS):
        t.copies[number] = items[number]["copies"]
        t.charges[number] = items[number].get("charges", 0)
        _require(t.copies[number] <= 1 or charge_place(number) < 0, "charged items are single")
        _require((t.charges[number] > 0) == (charge_place(number) >= 0), "what has charges")
    _require(items[ITEM_IDS.index("doorway")]["copies"] <= 1, "one doorway at most")
    _require(sum(t.copies[number] for number in range(ITEMS)) >= sum(data["board"]["tokens"]),
             "an item for each token")


cdef _require(bint condition, str what):
    if not condition:
        raise ValueError(f"relics, data.toml: it must have {what}")


cdef _fill_figures(Tables* t, dict figures):
    for name, value in figures.items():
        _require(1 <= value <= 20, f"a figure from 1 to 20 for {name}")
    _require(figures["first_ap"] >= 12, "at least 12 AP in the first round")
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


cdef _fill_judgement(Tables* t, dict judgement):
    cdef int fact
    t.margin = judgement["margin"]
    t.detour = judgement["detour"]
    t.heart_margin = judgement["heart_margin"]
    for name in ("escape", "gain", "doubt"):
        _require(len(judgement[name]) == FACTS, f"{FACTS} weights for {name}")
    for fact in range(FACTS):
        t.escape[fact] = judgement["escape"][fact]
        t.gain[fact] = judgement["gain"][fact]
        t.doubt[fact] = judgement["doubt"][fact]
