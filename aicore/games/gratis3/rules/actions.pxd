# Legal actions: lists, and random actions that need no list where there are many.
from aicore.core._types cimport u8, u32, u64
from aicore.core.rng cimport RngState
from aicore.games.gratis3.rules.state cimport MAX_SPACES, RAV_TAG, GratisState, code
from aicore.games.gratis3.rules.survey cimport Rules

cdef enum:
    FEW = 16  # maximum number of actions in a phase other than RAV moves and RAV attacks
    FIRST_CARRIER = MAX_SPACES  # number of the first Carrier among targets, after all Spaces
    MAX_TARGETS = 24  # room for the RAVs and Carriers of three seats, and one more


cdef inline u32 rav_event(int space, int to, u64 tail) noexcept nogil:
    return code(RAV_TAG, space << 12 | to << 6 | <int> tail)


cdef int list_few(const Rules* r, const GratisState* s, u32* out) noexcept nogil
cdef int list_moves(const Rules* r, const GratisState* s, u32* out, int most) noexcept nogil
cdef u32 sample_move(const Rules* r, const GratisState* s, RngState* rng) noexcept nogil
cdef u32 attack_event(
    const Rules* r, const GratisState* s, int target, u64 attackers) noexcept nogil
cdef u64 attackers_of(const Rules* r, u32 event) noexcept nogil
cdef int list_targets(
    const Rules* r, const GratisState* s, u8* targets, u64* attackers) noexcept nogil
cdef int list_attacks(const Rules* r, const GratisState* s, u32* out) noexcept nogil
cdef u32 sample_attack(const Rules* r, const GratisState* s, RngState* rng) noexcept nogil
