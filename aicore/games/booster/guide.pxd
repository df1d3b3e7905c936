# Judgement, not rules: how many turns a hand still needs to the target, and what follows from it.
#
# A hold is what a hand is worth keeping for: at most one card of each type, by class (cards of
# equal figures are one class), the best crew, propulsion and transport. The table of expected turns
# to the target by hold and points needed is the solution of the game played alone; it is computed
# by bench/fit/booster.py and stored in guide.toml.
from libc.math cimport exp, sqrt

from aicore.core._types cimport u8, u16, u32, u64
from aicore.core.bits cimport bit, count, lowest
from aicore.games.booster.melds cimport MeldTable, has_all_types, list_melds, meld_points
from aicore.games.booster.state cimport (
    CARDS, CREW, DEALT, DESTINATION, EJECT, FULL_HAND, MELD_SIZE, MISSION,
    MOST_SEATS, PASS_TAG, PAYLOAD, PROPULSION, TAG_SHIFT, TRANSPORT, BoosterState,
    eject_event, meld_cards, of_type,
)

cdef enum:
    HOLDS = 4096  # 4 crews x 4 propulsions x 4 transports x 8 destinations x 8 payloads
    NEEDS = 8  # rows of the table: 2 points or fewer needed, 3, ..., 8, 9 or more
    MOST_NEED = 100


ctypedef struct GuideTable:
    u64[4] at_least  # crew, propulsion and transport cards of at least this level
    u16[CARDS] part  # what a destination or payload adds to the number of its hold
    u8[NEEDS][HOLDS] turns  # expected turns to the target above base, in units of `unit`
    float unit
    float[MOST_NEED + 1] base  # by points needed; 0 needed: the game is won
    float[MOST_NEED + 1] after_meld  # expected turns when a meld has just been flown
    float[NEEDS][CARDS + 1] alone  # turns above base for one card kept after a meld; last: for none
    float spare_worth  # turns that a second choice as good as the first saves
    float draw_worth  # turns that one more card to draw saves
    float spread  # the race: what a turn's lead is worth, at the end ...
    float widening  # ... and how that fades with the turns to go


cdef inline int row_of(int need) noexcept nogil:
    return 0 if need <= 2 else need - 2 if need < NEEDS + 1 else NEEDS - 1


cdef inline int level_of(const GuideTable* guide, u64 cards) noexcept nogil:
    """The best level among cards of one type; 0 for none."""
    return (
        ((cards & guide.at_least[1]) != 0) + ((cards & guide.at_least[2]) != 0)
        + ((cards & guide.at_least[3]) != 0)
    )


cdef inline int levels_of(const GuideTable* guide, u64 hand) noexcept nogil:
    """The part of a hold's number that crew, propulsion and transport make."""
    return (
        level_of(guide, hand & of_type(CREW)) << 10
        | level_of(guide, hand & of_type(PROPULSION)) << 8
        | level_of(guide, hand & of_type(TRANSPORT)) << 6
    )


cdef inline int best_hold(const GuideTable* guide, u64 hand, int row, int* destination,
                          int* payload, int* second) noexcept nogil:
    """The table's value of the best hold in a hand, and the two cards that make it (-1: none).

    `second` receives the value of the next best hold with another destination or payload.
    """
    cdef int levels = levels_of(guide, hand)
    cdef const u8* turns = guide.turns[row]
    cdef u64 destinations = hand & of_type(DESTINATION)
    cdef u64 payloads
    cdef int place, load, value, number
    cdef int chosen = -1
    cdef int best = 256
    second[0] = 256
    while True:
        place = lowest(destinations) if destinations else -1
        payloads = hand & of_type(PAYLOAD)
        while True:
            load = lowest(payloads) if payloads else -1
            number = levels
            if place >= 0:
                number |= guide.part[place]
            if load >= 0:
                number |= guide.part[load]
            value = turns[number]
            if value < best:
                second[0] = best
                best = value
                chosen = number
                destination[0] = place
                payload[0] = load
            elif value < second[0] and number != chosen:
                second[0] = value
            payloads &= payloads - 1
            if payloads == 0:
                break
        destinations &= destinations - 1
        if destinations == 0:
            break
    return best


cdef inline float held_turns(const GuideTable* guide, u64 hand, int need) noexcept nogil:
    """Expected turns to the target for a hand that is held over."""
    cdef int destination = -1
    cdef int payload = -1
    cdef int second = 256
    cdef int best
    cdef float turns, gap
    best = best_hold(guide, hand, row_of(need), &destination, &payload, &second)
    turns = guide.base[need] + guide.unit * best
    if not (count(hand) == FULL_HAND and has_all_types(hand)):  # there is room for a spare card
        gap = guide.unit * (second - best)
        if gap < 1.0:
            turns -= guide.spare_worth * (1.0 - gap)
    return turns


cdef inline int keep_alone(const GuideTable* guide, u64 hand, int need) noexcept nogil:
    """Which card of the few left after a meld is worth keeping; CARDS for none."""
    cdef const float* alone = guide.alone[row_of(need)]
    cdef int best = CARDS
    while hand:
        if alone[lowest(hand)] < alone[best]:
            best = lowest(hand)
        hand &= hand - 1
    return best


cdef inline float fresh_turns(const GuideTable* guide, u64 hand, int need) noexcept nogil:
    """Expected turns to the target after a meld, for what is left in the hand."""
    return guide.base[need] + guide.alone[row_of(need)][keep_alone(guide, hand, need)]


cdef inline float best_mission(const GuideTable* guide, const MeldTable* table, u64 hand,
                               int need, u32* choice) noexcept nogil:
    """Expected turns after the better of passing and the best meld; 0 when a meld wins."""
    cdef u32[4] melds
    cdef int size = list_melds(table, hand, melds)
    cdef float best, value
    cdef int i, left
    choice[0] = PASS_TAG << TAG_SHIFT
    best = held_turns(guide, hand, need)
    for i in range(size):
        left = need - meld_points(table, melds[i])
        if left <= 0:
            choice[0] = melds[i]
            return 0.0
        value = fresh_turns(guide, hand ^ meld_cards(melds[i]), left)
        if value < best:
            best = value
            choice[0] = melds[i]
    return best


cdef inline u32 best_eject(const GuideTable* guide, u64 hand, int need) noexcept nogil:
    """The throw that leaves most: of a full hand two cards, after a meld what is not worth it."""
    cdef int row = row_of(need)
    cdef int destination = -1
    cdef int payload = -1
    cdef int card, levels, value, kind
    cdef int first = -1
    cdef int second = -1
    cdef int first_value = -1
    cdef int second_value = -1
    cdef u64 rest, same
    if count(hand) < FULL_HAND:
        card = keep_alone(guide, hand, need)
        if card < CARDS:
            hand ^= bit(card)
        first = lowest(hand)
        second = lowest(hand & (hand - 1)) if hand & (hand - 1) else first
        return eject_event(first, second)
    best_hold(guide, hand, row, &destination, &payload, &value)
    rest = hand
    for kind in range(MELD_SIZE):
        same = hand & of_type(kind)
        if same == 0:
            continue
        if kind == DESTINATION:
            rest ^= bit(destination)
        elif kind == PAYLOAD:
            rest ^= bit(payload)
        elif same & guide.at_least[3]:
            rest ^= bit(lowest(same & guide.at_least[3]))
        elif same & guide.at_least[2]:
            rest ^= bit(lowest(same & guide.at_least[2]))
        else:
            rest ^= bit(lowest(same))
    # Spare destinations and payloads are worth what they would be worth in the hold.
    levels = levels_of(guide, hand)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        value = 256
        if of_type(DESTINATION) & bit(card):
            value = guide.turns[row][
                levels | guide.part[card] | (guide.part[payload] if payload >= 0 else 0)]
        elif of_type(PAYLOAD) & bit(card):
            value = guide.turns[row][
                levels | guide.part[card] | (guide.part[destination] if destination >= 0 else 0)]
        if value > first_value:
            second, second_value = first, first_value
            first, first_value = card, value
        elif value > second_value:
            second, second_value = card, value
    return eject_event(min(first, second), max(first, second))


cdef inline float turns_to_target(const GuideTable* guide, const MeldTable* table,
                                  const BoosterState* s, int seat, int need) noexcept nogil:
    """Expected turns that a seat will still begin before it reaches the target."""
    cdef u64 hand = s.hands[seat]
    cdef int size = count(hand)
    cdef u32 choice
    if seat == s.seat and s.phase == MISSION:
        return best_mission(guide, table, hand, need, &choice)
    if size == FULL_HAND:
        return held_turns(guide, hand, need)
    if size <= 1 or seat == s.seat and s.phase == EJECT:
        return fresh_turns(guide, hand, need)
    return held_turns(guide, hand, need) + guide.draw_worth * (size - DEALT)


cdef inline void win_chances(const GuideTable* guide, const MeldTable* table,
                             const BoosterState* s, int seats, int target, int last_turn,
                             double* out) noexcept nogil:
    """Each seat's chance to win: a race of expected turns, earlier seats in turn order ahead."""
    cdef float[MOST_SEATS] turns
    cdef float soonest = 1e9
    cdef float rounds, share
    cdef double total = 0.0
    cdef double scale
    cdef int next_seat = s.seat
    cdef int seat, need
    if s.phase == MISSION or s.phase == EJECT:
        next_seat = s.seat + 1
    rounds = <float> (last_turn - s.turns) / seats
    for seat in range(seats):
        need = target - s.scores[seat]
        turns[seat] = turns_to_target(guide, table, s, seat, need)
        if turns[seat] <= 0.0:  # the seat to move can fly to the target now
            for need in range(seats):
                out[need] = need == seat
            return
        turns[seat] += <float> ((seat - next_seat + seats) % seats) / seats
        soonest = min(soonest, turns[seat])
    if rounds < soonest:
        # Time runs out first: scores count, and hands as far as there are turns to use them.
        share = rounds / (rounds + 2)
        for seat in range(seats):
            need = target - s.scores[seat]
            turns[seat] = guide.after_meld[need] + share * (turns[seat] - guide.after_meld[need])
        soonest = rounds
    scale = -1.0 / (guide.spread + guide.widening * sqrt(soonest))
    soonest = min(turns[0], turns[1])
    for seat in range(seats):
        out[seat] = exp(scale * (turns[seat] - soonest))
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total
