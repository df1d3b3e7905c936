"""Likely hands of opponents in booster, who eject their least useful cards.

A hand dealt at random is worse than a real opponent's, and leaves a better deck. So a random hand
goes through some turns again. In each turn it draws two unseen cards and ejects two, chosen by the
solution of the game played alone, which go back. The cards it then holds were worth keeping. Only
cards of the current deck change places, so the deck number of each place stays the same.
"""

from aicore.core._types cimport u64
from aicore.core.bits cimport bit, count, select
from aicore.core.rng cimport RngState, rng_below
from aicore.games.booster.judgment.value cimport ValueTable, best_eject
from aicore.games.booster.rules.state cimport DEALT, FULL_HAND, BoosterState, eject_cards

cdef enum:
    TURNS = 4  # turns that a hand goes through: fitted, bench/study/calibration.py


cdef inline u64 draw_two(BoosterState* s, RngState* rng) noexcept nogil:
    """Return two random cards of the deck, which keeps them."""
    cdef int size = count(s.deck)
    cdef u64 one = bit(select(s.deck, rng_below(rng, size)))
    return one | bit(select(s.deck ^ one, rng_below(rng, size - 1)))


cdef inline bint put_back_two(BoosterState* s, int other, RngState* rng) noexcept nogil:
    """Return whether a hand has two cards of this deck; if so, put two random ones back."""
    cdef u64 fresh = s.hands[other] & s.fresh
    cdef int size = count(fresh)
    cdef u64 one
    if size < 2:
        return False
    one = bit(select(fresh, rng_below(rng, size)))
    one |= bit(select(fresh ^ one, rng_below(rng, size - 1)))
    s.hands[other] ^= one
    s.deck ^= one
    return True


cdef inline void keep_better(
    BoosterState* s, const ValueTable* values, int other, int need, RngState* rng,
) noexcept nogil:
    """Play one turn of a hand of five: draw two cards, eject the two of least use."""
    cdef u64 drawn = draw_two(s, rng)
    cdef u64 thrown = eject_cards(best_eject(values, s.hands[other] | drawn, need))
    if thrown & ~s.fresh == 0:  # otherwise a card of this deck would take an older card's place
        s.hands[other] = (s.hands[other] | drawn) ^ thrown
        s.deck = (s.deck | thrown) & ~s.hands[other]


cdef void choose_hands(
    BoosterState* s, const ValueTable* values, int seats, int seat, int target, RngState* rng,
) noexcept nogil:
    """Replace the randomly dealt hands of all seats but one by likely ones."""
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
