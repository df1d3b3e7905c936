"""Course of a turn: chips, attacks on Carriers, steps 3 to 5, and the start of the next turn.

Each function continues until a seat has a choice, a chance event is due, or the game is over. A
single legal action is not a choice.
"""

from aicore.core._types cimport u32, u64
from aicore.core.bits cimport bit, count
from aicore.core.game cimport CHANCE, END
from aicore.games.gratis3.rules.actions cimport list_moves
from aicore.games.gratis3.rules.state cimport (
    ALL_SYSTEMS, BLACK, BOMBER, BY_CHIPS, BY_PLANET, BY_TURNS, CARDS, CARRIER_ROLL, COLORED,
    COMMAND, EMP, END_PHASE, EVADE, EVADED_DICE, FIGHTER, KNOCK, NUKE, OVERRIDE, QUEUE,
    RAV_ATTACKS, RAV_MOVES, RAV_ROLL, RAV_WEAPON, REPAIR, RETURN, SYSTEMS_PHASE, GratisState, Ship,
    held, lying_at, played, ravs_of, vulnerable,
)
from aicore.games.gratis3.rules.survey cimport Rules, can_attack, controls, defense_of, owner_of


# Chips and the end.

cdef inline void finish(GratisState* s, int reason) noexcept nogil:
    """End the game and clear everything under way."""
    s.turn = END
    s.phase = END_PHASE
    s.end = reason
    s.last = s.final = s.controlled = s.launched = 0
    s.done = s.attacked = 0
    s.carriers = 0
    end_attack(s)


cdef inline void end_attack(GratisState* s) noexcept nogil:
    s.weapon = s.target = s.dice = s.hits = s.again = s.shown = 0


cdef bint take_black(GratisState* s) noexcept nogil:
    """Take a black chip from the stockpile. Return whether this ends the game."""
    s.stockpile -= 1
    if s.stockpile == 0:
        finish(s, BY_CHIPS)
        return True
    return False


cdef inline void lose_shields(GratisState* s, Ship* ship, int lost) noexcept nogil:
    """Put back the chips of `lost` shields, black chips first."""
    cdef int black = ship.black_shields if ship.black_shields < lost else lost
    ship.shields -= lost
    ship.black_shields -= black
    s.stockpile += black
    ship.supply += lost - black


cdef bint destroy(const Rules* r, GratisState* s, int space) noexcept nogil:
    """Remove an enemy's RAV for a trophy. Return whether this ends the game."""
    cdef Ship* ship = &s.ships[owner_of(r, s, space)]
    cdef int kind = FIGHTER if ship.fighters >> space & 1 else BOMBER
    ship.fighters &= ~bit(space)
    ship.bombers &= ~bit(space)
    s.tail[space] = 0
    s.attacked &= ~bit(space)
    if not r.removed:
        ship.reserve += 1 << 4 * kind
    s.ships[s.seat].trophies[BLACK] += 1
    return take_black(s)


# From one turn to the next.

cdef void start_turn(const Rules* r, GratisState* s) noexcept nogil:
    cdef Ship* ship = &s.ships[s.seat]
    if ship.location == r.map.locations:
        ship.trophies[BLACK] += 1
        if take_black(s):
            return
        s.final = s.last == s.seat + 1
    s.turn = s.seat
    s.phase = COMMAND if ship.online == ALL_SYSTEMS else REPAIR


cdef inline void end_turn(const Rules* r, GratisState* s) noexcept nogil:
    s.turns += 1
    if s.final:
        finish(s, BY_PLANET)
    elif s.turns == r.last_turn:
        finish(s, BY_TURNS)
    else:
        s.seat = s.seat + 1 if s.seat + 1 < r.seats else 0
        start_turn(r, s)


cdef void take_leftmost(const Rules* r, GratisState* s) noexcept nogil:
    """Take the leftmost card of the queue, and any card on it, back to the hand."""
    cdef Ship* ship = &s.ships[s.seat]
    ship.hand += 1 << 2 * ((ship.queue & 15) - 1)
    ship.queue >>= 4
    if ship.lying & 15:
        ship.hand += 1 << 2 * lying_at(ship, 0)
    ship.lying >>= 4
    ship.can_be[0] = ship.can_be[1]
    ship.can_be[1] = 0
    end_turn(r, s)


cdef void take_override(const Rules* r, GratisState* s) noexcept nogil:
    cdef Ship* ship = &s.ships[s.seat]
    ship.queue &= (1 << 4 * QUEUE) - 1
    ship.hand += 1 << 2 * OVERRIDE
    end_turn(r, s)


cdef void give_back(const Rules* r, GratisState* s) noexcept nogil:
    """Carry out step 5: let the seat choose a card to take back, or take the leftmost."""
    s.done = s.attacked = 0
    s.carriers = s.controlled = 0
    if played(s) == OVERRIDE:
        s.turn = s.seat
        s.phase = RETURN
    else:
        take_leftmost(r, s)


# Steps 3 and 4.

cdef void move_rav(const Rules* r, GratisState* s, int space, int to, int tail) noexcept nogil:
    cdef Ship* ship = &s.ships[s.seat]
    cdef u64 near = r.map.near[to]
    if ship.fighters >> space & 1:
        ship.fighters = ship.fighters & ~bit(space) | bit(to)
    else:
        ship.bombers = ship.bombers & ~bit(space) | bit(to)
    s.tail[space] = 0
    s.tail[to] = 1 + count(near & (bit(tail) - 1))
    s.done |= bit(to)


cdef void rav_moves(const Rules* r, GratisState* s) noexcept nogil:
    """Continue step 3."""
    cdef u32[2] some
    cdef int found
    if not controls(s) or not ravs_of(&s.ships[s.seat]):
        give_back(r, s)
        return
    while True:
        found = list_moves(r, s, some, 2)
        if found == 0:
            break
        if found > 1:
            s.turn = s.seat
            s.phase = RAV_MOVES
            return
        move_rav(r, s, some[0] >> 12 & 63, some[0] >> 6 & 63, some[0] & 63)
    s.done = 0
    rav_attacks(r, s)


cdef inline void rav_attacks(const Rules* r, GratisState* s) noexcept nogil:
    """Continue step 4."""
    if can_attack(r, s):
        s.turn = s.seat
        s.phase = RAV_ATTACKS
    else:
        give_back(r, s)


cdef void attack_rav(const Rules* r, GratisState* s, int space, u64 attackers) noexcept nogil:
    s.dice = attack_dice(s, attackers)
    s.done |= attackers
    s.attacked |= bit(space)
    s.target = space
    s.turn = CHANCE
    s.phase = RAV_ROLL


cdef void hit_rav(const Rules* r, GratisState* s, int hits) noexcept nogil:
    cdef int space = s.target
    end_attack(s)
    if hits >= defense_of(r, s, space) and destroy(r, s, space):
        return
    rav_attacks(r, s)


# Attacks on a Carrier.

cdef void declare(const Rules* r, GratisState* s, int weapon, int seat, int dice) noexcept nogil:
    """Begin an attack on a Carrier; its seat may evade it first."""
    cdef Ship* ship = &s.ships[seat]
    s.weapon = weapon
    s.target = seat
    s.dice = dice
    if vulnerable(ship) and not ship.lying >> 4 and ship.hand:
        s.turn = seat
        s.phase = EVADE
    else:
        strike(r, s)


cdef void evade(const Rules* r, GratisState* s, int card) noexcept nogil:
    """Place a card face down; the other seats know only that it was in hand or face down."""
    cdef Ship* ship = &s.ships[s.target]
    cdef int kind
    for kind in range(CARDS):
        if held(ship, kind) or lying_at(ship, 0) == kind:
            ship.can_be[1] |= 1 << kind
    ship.hand -= 1 << 2 * card
    ship.lying |= (card + 1) << 4
    s.dice = s.dice - EVADED_DICE if s.dice > EVADED_DICE else 0
    strike(r, s)


cdef void strike(const Rules* r, GratisState* s) noexcept nogil:
    """Continue the declared attack up to its roll."""
    cdef int seat
    if s.weapon == EMP:
        for seat in range(r.seats):
            if s.ships[seat].location == s.ships[s.target].location:
                lose_shields(s, &s.ships[seat], s.ships[seat].shields)
    if s.dice and vulnerable(&s.ships[s.target]):
        s.turn = CHANCE
        s.phase = CARRIER_ROLL
    else:
        resume(r, s)


cdef void hit_carrier(const Rules* r, GratisState* s, int singles, int doubles) noexcept nogil:
    cdef Ship* ship = &s.ships[s.target]
    cdef int hits = singles + 2 * doubles
    cdef int lost = ship.shields if ship.shields < hits else hits
    lose_shields(s, ship, lost)
    s.hits = hits - lost
    s.again = singles + doubles if s.weapon == NUKE else 0
    s.dice = 0
    damage(r, s)


cdef inline void damage(const Rules* r, GratisState* s) noexcept nogil:
    """Spend the remaining hits on systems; then a NUKE rolls again."""
    cdef Ship* ship = &s.ships[s.target]
    s.turn = CHANCE
    if s.hits >= 2 and ship.online:
        s.phase = SYSTEMS_PHASE
        return
    s.hits = 0
    if s.again and vulnerable(ship):
        s.dice = s.again
        s.again = 0
        s.phase = CARRIER_ROLL
        return
    resume(r, s)


cdef void show_systems(const Rules* r, GratisState* s, int one, int other) noexcept nogil:
    cdef int shown = (1 << one | 1 << other) >> 1 & s.ships[s.target].online
    s.hits -= 2
    if count(shown) == 2:
        s.shown = shown
        s.turn = s.seat
        s.phase = KNOCK
    elif shown:
        knock(r, s, shown)
    else:
        damage(r, s)


cdef void knock(const Rules* r, GratisState* s, int system) noexcept nogil:
    """Take a system Down; its chip becomes a trophy."""
    cdef Ship* ship = &s.ships[s.target]
    s.shown = 0
    ship.online &= ~system
    if ship.black & system:
        ship.black &= ~system
        s.ships[s.seat].trophies[BLACK] += 1
    else:
        s.ships[s.seat].trophies[COLORED] += 1
    damage(r, s)


cdef inline void resume(const Rules* r, GratisState* s) noexcept nogil:
    """Continue the step that the attack belonged to."""
    cdef int weapon = s.weapon
    end_attack(s)
    if weapon == RAV_WEAPON:
        rav_attacks(r, s)
    else:
        rav_moves(r, s)
