"""Actions as tokens, and a seat's observation in bytes: see "Arrays" in the README."""

from libc.string cimport memcpy

from aicore.core._types cimport u64
from aicore.core.bits cimport bit, count, lowest, select
from aicore.core.onehot cimport mark_row, spread
from aicore.games.booster.rules.hidden cimport same_number
from aicore.games.booster.rules.melds cimport has_all_types
from aicore.games.booster.rules.state cimport (
    CARDS, DESTINATION, EJECT_TAG, MAX_AGE, PASS_TAG, PAYLOAD, PROPULSION, TAG_SHIFT, TRANSPORT,
    all_cards, eject_event, meld_cards, meld_event, of_type, tag_of,
)

cdef enum:
    EIGHTS = (CARDS + 7) // 8  # number of groups of eight cards


cdef int token_of(const BoosterState* s, u32 action) noexcept nogil:
    """Return the token of a legal action."""
    cdef u64 hand = s.hands[s.seat]
    cdef int tag = tag_of(action)
    cdef int first, second
    cdef u64 stay
    if tag == EJECT_TAG:
        first = place_in(hand, action >> 8 & 63)
        second = place_in(hand, action & 63)
        return EJECT_TOKEN + second * (second + 1) // 2 + first
    if tag == PASS_TAG:
        return PASS_TOKEN
    stay = hand & ~meld_cards(action)
    first = place_in(hand, lowest(stay))
    second = place_in(hand, lowest(stay & (stay - 1)))
    return FLY_TOKEN + second * (second - 1) // 2 + first


cdef inline int place_in(u64 hand, int card) noexcept nogil:
    """Return the place of a card in a hand."""
    return count(hand & (bit(card) - 1))


cdef u32 action_of(const BoosterState* s, int token) noexcept nogil:
    """Return the action of a token, or a pass if the hand lacks the cards."""
    cdef u64 hand = s.hands[s.seat]
    cdef bint flies = token >= FLY_TOKEN
    cdef int first = token - (FLY_TOKEN if flies else EJECT_TOKEN)
    cdef int second = flies
    if token == PASS_TOKEN:
        return PASS_TAG << TAG_SHIFT
    while first > second - flies:  # the rows of a triangle
        first -= second + 1 - flies
        second += 1
    if second >= count(hand):
        return PASS_TAG << TAG_SHIFT
    if not flies:
        return eject_event(select(hand, first), select(hand, second))
    hand ^= bit(select(hand, first)) | bit(select(hand, second))
    if not has_all_types(hand):
        return PASS_TAG << TAG_SHIFT
    return meld_event(
        lowest(hand), lowest(hand & of_type(PROPULSION)), lowest(hand & of_type(DESTINATION)),
        lowest(hand & of_type(TRANSPORT)), lowest(hand & of_type(PAYLOAD)))


cdef void observe_rest(
    const BoosterState* s, int seats, int seat, int last_turn, const Places* at, u8* out
) noexcept nogil:
    """Write the fields that the layout leaves out, such as turns left, hands and ages."""
    cdef u64 hand = s.hands[seat]
    cdef u64 old = all_cards() & ~s.fresh
    cdef int left = last_turn - s.turns
    cdef int place, card, age
    out[at.turns_left] = left & 0xFF
    if last_turn > 0xFF:
        out[at.turns_left + 1] = left >> 8
    for place in range(seats):
        out[at.held + place] = count(s.hands[seat_at(place, seat, seats)])
    out[at.deck_size] = count(s.deck)
    for place in range(count(hand)):
        out[at.hand + place] = 1 + lowest(hand)
        hand &= hand - 1
    observe_others(s, seats, seat, out + at.drawn_from)
    while old:
        card = lowest(old)
        age = s.number - s.deck_number[card]
        out[at.age + card] = age if age < MAX_AGE else MAX_AGE
        old &= old - 1


cdef inline void observe_others(
    const BoosterState* s, int seats, int seat, u8* out
) noexcept nogil:
    """Write the number of cards of each other hand that come from each unseen card's deck.

    The result does not depend on which cards the hand has. Rows are written eight bytes at a time,
    so a few zeros run over into the ages, which are written next.
    """
    cdef u64 unseen = all_cards() & ~(s.hands[seat] | s.discard)
    cdef u64 group = unseen & s.fresh
    cdef u64 old = unseen & ~s.fresh
    cdef u64 rest, eight
    cdef u64[EIGHTS] marks
    cdef int place, size, i
    mark_row(<u32> group, <u8*> marks)
    for i in range(4, EIGHTS):
        marks[i] = spread(group >> 8 * i & 0xFF)
    for place in range(seats - 1):
        size = count(s.hands[seat_at(place + 1, seat, seats)] & group)
        for i in range(EIGHTS):
            eight = marks[i] * size
            memcpy(out + CARDS * place + 8 * i, &eight, 8)
    while old:
        group = same_number(s, old)
        old ^= group
        for place in range(seats - 1):
            size = count(s.hands[seat_at(place + 1, seat, seats)] & group)
            rest = group if size else 0
            while rest:
                out[CARDS * place + lowest(rest)] = size
                rest &= rest - 1


cdef inline int seat_at(int place, int seat, int seats) noexcept nogil:
    """Return the seat `place` places after a seat."""
    return seat + place if seat + place < seats else seat + place - seats
