"""Fields of relics' positions, and contents of the board."""

from aicore.core.game cimport END
from aicore.core.layout cimport Layout, member
from aicore.core.restoring cimport named
from aicore.games.relics.rules.arrays cimport MAX_ROUNDS, fields_of
from aicore.games.relics.rules.board cimport GALLERY_SIZE, fly, has, tile_at
from aicore.games.relics.rules.state cimport (
    CENTER, CHARGES, DEFENSE_PHASE, FREEZE_RAY, GALLERIES, GUNS, HEAT_RAY, ITEMS, OF_WEAPON,
    PLATFORMS, POWER_PACK, ROW, ROWS, RelicsState, Tables, charge_place, step_of,
)

from aicore.core.kinds import Array, Cards, Choice, Enum, Flag, Int, Seat, Set
from aicore.core.layout import part
from aicore.games.relics.rules.names import (
    ARTIFACT_IDS, ENDS, GALLERY_IDS, ITEM_IDS, PHASES, PLATFORM_IDS, TILE_IDS, WAYS, WEAPONS,
)

cdef enum:  # bounds that no game exceeds
    MAX_AP = 999
    MAX_CARRIED = 0x7FFF
    MAX_HOLES = 99
    MAX_TOKENS_HERE = 9

GUN_NUMBERS = range(1, GUNS + 1)
# The squares just off the board are included, for the airlocks. The first one, a corner, has the
# number that stands for none. Here it gets an unused number, since nothing is ever there.
SQUARES = (None, *[(x - 1, y - 1) for y in range(ROWS) for x in range(ROWS)])
NUMBERS = (0, ROWS, *[ROW * y + x for y in range(ROWS) for x in range(ROWS)][1:])


cdef Layout layout_of(const Tables* t):
    """Return the layout of the fields."""
    cdef RelicsState it
    cdef int i
    items = Cards(ITEM_IDS, copies=max([1] + [t.copies[i] for i in range(ITEMS)]))
    held = Cards(ITEM_IDS, copies=items.high, seats=True)
    gallery = Choice((None, *GALLERY_IDS), seats=True)
    return Layout(sizeof(it), t.seats, [
        *fields_of(t),
        part("phase", member(it, it.phase), Enum(*PHASES)),
        part("turn", member(it, it.turn), Choice(("end", "chance", *range(t.seats)), low=END),
             label=""),
        part("round", member(it, it.round), Int(0, MAX_ROUNDS)),
        part("seat", member(it, it.seat), Seat(), label="seat on turn"),
        part("ap", member(it, it.ap), Int(0, MAX_AP), label="AP"),
        part("holes", member(it, it.holes), Int(0, MAX_HOLES)),
        part("adrenaline", member(it, it.adrenaline), Flag()),
        part("credit", member(it, it.credit), Int(0, 1), label="half AP"),
        part("fired", member(it, it.fired), Set(GUN_NUMBERS), label="guns that fired"),
        "queue",
        part("lifting", member(it, it.lifting), Choice((None, *PLATFORM_IDS), low=-1),
             label="platform in hand"),
        part("spot", member(it, it.spot), square(), label="its place"),
        part("drawn", member(it, it.drawn), Choice((None, *ARTIFACT_IDS), low=-1),
             label="drawn artifact"),
        "galleries", "platforms", "spare", "removed", "guns", "fires", "doorways", "artifact_on",
        "heart_on", "tokens", "undrawn_artifacts", "undrawn_items",
        part("platforms", member(it, it.anchor), Array(square(), PLATFORMS),
             label="platform places", dumped=False),
        part("rotation", member(it, it.rotation), Array(Choice(range(4)), PLATFORMS),
             label="platform turns", dumped=False),
        part("galleries", member(it, it.tile), Array(Choice((None, *TILE_IDS)), GALLERIES),
             label="gallery tiles", dumped=False),
        part("tokens", member(it, it.tokens), Array(Int(0, MAX_TOKENS_HERE), GALLERIES),
             dumped=False),
        part("undrawn_items", member(it, it.undrawn), items),
        part("gun_way", member(it, it.gun_way), Array(Choice(WAYS), GUNS), label="gun ways",
             dumped=False),
        part("spare", member(it, it.spare), Set(PLATFORM_IDS), label="spare platforms"),
        part("removed", member(it, it.removed), Set(PLATFORM_IDS), label="removed platforms"),
        part("guns", member(it, it.guns), Set(GUN_NUMBERS), label="working guns"),
        part("gun_at", member(it, it.gun_at), Array(square(), GUNS), label="gun places",
             dumped=False),
        part("doorways", member(it, it.door), Array(square(), 2), dumped=False),
        part("artifact_on", member(it, it.artifact_on), Set(GALLERY_IDS),
             label="artifacts on galleries", dumped=False),  # on g5: the Heart
        part("undrawn_artifacts", member(it, it.undrawn_artifacts), Set(ARTIFACT_IDS)),
        part("pos", member(it, it.pos[0]), square(seats=True), label="place"),
        "escaped",
        part("weapon", member(it, it.weapon[0]), Choice(WEAPONS, seats=True)),
        part("shield_up", member(it, it.shield_up[0]), Flag(seats=True)),
        part("items", member(it, it.items[0]), held),
        part("charge", member(it, it.charge[0]),  # weapon, grapple-gun, foam-gun, heat-, freeze-ray
             Array(Int(0, most_charges(t)), CHARGES, seats=True), label="charges", dumped=False),
        "charge",
        part("artifacts", member(it, it.artifacts[0]), Set(ARTIFACT_IDS, seats=True)),
        part("carried", member(it, it.carried[0]), Int(0, MAX_CARRIED, seats=True),
             label="AP less"),  # next turn
        part("sickle", member(it, it.sickle[0]), gallery),
        part("net", member(it, it.net[0]), gallery),
        part("shell", member(it, it.shell[0]), Int(0, t.shell, seats=True), label="double moves"),
        part("scepter", member(it, it.scepter[0]), Int(0, t.scepter, seats=True),
             label="moves before a #2"),
        part("heart", member(it, it.heart), Seat(nobody=None), label="Heart"),
        part("final", member(it, it.final), Flag(), label="last turns"),
        part("end", member(it, it.end), Choice(ENDS)),
    ])


def square(bint seats=False):
    """Return the kind of a field that holds a square or none."""
    return Choice(SQUARES, codes=NUMBERS, meaning="square", axes=(ROWS, ROWS), seats=seats)


cdef int most_charges(const Tables* t):
    """Return the maximum number of charges that an item or weapon can have."""
    cdef int packs = 2 * t.pack * t.copies[<int> POWER_PACK]
    return min(max(t.charges[<int> HEAT_RAY] + t.charges[<int> FREEZE_RAY] + packs, 20), 0xFF)


cdef int dump_rest(const Tables* t, const RelicsState* s, dict fields) except -1:
    """Add the contents of the board, the queue, the escaped seats, and charges by name."""
    cdef int i
    fields["queue"] = queue_of(t, s)
    fields["galleries"] = {
        GALLERY_IDS[i]: TILE_IDS[s.tile[i] - 1] for i in range(GALLERIES) if s.tile[i]}
    fields["platforms"] = {
        PLATFORM_IDS[i]: [*square_list(s.anchor[i]), s.rotation[i]]
        for i in range(PLATFORMS) if s.anchor[i]}
    fields["fires"] = fires_of(t, s)
    fields["doorways"] = [square_list(s.door[i]) for i in range(2) if s.door[i]]
    fields["artifact_on"] = named(s.artifact_on & ~(1 << CENTER), GALLERY_IDS)
    fields["heart_on"] = bool(s.artifact_on >> CENTER & 1)
    fields["tokens"] = {GALLERY_IDS[i]: s.tokens[i] for i in range(GALLERIES) if i != CENTER}
    fields["escaped"] = [s.escaped[i] for i in range(s.out)]
    fields["charge"] = [
        {name: s.charge[i][<int> place] for name, place in charge_places(s, i).items()}
        for i in range(t.seats)]
    return 0


cdef list square_list(int square):
    """Return a square as [column, row]; None for no square."""
    return [(square & 63) - 1, (square >> 6) - 1] if square else None


cdef dict charge_places(const RelicsState* s, int seat):
    """Return the places of the charges that a seat holds, by name."""
    cdef int item
    found = {WEAPONS[s.weapon[seat]]: OF_WEAPON} if s.weapon[seat] else {}
    for item in range(ITEMS):
        if charge_place(item) >= 0 and s.items[seat][item]:
            found[ITEM_IDS[item]] = charge_place(item)
    return found


cdef list queue_of(const Tables* t, const RelicsState* s):
    """Return the guns still to fire or, in the Last Defense, the seats still to act."""
    cdef int i
    if s.phase != DEFENSE_PHASE:
        return [i + 1 for i in range(GUNS) if s.queue >> i & 1]
    return [(s.seat + i) % t.seats for i in range(t.seats) if s.queue >> (s.seat + i) % t.seats & 1]


cdef list fires_of(const Tables* t, const RelicsState* s):
    cdef int i
    corner = t.corner[s.fire_gallery]
    return sorted(
        square_list(corner + i // GALLERY_SIZE * ROW + i % GALLERY_SIZE)
        for i in range(GALLERY_SIZE * GALLERY_SIZE) if s.fires >> i & 1)


cdef dict board_of(const Tables* t, const RelicsState* s):
    """Return the contents of the board, for drawings and messages; see chart.Chart."""
    cdef int square, tile, gun
    covered, floor, guns, lines = {}, set(), {}, {}
    for square in range(ROW, ROWS * ROW):
        if has(s.floor, square) or has(s.wall, square):
            tile = tile_at(s, t, square)
            place = tuple(square_list(square))
            covered[place] = GALLERY_IDS[tile] if tile < GALLERIES else (
                PLATFORM_IDS[tile - GALLERIES])
            if has(s.floor, square):
                floor.add(place)
    for gun in range(GUNS):
        if s.guns >> gun & 1:
            guns[gun + 1] = tuple(square_list(s.gun_at[gun])), WAYS[s.gun_way[gun]]
            lines[gun + 1] = line_of(s, gun)
    return {"tile": covered, "floor": floor, "guns": guns, "lines": lines}


cdef list line_of(const RelicsState* s, int gun):
    """Return the squares that a gun covers."""
    cdef int stride = step_of(s.gun_way[gun])
    cdef int square = fly(s, s.gun_at[gun], stride)
    found = []
    while square:
        found.append(tuple(square_list(square)))
        square = fly(s, square, stride)
    return found
