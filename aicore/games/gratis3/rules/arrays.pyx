"""Gratis-3 in arrays: actions as numbers, and what a seat knows in bytes.

Each kind of action has numbers of its own. Seats are numbered by how many come between them and the
mover, attackers of a Carrier by their ranks beside the Location where it is.
"""

from libc.string cimport memset

from aicore.core._types cimport u32, u64, u8
from aicore.core.bits cimport count, lowest, select
from aicore.core.marks cimport mark_each, write_pair
from aicore.games.gratis3.rules.actions cimport FIRST_CARRIER, attack_event, attackers_of, rav_event
from aicore.games.gratis3.rules.map cimport (
    MAX_BESIDE, Reach, chosen_of, rank_of, ranks_of,
)
from aicore.games.gratis3.rules.state cimport (
    ATTACKS_DONE_TAG, ATTACK_CARRIER_TAG, ATTACK_RAV_TAG, BY_TURNS, CARDS, CARRIER_ROLL, DRONES,
    EMP_TAG, END_PHASE, EVADE, EVADE_TAG, FIGHTER, FIRE_TAG, GUNS_TAG, HITS_DONE_TAG, HIT_TAG,
    KNOCK, KNOCK_TAG, LAUNCHED_TAG, LAUNCH_TAG, MAX_DICE, MAX_SHIELDS, NO_EVADE_TAG,
    NO_REPAIR_TAG, NUKE_TAG, OVERRIDE_FIRE_TAG, OVERRIDE_GUNS_TAG, OVERRIDE_MOVE_TAG,
    OVERRIDE_RAVS_TAG, OVERRIDE_REPAIR_TAG, PLAY_TAG, QUEUE, RAV_ROLL, RAV_TAG, REPAIR_TAG,
    RETURN_OVERRIDE_TAG, RETURN_TAG, SHIELDS_TAG, SYSTEMS, SYSTEMS_PHASE, TAGS, GratisState, Ship,
    code, held, lying_at, ravs_of, reserve_of, tag_of,
)

from aicore.core.observation import Field

cdef enum:
    FACE_DOWN = 2  # cards of the queue on which one may lie
    GROUPS = 15  # of attackers beside a Location: sets of four, not empty


# Actions


cdef int fill_tokens(const Rules* r, Tokens* w) except -1:
    """Number the tokens."""
    cdef int space, i
    cdef int others = r.seats - 1
    cdef int kind = FIGHTER  # any RAV can go at most where this one can whose tail points nowhere
    memset(w, 0, sizeof(Tokens))
    for tag, size in (
        (NO_REPAIR_TAG, 1), (REPAIR_TAG, SYSTEMS), (PLAY_TAG, CARDS),
        (LAUNCH_TAG, 2 * r.map.spaces), (LAUNCHED_TAG, 1), (SHIELDS_TAG, 1), (GUNS_TAG, 1),
        (HIT_TAG, r.map.spaces), (HITS_DONE_TAG, 1), (FIRE_TAG, others), (EMP_TAG, others),
        (NUKE_TAG, others), (OVERRIDE_REPAIR_TAG, SYSTEMS), (OVERRIDE_MOVE_TAG, 1),
        (OVERRIDE_RAVS_TAG, 1), (OVERRIDE_GUNS_TAG, 1), (OVERRIDE_FIRE_TAG, others),
        (EVADE_TAG, CARDS), (NO_EVADE_TAG, 1), (KNOCK_TAG, SYSTEMS), (ATTACKS_DONE_TAG, 1),
        (RETURN_TAG, 1), (RETURN_OVERRIDE_TAG, 1), (ATTACK_CARRIER_TAG, others * GROUPS),
    ):
        w.first[<int> tag] = w.size
        w.sizes[<int> tag] = size
        w.size += size
    for space in range(r.map.spaces):
        w.attack[space] = w.size
        w.size += (1 << count(r.map.near[space])) - 1
        w.lines = max(w.lines, count(r.map.near[space]))
    for space in range(r.map.spaces):
        for i in range(r.map.size[kind][space][0]):
            add_way(w, space, &r.map.reaches[r.map.first[kind][space][0] + i])
    return 0


cdef void add_way(Tokens* w, int space, const Reach* reach) noexcept:
    cdef Way* way = &w.way[space][reach.tail]
    way.ends = reach.to
    way.first = w.size
    w.size += count(reach.to)


cdef int fill_meanings(const Rules* r, const Tokens* w, u32* meaning) except -1:
    """For each token the action; in the place of a seat, how many come between it and the mover.

    Of an attack on a Carrier the last four bits are the attackers' ranks beside its Location.
    """
    cdef int tag, i, space, tail
    cdef u64 rest
    for tag in range(TAGS):
        for i in range(w.sizes[tag]):
            meaning[w.first[tag] + i] = code(tag, i)
    for i in range(r.map.spaces):
        meaning[w.first[LAUNCH_TAG] + r.map.spaces + i] = code(LAUNCH_TAG, 1 << 6 | i)
    for i in range((r.seats - 1) * GROUPS):
        meaning[w.first[ATTACK_CARRIER_TAG] + i] = code(
            ATTACK_CARRIER_TAG, i // GROUPS << 8 | i % GROUPS + 1)
    for space in range(r.map.spaces):
        for i in range(1, 1 << count(r.map.near[space])):
            meaning[w.attack[space] + i - 1] = code(ATTACK_RAV_TAG, space << 8 | i)
        for tail in range(r.map.spaces):
            rest = w.way[space][tail].ends
            for i in range(count(rest)):
                meaning[w.way[space][tail].first + i] = rav_event(space, select(rest, i), tail)
    return 0


cdef inline int from_seat(const Rules* r, int seat, int other) noexcept nogil:
    """How many seats `other` comes after `seat`."""
    return other - seat if other >= seat else other - seat + r.seats


cdef int token_of(
        const Rules* r, const Tokens* w, const GratisState* s, u32 action) noexcept nogil:
    """The token of a legal action."""
    cdef int tag = tag_of(action)
    cdef int detail = action & 0xFFFFFF
    cdef const Way* way
    cdef int seat
    if tag == RAV_TAG:
        way = &w.way[detail >> 12][detail & 63]
        return way.first + rank_of(way.ends, detail >> 6 & 63)
    if tag == ATTACK_RAV_TAG:
        return w.attack[detail >> 8] + (detail & 0xFF) - 1
    if tag == ATTACK_CARRIER_TAG:
        seat = detail >> 8
        detail = ranks_of(r.map.beside[s.ships[seat].location], attackers_of(r, action))
        return w.first[tag] + (from_seat(r, s.turn, seat) - 1) * GROUPS + detail - 1
    if tag == LAUNCH_TAG:
        detail = (detail >> 6) * r.map.spaces + (detail & 63)
    elif tag in (FIRE_TAG, EMP_TAG, NUKE_TAG, OVERRIDE_FIRE_TAG):
        detail = from_seat(r, s.turn, detail) - 1
    return w.first[tag] + detail


cdef u32 action_of(const Rules* r, const GratisState* s, u32 meaning) noexcept nogil:
    """The action that a token means to the mover."""
    cdef int tag = tag_of(meaning)
    cdef int detail = meaning & 0xFFFFFF
    cdef int seat
    if tag == ATTACK_CARRIER_TAG:
        seat = seat_after(r, s.turn, (detail >> 8) + 1)
        return attack_event(
            r, s, FIRST_CARRIER + seat,
            chosen_of(r.map.beside_list[s.ships[seat].location], detail & GROUPS))
    if tag in (FIRE_TAG, EMP_TAG, NUKE_TAG, OVERRIDE_FIRE_TAG):
        return code(tag, seat_after(r, s.turn, detail + 1))
    return meaning


cdef inline int seat_after(const Rules* r, int seat, int places) noexcept nogil:
    return seat + places if seat + places < r.seats else seat + places - r.seats


cdef int most_actions(const Rules* r, object ship) except -1:
    """A bound on the actions of a game: the turns that it may have, times those of a turn.

    A turn repairs, commands, launches three times (the last stops it), chooses guns or a target,
    spends hits on all that stand beside a Location (and stops), moves each RAV, attacks with each
    (and stops), and returns a card. Others may evade each attack on a Carrier; each of their
    systems is knocked Down once.
    """
    cdef int ravs = ship["fighters"] + ship["bombers"]
    cdef int others = r.seats - 1
    return r.last_turn * (2 + 3 + 1 + MAX_BESIDE + 1 + 2 * ravs + 1 + 1
                          + 1 + others + SYSTEMS * others)


# Observations


cdef tuple fields_of(const Rules* r, const Tokens* w, object ship, int black_chips):
    """The parts of an observation, in the order in which `observe_seat` writes them."""
    cdef int n = r.seats
    cdef int spaces = r.map.spaces
    cdef int places = r.map.locations + 1
    cdef int chips = ship["chips"]
    cdef int ravs = max(1, ship["fighters"], ship["bombers"])
    return (
        Field("phase", (END_PHASE + 1,), 1),
        Field("seat on turn", (n,), 1),
        Field("seat to decide", (n,), 1),
        Field("turns left", (2,), 255),  # of all seats: high byte, low byte
        Field("destroyed RAVs removed", (1,), 1),  # the option
        Field("stockpile", (1,), black_chips),
        Field("launched", (2,), 1),  # a Fighter or a Bomber in this launch
        Field("weapon", (DRONES,), 1),  # guns, EMP, nuke, RAVs
        Field("target", (n,), 1),  # a Carrier
        Field("dice", (1,), MAX_DICE),
        Field("hits", (1,), 2 * MAX_DICE),
        Field("dice again", (1,), MAX_DICE),
        Field("choice", (SYSTEMS,), 1),
        Field("attacked Carriers", (n,), 1),
        Field("override ravs", (1,), 1),
        Field("last arrival", (n,), 1),
        Field("last turn", (1,), 1),
        Field("end", (BY_TURNS,), 1),
        Field("own hand", (CARDS,), 3),
        Field("own evasion", (FACE_DOWN, CARDS), 1),
        Field("hand and evasion", (n, CARDS), 3),  # both together
        Field("evasion", (n, FACE_DOWN), 1),  # whether a card lies there
        Field("evasion can be", (n, FACE_DOWN, CARDS), 1),  # to others
        Field("queue", (n, QUEUE + 1, CARDS), 1),  # from the left
        Field("Location", (n, places), 1),
        Field("systems", (n, SYSTEMS), 1),
        Field("black systems", (n, SYSTEMS), 1),
        Field("shields", (n,), MAX_SHIELDS),
        Field("black shields", (n,), MAX_SHIELDS),
        Field("supply", (n,), chips),
        Field("colored trophies", (n,), n * chips),
        Field("black trophies", (n,), black_chips),
        Field("RAVs in supply", (n, 2), ravs),
        Field("Fighters", (n, spaces), 1),
        Field("Bombers", (n, spaces), 1),
        Field("tails", (spaces, w.lines), 1),  # to which neighbor, in map order
        Field("done RAVs", (spaces,), 1),
        Field("attacked RAVs", (spaces,), 1),
        Field("target RAV", (spaces,), 1),
    )


cdef u8* observe_turn(
        const Rules* r, const GratisState* s, int seat, u8* out) noexcept nogil:
    """What is decided, and what is under way. Returns where it ends."""
    cdef int n = r.seats
    cdef int one
    out[s.phase] = 1
    out += END_PHASE + 1
    out[from_seat(r, seat, s.seat)] = 1
    if s.turn >= 0:
        out[n + from_seat(r, seat, s.turn)] = 1
    out += 2 * n
    write_pair(r.last_turn - s.turns, out)
    out[2] = r.removed
    out[3] = s.stockpile
    out += 4
    if s.launched:
        out[s.launched - 1] = 1
    out += 2
    if s.weapon:
        out[s.weapon - 1] = 1
    out += DRONES
    if s.phase in (EVADE, CARRIER_ROLL, SYSTEMS_PHASE, KNOCK):
        out[from_seat(r, seat, s.target)] = 1
    out += n
    out[0] = s.dice
    out[1] = s.hits
    out[2] = s.again
    out += 3
    mark_each(s.shown, out)
    out += SYSTEMS
    if s.carriers:
        for one in range(n):
            out[from_seat(r, seat, one)] = s.carriers >> one & 1
    out += n
    out[0] = s.controlled
    if s.last:
        out[1 + from_seat(r, seat, s.last - 1)] = 1
    out += 1 + n
    out[0] = s.final
    if s.end:
        out[s.end] = 1
    return out + 1 + BY_TURNS


cdef u8* observe_cards(
        const Rules* r, const GratisState* s, int seat, u8* out) noexcept nogil:
    """Hands and queues; of others' face-down cards only what they can be. Returns the end."""
    cdef int n = r.seats
    cdef const Ship* ship = &s.ships[seat]
    cdef u8* pools
    cdef u8* lying
    cdef u8* can_be
    cdef int i, card, place, queue
    for card in range(CARDS):
        out[card] = held(ship, card)
    out += CARDS
    for place in range(FACE_DOWN):
        if lying_at(ship, place) >= 0:
            out[place * CARDS + lying_at(ship, place)] = 1
    pools = out + FACE_DOWN * CARDS
    lying = pools + n * CARDS
    can_be = lying + n * FACE_DOWN
    out = can_be + n * FACE_DOWN * CARDS
    for i in range(n):
        ship = &s.ships[seat_after(r, seat, i)]
        for card in range(CARDS):
            pools[card] = held(ship, card)
        if ship.lying:
            for place in range(FACE_DOWN):
                if lying_at(ship, place) >= 0:
                    pools[lying_at(ship, place)] += 1
                    lying[place] = 1
                    mark_each(ship.can_be[place], can_be + place * CARDS)
        queue = ship.queue
        place = 0
        while queue:
            out[place * CARDS + (queue & 15) - 1] = 1
            queue >>= 4
            place += 1
        pools += CARDS
        lying += FACE_DOWN
        can_be += FACE_DOWN * CARDS
        out += (QUEUE + 1) * CARDS
    return out


cdef u8* observe_ships(
        const Rules* r, const GratisState* s, int seat, u8* out) noexcept nogil:
    """Carriers, chips and RAVs, one thing after the other, own first. Returns where it ends."""
    cdef int n = r.seats
    cdef int places = r.map.locations + 1
    cdef int spaces = r.map.spaces
    cdef const Ship* ship
    cdef u8* end = out
    cdef int i
    for i in range(n):
        ship = &s.ships[seat_after(r, seat, i)]
        out = end
        out[i * places + ship.location] = 1
        out += n * places
        mark_each(ship.online, out + i * SYSTEMS)
        out += n * SYSTEMS
        mark_each(ship.black, out + i * SYSTEMS)
        out += n * SYSTEMS + i
        out[0] = ship.shields
        out[n] = ship.black_shields
        out[2 * n] = ship.supply
        out[3 * n] = ship.colored
        out[4 * n] = ship.trophies
        out += 5 * n - i
        out[2 * i] = reserve_of(ship, 0)
        out[2 * i + 1] = reserve_of(ship, 1)
        out += 2 * n
        mark_each(ship.fighters, out + i * spaces)
        out += n * spaces
        mark_each(ship.bombers, out + i * spaces)
        out += n * spaces
    return out


cdef void observe_seat(const Rules* r, const Tokens* w, const GratisState* s, int seat,
                       u8* out) noexcept nogil:
    """Write all fields into zeroed memory, as `seat` sees them."""
    cdef int spaces = r.map.spaces
    cdef u64 rest
    cdef int i, space
    out = observe_turn(r, s, seat, out)
    out = observe_cards(r, s, seat, out)
    out = observe_ships(r, s, seat, out)
    for i in range(r.seats):
        rest = ravs_of(&s.ships[i])
        while rest:
            space = lowest(rest)
            if s.tail[space]:
                out[space * w.lines + s.tail[space] - 1] = 1
            rest &= rest - 1
    out += spaces * w.lines
    mark_each(s.done, out)
    mark_each(s.attacked, out + spaces)
    if s.phase == RAV_ROLL:
        out[2 * spaces + s.target] = 1
