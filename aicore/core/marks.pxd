# Sets and numbers as bytes of an observation: a member is a 1, all else stays 0.
from libc.string cimport memcpy

from aicore.core._types cimport u8, u32, u64
from aicore.core.bits cimport lowest

cdef extern from * nogil:
    """
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define aicore_low_first(word) __builtin_bswap64(word)
    #else
    #define aicore_low_first(word) (word)
    #endif
    """
    u64 low_first "aicore_low_first"(u64 word) noexcept  # the lowest byte first in memory


cdef inline void mark_each(u64 members, u8* out) noexcept nogil:
    """Mark the members of a set, quick for small ones."""
    while members:
        out[lowest(members)] = 1
        members &= members - 1


cdef inline u64 spread(u32 members) noexcept nogil:
    """Eight bytes in memory, one for each number below 8, whether it is a member."""
    # Every byte takes its own bit, which then carries into the byte's highest.
    cdef u64 eight = members * <u64> 0x0101010101010101 & <u64> 0x8040201008040201
    return low_first((eight + <u64> 0x7F7F7F7F7F7F7F7F) >> 7 & <u64> 0x0101010101010101)


cdef inline void mark_row(u32 members, u8* out) noexcept nogil:
    """Write 32 bytes, one for each number below 32, whether it is a member."""
    cdef u64 eight
    cdef int i
    for i in range(4):
        eight = spread(members >> 8 * i & 0xFF)
        memcpy(out + 8 * i, &eight, 8)


cdef inline void write_pair(int number, u8* out) noexcept nogil:
    """A number in two bytes, the high one first."""
    out[0] = number >> 8
    out[1] = number & 0xFF
