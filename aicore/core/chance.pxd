# Luck by key instead of by order: see chance.pyx.
from aicore.core._types cimport i64, u32, u64
from aicore.core.game cimport State
from aicore.core.rng cimport MAX_SOURCES

cdef enum:
    KEPT = 128  # cards of a deck whose hashes are kept


# The hashes of a deck's cards: the same for all draws of one pass through it.
ctypedef struct Hashes:
    i64 number  # the pass
    u64[KEPT] card
    bint[KEPT] known


cdef class Chance:
    cdef readonly object seed  # as given
    cdef bint sealed  # the seed is a secret key, and its hash one-way
    cdef u64 number  # the seed, if it is a number
    cdef u64[2] key  # the seed, if it is a key
    cdef u32[MAX_SOURCES] _before  # independent events so far, by source
    cdef Hashes[MAX_SOURCES] _hashes

    cdef u64 hashed(self, int source, i64 number, u32 item) noexcept

    cdef u32 drawn(self, State state) except? 0
    cdef u32 happen(self, State state) except? 0
    cdef int count(self, State state) except -1
