"""Steps 1 and 2 of a turn: repairs and commands.

As in rules/turn.pyx, each function continues until a seat has a choice, a chance event is due, or
the game is over.
"""

from aicore.core.bits cimport bit, count, lowest
from aicore.core.game cimport CHANCE, END
from aicore.games.gratis3.rules.state cimport (
    ALL_SYSTEMS, BLACK, BOMBER, DEFENSE, FIGHTER, FIRE, GUNS, GUNS_ROLL, HITS, LAUNCH, LAUNCH_MOVE,
    MISSILE_PHASE, MAX_DICE, MAX_SHIELDS, MOVE_LAUNCH, NAV, NUKE, OVERRIDE, OVERRIDE_PHASE, QUEUE,
    RAVS, SHIELDS_GUNS, SHIELDS_GUNS_PHASE, SHORT_RANGE, WEAPONS, GratisState, Ship, held, lying_at,
    played,
)
from aicore.games.gratis3.rules.survey cimport (
    Rules, can_be_hit, can_override_guns, can_override_move, can_override_ravs, defense_of,
    enemies_beside, gun_dice, in_range, landing, launchable, override_targets,
)
from aicore.games.gratis3.rules.turn cimport declare, destroy, rav_moves, take_black


cdef void repair(GratisState* s, int system, int phase) noexcept nogil:
    """Bring a system Online and set the phase; the game ends if this takes the last black chip."""
    cdef Ship* ship = &s.ships[s.seat]
    ship.online |= system
    s.phase = phase
    if ship.supply:
        ship.supply -= 1
    else:
        ship.black |= system
        take_black(s)


cdef bint move_on(const Rules* r, GratisState* s) noexcept nogil:
    """Move the active Carrier unless it is at the planet. Return whether this ends the game."""
    cdef Ship* ship = &s.ships[s.seat]
    cdef int seat
    if ship.location == r.map.locations:
        return False
    ship.location += 1
    if ship.location < r.map.locations:
        return False
    ship.trophies[BLACK] += 1
    if take_black(s):
        return True
    for seat in range(r.seats):
        if s.ships[seat].location < r.map.locations:
            return False
    s.last = s.seat + 1
    return False


cdef inline bint steer(const Rules* r, GratisState* s) noexcept nogil:
    """Move the active Carrier if its nav is Online. Return whether this ends the game."""
    return s.ships[s.seat].online & NAV and move_on(r, s)


cdef inline void open_launch(const Rules* r, GratisState* s) noexcept nogil:
    """Let the active seat launch a RAV, if it can."""
    if (
        s.ships[s.seat].online & RAVS and landing(r, s)
        and (launchable(s, FIGHTER) or launchable(s, BOMBER))
    ):
        s.turn = s.seat
        s.phase = LAUNCH
    else:
        close_launch(r, s)


cdef void close_launch(const Rules* r, GratisState* s) noexcept nogil:
    """End the launches of a card; if the card's move comes second, move the Carrier."""
    s.launched = 0
    if played(s) == MOVE_LAUNCH or not steer(r, s):
        rav_moves(r, s)


cdef void launch(const Rules* r, GratisState* s, int kind, int space) noexcept nogil:
    """Put a RAV of the active seat on a Space; a card launches at most two RAVs."""
    cdef Ship* ship = &s.ships[s.seat]
    ship.reserve -= 1 << 4 * kind
    if kind == FIGHTER:
        ship.fighters |= bit(space)
    else:
        ship.bombers |= bit(space)
    if s.launched:
        close_launch(r, s)
    else:
        s.launched = 1 + kind
        open_launch(r, s)


cdef void raise_shields(const Rules* r, GratisState* s) noexcept nogil:
    """Add up to two shields if the defense is Online, then move the Carrier."""
    cdef Ship* ship = &s.ships[s.seat]
    cdef int _
    for _ in range(2):
        if ship.shields == MAX_SHIELDS or not ship.online & DEFENSE:
            break
        ship.shields += 1
        if ship.supply:
            ship.supply -= 1
        else:
            ship.black_shields += 1
            if take_black(s):
                return
    if not steer(r, s):
        rav_moves(r, s)


cdef void fire_guns(const Rules* r, GratisState* s) noexcept nogil:
    """Roll the defensive guns' dice if there is an enemy RAV beside the Carrier."""
    if enemies_beside(r, s):
        s.dice = MAX_DICE
        s.turn = CHANCE
        s.phase = GUNS_ROLL
    else:
        rav_moves(r, s)


cdef void spend_hits(const Rules* r, GratisState* s) noexcept nogil:
    """Let the active seat spend its hits on a RAV; drop the hits if they can destroy none."""
    if can_be_hit(r, s):
        s.turn = s.seat
        s.phase = HITS
    else:
        s.hits = 0
        rav_moves(r, s)


cdef void hit(const Rules* r, GratisState* s, int space) noexcept nogil:
    """Destroy the RAV on a Space; this spends as many hits as its defense."""
    s.hits -= defense_of(r, s, space)
    if not destroy(r, s, space):
        spend_hits(r, s)


cdef void fire(const Rules* r, GratisState* s, int seat) noexcept nogil:
    """Declare an attack on a Carrier by the short-range guns."""
    declare(r, s, GUNS, seat, gun_dice(s, seat))


cdef inline void aim(const Rules* r, GratisState* s, int card) noexcept nogil:
    """Let the active seat choose a target for its weapons; fire guns at once at a single target."""
    cdef int targets = in_range(r, s, GUNS if card == SHORT_RANGE else NUKE)
    if not targets or not s.ships[s.seat].online & WEAPONS:
        rav_moves(r, s)
    elif card == SHORT_RANGE and count(targets) == 1:
        fire(r, s, lowest(targets))
    else:
        s.turn = s.seat
        s.phase = FIRE if card == SHORT_RANGE else MISSILE_PHASE


cdef inline void open_override(const Rules* r, GratisState* s) noexcept nogil:
    """Let the active seat choose an override; apply it at once if there is only one."""
    cdef Ship* ship = &s.ships[s.seat]
    cdef int down = ALL_SYSTEMS & ~ship.online
    # Each system that is Down can be repaired, so a single choice must be such a repair.
    if down == 0:
        rav_moves(r, s)
    elif (
        count(down) == 1 and not can_override_move(r, s) and not can_override_ravs(s)
        and not can_override_guns(r, s) and not override_targets(r, s)
    ):
        override_repair(r, s, down)
    else:
        s.turn = s.seat
        s.phase = OVERRIDE_PHASE


cdef void override_repair(const Rules* r, GratisState* s, int system) noexcept nogil:
    """Repair a system by an override."""
    repair(s, system, OVERRIDE_PHASE)
    if s.turn != END:
        rav_moves(r, s)


cdef void play(const Rules* r, GratisState* s, int card) noexcept nogil:
    """Put a card face up into the queue and carry it out."""
    cdef Ship* ship = &s.ships[s.seat]
    cdef int place
    ship.hand -= 1 << 2 * card
    ship.queue |= (card + 1) << 4 * QUEUE
    if held(ship, card) == 0 and lying_at(ship, 0) != card and lying_at(ship, 1) != card:
        for place in range(2):
            ship.can_be[place] &= ~(1 << card)
    if card == LAUNCH_MOVE:
        open_launch(r, s)
    elif card == MOVE_LAUNCH:
        if not steer(r, s):
            open_launch(r, s)
    elif card == SHIELDS_GUNS:
        s.turn = s.seat
        s.phase = SHIELDS_GUNS_PHASE
    elif card == OVERRIDE:
        open_override(r, s)
    else:
        aim(r, s, card)
