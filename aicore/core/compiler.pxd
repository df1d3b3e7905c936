# Operations that C lacks and that each compiler names in its own way.
from aicore.core._types cimport u32, u64

cdef extern from * nogil:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    #if defined(_M_ARM64)
    #define aicore_count(mask) ((int) _CountOneBits64(mask))
    #define aicore_prefetch(address) __prefetch(address)
    #define aicore_claim(address) __prefetch(address)
    #else
    #define aicore_count(mask) ((int) __popcnt64(mask))
    #define aicore_prefetch(address) _mm_prefetch((const char*) (address), _MM_HINT_T0)
    #define aicore_claim(address) aicore_prefetch(address)
    #endif
    static __forceinline int aicore_lowest(unsigned long long mask) {
        unsigned long place;
        _BitScanForward64(&place, mask);
        return (int) place;
    }
    static __forceinline int aicore_highest(unsigned int word) {
        unsigned long place;
        _BitScanReverse(&place, word);
        return (int) place;
    }
    #else
    #define aicore_count(mask) __builtin_popcountll(mask)
    #define aicore_lowest(mask) __builtin_ctzll(mask)
    #define aicore_highest(word) (31 - __builtin_clz(word))
    #define aicore_prefetch(address) __builtin_prefetch(address)
    #define aicore_claim(address) __builtin_prefetch((address), 1)
    #endif
    """
    int count "aicore_count"(u64 mask) noexcept  # number of set bits
    int lowest "aicore_lowest"(u64 mask) noexcept  # lowest set bit; mask must not be 0
    int highest "aicore_highest"(u32 word) noexcept  # highest set bit; word must not be 0
    void prefetch "aicore_prefetch"(const void* address)  # load memory that is read soon
    void claim "aicore_claim"(const void* address)  # load memory that is written soon
