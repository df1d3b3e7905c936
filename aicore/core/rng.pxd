# Random numbers: xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number
# generators", ACM TOMS 47, 2021), seeded by SplitMix64. A state has 32 bytes; the period is
# 2**256 - 1.
from aicore.core._types cimport c_assert, u32, u64
from aicore.core.bits cimport mix

ctypedef struct RngState:
    u64 s[4]  # never all zero


cdef inline u64 rng_next(RngState* rng) noexcept nogil:
    """Return 64 random bits."""
    cdef u64* s = rng.s
    cdef u64 total = s[0] + s[3]
    cdef u64 result = ((total << 23) | (total >> 41)) + s[0]
    cdef u64 shifted = s[1] << 17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= shifted
    s[3] = (s[3] << 45) | (s[3] >> 19)
    return result


cdef inline u32 rng_below(RngState* rng, u32 bound) noexcept nogil:
    """Return an exactly uniform number in 0 .. bound - 1, for bound >= 1 (Lemire 2019)."""
    c_assert(bound > 0)
    cdef u64 product = (rng_next(rng) >> 32) * bound
    cdef u32 low = <u32> product
    cdef u32 threshold
    if low < bound:
        threshold = (<u32> 0 - bound) % bound
        while low < threshold:
            product = (rng_next(rng) >> 32) * bound
            low = <u32> product
    return <u32> (product >> 32)


cdef inline double rng_uniform(RngState* rng) noexcept nogil:
    """Return a uniform number in [0, 1) with 53 bits."""
    return <double> (rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline void rng_seed(RngState* rng, u64 seed) noexcept nogil:
    """Start the stream of numbers that `seed` determines."""
    cdef int i
    for i in range(4):
        seed += <u64> 0x9E3779B97F4A7C15
        rng.s[i] = mix(seed)


cdef enum:
    MAX_SOURCES = 4  # maximum number of decks and dice in a game


# Luck of one simulation: a stream for choices and hidden cards, and one for each deck or die. Two
# simulations with one seed get the same cards in the same order, even if they choose differently.
# So the difference of their results measures the choices.
ctypedef struct Luck:
    RngState choice
    RngState[MAX_SOURCES] source


cdef inline void luck_seed(Luck* luck, u64 seed, int sources) noexcept nogil:
    """Start the streams that `seed` determines; the game has `sources` decks and dice."""
    cdef int i
    rng_seed(&luck.choice, seed)
    for i in range(sources):
        rng_seed(&luck.source[i], seed ^ mix(i + 1))


cdef void rng_jump(RngState* rng) noexcept nogil


cdef class Rng:
    cdef RngState state
