# SipHash-2-4 (Aumasson and Bernstein 2012, "SipHash: a fast short-input PRF"). Without the key of
# 128 bits, nobody can distinguish the next hash from chance, even after seeing many hashes.
from aicore.core._types cimport u32, u64


ctypedef struct SipState:
    u64 v0, v1, v2, v3


cdef inline u64 rotated(u64 word, int bits) noexcept nogil:
    """Return a word rotated left by some bits."""
    return (word << bits) | (word >> (64 - bits))


cdef inline void sip_round(SipState* s) noexcept nogil:
    """Apply one round of SipHash."""
    s.v0 += s.v1
    s.v1 = rotated(s.v1, 13) ^ s.v0
    s.v0 = rotated(s.v0, 32)
    s.v2 += s.v3
    s.v3 = rotated(s.v3, 16) ^ s.v2
    s.v0 += s.v3
    s.v3 = rotated(s.v3, 21) ^ s.v0
    s.v2 += s.v1
    s.v1 = rotated(s.v1, 17) ^ s.v2
    s.v2 = rotated(s.v2, 32)


cdef inline void sip_word(SipState* s, u64 word) noexcept nogil:
    """Add eight bytes to the message."""
    s.v3 ^= word
    sip_round(s)
    sip_round(s)
    s.v0 ^= word


cdef inline SipState sip_start(const u64* key, u64 first, u64 second) noexcept nogil:
    """Start a message of 20 bytes with its first 16 bytes."""
    cdef SipState s
    s.v0 = key[0] ^ <u64> 0x736F6D6570736575
    s.v1 = key[1] ^ <u64> 0x646F72616E646F6D
    s.v2 = key[0] ^ <u64> 0x6C7967656E657261
    s.v3 = key[1] ^ <u64> 0x7465646279746573
    sip_word(&s, first)
    sip_word(&s, second)
    return s


cdef inline u64 sip_end(SipState s, u32 last) noexcept nogil:
    """Return the hash of the message that ends with these four bytes."""
    sip_word(&s, <u64> 20 << 56 | last)
    s.v2 ^= 0xFF
    sip_round(&s)
    sip_round(&s)
    sip_round(&s)
    sip_round(&s)
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3
