# Course of a turn: chips, attacks on Carriers, steps 3 to 5, and the start of the next turn.
from aicore.core._types cimport u64
from aicore.core.bits cimport count
from aicore.games.gratis3.rules.state cimport MAX_DICE, GratisState, Ship
from aicore.games.gratis3.rules.survey cimport Rules


cdef inline int dice_of(const Ship* ship, u64 attackers) noexcept nogil:
    """Return the number of dice for a seat's RAVs on some Spaces."""
    cdef int fighters = count(attackers & ship.fighters)
    cdef int dice = 3 * count(attackers & ship.bombers)
    if fighters:
        dice += 2 * fighters - 1
    return dice if dice < MAX_DICE else MAX_DICE


cdef inline int attack_dice(const GratisState* s, u64 attackers) noexcept nogil:
    """Return the number of dice for the active seat's RAVs on some Spaces."""
    return dice_of(&s.ships[s.seat], attackers)


cdef bint take_black(GratisState* s) noexcept nogil
cdef bint destroy(const Rules* r, GratisState* s, int space) noexcept nogil
cdef void start_turn(const Rules* r, GratisState* s) noexcept nogil
cdef void take_leftmost(const Rules* r, GratisState* s) noexcept nogil
cdef void take_override(const Rules* r, GratisState* s) noexcept nogil
cdef void give_back(const Rules* r, GratisState* s) noexcept nogil
cdef void move_rav(const Rules* r, GratisState* s, int space, int to, int tail) noexcept nogil
cdef void rav_moves(const Rules* r, GratisState* s) noexcept nogil
cdef void attack_rav(const Rules* r, GratisState* s, int space, u64 attackers) noexcept nogil
cdef void hit_rav(const Rules* r, GratisState* s, int hits) noexcept nogil
cdef void declare(const Rules* r, GratisState* s, int weapon, int seat, int dice) noexcept nogil
cdef void evade(const Rules* r, GratisState* s, int card) noexcept nogil
cdef void strike(const Rules* r, GratisState* s) noexcept nogil
cdef void hit_carrier(const Rules* r, GratisState* s, int singles, int doubles) noexcept nogil
cdef void show_systems(const Rules* r, GratisState* s, int one, int other) noexcept nogil
cdef void knock(const Rules* r, GratisState* s, int system) noexcept nogil
