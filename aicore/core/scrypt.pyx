# cython: boundscheck=False
"""scrypt (Percival 2009; RFC 7914), for Python without OpenSSL, as in a browser."""

import hmac

from cpython.bytearray cimport PyByteArray_AsString
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

cdef enum:
    WORDS = 16  # number of 32-bit words in a block of Salsa20


def scrypt(password: bytes, *, salt: bytes, n: int, r: int, p: int, dklen: int) -> bytes:
    """Return a key of `dklen` bytes, the same as `hashlib.scrypt`. Raises MemoryError.

    Args:
        password: bytes to hash.
        salt: bytes that are hashed together with the password.
        n: cost in memory and time, a power of two; the memory is 128 n r bytes.
        r: size of a lane, in units of 128 bytes, which are two blocks of Salsa20.
        p: number of lanes, which are mixed one after the other.
        dklen: size of the key in bytes.
    """
    cdef int size = 128 * r
    cdef bytearray mixed = bytearray(_stretched(password, salt, p * size))
    cdef unsigned char *lane = <unsigned char *> PyByteArray_AsString(mixed)
    cdef uint32_t *memory = <uint32_t *> malloc(<size_t> size * (n + 2))
    cdef int i, lanes = p
    if memory == NULL:
        raise MemoryError
    try:
        for i in range(lanes):
            _mix(&lane[i * size], memory, n, 2 * r)
    finally:
        free(memory)
    return _stretched(password, bytes(mixed), dklen)


def _stretched(password: bytes, salt: bytes, size: int) -> bytes:
    """Return `size` bytes of PBKDF2 with HMAC-SHA-256 and one round (RFC 8018)."""
    count = -(-size // 32)
    salts = (salt + k.to_bytes(4, "big") for k in range(1, count + 1))
    return b"".join(hmac.digest(password, each, "sha256") for each in salts)[:size]


cdef void _mix(unsigned char *lane, uint32_t *memory, uint64_t n, int blocks) noexcept nogil:
    """Apply ROMix: fill memory with versions of a lane, then read it in an order they determine."""
    cdef int words = blocks * WORDS, k
    cdef uint32_t *x = memory + n * words
    cdef uint32_t *y = x + words
    cdef uint32_t *old
    cdef uint64_t step, _
    for k in range(words):
        x[k] = lane[4 * k] | lane[4 * k + 1] << 8 | lane[4 * k + 2] << 16 \
            | <uint32_t> lane[4 * k + 3] << 24
    for step in range(n):
        memcpy(memory + step * words, x, 4 * words)
        _mix_block(x, y, blocks)
    for _ in range(n):
        old = memory + (x[(blocks - 1) * WORDS] & (n - 1)) * words
        for k in range(words):
            x[k] ^= old[k]
        _mix_block(x, y, blocks)
    for k in range(words):
        lane[4 * k] = x[k] & 255
        lane[4 * k + 1] = x[k] >> 8 & 255
        lane[4 * k + 2] = x[k] >> 16 & 255
        lane[4 * k + 3] = x[k] >> 24


cdef void _mix_block(uint32_t *x, uint32_t *y, int blocks) noexcept nogil:
    """Apply BlockMix to the lane in `x`; `y` is scratch memory."""
    cdef uint32_t last[WORDS]
    cdef int k, w, place
    memcpy(last, x + (blocks - 1) * WORDS, 4 * WORDS)
    for k in range(blocks):
        for w in range(WORDS):
            last[w] ^= x[k * WORDS + w]
        _salsa(last)
        place = k // 2 + (k & 1) * (blocks // 2)
        memcpy(y + place * WORDS, last, 4 * WORDS)
    memcpy(x, y, 4 * WORDS * blocks)


cdef inline uint32_t _turned(uint32_t word, int by) noexcept nogil:
    """Return a word rotated left by some bits."""
    return word << by | word >> (32 - by)


cdef inline void _quarter(uint32_t *x, int a, int b, int c, int d) noexcept nogil:
    """Apply a quarter-round of Salsa20 to four words of a block."""
    x[b] ^= _turned(x[a] + x[d], 7)
    x[c] ^= _turned(x[b] + x[a], 9)
    x[d] ^= _turned(x[c] + x[b], 13)
    x[a] ^= _turned(x[d] + x[c], 18)


cdef void _salsa(uint32_t *block) noexcept nogil:
    """Apply Salsa20/8 (Bernstein 2005)."""
    cdef uint32_t x[WORDS]
    cdef int k, _
    memcpy(x, block, 4 * WORDS)
    for _ in range(4):
        _quarter(x, 0, 4, 8, 12)
        _quarter(x, 5, 9, 13, 1)
        _quarter(x, 10, 14, 2, 6)
        _quarter(x, 15, 3, 7, 11)
        _quarter(x, 0, 1, 2, 3)
        _quarter(x, 5, 6, 7, 4)
        _quarter(x, 10, 11, 8, 9)
        _quarter(x, 15, 12, 13, 14)
    for k in range(WORDS):
        block[k] += x[k]
