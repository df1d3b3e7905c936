"""Fields of gratis3's positions, and checks that they fit together."""

from aicore.core._types cimport u32, u64
from aicore.core.bits cimport bit, count
from aicore.core.game cimport CHANCE, END
from aicore.core.layout cimport Layout, member
from aicore.core.restoring cimport bounded_int, members, named, require
from aicore.games.gratis3.rules.actions cimport FEW, list_few, list_moves
from aicore.games.gratis3.rules.map cimport rank_of
from aicore.games.gratis3.rules.state cimport (
    BLACK, BOMBER, BY_CHIPS, BY_TURNS, CARDS, CARRIER_ROLL, COLORED, COMMAND, DEAL, EMP,
    EMP_DICE, END_PHASE, EVADE, EVADED_DICE, FIGHTER, GUNS, GUNS_ROLL, HITS, KNOCK, LAUNCH,
    MAX_DICE, MAX_SEATS, MAX_SHIELDS, MOVE_LAUNCH, NUKE, NUKE_DICE, OVERRIDE, QUEUE, RAV_ATTACKS,
    RAV_MOVES, RAV_ROLL, RAV_WEAPON, REPAIR, RETURN, SYSTEMS, SYSTEMS_PHASE, GratisState, Ship,
    held, lying_at, played, ravs_of, reserve_of, vulnerable,
)
from aicore.games.gratis3.rules.survey cimport Rules, can_attack, enemy_ravs, gun_dice
from aicore.games.gratis3.rules.turn cimport attack_dice

from aicore.core.codes import ids_of
from aicore.core.kinds import Array, Choice, Enum, Flag, Int, Seat, Set
from aicore.core.layout import part
from aicore.games.gratis3.rules.state import Ending, Phase
from aicore.games.gratis3.rules.board import KINDS

PHASES = ids_of(Phase, after="_PHASE")
ENDS = (None, *ids_of(Ending, before="BY_")[1:])
ATTACKS = (None, "guns", "emp", "nuke", "ravs")
BY_CHANCE = (DEAL, GUNS_ROLL, CARRIER_ROLL, SYSTEMS_PHASE, RAV_ROLL)  # phases of chance events
ON_CARRIER = (EVADE, CARRIER_ROLL, SYSTEMS_PHASE, KNOCK)  # phases of an attack on a Carrier
BY_SEAT = ("systems", "system_black", "rav_supply", "queue", "hand", "evasion", "can_be")
PENDING = (
    "launched", "weapon", "target", "dice", "hits", "again", "choice", "done", "attacked_ravs",
    "attacked_carriers", "override_ravs", "last_arrival", "last_turn", "can_be", "end",
)


cdef Layout layout_of(const Rules* r, object data, object board, int black_chips, tuple rest):
    """Return the layout of the fields; `dump_rest` adds fields that share bits or vary in type."""
    cdef GratisState it
    cdef int n = r.seats
    cdef int step = sizeof(Ship)
    chips, cards = data["ship"]["chips"], Set(data["cards"]["ids"])
    systems, each = Set(data["systems"]["ids"], seats=True), Int(0, MAX_SHIELDS, seats=True)
    spaces, ravs = Set(board.names), Set(board.names, seats=True)
    lines = range(1 + max(map(len, board.near.values())))
    return Layout(sizeof(it) - (MAX_SEATS - n) * step, n, [
        *rest,
        part("phase", member(it, it.phase), Enum(*PHASES)),
        part("seat", member(it, it.seat), Seat(), label=""),
        "actor",
        part("turns", member(it, it.turns), Int(0, r.last_turn), label=""),
        part("stockpile", member(it, it.stockpile), Int(0, black_chips)),
        part("launched", member(it, it.launched), Choice((None, *KINDS))),
        part("weapon", member(it, it.weapon), Choice(ATTACKS)),
        part("dice", member(it, it.dice), Int(0, MAX_DICE)),
        part("hits", member(it, it.hits), Int(0, 2 * MAX_DICE)),
        part("again", member(it, it.again), Int(0, MAX_DICE), label="dice again"),
        part("choice", member(it, it.shown), Set(data["systems"]["ids"])),
        part("override_ravs", member(it, it.controlled), Flag()),
        part("last_arrival", member(it, it.last), Choice((None, *range(n))), label=""),
        part("last_turn", member(it, it.final), Flag()),
        part("end", member(it, it.end), Choice(ENDS)),
        part("can_be", member(it, it.ships[0].can_be), Array(cards, 2, seats=True), step=step,
             label="evasion can be", dumped=False),  # as seen by the other seats
        "can_be", "target",
        part("attacked_carriers", member(it, it.carriers), Set(range(n)), label=""),
        part("locations", member(it, it.ships[0].location),
             Choice(range(r.map.locations + 1), seats=True), step=step, label="Location"),
        part("systems", member(it, it.ships[0].online), systems, step=step, dumped=False),
        "systems", "system_black",
        part("system_black", member(it, it.ships[0].black), systems, step=step,
             label="black systems", dumped=False),
        part("shields", member(it, it.ships[0].shields), each, step=step),
        part("shield_black", member(it, it.ships[0].black_shields), each, step=step,
             label="black shields"),
        part("supply", member(it, it.ships[0].supply), Int(0, chips, seats=True), step=step),
        part("trophies", member(it, it.ships[0].trophies),
             Array(Int(0, max(n * chips, black_chips)), 2, seats=True, keys=("colored", "black")),
             step=step),
        "rav_supply", "queue", "hand", "evasion", "ravs",
        part("fighters", member(it, it.ships[0].fighters), ravs, step=step, label="Fighters",
             dumped=False),
        part("bombers", member(it, it.ships[0].bombers), ravs, step=step, label="Bombers",
             dumped=False),
        part("tails", member(it, it.tail), Array(Choice(lines), r.map.spaces), width=1,
             dumped=False),  # rank, from 1, of the neighbor at which the tail points; 0: no tail
        part("done", member(it, it.done), spaces, label="done RAVs"),
        part("attacked_ravs", member(it, it.attacked), spaces, label="attacked RAVs"),
    ])


cdef int dump_rest(
        dict fields, const Rules* r, const GratisState* s, int seat, object data, object board
) except -1:
    """Add the fields that the layout leaves out, as a seat knows them, and collect `pending`."""
    cdef const Ship* ship
    cdef int one, i
    cards, names = data["cards"]["ids"], board.names
    fields["actor"] = s.turn if s.turn >= 0 else None
    for name in (*BY_SEAT, "ravs"):
        fields[name] = []
    for one in range(r.seats):
        ship = &s.ships[one]
        fields["systems"].append([bool(ship.online >> i & 1) for i in range(SYSTEMS)])
        fields["system_black"].append([bool(ship.black >> i & 1) for i in range(SYSTEMS)])
        fields["rav_supply"].append({kind: reserve_of(ship, i) for i, kind in enumerate(KINDS)})
        queue = [cards[(ship.queue >> 4 * i & 15) - 1] for i in range(4) if ship.queue >> 4 * i]
        fields["queue"].append(queue)
        open_to = seat == -1 or seat == one
        hand = [cards[i] for i in range(CARDS) for _ in range(held(ship, i))]
        fields["hand"].append(hand if open_to or ship.lying == 0 else [None] * len(hand))
        fields["evasion"].append([
            cards[lying_at(ship, i)] if open_to and i < 2 and lying_at(ship, i) >= 0 else None
            for i in range(len(queue))])
        fields["can_be"].append(
            [named(ship.can_be[i] if i < 2 else 0, cards) for i in range(len(queue))])
    for i, name in enumerate(names):
        for one in range(r.seats):
            ship = &s.ships[one]
            if ravs_of(ship) >> i & 1:
                kind = KINDS[FIGHTER if ship.fighters >> i & 1 else BOMBER]
                tail = names[r.map.neighbor[i][s.tail[i] - 1]] if s.tail[i] else None
                fields["ravs"].append([name, one, kind, tail])
    fields["target"] = None
    if s.phase in ON_CARRIER:
        fields["target"] = s.target
    elif s.phase == RAV_ROLL:
        fields["target"] = names[s.target]
    fields["pending"] = {name: fields.pop(name) for name in PENDING}
    return 0


cdef dict flattened(dict fields):
    """Return the fields with the entries of `pending` moved to the top level. Raises StateError."""
    pending = fields.get("pending")
    require(isinstance(pending, dict) and pending.keys() == set(PENDING),
            f"pending: it must be a table of {', '.join(PENDING)}")
    found = {**fields, **pending}
    del found["pending"]
    return found


cdef int restore_rest(
        dict fields, const Rules* r, GratisState* s, object data, object board, int black_chips
) except -1:
    """Read the fields that `dump_rest` adds, and check all fields. Raises StateError."""
    cdef int seat, i
    for name in BY_SEAT:
        listed(fields[name], r.seats, name)
    for seat in range(r.seats):
        s.ships[seat].online = marked(fields, "systems", seat)
        s.ships[seat].black = marked(fields, "system_black", seat)
        stock = fields["rav_supply"][seat]
        require(isinstance(stock, dict) and stock.keys() == set(KINDS),
                f"rav_supply: it must be a table of {' and '.join(KINDS)} for each seat")
        for i, kind in enumerate(KINDS):
            s.ships[seat].reserve |= bounded_int(stock[kind], 0, 15, "rav_supply") << 4 * i
        restore_cards(fields, &s.ships[seat], seat, data)
    restore_ravs(r, fields["ravs"], s, board)
    restore_targets(r, fields, s, board)
    s.turn = s.target if s.phase == EVADE else s.seat
    if s.phase in BY_CHANCE:
        s.turn = CHANCE
    elif s.phase == END_PHASE:
        s.turn = END
    check_chips(r, s, data["ship"], black_chips)
    check_pending(r, s)
    check_turn(r, s)
    return 0


cdef list listed(value, int size, str name):
    """Return a value if it is a list of `size` entries. Otherwise raise StateError."""
    require(isinstance(value, list) and len(value) == size,
            f"{name}: it must be a list of {size} entries")
    return value


cdef int marked(dict fields, str name, int seat) except -1:
    """Return a set of systems from a list of true and false. Raises StateError."""
    marks = listed(fields[name][seat], SYSTEMS, name)
    require({*map(type, marks)} == {bool}, f"{name}: it must be true or false for each system")
    return sum([mark << i for i, mark in enumerate(marks)])


cdef int restore_cards(dict fields, Ship* ship, int seat, object data) except -1:
    """Restore the nine cards of a seat: hand, queue and evasion. Raises StateError."""
    cdef int i, card
    cdef int[CARDS] pool  # copies in hand or face down
    ids = data["cards"]["ids"]
    hand, queue, evasion = fields["hand"][seat], fields["queue"][seat], fields["evasion"][seat]
    can_be = fields["can_be"][seat]
    require(isinstance(hand, list) and isinstance(queue, list)
            and all([card_id in ids for card_id in [*hand, *queue]]),
            f"hand, queue: they must be lists of {', '.join(ids)}")
    listed(evasion, len(queue), "evasion")
    listed(can_be, len(queue), "can_be")
    for i in range(CARDS):
        pool[i] = 0
    for i, name in enumerate(queue):
        require(i <= QUEUE, "queue: it must have at most four cards")
        ship.queue |= (<int> ids.index(name) + 1) << 4 * i
    for i, name in enumerate(evasion):
        if name is None:
            require(can_be[i] == [], "can_be: it must be empty where no card lies face down")
            continue
        require(i < 2 and name in ids,
                "evasion: it may have cards only on the first two of the queue, else null")
        card = ids.index(name)
        ship.lying |= (card + 1) << 4 * i
        ship.can_be[i] = members(can_be[i], ids, "can_be")
        require(ship.can_be[i] >> card & 1, "can_be: it must contain the card that lies there")
        pool[card] += 1
    for card in range(CARDS):
        copies = data["cards"]["copies"][card]
        size = hand.count(ids[card])
        pool[card] += size
        require(pool[card] + queue.count(ids[card]) == copies,
                f"hand, queue, evasion: seat {seat} must have {copies} of {ids[card]}")
        ship.hand |= <int> size << 2 * card
        for i in range(2):
            require(not ship.can_be[i] >> card & 1 or pool[card] > 0,
                    "can_be: its cards must be in hand or face down")
    return 0


cdef int restore_ravs(const Rules* r, object ravs, GratisState* s, object board) except -1:
    """Restore the RAVs on the board and their tails. Raises StateError."""
    cdef u64 taken = 0
    cdef int space, tail, seat
    names = board.names
    require(isinstance(ravs, list), "ravs: it must be a list")
    for one in ravs:
        require(isinstance(one, list) and len(one) == 4 and one[0] in names and one[2] in KINDS,
                "ravs: each must be [SPACE, seat, fighter or bomber, SPACE or null]")
        space = names.index(one[0])
        seat = bounded_int(one[1], 0, r.seats - 1, "ravs")
        require(not taken >> space & 1, f"ravs: there are two on {one[0]}")
        taken |= bit(space)
        if one[2] == KINDS[FIGHTER]:
            s.ships[seat].fighters |= bit(space)
        else:
            s.ships[seat].bombers |= bit(space)
        if one[3] is not None:
            require(one[3] in names, f"ravs: {one[3]!r} is not a Space")
            tail = names.index(one[3])
            require(r.map.near[space] >> tail & 1, f"ravs: {one[3]} is not next to {one[0]}")
            s.tail[space] = 1 + rank_of(r.map.near[space], tail)
    return 0


cdef int restore_targets(const Rules* r, dict fields, GratisState* s, object board) except -1:
    """Restore the target of an attack. Raises StateError."""
    if s.phase in ON_CARRIER:
        s.target = bounded_int(fields["target"], 0, r.seats - 1, "target")
        require(s.target != s.seat and s.ships[s.target].location > 0,
                "target: it must be an enemy that has left the Gate")
    elif s.phase == RAV_ROLL:
        require(fields["target"] in board.names, "target: it must be a Space")
        s.target = board.names.index(fields["target"])
    return 0


cdef int check_chips(
        const Rules* r, const GratisState* s, object start, int black_chips) except -1:
    """Check that there are as many chips and RAVs as at the start. Raises StateError.

    Args:
        start: numbers of chips, fighters and bombers with which a seat starts, by name.
    """
    cdef const Ship* ship
    cdef int black = s.stockpile
    cdef int missing = 0  # chips of seats that are trophies of other seats
    cdef int own, seat, i, size
    cdef int won = 0
    for seat in range(r.seats):
        ship = &s.ships[seat]
        for i, kind in enumerate(KINDS):
            size = count(ship.bombers if i else ship.fighters) + reserve_of(ship, i)
            require(size == start[kind + "s"] or size < start[kind + "s"] and r.removed,
                    f"ravs, rav_supply: seat {seat} must have {start[kind + 's']} {kind}s")
        require(not ship.black & ~ship.online, "system_black: only Online systems may have one")
        require(ship.black_shields <= ship.shields, "shield_black: it must be at most shields")
        black += count(ship.black) + ship.black_shields + ship.trophies[BLACK]
        own = ship.supply + count(ship.online & ~ship.black) + ship.shields - ship.black_shields
        require(own <= start["chips"],
                f"supply: seat {seat} must have at most {start['chips']} chips")
        missing += start["chips"] - own
        won += ship.trophies[COLORED]
    require(black == black_chips, f"stockpile: there must be {black_chips} black chips in all")
    require(missing == won, "trophies: there must be one for each chip that a seat has lost")
    require((s.stockpile == 0) == (s.end == BY_CHIPS),
            "stockpile: it must be 0 when the end is chips and only then")
    return 0


cdef int check_pending(const Rules* r, const GratisState* s) except -1:
    """Check the pending values against the phase. Raises StateError."""
    cdef int phase = s.phase
    cdef bint rolls = phase in (GUNS_ROLL, EVADE, CARRIER_ROLL, RAV_ROLL)
    cdef bint fighting = phase in (RAV_ATTACKS, RAV_ROLL) or s.weapon == RAV_WEAPON
    require((s.end == 0) == (phase != END_PHASE),
            "end: it must be planet, chips or turns in phase end, else null")
    require(s.launched == 0 or phase == LAUNCH, "launched: it must be null except in phase launch")
    require((s.weapon != 0) == (phase in ON_CARRIER),
            "weapon: it must be guns, emp, nuke or ravs while a Carrier is attacked, else null")
    require((s.dice > 0) == rolls, "dice: it must be above 0 while a roll is due, else 0")
    low, high = {HITS: (1, 16), SYSTEMS_PHASE: (2, 16), KNOCK: (0, 14)}.get(phase, (0, 0))
    require(low <= s.hits <= high, f"hits: it must be {low} to {high} in phase {PHASES[phase]}")
    require(s.again == 0 or phase in (SYSTEMS_PHASE, KNOCK) and s.weapon == NUKE,
            "again: it must be 0 except after the hit of a nuke")
    require(count(s.shown) == 2 and not s.shown & ~s.ships[s.target].online
            if phase == KNOCK else s.shown == 0,
            "choice: it must be two Online systems in phase knock, else empty")
    require(not s.done & ~ravs_of(&s.ships[s.seat]) and (s.done == 0 or phase == RAV_MOVES
            or fighting), "done: it must be Spaces of own RAVs that have moved or attacked")
    require(not s.attacked & ~enemy_ravs(r, s) and (s.attacked == 0 or fighting),
            "attacked_ravs: it must be Spaces of enemy RAVs, and empty outside of RAV attacks")
    require(s.carriers == 0 or fighting and not s.carriers >> s.seat & 1,
            "attacked_carriers: it must be enemies, and empty outside of RAV attacks")
    return 0


cdef int check_turn(const Rules* r, const GratisState* s) except -1:
    """Check the fields of a position against each other. Raises StateError."""
    cdef int seat, size
    cdef u32[FEW] some
    cdef int phase = s.phase
    cdef bint has_played = phase not in (DEAL, REPAIR, COMMAND)
    cdef const Ship* target = &s.ships[s.target if phase in ON_CARRIER else s.seat]
    for seat in range(r.seats):
        size = QUEUE
        if phase == DEAL and seat >= s.seat:
            size = 0
        elif seat == s.seat and has_played:
            size += 1
        require(s.ships[seat].queue >> 4 * size == 0
                and (s.ships[seat].queue >> 4 * (size - 1) != 0 if size else True)
                or phase == END_PHASE and seat == s.seat and s.ships[seat].queue >> 4 * 2 != 0,
                f"queue: seat {seat} must have {size} cards")
    if phase == END_PHASE:
        require(s.end == BY_CHIPS or s.turns > 0, "turns: it must be above 0 at the end of a game")
        require((s.turns - (s.end != BY_CHIPS)) % r.seats == s.seat and (
            s.end != BY_TURNS or s.turns == r.last_turn), "seat, turns: the seats must take turns")
    elif phase == DEAL:
        require(s.turns == 0, "turns: it must be 0 while cards are dealt")
        require(not any([s.ships[seat].location for seat in range(r.seats)]),
                "locations: they must be 0, the Gate, while cards are dealt")
    else:
        require(s.turns < r.last_turn and s.turns % r.seats == s.seat,
                "seat, turns: the seats must take turns, and seat 0 begins")
    require(not s.controlled or played(s) == OVERRIDE and phase != RETURN,
            "override_ravs: it may be true only while override is in play")
    if s.last:
        require(phase != END_PHASE and all([
            s.ships[seat].location == r.map.locations for seat in range(r.seats)]),
            "last_arrival: it must be null until all seats are at the planet")
    require(not s.final or s.last == s.seat + 1,
            "last_turn: it may be true only in the turn of last_arrival")
    require(phase != LAUNCH or played(s) <= MOVE_LAUNCH,
            "phase launch: the card in play must be launch-move or move-launch")
    require(phase != RETURN or played(s) == OVERRIDE,
            "phase return: the card in play must be override")
    require(phase != EVADE or target.lying >> 4 == 0,
            "phase evade: no card may lie on the second card of the queue")
    if phase in (EVADE, CARRIER_ROLL):
        require(vulnerable(target), "target: it must have a shield or an Online system")
    require(phase != SYSTEMS_PHASE or target.online, "target: it must have an Online system")
    require(phase != RAV_ROLL or s.attacked >> s.target & 1,
            "target: it must be one of attacked_ravs")
    check_dice(s, phase)
    if s.turn < 0:
        return 0
    if phase == RAV_MOVES:
        size = list_moves(r, s, some, 2)
    elif phase == RAV_ATTACKS:
        size = 2 * can_attack(r, s)
    else:
        size = list_few(r, s, some)
    require(size > 1, f"phase {PHASES[phase]}: there is no choice")
    return 0


cdef int check_dice(const GratisState* s, int phase) except -1:
    """Check that an attack rolls a possible number of dice. Raises StateError."""
    cdef int dice
    if phase == GUNS_ROLL:
        require(s.dice == MAX_DICE, f"dice: the defensive guns must roll {MAX_DICE}")
    elif phase == RAV_ROLL or phase in (EVADE, CARRIER_ROLL) and s.weapon == RAV_WEAPON:
        dice = attack_dice(s, s.done)
        require(s.dice <= dice, f"dice: the RAVs that have attacked must roll at most {dice}")
    elif phase in (EVADE, CARRIER_ROLL):
        dice = (gun_dice(s, s.target) if s.weapon == GUNS
                else EMP_DICE if s.weapon == EMP else NUKE_DICE)
        require(s.dice == dice or phase == CARRIER_ROLL and (
            s.dice == dice - EVADED_DICE  # or a nuke rolls only the dice that hit again
            or s.weapon == NUKE and s.dice < dice),
            f"dice: there must be {dice}, or {EVADED_DICE} less after an evasion")
    return 0
