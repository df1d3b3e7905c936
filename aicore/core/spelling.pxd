# Actions in words, and what a seat knows in bytes: see spelling.pyx.
from aicore.core._types cimport u16, u32, u8
from aicore.core.ruleset cimport Ruleset, answer

cdef int narrow(
    Ruleset game, const void* state, u32* actions, int size, u16* rows,
    const u16* said, int length, u16* words) noexcept nogil
cdef void observe_words(Ruleset game, const u16* said, int length, u8* out) noexcept nogil

# For positions: the state must be one that plays, its turn a seat's unless said otherwise.
cdef list legal_words(Ruleset game, const void* state, said)
cdef object legal_mask(Ruleset game, const void* state, said, out)
cdef object spoken(Ruleset game, const void* state, said)
cdef tuple spell(Ruleset game, const void* state, u32 action)
cdef tuple say(Ruleset game, const void* state, u32 action)
cdef object observation(Ruleset game, const void* state, int seat, said, out)
