"""Random numbers for Python code: a wrapper of the generator that the searchers use."""

from cpython.number cimport PyNumber_Index

from aicore.core.validate cimport bounded_int, seed_word

# The jump polynomial of xoshiro256++ (Blackman and Vigna 2021): x**(2**128) modulo the
# characteristic polynomial. The test suite derives it again by squaring the transition matrix.
cdef u64[4] JUMP = [
    0x180EC6D33CFD0ABA, 0xD5A61266F0C9392C, 0xA9582618E03FC9AA, 0x39ABDC4529B1661C,
]


cdef void rng_jump(RngState* rng) noexcept nogil:
    """Skip 2**128 numbers. Copies of a generator after different numbers of jumps never overlap."""
    cdef RngState target
    cdef int word, place, i
    for i in range(4):
        target.s[i] = 0
    for word in range(4):
        for place in range(64):
            if JUMP[word] >> place & 1:
                for i in range(4):
                    target.s[i] ^= rng.s[i]
            rng_next(rng)
    rng[0] = target


cdef class Rng:
    """Stream of random numbers (xoshiro256++), the same for the same seed on every machine.

    Args:
        seed: any integer. A number of 64 bits, signed or unsigned, is used as it is; a larger one
            is mixed into 64 bits.

    Raises TypeError for other values.
    """

    def __cinit__(self):
        rng_seed(&self.state, 0)  # with an all-zero state, `rng_below` would never return

    def __init__(self, seed=0):
        rng_seed(&self.state, seed_word(seed))

    @property
    def words(self):
        """State of the generator: four 64-bit integers."""
        return tuple(self.state.s[i] for i in range(4))

    @words.setter
    def words(self, values):
        cdef RngState state
        words = [PyNumber_Index(value) for value in values]
        if len(words) != 4 or not any(words) or not all([0 <= word < 1 << 64 for word in words]):
            raise ValueError("the generator's state must be four 64-bit integers, not all zero")
        for i in range(4):
            state.s[i] = words[i]
        self.state = state

    def __reduce__(self):
        return type(self), (), self.words

    def __setstate__(self, words):
        self.words = words

    def next(self):
        """Return 64 random bits as an integer."""
        return rng_next(&self.state)

    def below(self, bound):
        """Return a uniform integer below `bound`, a number from 1 to 2**32 - 1.

        Raises ValueError.
        """
        return rng_below(&self.state, bounded_int("bound", bound, 1, 0xFFFFFFFF))

    def uniform(self):
        """Return a uniform number in [0, 1)."""
        return rng_uniform(&self.state)

    def shuffle(self, items):
        """Put the items into a random order."""
        cdef Py_ssize_t last
        cdef Py_ssize_t other
        for last in range(len(items) - 1, 0, -1):
            other = rng_below(&self.state, <unsigned int> (last + 1))
            items[last], items[other] = items[other], items[last]

    def jump(self):
        """Skip 2**128 numbers, so that later numbers never overlap the numbers before the jump."""
        rng_jump(&self.state)
