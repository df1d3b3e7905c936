"""What opponents of booster are likely to hold: they throw away what is least use.

Dealt at random, an opponent's hand is worse, and the deck better, than they are. So a hand that was
dealt at random goes through turns again: it draws two of the cards that nobody has seen, throws the
two that the solution of the game alone throws, and those go back. What it holds then was worth
keeping. Only cards of the deck in play change places, so every number of deck stays where it is.
"""

from aicore.core._types cimport u64
from aicore.core.bits cimport bit, count, select
from aicore.core.rng cimport RngState, rng_below
from aicore.games.booster.judgment.value cimport ValueTable, best_eject
from aicore.games.booster.rules.state cimport DEALT, FULL_HAND, BoosterState, eject_cards

cdef enum:
    TURNS = 4  # that a hand goes through: fitted, bench/study/calibration.py


cdef inline u64 draw_two(BoosterState* s, RngState* rng) noexcept nogil:
    """Two cards of the deck, which keeps them."""
    cdef int size = count(s.deck)
    cdef u64 one = bit(select(s.deck, rng_below(rng, size)))
    return one | bit(select(s.deck ^ one, rng_below(rng, size - 1)))


cdef inline bint put_back_two(BoosterState* s, int other, RngState* rng) noexcept nogil:
    """Return two cards of this deck from a hand to it, as any two; whether it holds two."""
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
    """One turn of a hand of five: two cards come, the two of least use go."""
    cdef u64 drawn = draw_two(s, rng)
    cdef u64 thrown = eject_cards(best_eject(values, s.hands[other] | drawn, need))
    if thrown & ~s.fresh == 0:  # otherwise an older card's place would get one of this deck
        s.hands[other] = (s.hands[other] | drawn) ^ thrown
        s.deck = (s.deck | thrown) & ~s.hands[other]


cdef void choose_hands(
    BoosterState* s, const ValueTable* values, int seats, int seat, int target, RngState* rng,
) noexcept nogil:
    """Make the hands of all seats but one likely; they were dealt at random."""
    cdef int other, _
    cdef bint full  # two cards have just been drawn, and nothing thrown yet
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
