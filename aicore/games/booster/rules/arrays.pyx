"""Actions in tokens, and what a seat knows in bytes: see Arrays in the README."""

from libc.string cimport memcpy

from aicore.core._types cimport u64
from aicore.core.bits cimport bit, count, lowest, select
from aicore.core.marks cimport mark_each, spread, write_pair
from aicore.games.booster.rules.hidden cimport same_number
from aicore.games.booster.rules.melds cimport has_all_types
from aicore.games.booster.rules.state cimport (
    CARDS, DESTINATION, EJECT_TAG, END_PHASE, PASS_TAG, PAYLOAD, PROPULSION, TAG_SHIFT, TRANSPORT,
    all_cards, eject_event, meld_cards, meld_event, of_type, tag_of,
)

from aicore.core.observation import Field

cdef enum:
    EIGHTS = (CARDS + 7) // 8
    PHASES = END_PHASE + 1
    MAX_AGE = 255  # in decks; what is older counts as this old, which no game comes near
    MAX_POINTS = 6  # of a meld


cdef tuple fields_of(int seats, int target):
    """What an observation holds."""
    return (
        Field("phase", (PHASES,), 1),
        Field("seat", (seats,), 1),
        Field("turns left", (2,), 255),
        Field("target", (1,), 100),
        Field("scores", (seats,), target - 1 + MAX_POINTS),
        Field("cards held", (seats,), FULL_HAND),
        Field("deck size", (1,), CARDS),
        Field("deck number", (2,), 255),
        Field("drawn from", (seats - 1, CARDS), FULL_HAND),
        Field("hand", (FULL_HAND, CARDS), 1),
        Field("discard", (CARDS,), 1),
        Field("age", (CARDS,), MAX_AGE),
    )


cdef int token_of(const BoosterState* s, u32 action) noexcept nogil:
    """The token of a legal action."""
    cdef u64 hand = s.hands[s.seat]
    cdef int tag = tag_of(action)
    cdef int first, second
    cdef u64 stay
    if tag == EJECT_TAG:
        first = below(hand, action >> 8 & 63)
        second = below(hand, action & 63)
        return EJECT_TOKEN + second * (second + 1) // 2 + first
    if tag == PASS_TAG:
        return PASS_TOKEN
    stay = hand & ~meld_cards(action)
    first = below(hand, lowest(stay))
    second = below(hand, lowest(stay & (stay - 1)))
    return FLY_TOKEN + second * (second - 1) // 2 + first


cdef inline int below(u64 hand, int card) noexcept nogil:
    """The place of a card in a hand."""
    return count(hand & (bit(card) - 1))


cdef u32 action_of(const BoosterState* s, int token) noexcept nogil:
    """The action that a token says; pass where the hand has no such cards."""
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


cdef void observe_seat(
    const BoosterState* s, int seats, int seat, int target, int last_turn, u8* out
) noexcept nogil:
    """Write what a seat knows into zeroed memory."""
    cdef u64 hand = s.hands[seat]
    cdef u64 old = all_cards() & ~s.fresh
    cdef int other, card, age
    cdef int place
    out[s.phase] = 1
    out += PHASES
    out[s.seat - seat if s.seat >= seat else s.seat - seat + seats] = 1
    out += seats
    write_pair(last_turn - s.turns, out)
    out[2] = target
    out += 3
    for place in range(seats):
        other = seat_at(place, seat, seats)
        out[place] = s.scores[other]
        out[seats + place] = count(s.hands[other])
    out += 2 * seats
    out[0] = count(s.deck)
    write_pair(s.number, out + 1)
    out += 3
    observe_others(s, seats, seat, out)
    out += (seats - 1) * CARDS
    for place in range(count(hand)):
        out[CARDS * place + lowest(hand)] = 1
        hand &= hand - 1
    out += FULL_HAND * CARDS
    mark_each(s.discard, out)
    out += CARDS
    while old:
        card = lowest(old)
        age = s.number - s.deck_number[card]
        out[card] = age if age < MAX_AGE else MAX_AGE
        old &= old - 1


cdef inline void observe_others(
    const BoosterState* s, int seats, int seat, u8* out
) noexcept nogil:
    """For each other hand and each unseen card: how many in that hand come from the card's deck.

    Which cards they are is not read. Rows are written eight bytes at a time, so a few zeros run
    over into what is written next.
    """
    cdef u64 unseen = all_cards() & ~(s.hands[seat] | s.discard)
    cdef u64 group = unseen & s.fresh
    cdef u64 old = unseen & ~s.fresh
    cdef u64 rest, eight
    cdef u64[EIGHTS] marks
    cdef int place, size, i
    for i in range(EIGHTS):
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
    """The seat so many places after a seat."""
    return seat + place if seat + place < seats else seat + place - seats
