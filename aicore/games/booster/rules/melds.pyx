"""Legal melds from masks: a destination and a payload determine the other cards that can join."""

from aicore.core._types cimport u32, u64
from aicore.core.bits cimport bit, count, lowest, select
from aicore.games.booster.rules.state cimport (
    CREW, DESTINATION, OF_TYPE, PAYLOAD, PROPULSION, TRANSPORT, meld_event, of_type,
)

from aicore.games.booster.rules.names import TYPES


cdef int fill_melds(MeldTable* table, dict cards) except -1:
    """Compute the partners and the points of each destination with each payload."""
    cdef int destination, payload, kind, card
    for kind in range(len(TYPES)):
        if len(cards[TYPES[kind]]) != OF_TYPE:
            raise ValueError(f"data.toml: there must be {OF_TYPE} cards of type {TYPES[kind]}")
    for destination in range(OF_TYPE):
        place = cards["destination"][destination]
        for payload in range(OF_TYPE):
            load = cards["payload"][payload]
            table.points[destination][payload] = place["level"] + load["level"]
            if load.get("needs") not in (None, *place["offers"]):
                continue
            for kind, need in enumerate((place["level"], place["level"], None, load["level"])):
                for card in range(OF_TYPE):
                    if need is not None and cards[TYPES[kind]][card]["level"] >= need:
                        table.partners[destination][payload] |= bit(OF_TYPE * kind + card)
    return 0


cdef inline int choices(u64 partners) noexcept nogil:
    """Return the number of ways to take one crew, one propulsion and one transport."""
    return (
        count(partners & of_type(CREW)) * count(partners & of_type(PROPULSION))
        * count(partners & of_type(TRANSPORT))
    )


cdef inline u32 nth_choice(u64 partners, int destination, int payload, int rank) noexcept nogil:
    """Return the meld with this rank, where 0 <= rank < choices(partners)."""
    cdef u64 crews = partners & of_type(CREW)
    cdef u64 propulsions = partners & of_type(PROPULSION)
    cdef u64 transports = partners & of_type(TRANSPORT)
    cdef int crew, propulsion
    crew = select(crews, rank % count(crews))
    rank //= count(crews)
    propulsion = select(propulsions, rank % count(propulsions))
    rank //= count(propulsions)
    return meld_event(crew, propulsion, destination, select(transports, rank), payload)


cdef int list_melds(const MeldTable* table, u64 hand, u32* out) noexcept nogil:
    """Write the legal melds in a hand, at most 4 from 7 cards. Return their number."""
    cdef u64 destinations, payloads, partners
    cdef int destination, payload, rank
    cdef int size = 0
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
