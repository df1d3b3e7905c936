# Actions as tokens, and a seat's knowledge as bytes: see tokens.pyx.
from aicore.core._types cimport u16, u32, u8
from aicore.core.ruleset cimport Advice, raise_mistakes, Ruleset

cdef int keep_matching(
    Ruleset game, const void* state, u32* actions, int size, u16* rows,
    const u16* prefix, int length, u16* tokens) noexcept nogil
cdef void observe_tokens(Ruleset game, const u16* prefix, int length, u8* out) noexcept nogil

# For positions: the state must be playable. Except in `observation`, a seat must be to move.
cdef list legal_tokens(Ruleset game, const void* state, prefix)
cdef object legal_mask(Ruleset game, const void* state, prefix, out)
cdef object decode(Ruleset game, const void* state, prefix)
cdef tuple encode(Ruleset game, const void* state, u32 action)
cdef tuple needed_tokens(Ruleset game, const void* state, u32 action)
cdef int check_arrays(Ruleset game) except -1
cdef list net_tokens(Ruleset game, const void* state)
cdef object observation(Ruleset game, const void* state, int seat, prefix, out)
