# Legal melds, worked out from masks: a destination and a payload fix which other cards will do.
from aicore.core._types cimport u8, u32, u64
from aicore.core.bits cimport count, lowest, select
from aicore.games.booster.state cimport (
    CREW, DESTINATION, OF_TYPE, PAYLOAD, PROPULSION, TRANSPORT, meld_event, of_type,
)


ctypedef struct MeldTable:
    # Crew, propulsion and transport that are good enough for a destination and a payload, both
    # counted within their type; 0 when the destination lacks what the payload needs.
    u64[OF_TYPE][OF_TYPE] partners
    u8[OF_TYPE][OF_TYPE] points


cdef inline bint has_all_types(u64 hand) noexcept nogil:
    return (
        hand & of_type(CREW) and hand & of_type(PROPULSION) and hand & of_type(DESTINATION)
        and hand & of_type(TRANSPORT) and hand & of_type(PAYLOAD)
    )


cdef inline int choices(u64 partners) noexcept nogil:
    """How many ways there are to take one crew, one propulsion and one transport."""
    return (
        count(partners & of_type(CREW)) * count(partners & of_type(PROPULSION))
        * count(partners & of_type(TRANSPORT))
    )


cdef inline u32 nth_choice(u64 partners, int destination, int payload, int rank) noexcept nogil:
    """The meld that takes the choice of this rank, 0 <= rank < choices(partners)."""
    cdef u64 crews = partners & of_type(CREW)
    cdef u64 propulsions = partners & of_type(PROPULSION)
    cdef u64 transports = partners & of_type(TRANSPORT)
    cdef int crew, propulsion
    crew = select(crews, rank % count(crews))
    rank //= count(crews)
    propulsion = select(propulsions, rank % count(propulsions))
    rank //= count(propulsions)
    return meld_event(crew, propulsion, destination, select(transports, rank), payload)


cdef inline int list_melds(const MeldTable* table, u64 hand, u32* out) noexcept nogil:
    """Write the legal melds that a hand contains, at most 4 of 7 cards. Returns their number."""
    cdef u64 destinations, payloads, partners
    cdef int destination, payload, rank, size = 0
    if not has_all_types(hand):
        return 0
    destinations = hand & of_type(DESTINATION)
    while destinations:
        destination = lowest(destinations)
        payloads = hand & of_type(PAYLOAD)
        while payloads:
            payload = lowest(payloads)
            partners = hand & table.partners[destination - DESTINATION * OF_TYPE][
                payload - PAYLOAD * OF_TYPE]
            for rank in range(choices(partners)):
                out[size] = nth_choice(partners, destination, payload, rank)
                size += 1
            payloads &= payloads - 1
        destinations &= destinations - 1
    return size


cdef inline int meld_points(const MeldTable* table, u32 meld) noexcept nogil:
    return table.points[meld >> 8 & 15][meld >> 16 & 15]
