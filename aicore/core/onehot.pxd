# Sets as bytes of an observation: a member's byte is 1, all other bytes stay 0.
from aicore.core._types cimport u8, u32, u64
from aicore.core.bits cimport lowest

cdef extern from * nogil:
    """
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    static inline void aicore_mark_row(unsigned int members, unsigned char *out) {
        const __m128i own = _mm_set1_epi64x((long long) 0x8040201008040201ULL);
        const __m128i one = _mm_set1_epi8(1);
        __m128i row = _mm_cvtsi32_si128((int) members), half;
        row = _mm_unpacklo_epi8(row, row);
        row = _mm_unpacklo_epi16(row, row);  /* each byte four times, then eight times */
        half = _mm_and_si128(_mm_unpacklo_epi32(row, row), own);
        _mm_storeu_si128((__m128i *) out, _mm_min_epu8(half, one));
        half = _mm_and_si128(_mm_unpackhi_epi32(row, row), own);
        _mm_storeu_si128((__m128i *) (out + 16), _mm_min_epu8(half, one));
    }
    #else
    static inline void aicore_mark_row(unsigned int members, unsigned char *out) {
        for (int i = 0; i < 32; i++) out[i] = members >> i & 1;
    }
    #endif
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define aicore_low_first(word) __builtin_bswap64(word)
    #else
    #define aicore_low_first(word) (word)
    #endif
    """
    # Write 32 bytes: 1 for each number that is a member, otherwise 0.
    void mark_row "aicore_mark_row"(u32 members, u8* out) noexcept
    u64 low_first "aicore_low_first"(u64 word) noexcept  # the lowest byte first in memory


cdef inline void mark_each(u64 members, u8* out) noexcept nogil:
    """Set the byte of each member of a set to 1; fast for small sets."""
    while members:
        out[lowest(members)] = 1
        members &= members - 1


cdef inline u64 spread(u32 members) noexcept nogil:
    """Return eight bytes in memory order: 1 for each number that is a member, otherwise 0."""
    # Every byte keeps its own bit; adding 0x7F then carries this bit into the byte's highest bit.
    cdef u64 eight = members * <u64> 0x0101010101010101 & <u64> 0x8040201008040201
    return low_first((eight + <u64> 0x7F7F7F7F7F7F7F7F) >> 7 & <u64> 0x0101010101010101)
