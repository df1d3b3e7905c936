"""Positions as dictionaries, and back."""


from aicore.core._types cimport u32, u64
from aicore.core.bits cimport bit, count
from aicore.core.game cimport CHANCE, END
from aicore.core.restoring cimport members, named, require, whole
from aicore.games.gratis3.rules.actions cimport FEW, list_few, list_moves
from aicore.games.gratis3.rules.map cimport rank_of
from aicore.games.gratis3.rules.state cimport (
    BOMBER, BY_CHIPS, BY_TURNS, CARDS, CARRIER_ROLL, COMMAND, DEAL, DRONES, EMP, EMP_DICE,
    END_PHASE, EVADE, EVADED_DICE, FIGHTER, GUNS, GUNS_ROLL, HITS, KNOCK, LAUNCH, MAX_DICE,
    MAX_SHIELDS, MOVE_LAUNCH, NUKE, NUKE_DICE, OVERRIDE, QUEUE, RAV_ATTACKS, RAV_MOVES, RAV_ROLL,
    REPAIR, RETURN, SYSTEMS, SYSTEMS_PHASE, GratisState, Ship, held, lying_at, played, ravs_of,
    reserve_of, vulnerable,
)
from aicore.games.gratis3.rules.survey cimport Rules, can_attack, enemy_ravs, gun_dice
from aicore.games.gratis3.rules.turn cimport attack_dice

from aicore.core.codes import ids_of
from aicore.games.gratis3.rules.state import Ending, Phase
from aicore.games.gratis3.rules.board import KINDS

PHASES = ids_of(Phase, after="_PHASE")
ENDS = (None, *ids_of(Ending, before="BY_")[1:])
ATTACKS = (None, "guns", "emp", "nuke", "ravs")
BY_CHANCE = (DEAL, GUNS_ROLL, CARRIER_ROLL, SYSTEMS_PHASE, RAV_ROLL)
ON_CARRIER = (EVADE, CARRIER_ROLL, SYSTEMS_PHASE, KNOCK)  # phases of an attack on a Carrier
PENDING = (
    "launched", "weapon", "target", "dice", "hits", "again", "choice", "done", "attacked_ravs",
    "attacked_carriers", "override_ravs", "last_arrival", "last_turn", "can_be", "end",
)


cdef dict dump_fields(const Rules* r, const GratisState* s, int seat, object data,
                      object board):
    """The position in plain ids and numbers, as a seat knows it; -1: everything."""
    cdef const Ship* ship
    cdef int one, i
    cards, systems = data["cards"]["ids"], data["systems"]["ids"]
    names = board.names
    fields = {
        "phase": PHASES[s.phase],
        "seat": s.seat,
        "actor": s.turn if s.turn >= 0 else None,
        "turns": s.turns,
        "stockpile": s.stockpile,
    }
    for name in ("locations", "systems", "system_black", "shields", "shield_black", "supply",
                 "trophies", "rav_supply", "queue", "hand", "evasion", "ravs"):
        fields[name] = []
    can_be = []
    for one in range(r.seats):
        ship = &s.ships[one]
        fields["locations"].append(ship.location)
        fields["systems"].append([bool(ship.online >> i & 1) for i in range(SYSTEMS)])
        fields["system_black"].append([bool(ship.black >> i & 1) for i in range(SYSTEMS)])
        fields["shields"].append(ship.shields)
        fields["shield_black"].append(ship.black_shields)
        fields["supply"].append(ship.supply)
        fields["trophies"].append({"colored": ship.colored, "black": ship.trophies})
        fields["rav_supply"].append({kind: reserve_of(ship, i) for i, kind in enumerate(KINDS)})
        queue = [cards[(ship.queue >> 4 * i & 15) - 1] for i in range(4) if ship.queue >> 4 * i]
        fields["queue"].append(queue)
        open_to = seat == -1 or seat == one
        hand = [cards[i] for i in range(CARDS) for _ in range(held(ship, i))]
        fields["hand"].append(hand if open_to or ship.lying == 0 else [None] * len(hand))
        fields["evasion"].append([
            cards[lying_at(ship, i)] if open_to and i < 2 and lying_at(ship, i) >= 0 else None
            for i in range(len(queue))])
        can_be.append([named(ship.can_be[i] if i < 2 else 0, cards) for i in range(len(queue))])
    for i, name in enumerate(names):
        for one in range(r.seats):
            ship = &s.ships[one]
            if ravs_of(ship) >> i & 1:
                kind = KINDS[FIGHTER if ship.fighters >> i & 1 else BOMBER]
                tail = names[r.map.neighbor[i][s.tail[i] - 1]] if s.tail[i] else None
                fields["ravs"].append([name, one, kind, tail])
    target = None
    if s.phase in ON_CARRIER:
        target = s.target
    elif s.phase == RAV_ROLL:
        target = names[s.target]
    fields["pending"] = {
        "launched": KINDS[s.launched - 1] if s.launched else None,
        "weapon": ATTACKS[s.weapon],
        "target": target,
        "dice": s.dice,
        "hits": s.hits,
        "again": s.again,
        "choice": named(s.shown, systems),
        "done": named(s.done, names),
        "attacked_ravs": named(s.attacked, names),
        "attacked_carriers": [one for one in range(r.seats) if s.carriers >> one & 1],
        "override_ravs": bool(s.controlled),
        "last_arrival": s.last - 1 if s.last else None,
        "last_turn": bool(s.final),
        "can_be": can_be,
        "end": ENDS[s.end],
    }
    return fields


cdef int restore_fields(const Rules* r, dict fields, GratisState* s, object data,
                        object board, int black_chips) except -1:
    """Fill a zeroed position from a complete dump. Raises StateError."""
    cdef int seat, i
    phase, pending = fields["phase"], fields["pending"]
    require(phase in PHASES, f"phase: one of {', '.join(PHASES)}")
    require(isinstance(pending, dict) and set(pending) == set(PENDING),
            f"pending: {', '.join(PENDING)}")
    end = pending["end"]
    require(end in ENDS and (end is None) == (phase == "end") ^ True,
            "end: planet, chips or turns at the end, else null")
    s.phase = PHASES.index(phase)
    s.end = ENDS.index(end)
    s.seat = whole(fields["seat"], 0, r.seats - 1, "seat")
    s.turns = whole(fields["turns"], 0, r.last_turn, "turns")
    s.stockpile = whole(fields["stockpile"], 0, black_chips, "stockpile")
    for name in ("locations", "systems", "system_black", "shields", "shield_black", "supply",
                 "trophies", "rav_supply", "queue", "hand", "evasion"):
        require(len(listed(fields[name], name)) == r.seats,
                f"{name}: one for each of {r.seats} seats")
    require(len(listed(pending["can_be"], "can_be")) == r.seats, "can_be: one for each seat")
    for seat in range(r.seats):
        restore_chips(r, fields, &s.ships[seat], seat, data)
        restore_cards(fields, &s.ships[seat], seat, data)
    restore_ravs(r, fields["ravs"], s, board)
    for seat in range(r.seats):
        for i in range(2):
            size = count(s.ships[seat].bombers if i else s.ships[seat].fighters)
            size += reserve_of(&s.ships[seat], i)
            most = data["ship"]["bombers" if i else "fighters"]
            require(size <= most if r.removed else size == most,
                    f"ravs, rav_supply: {most} {KINDS[i]}s for seat {seat}")
    check_chips(r, s, data["ship"]["chips"], black_chips)
    restore_pending(r, pending, s, data, board)
    s.turn = s.target if s.phase == EVADE else s.seat
    if s.phase in BY_CHANCE:
        s.turn = CHANCE
    elif s.phase == END_PHASE:
        s.turn = END
    check_turn(r, s)
    return 0


cdef int restore_chips(const Rules* r, dict fields, Ship* ship, int seat, object data) except -1:
    cdef int i
    ship.location = whole(fields["locations"][seat], 0, r.map.locations, "locations")
    for name in ("systems", "system_black"):
        marks = listed(fields[name][seat], name)
        require(len(marks) == SYSTEMS and all([mark in (True, False) for mark in marks]),
                f"{name}: true or false for each of the four")
    for i in range(SYSTEMS):
        ship.online |= bool(fields["systems"][seat][i]) << i
        ship.black |= bool(fields["system_black"][seat][i]) << i
    require(not ship.black & ~ship.online, "system_black: of systems that are Online")
    ship.shields = whole(fields["shields"][seat], 0, MAX_SHIELDS, "shields")
    ship.black_shields = whole(fields["shield_black"][seat], 0, ship.shields, "shield_black")
    ship.supply = whole(fields["supply"][seat], 0, data["ship"]["chips"], "supply")
    won = fields["trophies"][seat]
    require(set(won) == {"colored", "black"}, "trophies: colored and black")
    ship.colored = whole(won["colored"], 0, 100, "trophies")
    ship.trophies = whole(won["black"], 0, 200, "trophies")
    stock = fields["rav_supply"][seat]
    require(set(stock) == set(KINDS), f"rav_supply: {' and '.join(KINDS)}")
    for i, kind in enumerate(KINDS):
        ship.reserve |= whole(stock[kind], 0, 15, "rav_supply") << 4 * i
    return 0


cdef int restore_cards(dict fields, Ship* ship, int seat, object data) except -1:
    """The nine cards of a seat, wherever they are."""
    cdef int i, card
    cdef int[CARDS] pool  # copies in hand or face down
    ids = data["cards"]["ids"]
    hand, queue, evasion = fields["hand"][seat], fields["queue"][seat], fields["evasion"][seat]
    can_be = fields["pending"]["can_be"][seat]
    require(isinstance(hand, list) and isinstance(queue, list)
            and all([card_id in ids for card_id in [*hand, *queue]]),
            f"hand, queue: lists of {', '.join(ids)}")
    require(len(listed(evasion, "evasion")) == len(listed(can_be, "can_be")) == len(queue),
            "evasion, can_be: an entry for each card of the queue")
    for i in range(CARDS):
        pool[i] = 0
    for i, name in enumerate(queue):
        require(i <= QUEUE, "queue: at most four cards")
        ship.queue |= (<int> ids.index(name) + 1) << 4 * i
    for i, name in enumerate(evasion):
        if name is None:
            require(can_be[i] == [], "can_be: empty where nothing lies face down")
            continue
        require(i < 2 and name in ids, "evasion: a card or null, on the first two of the queue")
        card = ids.index(name)
        ship.lying |= (card + 1) << 4 * i
        ship.can_be[i] = members(can_be[i], ids, "can_be")
        require(ship.can_be[i] >> card & 1, "can_be: names the card that lies there")
        pool[card] += 1
    for card in range(CARDS):
        copies = data["cards"]["copies"][card]
        size = hand.count(ids[card])
        pool[card] += size
        require(pool[card] + queue.count(ids[card]) == copies,
                f"hand, queue, evasion: {copies} {ids[card]} for seat {seat}")
        ship.hand |= <int> size << 2 * card
        for i in range(2):
            require(not ship.can_be[i] >> card & 1 or pool[card] > 0,
                    "can_be: cards in hand or face down")
    return 0


cdef int restore_ravs(const Rules* r, object ravs, GratisState* s, object board) except -1:
    cdef u64 taken = 0
    cdef int space, tail, seat
    names = board.names
    require(isinstance(ravs, list), "ravs: a list")
    for one in ravs:
        require(isinstance(one, list) and len(one) == 4 and one[0] in names and one[2] in KINDS,
                "ravs: each [SPACE, seat, fighter or bomber, SPACE or null]")
        space = names.index(one[0])
        seat = whole(one[1], 0, r.seats - 1, "ravs")
        require(not taken >> space & 1, f"ravs: two on {one[0]}")
        taken |= bit(space)
        if one[2] == KINDS[FIGHTER]:
            s.ships[seat].fighters |= bit(space)
        else:
            s.ships[seat].bombers |= bit(space)
        if one[3] is not None:
            require(one[3] in names, f"ravs: no Space {one[3]!r}")
            tail = names.index(one[3])
            require(r.map.near[space] >> tail & 1, f"ravs: {one[3]} is not next to {one[0]}")
            s.tail[space] = 1 + rank_of(r.map.near[space], tail)
    return 0


cdef int check_chips(const Rules* r, const GratisState* s, int chips, int black_chips) except -1:
    """Chips are neither made nor lost."""
    cdef const Ship* ship
    cdef int black = s.stockpile
    cdef int missing = 0  # own chips that are others' trophies
    cdef int own
    cdef int won = 0
    for seat in range(r.seats):
        ship = &s.ships[seat]
        black += count(ship.black) + ship.black_shields + ship.trophies
        own = ship.supply + count(ship.online & ~ship.black) + ship.shields - ship.black_shields
        require(own <= chips, f"supply: seat {seat} has {chips} chips")
        missing += chips - own
        won += ship.colored
    require(black == black_chips, f"stockpile: {black_chips} black chips in all")
    require(missing == won, "trophies: colored ones are what is missing elsewhere")
    require((s.stockpile == 0) == (s.end == BY_CHIPS), "stockpile: empty when it ended the game")
    return 0


cdef int restore_pending(const Rules* r, object pending, GratisState* s, object data,
                         object board) except -1:
    cdef int seat, phase
    cdef bint fighting
    names = board.names
    phase = s.phase
    launched, weapon, target = pending["launched"], pending["weapon"], pending["target"]
    require(launched is None or launched in KINDS and phase == LAUNCH,
            "launched: null, fighter or bomber")
    s.launched = 0 if launched is None else 1 + <int> KINDS.index(launched)
    require(weapon in ATTACKS and (weapon is not None) == (phase in ON_CARRIER),
            "weapon: guns, emp, nuke or ravs while a Carrier is attacked, else null")
    s.weapon = ATTACKS.index(weapon)
    if phase in ON_CARRIER:
        s.target = whole(target, 0, r.seats - 1, "target")
        require(s.target != s.seat and s.ships[s.target].location > 0, "target: an enemy")
    elif phase == RAV_ROLL:
        require(target in names, "target: a Space")
        s.target = names.index(target)
    rolls = phase in (GUNS_ROLL, EVADE, CARRIER_ROLL, RAV_ROLL)
    s.dice = whole(pending["dice"], rolls, MAX_DICE if rolls else 0, "dice")
    low, high = {HITS: (1, 16), SYSTEMS_PHASE: (2, 16), KNOCK: (0, 14)}.get(phase, (0, 0))
    s.hits = whole(pending["hits"], low, high, "hits")
    rolled = phase in (SYSTEMS_PHASE, KNOCK) and s.weapon == NUKE
    s.again = whole(pending["again"], 0, MAX_DICE if rolled else 0, "again")
    s.shown = members(pending["choice"], data["systems"]["ids"], "choice")
    require(count(s.shown) == 2 and not s.shown & ~s.ships[s.target].online
            if phase == KNOCK else s.shown == 0, "choice: two Online systems")
    fighting = phase in (RAV_ATTACKS, RAV_ROLL) or s.weapon == DRONES
    s.done = members(pending["done"], names, "done")
    require(not s.done & ~ravs_of(&s.ships[s.seat]) and (s.done == 0 or phase == RAV_MOVES
            or fighting), "done: own RAVs that have moved or attacked")
    s.attacked = members(pending["attacked_ravs"], names, "attacked_ravs")
    require(not s.attacked & ~enemy_ravs(r, s) and (s.attacked == 0 or fighting),
            "attacked_ravs: enemy RAVs")
    for one in listed(pending["attacked_carriers"], "attacked_carriers"):
        seat = whole(one, 0, r.seats - 1, "attacked_carriers")
        s.carriers |= 1 << seat
    require(s.carriers == 0 or fighting and not s.carriers >> s.seat & 1,
            "attacked_carriers: enemies in step 4")
    for name in ("override_ravs", "last_turn"):
        require(pending[name] is True or pending[name] is False, f"{name}: true or false")
    s.controlled = pending["override_ravs"]
    s.final = pending["last_turn"]
    if pending["last_arrival"] is not None:
        s.last = 1 + <int> whole(pending["last_arrival"], 0, r.seats - 1, "last_arrival")
    return 0


cdef int check_turn(const Rules* r, const GratisState* s) except -1:
    """Whether the parts of a restored position go together."""
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
                f"queue: {size} cards for seat {seat}")
    if phase == END_PHASE:
        require(s.end == BY_CHIPS or s.turns > 0, "turns: a turn was completed")
        require((s.turns - (s.end != BY_CHIPS)) % r.seats == s.seat and (
            s.end != BY_TURNS or s.turns == r.last_turn), "seat, turns: the seats take turns")
    elif phase == DEAL:
        require(s.turns == 0, "turns: 0 while cards are dealt")
        require(not any([s.ships[seat].location for seat in range(r.seats)]),
                "locations: all at the Gate while cards are dealt")
    else:
        require(s.turns < r.last_turn and s.turns % r.seats == s.seat,
                "seat, turns: the seats take turns, seat 0 begins")
    require(not s.controlled or played(s) == OVERRIDE and phase != RETURN,
            "override_ravs: after override was played, before it is returned")
    if s.last:
        require(phase != END_PHASE and all([
            s.ships[seat].location == r.map.locations for seat in range(r.seats)]),
            "last_arrival: when all are at the planet")
    require(not s.final or s.last == s.seat + 1, "last_turn: of the seat that arrived last")
    require(phase != LAUNCH or played(s) <= MOVE_LAUNCH, "launch: a launching card was played")
    require(phase != RETURN or played(s) == OVERRIDE, "return: override was played")
    require(phase != EVADE or target.lying >> 4 == 0, "evade: nothing lies on the middle card")
    if phase in (EVADE, CARRIER_ROLL):
        require(vulnerable(target), "target: a Carrier with a shield or an Online system")
    require(phase != SYSTEMS_PHASE or target.online, "target: a Carrier with an Online system")
    require(phase != RAV_ROLL or s.attacked >> s.target & 1, "target: one of attacked_ravs")
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
    """Whether an attack under way rolls as many dice as it can have."""
    cdef int dice
    if phase == GUNS_ROLL:
        require(s.dice == MAX_DICE, "dice: eight for the defensive guns")
    elif phase == RAV_ROLL or phase in (EVADE, CARRIER_ROLL) and s.weapon == DRONES:
        dice = attack_dice(s, s.done)
        require(s.dice <= dice, f"dice: {dice} at most, of the RAVs that have attacked")
    elif phase in (EVADE, CARRIER_ROLL):
        dice = (gun_dice(s, s.target) if s.weapon == GUNS
                else EMP_DICE if s.weapon == EMP else NUKE_DICE)
        require(s.dice == dice or phase == CARRIER_ROLL and (
            s.dice == dice - EVADED_DICE  # or a NUKE rolls again what has hit
            or s.weapon == NUKE and s.dice < dice), f"dice: {dice}, two less when evaded")
    return 0


cdef object listed(value, str what):
    require(isinstance(value, list), f"{what}: a list")
    return value
