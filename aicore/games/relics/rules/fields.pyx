"""Positions of relics as dictionaries."""

from aicore.core._types cimport u8
from aicore.core.game cimport CHANCE, END
from aicore.core.restoring cimport named
from aicore.games.relics.rules.board cimport GALLERY_SIZE, fly, has, tile_at
from aicore.games.relics.rules.state cimport (
    CENTER, DEFENSE_PHASE, GALLERIES, GUNS, ITEMS, NO_ONE, OF_WEAPON, PLATFORMS, ROW, ROWS,
    RelicsState, Tables, charge_place, step_of,
)

from aicore.games.relics.rules.names import (
    ARTIFACT_IDS, ENDS, GALLERY_IDS, ITEM_IDS, PHASES, PLATFORM_IDS, TILE_IDS, WAYS,
    WEAPONS,
)


cdef dict dump_fields(const Tables* t, const RelicsState* s):
    """The position in plain ids and numbers."""
    cdef int seat, i
    seats = range(t.seats)
    return {
        "phase": PHASES[s.phase],
        "turn": "chance" if s.turn == CHANCE else "end" if s.turn == END else s.turn,
        "round": s.round,
        "seat": s.seat,
        "ap": s.ap,
        "holes": s.holes,
        "adrenaline": bool(s.adrenaline),
        "credit": s.credit,
        "fired": [i + 1 for i in range(GUNS) if s.fired >> i & 1],
        "queue": queue_of(t, s),
        "lifting": PLATFORM_IDS[s.lifting] if s.lifting >= 0 else None,
        "spot": square_list(s.spot),
        "drawn": ARTIFACT_IDS[s.drawn] if s.drawn >= 0 else None,
        "galleries": {
            GALLERY_IDS[i]: TILE_IDS[s.tile[i] - 1] for i in range(GALLERIES) if s.tile[i]},
        "platforms": {
            PLATFORM_IDS[i]: [*square_list(s.anchor[i]), s.rotation[i]]
            for i in range(PLATFORMS) if s.anchor[i]},
        "spare": named(s.spare, PLATFORM_IDS),
        "removed": named(s.removed, PLATFORM_IDS),
        "guns": [i + 1 for i in range(GUNS) if s.guns >> i & 1],
        "fires": fires_of(t, s),
        "doorways": [square_list(s.door[i]) for i in range(2) if s.door[i]],
        "artifact_on": [GALLERY_IDS[i] for i in range(GALLERIES)
                        if i != CENTER and s.artifact_on >> i & 1],
        "heart_on": bool(s.artifact_on >> CENTER & 1),
        "tokens": {GALLERY_IDS[i]: s.tokens[i] for i in range(GALLERIES) if i != CENTER},
        "undrawn_artifacts": named(s.undrawn_artifacts, ARTIFACT_IDS),
        "undrawn_items": copies_of(s.undrawn),
        "pos": [square_list(s.pos[seat]) for seat in seats],
        "escaped": [s.escaped[i] for i in range(s.out)],
        "weapon": [WEAPONS[s.weapon[seat]] for seat in seats],
        "shield_up": [bool(s.shield_up[seat]) for seat in seats],
        "items": [copies_of(s.items[seat]) for seat in seats],
        "charge": [charges_of(s, seat) for seat in seats],
        "artifacts": [named(s.artifacts[seat], ARTIFACT_IDS) for seat in seats],
        "carried": [s.carried[seat] for seat in seats],
        "sickle": [GALLERY_IDS[s.sickle[seat] - 1] if s.sickle[seat] else None for seat in seats],
        "net": [GALLERY_IDS[s.net[seat] - 1] if s.net[seat] else None for seat in seats],
        "shell": [s.shell[seat] for seat in seats],
        "scepter": [s.scepter[seat] for seat in seats],
        "heart": s.heart if s.heart != NO_ONE else None,
        "final": bool(s.final),
        "end": ENDS[s.end],
    }


cdef list square_list(int square):
    """A square as [column, row]; None for none."""
    return [(square & 63) - 1, (square >> 6) - 1] if square else None


cdef list copies_of(const u8* numbers):
    """The items by their order, copies repeated."""
    return [name for i, name in enumerate(ITEM_IDS) for _ in range(numbers[<int> i])]


cdef dict charges_of(const RelicsState* s, int seat):
    cdef int item
    found = {}
    if s.weapon[seat]:
        found[WEAPONS[s.weapon[seat]]] = s.charge[seat][OF_WEAPON]
    for item in range(ITEMS):
        if charge_place(item) >= 0 and s.items[seat][item]:
            found[ITEM_IDS[item]] = s.charge[seat][charge_place(item)]
    return found


cdef list queue_of(const Tables* t, const RelicsState* s):
    """Guns still to fire by number; in the Last Defense the seats still to remove, by turn."""
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
    """What lies where, to be drawn and talked about: as chart.Chart tells."""
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
    """The squares that a gun covers."""
    cdef int stride = step_of(s.gun_way[gun])
    cdef int square = fly(s, s.gun_at[gun], stride)
    found = []
    while square:
        found.append(tuple(square_list(square)))
        square = fly(s, square, stride)
    return found
