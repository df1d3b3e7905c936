# Dice: the probabilities of hits, and random rolls.
from aicore.core._types cimport u32
from aicore.core.rng cimport RngState, rng_below
from aicore.games.gratis3.rules.state cimport MAX_DICE, SYSTEMS_TAG, code

cdef enum:
    MAX_ROLLS = 45  # rolls of 8 dice: numbers of singles and doubles that add up to 8 or less

ctypedef struct DiceTable:
    # Rolls, by number of dice, in order of their hits.
    int size[MAX_DICE + 1]
    u32 faces[MAX_DICE + 1]  # 6 ** dice
    u32 event[MAX_DICE + 1][MAX_ROLLS]
    u32 below[MAX_DICE + 1][MAX_ROLLS]  # number of ways to roll this or an earlier roll
    double chance[MAX_DICE + 1][MAX_ROLLS]


cdef inline u32 roll(const DiceTable* d, int dice, RngState* rng) noexcept nogil:
    """Return a random roll, with exactly the probabilities of real dice."""
    cdef u32 rank = rng_below(rng, d.faces[dice])
    cdef int low = 0
    cdef int high = d.size[dice] - 1
    cdef int middle
    while low < high:
        middle = (low + high) >> 1
        if rank < d.below[dice][middle]:
            high = middle
        else:
            low = middle + 1
    return d.event[dice][low]


cdef inline u32 roll_pair(RngState* rng) noexcept nogil:
    """Return a random roll of the two dice for the systems."""
    cdef int one = rng_below(rng, 36)
    cdef int other = 1 + one % 6
    one = 1 + one // 6
    return code(SYSTEMS_TAG, one << 4 | other if one < other else other << 4 | one)


cdef inline int list_pairs(u32* out, double* chance) noexcept nogil:
    cdef int one, other
    cdef int size = 0
    for one in range(1, 7):
        for other in range(one, 7):
            out[size] = code(SYSTEMS_TAG, one << 4 | other)
            chance[size] = 1.0 / 36 if one == other else 2.0 / 36
            size += 1
    return size


cdef inline int singles_of(u32 event) noexcept nogil:
    return event >> 4 & 15


cdef inline int doubles_of(u32 event) noexcept nogil:
    return event & 15


cdef inline int hits_of(u32 event) noexcept nogil:
    return singles_of(event) + 2 * doubles_of(event)


cdef int fill_dice(DiceTable* d) except -1
