"""Likely hands of opponents in Booster: opponents eject their least useful cards.

A random hand is worse than a real opponent's hand, and leaves a better deck. So each random
hand plays a few imaginary turns. In each turn, it draws two unseen cards. It then ejects two cards,
chosen by the solution of the game for one seat, and they go back to the deck. Useful cards remain.
Only cards of the current deck change places, so the deck number of each place stays the same.
"""

from aicore.core._types cimport u64
from aicore.core.bits cimport bit, count, select
from aicore.core.rng cimport RngState, rng_below
from aicore.games.booster.judgment.value cimport ValueTable, best_eject
from aicore.games.booster.rules.state cimport DEALT, FULL_HAND, BoosterState, eject_cards

cdef enum:
    TURNS = 4  # number of turns that a hand plays; fitted by bench/study/calibration.py


cdef inline u64 draw_two(BoosterState* s, RngState* rng) noexcept nogil:
    """Return two random cards of the deck, without removing them."""
    cdef int size = count(s.deck)
    cdef u64 one = bit(select(s.deck, rng_below(rng, size)))
    return one | bit(select(s.deck ^ one, rng_below(rng, size - 1)))


cdef inline bint put_back_two(BoosterState* s, int other, RngState* rng) noexcept nogil:
    """Put two random cards of a hand back into the deck.

    Return False, and change nothing, if the hand has fewer than two cards of this deck.
    """
    cdef u64 fresh = s.hands[other] & s.fresh
    cdef int size = count(fresh)
    cdef u64 cards
    if size < 2:
        return False
    cards = bit(select(fresh, rng_below(rng, size)))
    cards |= bit(select(fresh ^ cards, rng_below(rng, size - 1)))
    s.hands[other] ^= cards
    s.deck ^= cards
    return True


cdef inline void keep_better(
    BoosterState* s, const ValueTable* values, int other, int need, RngState* rng,
) noexcept nogil:
    """Play one turn of a hand of five: draw two cards, and eject the two least useful cards."""
    cdef u64 drawn = draw_two(s, rng)
    cdef u64 thrown = eject_cards(best_eject(values, s.hands[other] | drawn, need))
    if thrown & ~s.fresh == 0:  # otherwise a card of this deck would take an older card's place
        s.hands[other] = (s.hands[other] | drawn) ^ thrown
        s.deck = (s.deck | thrown) & ~s.hands[other]


cdef void choose_hands(
    BoosterState* s, const ValueTable* values, int seats, int seat, int target, RngState* rng,
) noexcept nogil:
    """Replace the random hands of all seats except `seat` by likely hands."""
    cdef int other, _
    cdef bint full  # whether two cards have just been drawn, and none ejected yet
    cdef u64 drawn
    for other in range(seats):
        if other == seat:
            continue
        full = count(s.hands[other]) == FULL_HAND
        if full and not put_back_two(s, other, rng):
            continue
        if count(s.hands[other]) == DEALT:
            for _ in range(min(TURNS, s.turns // seats)):
                if count(s.deck) < 2:
                    break
                keep_better(s, values, other, target - s.scores[other], rng)
        if full:
            drawn = draw_two(s, rng)
            s.hands[other] |= drawn
            s.deck ^= drawn
