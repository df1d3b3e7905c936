# Who knows what: hidden are the face-down cards of the other seats, and with them their hands. Of
# each such card all know what it can be.
from aicore.core._types cimport u8
from aicore.core.rng cimport RngState, rng_below
from aicore.games.gratis3.state cimport CARDS, GratisState, Ship, held, lying_at

cdef enum:
    NOTHING = CARDS  # stands for no card


cdef inline void redeal(Ship* ship, RngState* rng) noexcept nogil:
    """Choose anew what lies face down, uniformly; the first that can be, if rng is NULL.

    Nothing hidden is read: only what hand and face-down cards are together.
    """
    cdef int[2] pair
    cdef u8[(CARDS + 1) * (CARDS + 1)] pairs
    cdef int one, other, place, last_one, last_other
    cdef int size = 0
    if ship.lying == 0:
        return
    for place in range(2):
        if lying_at(ship, place) >= 0:
            ship.hand += 1 << 2 * lying_at(ship, place)
    one = 0 if ship.lying & 15 else NOTHING
    last_one = CARDS if ship.lying & 15 else NOTHING + 1
    while one < last_one:
        other = 0 if ship.lying >> 4 else NOTHING
        last_other = CARDS if ship.lying >> 4 else NOTHING + 1
        while other < last_other:
            if (
                (one == NOTHING or ship.can_be[0] >> one & 1)
                and (other == NOTHING or ship.can_be[1] >> other & 1)
                and (one != other or held(ship, one) > 1)
            ):
                pairs[size] = one << 4 | other
                size += 1
            other += 1
        one += 1
    place = pairs[rng_below(rng, size) if rng != NULL else 0]
    pair[0] = place >> 4
    pair[1] = place & 15
    ship.lying = 0
    for place in range(2):
        if pair[place] != NOTHING:
            ship.lying |= (pair[place] + 1) << 4 * place
            ship.hand -= 1 << 2 * pair[place]


cdef inline void rearrange(GratisState* s, int seats, int seat, RngState* rng) noexcept nogil:
    """Redeal what lies face down before the other seats."""
    cdef int other
    for other in range(seats):
        if other != seat:
            redeal(&s.ships[other], rng)
