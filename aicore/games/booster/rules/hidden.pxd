# Hidden information: only the places of unseen cards with the same deck number are hidden.
from aicore.core._types cimport u16, u64
from aicore.core.bits cimport bit, lowest
from aicore.core.rng cimport RngState
from aicore.games.booster.rules.state cimport BoosterState


cdef inline u64 same_number(const BoosterState* s, u64 cards) noexcept nogil:
    """Return the cards with the same deck number as the lowest card."""
    cdef u16 number = s.deck_number[lowest(cards)]
    cdef u64 found = 0
    cdef int card
    while cards:
        card = lowest(cards)
        if s.deck_number[card] == number:
            found |= bit(card)
        cards &= cards - 1
    return found


cdef u64 hash_numbers(const BoosterState* s) noexcept nogil
cdef void rearrange(BoosterState* s, int seats, int seat, RngState* rng) noexcept nogil
cdef u64 knowledge(const BoosterState* s, int seats, int seat) noexcept nogil
