# Board as tables; a set of Spaces is a word with a bit for each Space.
from aicore.core._types cimport u8, u16, u32, u64
from aicore.core.bits cimport bit, count, lowest

cdef enum:
    MAP_SPACES = 64
    MAP_LOCATIONS = 16
    MAX_NEIGHBORS = 8
    MAX_BESIDE = 4  # maximum number of Spaces beside a Location
    MAX_REACHES = 12000

ctypedef struct Reach:
    # Moves after which the tail points at one Space.
    u64 to  # ends of the moves
    u64 tail  # number of that Space


ctypedef struct MapTable:
    int locations  # number of the last Location, at the planet
    int spaces  # number of Spaces
    int most_moves  # maximum number of moves of a seat's RAVs on an empty board
    u8 column[MAP_SPACES]  # position along the way, in Locations
    u64 near[MAP_SPACES]  # neighbors
    u8 neighbor[MAP_SPACES][MAX_NEIGHBORS]  # neighbors in ascending order
    u64 beside[MAP_LOCATIONS]  # Spaces beside a Location; none beside the Gate
    u8 beside_list[MAP_LOCATIONS][MAX_BESIDE]  # these Spaces in ascending order
    u64 behind[MAP_SPACES][MAX_NEIGHBORS + 1]  # the Space at which a tail points, as a set
    # Moves by kind, Space and tail: reaches[first] .. reaches[first + size - 1]
    u16 first[2][MAP_SPACES][MAX_NEIGHBORS + 1]
    u8 size[2][MAP_SPACES][MAX_NEIGHBORS + 1]
    Reach reaches[MAX_REACHES]


cdef inline int rank_of(u64 members, int member) noexcept nogil:
    """Return the rank of a member: the number of smaller members."""
    return count(members & (bit(member) - 1))


cdef inline u32 ranks_of(u64 members, u64 chosen) noexcept nogil:
    """Return a subset as the set of its members' ranks."""
    cdef u32 ranks = 0
    while chosen:
        ranks |= <u32> 1 << rank_of(members, lowest(chosen))
        chosen &= chosen - 1
    return ranks


cdef inline u64 chosen_of(const u8* members, u32 ranks) noexcept nogil:
    """Return the subset with the given ranks, the inverse of `ranks_of`.

    Args:
        members: members of the whole set in ascending order.
    """
    cdef u64 chosen = 0
    while ranks:
        chosen |= bit(members[lowest(ranks)])
        ranks &= ranks - 1
    return chosen


cdef inline int base_location(const MapTable* m, u64 spaces, int location) noexcept nogil:
    """Return the lowest Location with all these Spaces beside it, given one such Location."""
    if location > 1 and not spaces & ~m.beside[location - 1]:
        return location - 1
    return location


cdef int fill_map(MapTable* m, object board, int fighters, int bombers) except -1
