"""Positions of relics from dictionaries, which may contain anything and are fully checked."""

from libc.string cimport memcmp, memset

from aicore.core._types cimport u32
from aicore.core.bits cimport count
from aicore.core.game cimport CHANCE, END
from aicore.core.restoring cimport bounded_int, members, require
from aicore.games.relics.rules.board cimport (
    has, has_room, is_site, large_square, lay, lay_center, lay_gallery, on_board, overlaps,
    square_of_gallery, stood_on, tile_at,
)
from aicore.games.relics.rules.events cimport begin_game
from aicore.games.relics.rules.fields cimport charge_places, most_charges, queue_of
from aicore.games.relics.rules.legal cimport (
    ALLOWED, any_room, armed, empty_platforms, helpful_rays, lift_reason,
)
from aicore.games.relics.rules.state cimport (
    AIRLOCKS_PHASE, ALL_OUT_END, ARTIFACTS, ARTIFACT_PHASE, AT_PHASE, CENTER, DEFENSE_PHASE,
    END_PHASE, GALLERIES_PHASE, GUNS_PHASE, ITEMS, ITEM_PHASE, KEYCARD_PHASE, LANES, LOSE_PHASE,
    NO_END, NO_ONE, OF_WEAPON, PLATFORMS, PLATFORMS_PHASE, ROW, SHIELD, SPARE_PHASE, TRAP_PHASE,
    TURN_PHASE, WEAPONS_PHASE, RelicsState, Tables, is_airlock,
)
from aicore.games.relics.rules.turns cimport is_out

from aicore.games.relics.rules.fields import GUN_NUMBERS
from aicore.games.relics.rules.names import (
    GALLERY_IDS, ITEM_IDS, PLATFORM_IDS, TILE_IDS, WALLED, WEAPONS,
)


cdef int restore_rest(const Tables* t, dict fields, RelicsState* s) except -1:
    """Read the fields that `dump_rest` adds, and check all fields. Raises StateError."""
    require((s.end != NO_END) == (s.phase == END_PHASE),
            "end: it must be a reason at the end and only then")
    require(1 <= s.round <= t.rounds, f"round: it must be from 1 to {t.rounds}")
    restore_tiles(t, fields, s)
    restore_seats(t, fields, s)
    restore_cards(t, fields, s)
    restore_turn(t, fields, s)
    check_phase(t, s)
    return 0


cdef int restore_tiles(const Tables* t, dict fields, RelicsState* s) except -1:
    cdef int i, square, x, y
    cdef int working = s.guns
    galleries, platforms = fields["galleries"], fields["platforms"]
    laid = [name for name in WALLED if name in galleries]
    require(len(laid) == len(galleries) and laid == list(WALLED[:len(laid)]),
            "galleries: they must be g1 to g9 without g5, in this order")
    require(len(set(galleries.values())) == len(laid) and set(galleries.values()) <= set(TILE_IDS),
            f"galleries: they must be different tiles of {', '.join(TILE_IDS)}")
    require((s.phase == GALLERIES_PHASE) == (len(laid) < len(WALLED)),
            "galleries: there must be eight once they are laid")
    s.guns = 0
    lay_center(t, s)
    for name in laid:
        i = GALLERY_IDS.index(name)
        lay_gallery(t, s, i, TILE_IDS.index(galleries[name]))
    require(set(platforms) <= set(PLATFORM_IDS), "platforms: they must be among p01 to p20")
    for name in sorted(platforms):
        require(isinstance(platforms[name], (list, tuple)) and len(platforms[name]) == 3,
                "platforms: each must be [column, row, rotation]")
        x, y = [bounded_int(part, 0, 29, f"platforms, {name}") for part in platforms[name][:2]]
        square = (y + 1) * ROW + x + 1
        i = PLATFORM_IDS.index(name)
        require(has_room(s, i, square) and not overlaps(square, t.gallery_rows),
                f"platforms: {name} lies on another tile")
        lay(t, s, i, square, bounded_int(platforms[name][2], 0, 3, f"platforms, {name}"))
    for i in range(PLATFORMS):
        in_hand = s.lifting == i and not s.anchor[i]
        require((s.anchor[i] != 0) + (s.spare >> i & 1) + (s.removed >> i & 1) + in_hand == 1,
                f"platforms, spare, removed, lifting: {PLATFORM_IDS[i]} must be in one of them")
    if s.phase in (GALLERIES_PHASE, PLATFORMS_PHASE):
        require(not s.removed, "removed: it must be empty in the setup")
        lanes = sorted([t.lanes[i] for i in range(min(len(platforms), LANES))])
        require(lanes == sorted([s.anchor[i] for i in range(PLATFORMS) if s.anchor[i]])
                and not any([s.rotation[i] for i in range(PLATFORMS)]),
                "platforms: in the setup, they must lie lane by lane, not rotated")
    require((len(platforms) < LANES) == (s.phase in (GALLERIES_PHASE, PLATFORMS_PHASE))
            or s.removed != 0, "platforms: after the setup, there must be at least sixteen")
    require(s.phase != GALLERIES_PHASE or not platforms,
            "platforms: there must be none before the galleries")
    require(not working & ~s.guns, "guns: they must be on galleries that are laid")
    s.guns = working
    restore_doorways(t, fields, s)
    restore_fires(t, fields, s)
    return 0


cdef int restore_doorways(const Tables* t, dict fields, RelicsState* s) except -1:
    cdef int i, tile
    doors = fields["doorways"]
    require(isinstance(doors, (list, tuple)) and len(doors) in (0, 2),
            "doorways: there must be none or two")
    for i in range(len(doors)):
        s.door[i] = square_from(doors[i], "doorways")
        tile = tile_at(s, t, s.door[i])
        require(tile >= 0 and is_site(s, t, tile, s.door[i]),
                "doorways: they must be walls next to floor of their tile")
    require(not doors or tile_at(s, t, s.door[0]) != tile_at(s, t, s.door[1]),
            "doorways: they must be on two tiles")
    return 0


cdef int restore_fires(const Tables* t, dict fields, RelicsState* s) except -1:
    cdef int square, gallery
    require(isinstance(fields["fires"], (list, tuple)), "fires: it must be a list of squares")
    for entry in fields["fires"]:
        square = square_from(entry, "fires")
        gallery = t.gallery_at[square] - 1
        require(has(s.floor, square) and gallery >= 0 and gallery != CENTER
                and square != large_square(t, gallery)
                and (not s.fires or gallery == s.fire_gallery),
                "fires: they must be on small squares of one gallery")
        s.fires |= <u32> 1 << square_of_gallery(t, gallery, square)
        s.fire_gallery = gallery
    return 0


cdef int restore_seats(const Tables* t, dict fields, RelicsState* s) except -1:
    """Restore the seats' squares, their weapons, and the traps that hinder them."""
    cdef int seat, square
    escaped = fields["escaped"]
    members(escaped, range(t.seats), "escaped")
    for seat in escaped:
        s.escaped[s.out] = seat
        s.out += 1
    weapons = [name for name in fields["weapon"] if name is not None]
    require(max(weapons.count(name) for name in WEAPONS[1:]) <= t.weapon_copies,
            "weapon: there are more than the game has")
    dealt = fields["weapon"].index(None) if None in fields["weapon"] else t.seats
    require(len(weapons) == dealt and (dealt < t.seats) == (s.phase <= WEAPONS_PHASE)
            and (dealt == 0 or s.phase >= WEAPONS_PHASE),
            "weapon: they must be dealt seat by seat, after the platforms")
    for seat in range(t.seats):
        entered = s.phase > AIRLOCKS_PHASE or s.phase == AIRLOCKS_PHASE and seat > s.seat
        square = s.pos[seat]
        if square == 0:
            require(not entered or seat in escaped,
                    "pos: it must be null before the start and after an escape")
        else:
            require(entered and seat not in escaped and (
                tile_at(s, t, square) >= 0 or is_airlock(square)),
                "pos: a seat inside must be on a tile or an airlock")
            require(s.phase != AIRLOCKS_PHASE or is_airlock(square) and square not in
                    [s.pos[other] for other in range(seat)],
                    "pos: the airlocks must all be different")
        require(not s.shield_up[seat] or s.weapon[seat] == SHIELD, "shield_up: it needs a shield")
        require(CENTER + 1 not in (s.sickle[seat], s.net[seat]), "sickle, net: they cannot be g5")
    return 0


cdef int restore_cards(const Tables* t, dict fields, RelicsState* s) except -1:
    """Restore artifacts, items and charges, wherever they are."""
    cdef int i, seat, total
    cdef u32 held = s.undrawn_artifacts
    s.artifact_on = members(fields["artifact_on"], GALLERY_IDS, "artifact_on")
    if s.heart == NO_ONE:  # else there is none on g5; see heart_on
        s.artifact_on |= 1 << CENTER
    for seat in range(t.seats):
        require(not held & s.artifacts[seat], "artifacts: each must be in one place")
        held |= s.artifacts[seat]
    require(held == (1 << ARTIFACTS) - 1, "artifacts, undrawn_artifacts: they must have all nine")
    require(count(s.undrawn_artifacts) > count(s.artifact_on & ~(1 << CENTER)) - (
        0 if s.phase in (ARTIFACT_PHASE, KEYCARD_PHASE) else 1),
        "undrawn_artifacts: there must be one for each artifact on the board")
    tokens = fields["tokens"]
    require(set(tokens) == set(WALLED), "tokens: they must be of all galleries except g5")
    total = 1 if s.phase == ITEM_PHASE else 0
    for name in WALLED:
        i = GALLERY_IDS.index(name)
        s.tokens[i] = bounded_int(tokens[name], 0, t.tokens[i], f"tokens, {name}")
        total += s.tokens[i]
    for i in range(ITEMS):
        total -= s.undrawn[i]
    require(total <= 0, "undrawn_items: there must be one for each token")
    charge = fields["charge"]
    require(isinstance(charge, list) and len(charge) == t.seats,
            f"charge: it needs one for each of {t.seats} seats")
    for seat in range(t.seats):
        places = charge_places(s, seat)
        require(isinstance(charge[seat], dict) and charge[seat].keys() == places.keys(),
                f"charge, seat {seat}: it must be a table of {', '.join(places) or 'nothing'}")
        for name, i in places.items():
            most = t.weapon_charges if i == OF_WEAPON else most_charges(t)
            s.charge[seat][i] = bounded_int(charge[seat][name], 0, most, "charge")
    for i in range(ITEMS):
        total = s.undrawn[i]
        for seat in range(t.seats):
            total += s.items[seat][i]
        require(total <= t.copies[i], f"items: there are more than {t.copies[i]} of {ITEM_IDS[i]}")
    return 0


cdef int restore_turn(const Tables* t, dict fields, RelicsState* s) except -1:
    defense = s.phase == DEFENSE_PHASE
    queue = fields["queue"]
    s.queue = members(queue, range(t.seats) if defense else GUN_NUMBERS, "queue")
    require(queue == queue_of(t, s), "queue: it must be in order")
    require((s.phase in (DEFENSE_PHASE, GUNS_PHASE)) == (s.queue != 0),
            "queue: it must be empty unless guns fire or seats remove platforms")
    require(s.drawn < 0 or s.artifacts[s.seat] >> s.drawn & 1,
            "drawn: it must be an artifact of the seat on turn")
    require((s.drawn >= 0) == (s.phase in (TRAP_PHASE, LOSE_PHASE)),
            "drawn: it must be set while its trap is settled, and only then")
    require((s.lifting >= 0) == (s.phase in (AT_PHASE, TURN_PHASE)),
            "lifting: it must be set until the platform is put down")
    require((s.spot != 0) == (s.phase == TURN_PHASE),
            "spot: it must be set before a rotation is chosen, and only then")
    if s.phase in (GALLERIES_PHASE, PLATFORMS_PHASE, WEAPONS_PHASE, ITEM_PHASE, ARTIFACT_PHASE,
                   KEYCARD_PHASE, SPARE_PHASE):
        s.turn = CHANCE
    elif s.phase == END_PHASE:
        s.turn = END
    else:
        s.turn = queue[0] if defense else s.seat
    if s.phase <= AIRLOCKS_PHASE or s.phase in (DEFENSE_PHASE, END_PHASE):
        require(not (s.ap or s.holes or s.credit or s.adrenaline or s.fired),
                "ap, holes, credit, adrenaline, fired: they must be empty outside of turns")
    return 0


cdef bint untouched(const Tables* t, const RelicsState* s) noexcept:
    """Whether nothing has moved or been taken since the setup."""
    cdef RelicsState fresh
    cdef int seat, i
    cdef int held = s.final
    memset(&fresh, 0, sizeof(fresh))
    begin_game(t, &fresh)
    for seat in range(t.seats):
        held |= s.carried[seat] | s.shell[seat] | s.scepter[seat] | s.sickle[seat]
        for i in range(ITEMS):
            held |= s.items[seat][i]
    return (not held and s.artifact_on == fresh.artifact_on
            and memcmp(s.tokens, fresh.tokens, sizeof(fresh.tokens)) == 0
            and memcmp(s.undrawn, fresh.undrawn, sizeof(fresh.undrawn)) == 0)


cdef int check_phase(const Tables* t, RelicsState* s) except -1:
    """Check that the parts of a restored state are consistent."""
    cdef int seat, i
    cdef int here = s.pos[s.seat]
    cdef int gallery = t.gallery_at[here] - 1
    cdef bint on_large = gallery >= 0 and here == large_square(t, gallery)
    if s.phase <= AIRLOCKS_PHASE:
        require(s.round == 1 and s.heart == NO_ONE and not s.out and not s.removed,
                "round, heart, escaped, removed: they must be as at the start of a game")
        require(s.seat == 0 or s.phase == AIRLOCKS_PHASE, "seat: it must be 0 before the airlocks")
        require(untouched(t, s), "phase: in the setup, nothing may be taken, carried or shot")
        return 0
    require(s.heart != NO_ONE or not s.final, "final: it may be set only after the Heart was taken")
    require(s.out < t.seats or s.phase == END_PHASE, "escaped: not all can be out before the end")
    if s.phase == END_PHASE:
        require((s.out == t.seats) == (s.end == ALL_OUT_END),
                "end: it must be all-out when everybody is out, and only then")
        return 0
    if s.phase == DEFENSE_PHASE:
        require(s.seat == s.heart and not s.final,
                "seat: in the Last Defense, it must be the one with the Heart")
        require(empty_platforms(s) != 0, "platforms: there must be one to remove")
        for seat in range(t.seats):
            require(not (s.queue >> seat & 1 and is_out(s, seat)),
                    "queue: its seats must be inside")
        return 0
    require(here != 0, "pos: the seat on turn must be inside")
    if s.phase == AT_PHASE:
        require(any_room(s, s.lifting), "platforms: there must be room for the one in hand")
    if s.phase == SPARE_PHASE:
        require(s.spare != 0, "spare: there must be one to draw")
        for i in range(PLATFORMS):
            if s.spare >> i & 1:
                require(any_room(s, i), "platforms: there must be room for a spare one")
    if s.phase in (AT_PHASE, TURN_PHASE) and s.anchor[s.lifting]:
        require(lift_reason(s, t, s.lifting, stood_on(s)) == ALLOWED,
                "lifting: it must be empty and affordable, and no Scepter may hold it")
    if s.phase == TURN_PHASE:
        require(has_room(s, s.lifting, s.spot), "spot: it needs four free squares")
    if s.phase == GUNS_PHASE:
        require(armed(s), "queue: the seat needs a charge to shoot with")
        require(not s.queue & (s.fired | ~s.guns), "queue: its guns must work and not have fired")
    if s.phase == TRAP_PHASE:
        require(helpful_rays(s, t, s.drawn) != 0,
                "drawn: the seat needs a ray that can stop its trap")
    if s.phase == LOSE_PHASE:
        require(sum([s.items[s.seat][i] for i in range(ITEMS)]) > 0,
                "items: the seat needs one to lose")
    if s.phase in (ITEM_PHASE, ARTIFACT_PHASE, KEYCARD_PHASE, TRAP_PHASE, LOSE_PHASE):
        require(on_large and gallery != CENTER, "pos: it must be on the large square of a gallery")
    if s.phase in (AT_PHASE, TURN_PHASE, TRAP_PHASE, ARTIFACT_PHASE, KEYCARD_PHASE, SPARE_PHASE):
        require(s.holes == 0, "holes: they must be mended first")
    return 0


cdef int square_from(pair, str what) except -1:
    """Return the square of [column, row]: on the board, or an airlock. Raises StateError."""
    cdef int square
    require(isinstance(pair, (list, tuple)) and len(pair) == 2, f"{what}: it must be [column, row]")
    square = (bounded_int(pair[1], -1, 31, what) + 1) * ROW + bounded_int(pair[0], -1, 31, what) + 1
    require(on_board(square) or is_airlock(square),
            f"{what}: it must be a square of the board or an airlock")
    return square
