"""Actions in words, and what a seat knows in bytes: see Arrays in the README."""

from aicore.core._types cimport u64
from aicore.core.bits cimport count, lowest
from aicore.core.marks cimport mark_each, write_pair
from aicore.games.booster.hidden cimport same_number
from aicore.games.booster.state cimport (
    DESTINATION, EJECT_TAG, END_PHASE, FULL_HAND, OF_TYPE, PASS_TAG, all_cards, meld_cards,
    of_type, tag_of,
)

from aicore.core.observation import Field

cdef enum:
    PHASES = END_PHASE + 1
    MOST_AGE = 255  # in decks; what is older counts as this old, which no game comes near
    MOST_POINTS = 6  # of a meld


cdef tuple fields_of(int seats, int target):
    """What an observation holds."""
    return (
        Field("phase", (PHASES,), 1),
        Field("seat", (seats,), 1),
        Field("turns left", (2,), 255),
        Field("target", (1,), 100),
        Field("scores", (seats,), target - 1 + MOST_POINTS),
        Field("cards held", (seats,), FULL_HAND),
        Field("deck size", (1,), CARDS),
        Field("deck number", (2,), 255),
        Field("hand", (CARDS,), 1),
        Field("discard", (CARDS,), 1),
        Field("age", (CARDS,), MOST_AGE),
        Field("drawn from", (seats - 1, CARDS), FULL_HAND),
    )


cdef int spell_action(const BoosterState* s, u32 action, u16* words) noexcept nogil:
    """Write the words of a legal action. Returns their number.

    Of a meld: the destination, then of each other type the card, if the hand has several; that makes
    as many words for every meld of a hand.
    """
    cdef int tag = tag_of(action)
    cdef int first, second
    if tag == PASS_TAG:
        words[0] = PASS_WORD
        return 1
    if tag == EJECT_TAG:
        first = action >> 8 & 63
        second = action & 63
        words[0] = first
        words[1] = second if second != first else <int> ALONE_WORD
        return 2
    return spell_meld(s.hands[s.seat], meld_cards(action), words)


cdef inline int spell_meld(u64 hand, u64 cards, u16* words) noexcept nogil:
    cdef u64 same_type
    cdef int card
    cdef int size = 1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        same_type = hand & of_type(card // OF_TYPE)
        if card // OF_TYPE == DESTINATION:
            words[0] = card
        elif same_type & (same_type - 1):
            words[size] = card
            size += 1
    return size


cdef void observe_seat(
    const BoosterState* s, int seats, int seat, int target, int last_turn, u8* out
) noexcept nogil:
    """Write what a seat knows into zeroed memory."""
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
    mark_each(s.hands[seat], out)
    mark_each(s.discard, out + CARDS)
    out += 2 * CARDS
    while old:
        card = lowest(old)
        age = s.number - s.deck_number[card]
        out[card] = age if age < MOST_AGE else MOST_AGE
        old &= old - 1
    observe_others(s, seats, seat, out + CARDS)


cdef inline void observe_others(
    const BoosterState* s, int seats, int seat, u8* out
) noexcept nogil:
    """For each other hand and each unseen card: how many in that hand come from the card's deck.

    Which cards they are is not read.
    """
    cdef u64 unseen = all_cards() & ~(s.hands[seat] | s.discard)
    cdef u64 group, rest
    cdef int place, size
    while unseen:
        group = unseen & s.fresh
        if group == 0:
            group = same_number(s, unseen)
        unseen ^= group
        for place in range(seats - 1):
            size = count(s.hands[seat_at(place + 1, seat, seats)] & group)
            rest = group if size else 0
            while rest:
                out[CARDS * place + lowest(rest)] = size
                rest &= rest - 1


cdef inline int seat_at(int place, int seat, int seats) noexcept nogil:
    """The seat so many places after a seat."""
    return seat + place if seat + place < seats else seat + place - seats
