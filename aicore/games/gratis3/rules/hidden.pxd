# Hidden information: the face-down cards of the other seats, and so also their hands. All seats
# know which cards each face-down card can be.
from aicore.core._types cimport u8, u32
from aicore.core.bits cimport lowest
from aicore.core.rng cimport RngState, rng_below
from aicore.games.gratis3.rules.state cimport CARDS, GratisState, Ship, held, lying_at

cdef enum:
    NOTHING = CARDS  # stands for no card


cdef inline void redeal(Ship* ship, RngState* rng) noexcept nogil:
    """Choose a seat's face-down cards again: at random, or the first possible if `rng` is NULL.

    The result depends only on hand and face-down cards taken together, so it reveals nothing.
    """
    cdef int[2] pair
    cdef u8[(CARDS + 1) * (CARDS + 1)] pairs
    cdef u32 ones, others
    cdef int one, other, place
    cdef int size = 0
    if ship.lying == 0:
        return
    for place in range(2):
        if lying_at(ship, place) >= 0:
            ship.hand += 1 << 2 * lying_at(ship, place)
    ones = ship.can_be[0] if ship.lying & 15 else <u32> 1 << NOTHING
    while ones:
        one = lowest(ones)
        ones &= ones - 1
        others = ship.can_be[1] if ship.lying >> 4 else <u32> 1 << NOTHING
        while others:
            other = lowest(others)
            others &= others - 1
            if one != other or held(ship, one) > 1:
                pairs[size] = one << 4 | other
                size += 1
        if size and rng == NULL:
            break
    place = pairs[rng_below(rng, size) if rng != NULL else 0]
    pair[0] = place >> 4
    pair[1] = place & 15
    ship.lying = 0
    for place in range(2):
        if pair[place] != NOTHING:
            ship.lying |= (pair[place] + 1) << 4 * place
            ship.hand -= 1 << 2 * pair[place]


cdef inline void rearrange(GratisState* s, int seats, int seat, RngState* rng) noexcept nogil:
    """Redeal the face-down cards of the other seats."""
    cdef int other
    for other in range(seats):
        if other != seat:
            redeal(&s.ships[other], rng)
