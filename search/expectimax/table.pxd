# Transposition table: search results by position, in memory of fixed size.
#
# All 64 bits of a key distinguish positions. Each key has a pair of places: the first keeps the
# deeper result, the second the newer one (Breuker, Uiterwijk and van den Herik 1994).
from libc.stdlib cimport calloc
from libc.string cimport memset

from aicore.core._types cimport i8, u8, u16, u32, u64
from aicore.core.game cimport MAX_SEATS


ctypedef struct Entry:
    u64 key  # key of the whole position
    u32 best  # the best action found
    u16 era  # number of the search that wrote the entry; 0: none
    i8 depth  # number of decisions looked ahead
    u8 guessed  # whether the rewards depend on estimates, not only on ends of the game
    double[MAX_SEATS] reward  # low and high bound of one reward, or the rewards of all seats


ctypedef struct Table:
    char* entries
    size_t stride  # size of an entry in bytes, without unused rewards
    u64 mask  # number of pairs of entries, minus 1
    u16 era  # number of the current search


cdef inline bint table_open(Table* table, int rewards, size_t size) noexcept nogil:
    """Make a table whose entries hold `rewards` rewards, in at most `size` bytes or 1,024 pairs.

    Return False if there is no memory. The owner must free `entries`.
    """
    cdef size_t pairs = 1024
    table.stride = sizeof(Entry) - (MAX_SEATS - rewards) * sizeof(double)
    while 4 * pairs * table.stride <= size:
        pairs *= 2
    table.mask = pairs - 1
    table.era = 0
    table.entries = <char*> calloc(2 * pairs, table.stride)
    return table.entries != NULL


cdef inline void table_forget(Table* table) noexcept nogil:
    """Forget earlier searches."""
    table.era += 1
    if table.era == 0:
        memset(table.entries, 0, 2 * (table.mask + 1) * table.stride)
        table.era = 1


cdef inline Entry* table_pair(Table* table, u64 key, int place) noexcept nogil:
    """Return one of the two entries that may hold a position."""
    return <Entry*> (table.entries + (2 * (key & table.mask) + place) * table.stride)


cdef inline Entry* table_find(Table* table, u64 key) noexcept nogil:
    """Return a position's entry, or NULL if there is none."""
    cdef Entry* entry
    cdef int place
    for place in range(2):
        entry = table_pair(table, key, place)
        if entry.key == key and entry.era == table.era:
            return entry
    return NULL


cdef inline Entry* table_claim(Table* table, u64 key, int depth) noexcept nogil:
    """Return the entry to overwrite with a position's result at this depth."""
    cdef Entry* entry = table_find(table, key)
    if entry != NULL:
        return entry
    entry = table_pair(table, key, 0)
    if entry.era != table.era or depth >= entry.depth:
        return entry
    return table_pair(table, key, 1)


cdef inline bint table_holds(const Entry* entry, int depth, bint lucky) noexcept nogil:
    """Whether an entry equals the result of a look-ahead of `depth` decisions.

    An entry of the same depth does. An entry of a lower depth does if its rewards depend neither on
    estimates nor on samples, which `lucky` searches use.
    """
    return entry.depth == depth or (entry.depth < depth and not entry.guessed and not lucky)


cdef inline Entry* table_write(
    Table* table, u64 key, int depth, u32 best, bint guessed
) noexcept nogil:
    """Write `best` and `guessed` to a position's entry for this depth, and return the entry.

    The caller writes its rewards, which are the bounds 0 and 1 in a new entry.
    """
    cdef Entry* entry = table_claim(table, key, depth)
    if entry.key != key or entry.era != table.era or entry.depth != depth:
        entry.key = key
        entry.era = table.era
        entry.depth = depth
        entry.guessed = False
        entry.reward[0] = 0.0
        entry.reward[1] = 1.0
    entry.best = best
    entry.guessed |= guessed
    return entry
