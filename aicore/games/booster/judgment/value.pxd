# Heuristics: expected turns from a hand to the target, and choices based on them.
from aicore.core._types cimport u8, u16, u32, u64
from aicore.games.booster.rules.melds cimport MeldTable
from aicore.games.booster.rules.state cimport CARDS, BoosterState

cdef enum:
    HOLDS = 4096  # 4 x 4 x 4 levels of crew, propulsion, transport; 8 x 8 destinations, payloads
    NEEDS = 8  # rows of the table: 2 points or fewer needed, 3, ..., 8, 9 or more
    MAX_NEED = 100


ctypedef struct ValueTable:
    u64[4] at_least  # crew, propulsion and transport cards of at least this level
    u16[CARDS] part  # bits of a destination or payload in the number of a hold
    u8[NEEDS][HOLDS] turns  # expected turns to the target above base, in units of `unit`
    float unit
    float[MAX_NEED + 1] base  # part of the expected turns that depends only on points needed
    float[MAX_NEED + 1] after_meld  # expected turns right after a meld, by points needed
    float[NEEDS][CARDS + 1] alone  # turns above base with one card kept after a meld; last: no card
    float spare_worth  # turns saved by a second choice as good as the first
    float draw_worth  # turns saved by one more card to draw
    float spread  # logistic scale of a lead in turns at the end of the race
    float widening  # growth of this scale with the square root of the turns to go


cdef int fill_table(ValueTable* table, dict cards, dict solved, dict race) except -1
cdef float best_mission(
    const ValueTable* values, const MeldTable* table, u64 hand, int need,
    u32* choice) noexcept nogil
cdef u32 best_eject(const ValueTable* values, u64 hand, int need) noexcept nogil
cdef void win_chances(
    const ValueTable* values, const MeldTable* table, const BoosterState* s, int seats, int target,
    int last_turn, double* out) noexcept nogil
