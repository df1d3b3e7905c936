# Sets of small integers as bits of a machine word.
from aicore.core._types cimport c_assert, u32, u64
from aicore.core.compiler cimport count, lowest


cdef inline u64 bit(int member) noexcept nogil:
    """Return the set that has only this member, from 0 to 63."""
    return <u64> 1 << member


cdef inline int select(u64 mask, int rank) noexcept nogil:
    """Return the member that has `rank` smaller members, where 0 <= rank < count(mask)."""
    cdef int base = 0
    cdef int below
    c_assert(0 <= rank < count(mask))
    below = count(<u32> mask)
    if rank >= below:
        rank -= below
        mask >>= 32
        base = 32
    below = count(mask & 0xFFFF)
    if rank >= below:
        rank -= below
        mask >>= 16
        base += 16
    below = count(mask & 0xFF)
    if rank >= below:
        rank -= below
        mask >>= 8
        base += 8
    while rank > 0:
        mask &= mask - 1
        rank -= 1
    return base + lowest(mask)


cdef inline u64 mix(u64 value) noexcept nogil:
    """Scramble all 64 bits (the finalizer of SplitMix64; Steele, Lea and Flood 2014)."""
    value = (value ^ (value >> 30)) * <u64> 0xBF58476D1CE4E5B9
    value = (value ^ (value >> 27)) * <u64> 0x94D049BB133111EB
    return value ^ (value >> 31)


cdef inline u64 fold(u64 digest, u64 word) noexcept nogil:
    """Add a word to a running hash; finish with `mix`."""
    digest = (digest ^ word) * <u64> 0x9E3779B97F4A7C15
    return digest ^ (digest >> 32)


cdef inline u64 fold_bytes(u64 digest, const void* data, size_t size) noexcept nogil:
    """Add `size` bytes, a multiple of 8, to a running hash: long data in three streams at once."""
    cdef const u64* words = <const u64*> data
    cdef size_t length = size // 8
    cdef size_t i = 0
    cdef u64 second, third
    if length >= 6:
        second = digest ^ <u64> 0xD1B54A32D192ED03
        third = digest ^ <u64> 0x8CB92BA72F3D8DD7
        while i + 3 <= length:
            digest = fold(digest, words[i])
            second = fold(second, words[i + 1])
            third = fold(third, words[i + 2])
            i += 3
        digest = fold(fold(digest, second), third)
    while i < length:
        digest = fold(digest, words[i])
        i += 1
    return digest
