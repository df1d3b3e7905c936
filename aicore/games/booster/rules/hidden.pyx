"""Hidden information of Booster: the places of unseen cards.

Everybody knows the number of the deck that each card last belonged to, and the number of cards of
each deck in each hand. So unseen cards of one deck can change places only among hands and, if this
is the current deck, with the deck.
"""

from aicore.core._types cimport u64
from aicore.core.bits cimport bit, count, fold, lowest, mix, select
from aicore.core.rng cimport RngState, rng_below
from aicore.games.booster.rules.state cimport MAX_SEATS, BoosterState, all_cards


cdef u64 hash_numbers(const BoosterState* s) noexcept nogil:
    """Return a hash of the deck numbers of all cards."""
    cdef const u64* words = <const u64*> s.deck_number
    cdef u64 digest = s.number
    cdef int i
    for i in range(13):  # 52 numbers of two bytes each
        digest = fold(digest, words[i])
    return mix(digest)


cdef inline u64 take_lowest(u64 cards, int size) noexcept nogil:
    """Return the `size` lowest cards."""
    cdef u64 rest = cards
    while size > 0:
        rest &= rest - 1
        size -= 1
    return cards ^ rest


cdef inline u64 take_random(u64 cards, int total, int size, RngState* rng) noexcept nogil:
    """Return a uniformly drawn subset of `size` of the `total` cards."""
    cdef u64 taken = 0
    cdef u64 card
    cdef bint rest = 2 * size > total  # whether it is quicker to draw the cards that stay
    cdef int left = total - size if rest else size
    while left > 0:
        card = bit(select(cards & ~taken, rng_below(rng, total)))
        taken |= card
        total -= 1
        left -= 1
    return cards ^ taken if rest else taken


cdef void rearrange(BoosterState* s, int seats, int seat, RngState* rng) noexcept nogil:
    """Redeal the cards that a seat cannot see: at random, or in order if `rng` is NULL.

    Each hand keeps its number of cards of each deck. The hands are filled in order of seats, and
    the rest goes to the deck. The result does not depend on anything hidden.
    """
    cdef u64[MAX_SEATS] dealt
    cdef u64 unseen = all_cards() & ~(s.hands[seat] | s.discard)
    cdef u64 deck = 0
    cdef u64 group, rest, taken
    cdef int other, size
    for other in range(seats):
        dealt[other] = 0
    dealt[seat] = s.hands[seat]
    while unseen:
        group = unseen & s.fresh
        if group == 0:
            group = same_number(s, unseen)
        unseen ^= group
        rest = group
        for other in range(seats):
            size = count(s.hands[other] & group)
            if size == 0:
                continue
            if rng == NULL:
                taken = take_lowest(rest, size)
            else:
                taken = take_random(rest, count(rest), size, rng)
            dealt[other] |= taken
            rest ^= taken
        deck |= rest
    s.deck = deck
    for other in range(seats):
        s.hands[other] = dealt[other]


cdef inline u64 hash_decks(const BoosterState* s, u64 hand) noexcept nogil:
    """Return a hash of the deck numbers in a hand, independent of the cards."""
    cdef u64 old = hand & ~s.fresh
    cdef u64 digest = count(hand & s.fresh)
    while old:
        digest += mix(s.deck_number[lowest(old)])
        old &= old - 1
    return digest


cdef u64 knowledge(const BoosterState* s, int seats, int seat) noexcept nogil:
    """Return a hash of a seat's knowledge, or of everything for seat -1."""
    cdef const u64* head = <const u64*> s  # eight bytes from `turn` to `number`, eight of scores
    cdef u64 digest = fold(seat + 2, head[0])
    cdef int other
    digest = fold(fold(fold(digest, head[1]), s.numbers_hash), s.discard)
    for other in range(seats):
        if seat < 0 or other == seat:
            digest = fold(digest, s.hands[other])
        else:
            digest = fold(digest, hash_decks(s, s.hands[other]))
    return mix(digest)
