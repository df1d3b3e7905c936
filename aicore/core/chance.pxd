# Keyed luck, independent of the order of draws: see chance.pyx.
from aicore.core._types cimport i64, u32, u64
from aicore.core.game cimport State
from aicore.core.rng cimport MAX_SOURCES
from aicore.core.ruleset cimport Ruleset

cdef enum:
    KEPT = 64  # number of a deck's cards whose hashes are cached


# Seed that determines a game's luck.
ctypedef struct Key:
    bint sealed  # whether the seed is a secret key, used with a one-way hash
    u64 number  # the seed, if it is a number
    u64[2] key  # the seed, if it is a key


# Hashes of a deck's cards: the same for all draws of one pass through it.
ctypedef struct Hashes:
    i64 number  # number of the pass
    u64[KEPT] card  # hash of each card; 0 if not computed yet


cdef u32 keyed_draw(
    Ruleset game, const void* state, const Key* key, u32* before, Hashes* hashes,
    u32* events, double* weights) noexcept nogil


cdef class Chance:
    cdef readonly object seed  # as given
    cdef Key key
    cdef u32[MAX_SOURCES] _before  # number of independent events so far, by source
    cdef Hashes[MAX_SOURCES] _hashes

    cdef u32 drawn(self, State state, bint counted) except? 0
    cdef u32 happen(self, State state) except? 0
