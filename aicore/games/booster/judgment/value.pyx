"""Heuristics: expected turns from a hand to the target, and choices based on them.

A hold is the part of a hand worth keeping: at most one card of each type, with the best crew,
propulsion and transport. Cards with equal figures count as one class. A table has the expected
turns to the target by hold and points needed. It is the solution of the game for one seat, which
bench/fit/booster.py computes and stores in value.toml.
"""

import base64
import zlib

from libc.math cimport sqrt

from aicore.core._types cimport u8, u32, u64
from aicore.core.bits cimport bit, count, lowest
from aicore.core.maths cimport exp
from aicore.games.booster.rules.melds cimport MeldTable, has_all_types, list_melds, meld_points
from aicore.games.booster.rules.state cimport (
    CARDS, CREW, DEALT, DESTINATION, EJECT, FULL_HAND, MELD_SIZE, MISSION, MAX_SEATS, OF_TYPE,
    PASS_TAG, PAYLOAD, PROPULSION, TAG_SHIFT, TRANSPORT, BoosterState, eject_event, meld_cards,
    of_type,
)

from aicore.games.booster.rules.names import TYPES


cdef int fill_table(ValueTable* table, dict cards, dict solved, dict race) except -1:
    """Load the solution of the game for one seat. Raises ValueError.

    Args:
        cards: cards in data.toml, by type.
        solved: content of value.toml.
        race: weights of the race in data.toml.
    """
    cdef int kind, card, row, level, number, stride
    cdef bytes steps = zlib.decompress(base64.b64decode(solved["turns"]))
    cdef const unsigned char* source = steps
    if len(steps) != NEEDS * HOLDS:
        raise ValueError("value.toml: `turns` has the wrong size")
    table.base, table.after_meld = solved["base"], solved["after_meld"]
    for row in range(NEEDS):
        for number in range(HOLDS):
            table.turns[row][number] = source[row * HOLDS + number]
        # Undo the differences along transport, propulsion and crew; sums are modulo 256.
        for stride in (64, 256, 1024):
            for number in range(stride, HOLDS):
                if number // stride % 4:
                    table.turns[row][number] += table.turns[row][number - stride]
        table.alone[row][CARDS] = solved["alone"][row][0]
    classes = 0
    for kind in range(len(TYPES)):
        seen = []
        for place, entry in enumerate(cards[TYPES[kind]]):
            card = OF_TYPE * kind + place
            figures = {**entry, "id": None}
            if figures not in seen:
                seen.append(figures)
            number = seen.index(figures) + 1
            for row in range(NEEDS):
                table.alone[row][card] = solved["alone"][row][classes + number]
            if kind == DESTINATION:
                table.part[card] = number << 3
            elif kind == PAYLOAD:
                table.part[card] = number
            else:
                for level in range(1, entry["level"] + 1):
                    table.at_least[level] |= bit(card)
        classes += len(seen)
    table.unit = solved["unit"]
    table.spare_worth = race["spare_worth"]
    table.draw_worth = race["draw_worth"]
    table.spread = race["spread"]
    table.widening = race["widening"]
    return 0


cdef inline int row_of(int need) noexcept nogil:
    return 0 if need <= 2 else need - 2 if need < NEEDS + 1 else NEEDS - 1


cdef inline int level_of(const ValueTable* values, u64 cards) noexcept nogil:
    """Return the best level among cards of one type; 0 if there are none."""
    return (
        ((cards & values.at_least[1]) != 0) + ((cards & values.at_least[2]) != 0)
        + ((cards & values.at_least[3]) != 0)
    )


cdef inline int levels_of(const ValueTable* values, u64 hand) noexcept nogil:
    """Return the bits of a hold's number for crew, propulsion and transport."""
    return (
        level_of(values, hand & of_type(CREW)) << 10
        | level_of(values, hand & of_type(PROPULSION)) << 8
        | level_of(values, hand & of_type(TRANSPORT)) << 6
    )


cdef inline int best_hold(const ValueTable* values, u64 hand, int row, int* destination,
                          int* payload, int* second) noexcept nogil:
    """Return the table's value of the best hold in a hand.

    Args:
        destination, payload: receive these cards of the hold; -1 if there is none.
        second: receives the value of the next best hold with another destination or payload.
    """
    cdef int levels = levels_of(values, hand)
    cdef const u8* turns = values.turns[row]
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
                number |= values.part[place]
            if load >= 0:
                number |= values.part[load]
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


cdef inline float held_turns(const ValueTable* values, u64 hand, int need) noexcept nogil:
    """Return the expected turns to the target if the seat keeps its hand for the next turn."""
    cdef int destination = -1
    cdef int payload = -1
    cdef int second = 256
    cdef int best
    cdef float turns, gap
    best = best_hold(values, hand, row_of(need), &destination, &payload, &second)
    turns = values.base[need] + values.unit * best
    if not (count(hand) == FULL_HAND and has_all_types(hand)):  # there is room for a spare card
        gap = values.unit * (second - best)
        if gap < 1.0:
            turns -= values.spare_worth * (1.0 - gap)
    return turns


cdef inline int keep_alone(const ValueTable* values, u64 hand, int need) noexcept nogil:
    """Return the card worth keeping among the cards left after a meld; CARDS if none is."""
    cdef const float* alone = values.alone[row_of(need)]
    cdef int best = CARDS
    while hand:
        if alone[lowest(hand)] < alone[best]:
            best = lowest(hand)
        hand &= hand - 1
    return best


cdef inline float fresh_turns(const ValueTable* values, u64 hand, int need) noexcept nogil:
    """Return the expected turns to the target after a meld, given the cards left in the hand."""
    return values.base[need] + values.alone[row_of(need)][keep_alone(values, hand, need)]


cdef float best_mission(const ValueTable* values, const MeldTable* table, u64 hand, int need,
                        u32* choice) noexcept nogil:
    """Return the expected turns after passing or the best meld; 0 if a meld wins.

    Args:
        choice: receives the better of the two actions.
    """
    cdef u32[4] melds
    cdef int size = list_melds(table, hand, melds)
    cdef float best, value
    cdef int i, left
    choice[0] = PASS_TAG << TAG_SHIFT
    best = held_turns(values, hand, need)
    for i in range(size):
        left = need - meld_points(table, melds[i])
        if left <= 0:
            choice[0] = melds[i]
            return 0.0
        value = fresh_turns(values, hand ^ meld_cards(melds[i]), left)
        if value < best:
            best = value
            choice[0] = melds[i]
    return best


cdef u32 best_eject(const ValueTable* values, u64 hand, int need) noexcept nogil:
    """Return the best eject: two cards of a full hand, or all useless cards left after a meld."""
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
        card = keep_alone(values, hand, need)
        if card < CARDS:
            hand ^= bit(card)
        first = lowest(hand)
        second = lowest(hand & (hand - 1)) if hand & (hand - 1) else first
        return eject_event(first, second)
    best_hold(values, hand, row, &destination, &payload, &value)
    rest = hand
    for kind in range(MELD_SIZE):
        same = hand & of_type(kind)
        if same == 0:
            continue
        if kind == DESTINATION:
            rest ^= bit(destination)
        elif kind == PAYLOAD:
            rest ^= bit(payload)
        elif same & values.at_least[3]:
            rest ^= bit(lowest(same & values.at_least[3]))
        elif same & values.at_least[2]:
            rest ^= bit(lowest(same & values.at_least[2]))
        else:
            rest ^= bit(lowest(same))
    # A spare destination or payload counts as much as in a hold with the best other cards.
    levels = levels_of(values, hand)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        value = 256
        if of_type(DESTINATION) & bit(card):
            value = values.turns[row][
                levels | values.part[card] | (values.part[payload] if payload >= 0 else 0)]
        elif of_type(PAYLOAD) & bit(card):
            value = values.turns[row][
                levels | values.part[card] | (values.part[destination] if destination >= 0 else 0)]
        if value > first_value:
            second, second_value = first, first_value
            first, first_value = card, value
        elif value > second_value:
            second, second_value = card, value
    return eject_event(min(first, second), max(first, second))


cdef inline float turns_to_target(const ValueTable* values, const MeldTable* table,
                                  const BoosterState* s, int seat, int need) noexcept nogil:
    """Return the expected number of turns that a seat still begins before it reaches the target."""
    cdef u64 hand = s.hands[seat]
    cdef int size = count(hand)
    cdef u32 choice
    if seat == s.seat and s.phase == MISSION:
        return best_mission(values, table, hand, need, &choice)
    if size == FULL_HAND:
        return held_turns(values, hand, need)
    if size <= 1 or seat == s.seat and s.phase == EJECT:
        return fresh_turns(values, hand, need)
    return held_turns(values, hand, need) + values.draw_worth * (size - DEALT)


cdef void win_chances(const ValueTable* values, const MeldTable* table, const BoosterState* s,
                      int seats, int target, int last_turn, double* out) noexcept nogil:
    """Write each seat's probability of winning; the seats race by their expected turns."""
    cdef float[MAX_SEATS] turns
    cdef float soonest = 1e9
    cdef float rounds, share
    cdef double total = 0.0
    cdef double scale
    cdef int next_seat = s.seat
    cdef int seat, other, need
    if s.phase == MISSION or s.phase == EJECT:
        next_seat = s.seat + 1
    rounds = <float> (last_turn - s.turns) / seats
    for seat in range(seats):
        need = target - s.scores[seat]
        turns[seat] = turns_to_target(values, table, s, seat, need)
        if turns[seat] <= 0.0:  # the seat to move can fly to the target now
            for other in range(seats):
                out[other] = other == seat
            return
        turns[seat] += <float> ((seat - next_seat + seats) % seats) / seats
        soonest = min(soonest, turns[seat])
    if rounds < soonest:
        # The turns run out first: scores count fully, and hands less, the fewer turns are left.
        share = rounds / (rounds + 2)
        for seat in range(seats):
            need = target - s.scores[seat]
            turns[seat] = values.after_meld[need] + share * (turns[seat] - values.after_meld[need])
        soonest = rounds
    scale = -1.0 / (values.spread + values.widening * sqrt(soonest))
    soonest = min(turns[0], turns[1])  # cancels out, and keeps the exponents small
    for seat in range(seats):
        out[seat] = exp(scale * (turns[seat] - soonest))
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total
