"""Captain: a quick, sensible policy, for playouts and as a player.

It judges each action by the points that it promises immediately (judgment/points.pyx), and
ignores the next turn. A search considers the most promising actions.
"""

from libc.stdlib cimport abs

from aicore.core._types cimport u8, u32, u64
from aicore.core.bits cimport bit, count, lowest, select
from aicore.core.maths cimport exp
from aicore.core.rng cimport RngState, rng_below, rng_uniform
from aicore.games.gratis3.rules.actions cimport (
    FEW, FIRST_CARRIER, MAX_TARGETS, attack_event, list_few, list_targets, rav_event, sample_move,
)
from aicore.games.gratis3.judgment.points cimport (
    Points, best_shot, carrier_worth, damage_worth, guns_worth, kill_worth, shields_worth,
    system_worth,
)
from aicore.games.gratis3.rules.map cimport Reach
from aicore.games.gratis3.rules.state cimport (
    ALL_SYSTEMS, ATTACKS_DONE_TAG, BOMBER, COMMAND, DEFENSE, EMP, EMP_TAG, EVADE, EVADE_TAG,
    FIGHTER, GUNS, HITS, HITS_DONE_TAG, KNOCK, LAUNCH, LAUNCHED_TAG, LAUNCH_MOVE, LAUNCH_TAG,
    MISSILE, MAX_DICE, MAX_SEATS, MAX_SPACES, MOVE_LAUNCH, NAV, NO_REPAIR_TAG, NUKE, NUKE_TAG,
    OVERRIDE, OVERRIDE_FIRE_TAG, OVERRIDE_GUNS_TAG, OVERRIDE_MOVE_TAG, OVERRIDE_PHASE,
    OVERRIDE_REPAIR_TAG, RAVS, RAV_ATTACKS, RAV_MOVES, REPAIR, RETURN, SHIELDS_GUNS,
    SHIELDS_GUNS_PHASE, SHIELDS_TAG, WEAPONS, GratisState, Ship, all_ravs, code, held, ravs_of,
    reserve_of, tag_of, vulnerable,
)
from aicore.games.gratis3.rules.survey cimport Rules, defense_of, enemy_ravs, reaches_of
from aicore.games.gratis3.rules.turn cimport attack_dice

cdef enum:
    MAX_ENDS = 8  # maximum number of Spaces to consider as the end of one RAV's move
    MAX_LANDINGS = 2  # maximum number of Spaces to consider for launching each kind of RAV


cdef inline double card_worth(const Rules* r, const Points* g, const GratisState* s,
                              int card) noexcept nogil:
    """Return the expected worth of a command."""
    cdef const Ship* ship = &s.ships[s.seat]
    cdef bint moves = ship.online & NAV and ship.location < r.map.locations
    cdef double worth = 0.0
    cdef double other
    cdef u32 shot
    if card == LAUNCH_MOVE or card == MOVE_LAUNCH:
        if moves:
            worth += g.worth.move
        if ship.online & RAVS and (ship.location or moves and card == MOVE_LAUNCH):
            worth += g.worth.bomber * (reserve_of(ship, BOMBER) > 0)
            worth += g.worth.fighter * (reserve_of(ship, FIGHTER) > 0)
        return worth
    if card == SHIELDS_GUNS:
        worth = shields_worth(r, g, s)
        other = guns_worth(r, g, s) if ship.online & DEFENSE else 0.0
        return worth if worth > other else other
    if card == OVERRIDE:
        return g.worth.system + 0.3 if ship.online != ALL_SYSTEMS else 0.0
    if not ship.online & WEAPONS:
        return 0.0
    worth = best_shot(r, g, s, card == MISSILE, &shot)
    return worth if worth > 0.0 else 0.0


cdef inline double tie_breaker(RngState* rng) noexcept nogil:
    """Return a random number from 0 to 1 that breaks ties; 0.5 if `rng` is NULL."""
    return rng_uniform(rng) if rng != NULL else 0.5


cdef inline double choice_worth(const Rules* r, const Points* g, const GratisState* s, u32 event,
                                RngState* rng) noexcept nogil:
    """Return an action's expected worth in a phase other than RAV moves and RAV attacks."""
    cdef const Ship* ship = &s.ships[s.seat]
    cdef int tag = tag_of(event)
    cdef int detail = event & 0xFFFFFF
    cdef int phase = s.phase
    if phase == COMMAND:
        return card_worth(r, g, s, detail) + g.worth.noise * tie_breaker(rng)
    if phase == EVADE:
        # Two fewer dice are worth a card that is not needed soon, such as one of two copies.
        if tag != EVADE_TAG:
            return 1.0
        return held(&s.ships[s.turn], detail) + (detail == OVERRIDE) + tie_breaker(rng)
    if phase == REPAIR:
        return -1.0 if tag == NO_REPAIR_TAG else system_worth(r, ship, 1 << detail)
    if phase == KNOCK:
        return system_worth(r, &s.ships[s.target], 1 << detail)
    if phase == LAUNCH:
        if tag == LAUNCHED_TAG:
            return -1.0
        return (detail >> 6) + tie_breaker(rng)
    if phase == SHIELDS_GUNS_PHASE:
        if event == code(SHIELDS_TAG, 0):
            return shields_worth(r, g, s)
        return guns_worth(r, g, s) if ship.online & DEFENSE else 0.0
    if phase == HITS:
        return 0.0 if tag == HITS_DONE_TAG else 10.0 - defense_of(r, s, detail)
    if phase == OVERRIDE_PHASE:
        if tag == OVERRIDE_REPAIR_TAG:
            return g.worth.system + 0.1 * system_worth(r, ship, 1 << detail)
        if tag == OVERRIDE_MOVE_TAG:
            return g.worth.move
        if tag == OVERRIDE_GUNS_TAG:
            return guns_worth(r, g, s)
        if tag == OVERRIDE_FIRE_TAG:
            return carrier_worth(g, s, GUNS, detail)
        return 0.0
    if phase == RETURN:
        return tie_breaker(rng)
    return carrier_worth(
        g, s, NUKE if tag == NUKE_TAG else EMP if tag == EMP_TAG else GUNS, detail)


cdef u32 best_choice(const Rules* r, const Points* g, const GratisState* s,
                     RngState* rng) noexcept nogil:
    """Return the best action in a phase other than RAV moves and RAV attacks."""
    cdef u32[FEW] some
    cdef int size = list_few(r, s, some)
    cdef u32 choice = some[0]
    cdef double best = -1e9
    cdef double worth
    cdef int i
    for i in range(size):
        worth = choice_worth(r, g, s, some[i], rng)
        if worth > best:
            best = worth
            choice = some[i]
    return choice


# RAVs.

cdef inline int list_goals(const Rules* r, const Points* g, const GratisState* s,
                           u64* goals) noexcept nogil:
    """List sets of goals for RAVs, best first. Return the number of sets.

    The goals are Spaces beside the weakest Carriers, then Spaces next to enemy RAVs.
    """
    cdef double[MAX_SEATS] worths
    cdef double worth
    cdef u64 enemies = enemy_ravs(r, s)
    cdef u64 near = 0
    cdef int seat, i
    cdef int size = 0
    for seat in range(r.seats):
        if seat == s.seat or s.ships[seat].location == 0 or not vulnerable(&s.ships[seat]):
            continue
        worth = damage_worth(g, &s.ships[seat], MAX_DICE, s.ships[seat].shields)
        i = size
        while i and worths[i - 1] < worth:
            worths[i] = worths[i - 1]
            goals[i] = goals[i - 1]
            i -= 1
        worths[i] = worth
        goals[i] = r.map.beside[s.ships[seat].location]
        size += 1
    while enemies:
        near |= r.map.near[lowest(enemies)]
        enemies &= enemies - 1
    if near:
        goals[size] = near
        size += 1
    return size


cdef u32 good_move(const Rules* r, const Points* g, const GratisState* s,
                   RngState* rng) noexcept nogil:
    """Return a move to a Space with something to attack.

    Without such a move, return the one of three random moves that ends nearest to the best goal.
    """
    cdef u64[MAX_SEATS] goals
    cdef u64 taken = all_ravs(s, r.seats)
    cdef u64 rest = ravs_of(&s.ships[s.seat]) & ~s.done
    cdef u64 ends
    cdef u32 event
    cdef u32 best = 0
    cdef int number = list_goals(r, g, s, goals)
    cdef const Reach* reach
    cdef int own, goal, i, size, away, _
    cdef int nearest = MAX_SPACES
    while rest and number:
        own = lowest(rest)
        rest &= rest - 1
        reach = reaches_of(r, s, own, &size)
        for goal in range(number):
            for i in range(size):
                ends = reach[i].to & goals[goal] & (~taken | bit(own))
                if ends:
                    return rav_event(own, select(ends, rng_below(rng, count(ends))),
                                     reach[i].tail)
    goal = r.map.column[lowest(goals[0])] if number else r.map.locations
    for _ in range(3):
        event = sample_move(r, s, rng)
        away = abs(r.map.column[event >> 6 & 63] - goal)
        if away < nearest:
            nearest = away
            best = event
    return best


cdef inline double attack_worth(const Rules* r, const Points* g, const GratisState* s, int target,
                                u64 attackers) noexcept nogil:
    """Return the expected worth of an attack by RAVs."""
    cdef int dice = attack_dice(s, attackers)
    cdef const Ship* ship
    if target < FIRST_CARRIER:
        return kill_worth(r, g, s, target, dice)
    ship = &s.ships[target - FIRST_CARRIER]
    return damage_worth(g, ship, dice, ship.shields)


cdef u32 good_attack(const Rules* r, const Points* g, const GratisState* s) noexcept nogil:
    """Return the most promising attack; each RAV that can join it does."""
    cdef u8[MAX_TARGETS] targets
    cdef u64[MAX_TARGETS] attackers
    cdef int number = list_targets(r, s, targets, attackers)
    cdef u32 choice = code(ATTACKS_DONE_TAG, 0)
    cdef double best = 0.0
    cdef double worth
    cdef int i
    for i in range(number):
        worth = attack_worth(r, g, s, targets[i], attackers[i])
        if worth > best:
            best = worth
            choice = attack_event(r, s, targets[i], attackers[i])
    return choice


# Actions worth searching. Most moves and attacks of RAVs are left out. Only one RAV moves, to
# useful Spaces, and attacks take all possible RAVs or those without another target.

cdef inline int insert(u32* out, double* worths, int size, int most, u32 event,
                       double worth) noexcept nogil:
    """Insert an event in order among the `most` best events. Return the new size."""
    cdef int i = size
    if size == most:
        if worths[size - 1] >= worth:
            return size
        i = size - 1
    else:
        size += 1
    while i and worths[i - 1] < worth:
        worths[i] = worths[i - 1]
        out[i] = out[i - 1]
        i -= 1
    worths[i] = worth
    out[i] = event
    return size


cdef inline double space_worth(const Rules* r, const Points* g, const GratisState* s, int dice,
                               u64 behind, int space) noexcept nogil:
    """Return the worth that a RAV on a Space adds to this turn's attacks.

    Args:
        dice: number of dice that the RAV adds.
        behind: Space at which its tail points, as a set.
    """
    cdef const Ship* ship
    cdef const Ship* own = &s.ships[s.seat]
    cdef double worth = 0.0
    cdef double best = 0.0
    cdef int nearest = r.map.locations
    cdef int seat, others, away
    cdef u64 rest
    for seat in range(r.seats):
        ship = &s.ships[seat]
        if seat == s.seat or ship.location == 0 or not vulnerable(ship):
            continue
        away = abs(r.map.column[space] - ship.location)
        nearest = away if away < nearest else nearest
        if r.map.beside[ship.location] >> space & 1:
            others = attack_dice(s, ravs_of(own) & s.done & r.map.beside[ship.location])
            worth = damage_worth(g, ship, min(MAX_DICE, others + dice), ship.shields)
            worth -= damage_worth(g, ship, others, ship.shields)
            worth += 0.1 * dice
            best = worth if worth > best else best
    rest = enemy_ravs(r, s) & r.map.near[space] & ~behind
    while rest:
        others = attack_dice(s, ravs_of(own) & s.done & r.map.near[lowest(rest)])
        worth = kill_worth(r, g, s, lowest(rest), min(MAX_DICE, others + dice))
        worth -= kill_worth(r, g, s, lowest(rest), others)
        best = worth if worth > best else best
        rest &= rest - 1
    return best - 0.05 * nearest


cdef inline int promising_moves(const Rules* r, const Points* g, const GratisState* s, u32* out,
                                double* worths) noexcept nogil:
    """List moves to the best ends, each with its best tail, of the first RAV that can move.

    Return their number.
    """
    cdef u64 taken = all_ravs(s, r.seats)
    cdef u64 rest = ravs_of(&s.ships[s.seat]) & ~s.done
    cdef u64 ends
    cdef double[MAX_SPACES] best
    cdef u8[MAX_SPACES] tail
    cdef double worth
    cdef const Reach* reach
    cdef int own, i, number, to, dice
    cdef u64 seen = 0
    cdef int size = 0
    while seen == 0:
        own = lowest(rest)
        rest &= rest - 1
        reach = reaches_of(r, s, own, &number)
        dice = 3
        if s.ships[s.seat].fighters >> own & 1:
            dice = 1 + (s.ships[s.seat].fighters & s.done != 0)
        for i in range(number):
            ends = reach[i].to & (~taken | bit(own))
            while ends:
                to = lowest(ends)
                ends &= ends - 1
                worth = space_worth(r, g, s, dice, bit(<int> reach[i].tail), to)
                if not seen >> to & 1 or worth > best[to]:
                    best[to] = worth
                    tail[to] = <u8> reach[i].tail
                    seen |= bit(to)
    while seen:
        to = lowest(seen)
        seen &= seen - 1
        size = insert(out, worths, size, MAX_ENDS, rav_event(own, to, tail[to]), best[to])
    return size


cdef inline int promising_attacks(const Rules* r, const Points* g, const GratisState* s, u32* out,
                                  double* worths) noexcept nogil:
    """List attacks on each target. Return their number.

    One attack takes all possible RAVs. Another leaves out the RAVs that have other targets.
    """
    cdef u8[MAX_TARGETS] targets
    cdef u64[MAX_TARGETS] attackers
    cdef int number = list_targets(r, s, targets, attackers)
    cdef int most = 2 * MAX_TARGETS
    cdef int i, other
    cdef u64 free
    cdef int size = 0
    for i in range(number):
        size = insert(out, worths, size, most, attack_event(r, s, targets[i], attackers[i]),
                      attack_worth(r, g, s, targets[i], attackers[i]))
        free = attackers[i]
        for other in range(number):
            if other != i:
                free &= ~attackers[other]
        if free and free != attackers[i]:
            size = insert(out, worths, size, most, attack_event(r, s, targets[i], free),
                          attack_worth(r, g, s, targets[i], free))
    return insert(out, worths, size, most, code(ATTACKS_DONE_TAG, 0), 0.0)


cdef inline int promising_few(const Rules* r, const Points* g, const GratisState* s, u32* out,
                              double* worths) noexcept nogil:
    """List the actions of the other phases, with few launches of each kind. Return their number."""
    cdef u32[FEW] some
    cdef int number = list_few(r, s, some)
    cdef int[2] landings
    cdef int i, kind
    cdef int size = 0
    landings[0] = landings[1] = MAX_LANDINGS
    for i in range(number):
        if tag_of(some[i]) == LAUNCH_TAG:
            kind = some[i] >> 6 & 1
            if landings[kind] == 0:
                continue
            landings[kind] -= 1
        size = insert(out, worths, size, FEW, some[i],
                      choice_worth(r, g, s, some[i], NULL))
    return size


cdef void mark_useless(const Rules* r, const Points* g, const GratisState* s, const u32* actions,
                       float* weight, int size) noexcept nogil:
    """Set the weight of cards and choices without an effect, and of repairing nothing, to 0."""
    cdef int i
    if s.phase == COMMAND:
        for i in range(size):
            if card_worth(r, g, s, actions[i] & 0xFFFFFF) <= 0.0:
                weight[i] = 0.0
    elif s.phase == SHIELDS_GUNS_PHASE:
        for i in range(size):
            if choice_worth(r, g, s, actions[i], NULL) <= 0.0:
                weight[i] = 0.0
    elif s.phase == REPAIR:
        for i in range(size):
            if tag_of(actions[i]) == NO_REPAIR_TAG:
                weight[i] = 0.0


cdef int list_promising(const Rules* r, const Points* g, const GratisState* s, u32* out,
                        float* weight) noexcept nogil:
    """List the actions worth searching, best first, with weights. Return their number."""
    cdef double[2 * MAX_TARGETS] worths
    cdef int i, size
    if s.phase == RAV_MOVES:
        size = promising_moves(r, g, s, out, worths)
    elif s.phase == RAV_ATTACKS:
        size = promising_attacks(r, g, s, out, worths)
    else:
        size = promising_few(r, g, s, out, worths)
    for i in range(size):
        weight[i] = <float> exp((worths[i] - worths[0]) / g.worth.temperature)
    mark_useless(r, g, s, out, weight, size)
    return size
