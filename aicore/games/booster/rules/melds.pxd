# Legal melds from masks: a destination and a payload determine the other cards that can join.
from aicore.core._types cimport u8, u32, u64
from aicore.games.booster.rules.state cimport (
    CREW, DESTINATION, OF_TYPE, PAYLOAD, PROPULSION, TRANSPORT, of_type,
)


ctypedef struct MeldTable:
    # Mask of crew, propulsion and transport cards that are good enough for a destination and a
    # payload, both numbered within their type. 0: the destination lacks what the payload needs.
    u64[OF_TYPE][OF_TYPE] partners
    u8[OF_TYPE][OF_TYPE] points


cdef inline bint has_all_types(u64 hand) noexcept nogil:
    return (
        hand & of_type(CREW) and hand & of_type(PROPULSION) and hand & of_type(DESTINATION)
        and hand & of_type(TRANSPORT) and hand & of_type(PAYLOAD)
    )


cdef inline int meld_points(const MeldTable* table, u32 meld) noexcept nogil:
    return table.points[meld >> 8 & 15][meld >> 16 & 15]


cdef int fill_melds(MeldTable* table, dict cards) except -1
cdef int list_melds(const MeldTable* table, u64 hand, u32* out) noexcept nogil
