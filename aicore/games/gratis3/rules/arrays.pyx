"""Gratis-3 in arrays: actions as tokens, and observations as bytes.

Each kind of action has its own tokens. A token gives a seat by the number of seats between it and
the mover, and attackers of a Carrier by their ranks beside its Location.
"""

from aicore.core._types cimport u32, u64, u8
from aicore.core.bits cimport count, select
from aicore.games.gratis3.rules.actions cimport FIRST_CARRIER, attack_event, attackers_of, rav_event
from aicore.games.gratis3.rules.map cimport MAX_BESIDE, Reach, chosen_of, rank_of, ranks_of
from aicore.games.gratis3.rules.state cimport (
    ATTACKS_DONE_TAG, ATTACK_CARRIER_TAG, ATTACK_RAV_TAG, CARDS, CARRIER_ROLL, EMP_TAG,
    EVADE, EVADE_TAG, FIGHTER, FIRE_TAG, GUNS_TAG, HITS_DONE_TAG, HIT_TAG, KNOCK, KNOCK_TAG,
    LAUNCHED_TAG, LAUNCH_TAG, NO_EVADE_TAG, NO_REPAIR_TAG, NUKE_TAG, OVERRIDE_FIRE_TAG,
    OVERRIDE_GUNS_TAG, OVERRIDE_MOVE_TAG, OVERRIDE_RAVS_TAG, OVERRIDE_REPAIR_TAG, PLAY_TAG, QUEUE,
    RAV_ROLL, RAV_TAG, REPAIR_TAG, RETURN_OVERRIDE_TAG, RETURN_TAG, SHIELDS_TAG, SYSTEMS,
    SYSTEMS_PHASE, TAGS, GratisState, Ship, code, lying_at, tag_of,
)

from aicore.core.observation import Field

cdef enum:
    FACE_DOWN = 2  # number of cards in the queue that may have a face-down card on them
    GROUPS = 15  # number of nonempty sets of attackers on the four Spaces beside a Location


# Actions


cdef int fill_tokens(const Rules* r, Tokens* w) except -1:
    """Number the tokens. `w` must be zeroed."""
    cdef int space, i
    cdef int others = r.seats - 1
    cdef int kind = FIGHTER  # a Fighter without a tail reaches all ends that any RAV can reach
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
    """Write the action of each token, with seats counted from the mover, as `action_of` reads it.

    For an attack on a Carrier, the last four bits are the attackers' ranks beside its Location.
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
    """Return the number of seats by which `other` comes after `seat`."""
    return other - seat if other >= seat else other - seat + r.seats


cdef int token_of(
        const Rules* r, const Tokens* w, const GratisState* s, u32 action) noexcept nogil:
    """Return the token of a legal action."""
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
    """Return the mover's action for a token with this meaning (`fill_meanings`)."""
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
    """Return a bound on the actions of a game: the maximum number of turns, times their actions.

    In a turn, a seat repairs, commands, launches three times (the last time to stop), and chooses
    guns or a target. It spends hits on all RAVs beside a Location and stops. It moves each RAV,
    attacks with each and stops, and takes a card back. Other seats may evade each attack on a
    Carrier, and each of their systems may go Down once.
    """
    cdef int ravs = ship["fighters"] + ship["bombers"]
    cdef int others = r.seats - 1
    return r.last_turn * (2 + 3 + 1 + MAX_BESIDE + 1 + 2 * ravs + 1 + 1
                          + 1 + others + SYSTEMS * others)


# Observations


cdef tuple fields_of(const Rules* r, object data, object board):
    """Return the fields that `observe_rest` writes, in order; the layout's fields follow."""
    cdef int n = r.seats
    ship, cards = data["ship"], ("none", *data["cards"]["ids"])
    return (
        Field("destroyed RAVs removed", (1,), 1, "flag"),  # the option
        Field("turns left", (1,), r.last_turn),  # turns of all seats
        Field("seat on turn", (1,), n, "seat"),
        Field("seat to decide", (1,), n, "seat"),
        Field("target", (1,), n, "seat"),  # seat of the Carrier under attack
        Field("target RAV", (1,), r.map.spaces, "category", ("none", *board.names)),
        Field("last arrival", (1,), n, "seat"),
        Field("attacked Carriers", (n,), 1, "flag"),
        Field("own hand", (CARDS,), 3),
        Field("own evasion", (FACE_DOWN,), CARDS, "card", cards, first=1),
        Field("hand and evasion", (n, CARDS), 3),  # number of copies in both together
        Field("queue", (n, QUEUE + 1), CARDS, "card", cards, first=1),  # from the left
        Field("RAVs in supply", (n, 2), max(1, ship["fighters"], ship["bombers"])),
    )


cdef void observe_rest(
        const Rules* r, const GratisState* s, int seat, u8* out) noexcept nogil:
    """Write the fields that the layout leaves out, as a seat knows them. `out` must be zeroed."""
    cdef int n = r.seats
    cdef int left = r.last_turn - s.turns
    cdef const Ship* ship
    cdef u8* queue
    cdef u8* reserve
    cdef int i, _
    out[0] = r.removed
    out[1] = left & 0xFF
    if r.last_turn > 0xFF:
        out[2] = left >> 8
        out += 1
    out += 2
    out[0] = 1 + from_seat(r, seat, s.seat)
    if s.turn >= 0:
        out[1] = 1 + from_seat(r, seat, s.turn)
    if s.phase in (EVADE, CARRIER_ROLL, SYSTEMS_PHASE, KNOCK):
        out[2] = 1 + from_seat(r, seat, s.target)
    elif s.phase == RAV_ROLL:
        out[3] = 1 + s.target
    if s.last:
        out[4] = 1 + from_seat(r, seat, s.last - 1)
    out += 5
    if s.carriers:
        for i in range(n):
            out[from_seat(r, seat, i)] = s.carriers >> i & 1
    out += n
    ship = &s.ships[seat]
    observe_hand(ship, out)
    out += CARDS
    for i in range(FACE_DOWN):
        out[i] = 1 + lying_at(ship, i)
    out += FACE_DOWN
    queue = out + n * CARDS
    reserve = queue + n * (QUEUE + 1)
    for _ in range(n):
        observe_ship(ship, out, queue, reserve)
        ship = ship + 1 if ship < &s.ships[n - 1] else s.ships
        out += CARDS
        queue += QUEUE + 1
        reserve += 2


cdef inline void observe_hand(const Ship* ship, u8* out) noexcept nogil:
    """Write the number of copies of each card."""
    cdef int hand = ship.hand
    cdef int card
    for card in range(CARDS):
        out[card] = hand >> 2 * card & 3


cdef inline void observe_ship(
        const Ship* ship, u8* pool, u8* queue, u8* reserve) noexcept nogil:
    """Write a seat's cards in hand or face down, its queue, and its supply."""
    cdef int lying = ship.lying
    cdef int cards = ship.queue
    cdef int place
    observe_hand(ship, pool)
    if lying & 15:
        pool[(lying & 15) - 1] += 1
    if lying >> 4:
        pool[(lying >> 4) - 1] += 1
    for place in range(QUEUE + 1):
        queue[place] = cards >> 4 * place & 15
    reserve[0] = ship.reserve & 15
    reserve[1] = ship.reserve >> 4
