# Actions as tokens, and observations as bytes.
from aicore.core._types cimport u16, u32, u64, u8
from aicore.games.gratis3.rules.map cimport MAP_SPACES
from aicore.games.gratis3.rules.state cimport TAGS, GratisState
from aicore.games.gratis3.rules.survey cimport Rules


ctypedef struct Way:
    # Moves of a RAV from one Space that leave the tail at another.
    u64 ends  # Spaces where any RAV with any tail can end
    u64 first  # first token


ctypedef struct Tokens:
    # Each kind of action has its own tokens.
    int size  # number of all tokens
    u16[TAGS] first  # first token, by tag
    u16[TAGS] sizes  # number of tokens, by tag, except for RAV moves and attacks on RAVs
    u16[MAP_SPACES] attack  # first token of attacks on a RAV, by its Space
    Way[MAP_SPACES][MAP_SPACES] way  # by Space and tail


cdef int fill_tokens(const Rules* r, Tokens* w) except -1
cdef int fill_meanings(const Rules* r, const Tokens* w, u32* meaning) except -1
cdef tuple fields_of(const Rules* r, object data, object board)
cdef int most_actions(const Rules* r, object ship) except -1
cdef int token_of(
    const Rules* r, const Tokens* w, const GratisState* s, u32 action) noexcept nogil
cdef u32 action_of(const Rules* r, const GratisState* s, u32 meaning) noexcept nogil
cdef void observe_rest(
    const Rules* r, const GratisState* s, int seat, u8* out) noexcept nogil
