# Judgement: what attacks are worth, a quick captain for playouts, and an estimate of who will win.
# Values are points; data.toml names the weights.
from libc.math cimport exp

from aicore.core._types cimport u8, u32, u64
from aicore.core.bits cimport bit, count, lowest, select
from aicore.core.rng cimport RngState, rng_below, rng_uniform
from aicore.games.gratis3.choices cimport (
    FEW, FIRST_CARRIER, MOST_TARGETS, attack_event, list_few, list_targets, rav_event, sample_move,
)
from aicore.games.gratis3.state cimport (
    ALL_SYSTEMS, ATTACKS_DONE_TAG, BOMBER, COMMAND, DEFENSE, EMP, EMP_TAG, EVADE, EVADE_TAG,
    FIGHTER, FIRE_TAG, GUNS, HITS, HITS_DONE_TAG, KNOCK, LAUNCH, LAUNCHED_TAG, LAUNCH_MOVE, MISSILE,
    MOST_DICE, MOST_SHIELDS, MOVE_LAUNCH, NAV, NO_REPAIR_TAG, NUKE, NUKE_TAG, OVERRIDE,
    OVERRIDE_FIRE_TAG, OVERRIDE_GUNS_TAG, OVERRIDE_MOVE_TAG, OVERRIDE_REPAIR_TAG, OVERRIDING, RAVS,
    REPAIR, RETURN, SHIELDS_GUNS, SHIELDS_OR_GUNS, SHIELDS_TAG, SYSTEMS, WEAPONS, GratisState, Ship,
    all_ravs, code, held, ravs_of, reserve_of, rest_of, score_of, tag_of, vulnerable,
)
from aicore.games.gratis3.survey cimport Rules, defense_of, enemies_beside, in_range
from aicore.games.gratis3.turn cimport attack_dice

cdef enum:
    MOST_DEFENSE = 5  # of a Bomber with all four Fighters around

ctypedef struct Guide:
    double pairs[MOST_DICE + 1][MOST_SHIELDS + 1]  # pairs of hits that get past the shields
    double kill[MOST_DICE + 1][MOST_DEFENSE + 1]  # chance of so many hits
    double shown[SYSTEMS + 1]  # chance that two dice show one of so many systems
    double kills  # enemy RAVs that the defensive guns destroy if there are enough
    double move
    double shield
    double system
    double fighter
    double bomber
    double knock
    double noise
    double spread
    double spread_end


# What attacks are worth.

cdef inline double damage_worth(const Guide* g, const Ship* ship, int dice,
                                int shields) noexcept nogil:
    """An attack on a Carrier with so many shields."""
    cdef int online = count(ship.online)
    cdef double knocked = g.pairs[dice][shields] * g.shown[online]
    return g.knock * (knocked if knocked < online else online)


cdef inline double carrier_worth(const Guide* g, const GratisState* s, int weapon,
                                 int seat) noexcept nogil:
    cdef const Ship* ship = &s.ships[seat]
    cdef int shields = ship.shields
    cdef double worth
    if weapon == EMP:
        return damage_worth(g, ship, 4, 0) + 0.5 * g.shield * shields
    if weapon == NUKE:
        # Half of the dice hit and are rolled again, on average for four hits and for two.
        worth = damage_worth(g, ship, 6, shields)
        worth += damage_worth(g, ship, 3, shields - 4 if shields > 4 else 0)
        worth += damage_worth(g, ship, 1, 0)
        return worth if worth < g.knock * count(ship.online) else g.knock * count(ship.online)
    if ship.location == s.ships[s.seat].location:
        return damage_worth(g, ship, 5, shields)
    return damage_worth(g, ship, 3, shields)


cdef inline double best_shot(const Rules* r, const Guide* g, const GratisState* s, bint missile,
                             u32* shot) noexcept nogil:
    """The best target of the guns or of a missile, and what it is worth."""
    cdef int targets = in_range(r, s, NUKE if missile else GUNS)
    cdef double worth
    cdef double best = -1.0
    cdef int seat
    while targets:
        seat = lowest(targets)
        targets &= targets - 1
        worth = carrier_worth(g, s, NUKE if missile else GUNS, seat)
        if worth > best:
            best = worth
            shot[0] = code(NUKE_TAG if missile else FIRE_TAG, seat)
        if missile:
            worth = carrier_worth(g, s, EMP, seat)
            if worth > best:
                best = worth
                shot[0] = code(EMP_TAG, seat)
    return best


cdef inline double guns_worth(const Rules* r, const Guide* g, const GratisState* s) noexcept nogil:
    cdef int near = count(enemies_beside(r, s))
    return near + 0.3 if near < g.kills else g.kills + 0.3


# The captain.

cdef inline double shields_worth(const Rules* r, const Guide* g,
                                 const GratisState* s) noexcept nogil:
    """Shields and the move that comes with them."""
    cdef const Ship* ship = &s.ships[s.seat]
    cdef int more = MOST_SHIELDS - ship.shields
    cdef double worth = 0.0
    if ship.online & DEFENSE:
        worth += g.shield * (more if more < 2 else 2)
    if ship.online & NAV and ship.location < r.map.locations:
        worth += g.move
    return worth


cdef inline double card_worth(const Rules* r, const Guide* g, const GratisState* s,
                              int card) noexcept nogil:
    """What to expect of a command."""
    cdef const Ship* ship = &s.ships[s.seat]
    cdef bint moves = ship.online & NAV and ship.location < r.map.locations
    cdef double worth = 0.0
    cdef double other
    cdef u32 shot
    if card == LAUNCH_MOVE or card == MOVE_LAUNCH:
        if moves:
            worth += g.move
        if ship.online & RAVS and (ship.location or moves and card == MOVE_LAUNCH):
            worth += g.bomber * (reserve_of(ship, BOMBER) > 0)
            worth += g.fighter * (reserve_of(ship, FIGHTER) > 0)
        return worth
    if card == SHIELDS_GUNS:
        worth = shields_worth(r, g, s)
        other = guns_worth(r, g, s) if ship.online & DEFENSE and enemies_beside(r, s) else 0.0
        return worth if worth > other else other
    if card == OVERRIDE:
        return g.system + 0.3 if ship.online != ALL_SYSTEMS else 0.0
    if not ship.online & WEAPONS:
        return 0.0
    worth = best_shot(r, g, s, card == MISSILE, &shot)
    return worth if worth > 0.0 else 0.0


cdef inline double system_worth(const Rules* r, const Ship* ship, int system) noexcept nogil:
    """How much a seat depends on a system."""
    if system == WEAPONS:
        return 4.0 if ship.location else 1.0
    if system == NAV:
        return 3.0 if ship.location < r.map.locations else 0.0
    if system == RAVS:
        return 1.0 + count(ravs_of(ship))
    return 2.0


cdef inline double choice_worth(const Rules* r, const Guide* g, const GratisState* s, u32 event,
                                RngState* rng) noexcept nogil:
    """What to expect of an action, compared with the others of a phase that is not about RAVs."""
    cdef const Ship* ship = &s.ships[s.seat]
    cdef int tag = tag_of(event)
    cdef int detail = event & 0xFFFFFF
    cdef int phase = s.phase
    if phase == COMMAND:
        return card_worth(r, g, s, detail) + g.noise * rng_uniform(rng)
    if phase == EVADE:
        # Two dice less are worth a card that is not needed soon; of two the first is missed less.
        if tag != EVADE_TAG:
            return 1.0
        return held(&s.ships[s.turn], detail) + (detail == OVERRIDE) + rng_uniform(rng)
    if phase == REPAIR:
        return -1.0 if tag == NO_REPAIR_TAG else system_worth(r, ship, 1 << detail)
    if phase == KNOCK:
        return system_worth(r, &s.ships[s.target], 1 << detail)
    if phase == LAUNCH:
        if tag == LAUNCHED_TAG:
            return -1.0
        return (detail >> 6) + rng_uniform(rng)
    if phase == SHIELDS_OR_GUNS:
        if event == code(SHIELDS_TAG, 0):
            return shields_worth(r, g, s)
        return guns_worth(r, g, s) if ship.online & DEFENSE and enemies_beside(r, s) else 0.0
    if phase == HITS:
        return 0.0 if tag == HITS_DONE_TAG else 10.0 - defense_of(r, s, detail)
    if phase == OVERRIDING:
        if tag == OVERRIDE_REPAIR_TAG:
            return g.system + 0.1 * system_worth(r, ship, 1 << detail)
        if tag == OVERRIDE_MOVE_TAG:
            return g.move
        if tag == OVERRIDE_GUNS_TAG:
            return guns_worth(r, g, s)
        if tag == OVERRIDE_FIRE_TAG:
            return carrier_worth(g, s, GUNS, detail)
        return 0.0
    if phase == RETURN:
        return rng_uniform(rng)
    return carrier_worth(
        g, s, NUKE if tag == NUKE_TAG else EMP if tag == EMP_TAG else GUNS, detail)


cdef inline u32 best_choice(const Rules* r, const Guide* g, const GratisState* s,
                            RngState* rng) noexcept nogil:
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


cdef inline u64 battlefield(const Rules* r, const GratisState* s) noexcept nogil:
    """Spaces from which an enemy Carrier that has something to lose can be attacked."""
    cdef u64 found = 0
    cdef int seat
    for seat in range(r.seats):
        if seat != s.seat and vulnerable(&s.ships[seat]):
            found |= r.map.beside[s.ships[seat].location]
    return found


cdef inline u32 good_move(const Rules* r, const GratisState* s, RngState* rng) noexcept nogil:
    """A move to where a Carrier can be attacked; else the one of three that goes furthest."""
    cdef u64 taken = all_ravs(s, r.seats)
    cdef u64 rest = ravs_of(&s.ships[s.seat]) & ~s.done
    cdef u64 goals = battlefield(r, s)
    cdef u64 ends
    cdef u32 event
    cdef u32 best = 0
    cdef int own, kind, i, first, reached, _
    cdef int furthest = -1
    while rest and goals:
        own = lowest(rest)
        rest &= rest - 1
        kind = FIGHTER if s.ships[s.seat].fighters >> own & 1 else BOMBER
        first = r.map.first[kind][own][s.tail[own]]
        for i in range(first, first + r.map.size[kind][own][s.tail[own]]):
            ends = r.map.reaches[i].to & goals & (~taken | bit(own))
            if ends:
                return rav_event(own, select(ends, rng_below(rng, count(ends))),
                                 r.map.reaches[i].tail)
    for _ in range(3):
        event = sample_move(r, s, rng)
        reached = r.map.column[event >> 6 & 63]
        if reached > furthest:
            furthest = reached
            best = event
    return best


cdef inline u32 good_attack(const Rules* r, const Guide* g, const GratisState* s) noexcept nogil:
    """The most promising attack with all RAVs that can take part."""
    cdef u8[MOST_TARGETS] targets
    cdef u64[MOST_TARGETS] attackers
    cdef int number = list_targets(r, s, targets, attackers)
    cdef u32 choice = code(ATTACKS_DONE_TAG, 0)
    cdef double best = 0.0
    cdef double worth
    cdef int i, dice
    for i in range(number):
        dice = attack_dice(s, attackers[i])
        if targets[i] < FIRST_CARRIER:
            worth = g.kill[dice][defense_of(r, s, targets[i])]
        else:
            worth = damage_worth(g, &s.ships[targets[i] - FIRST_CARRIER], dice,
                                 s.ships[targets[i] - FIRST_CARRIER].shields)
            worth += 0.1 * vulnerable(&s.ships[targets[i] - FIRST_CARRIER])
        if worth > best:
            best = worth
            choice = attack_event(r, s, targets[i], attackers[i])
    return choice


# Who will win.

cdef inline void win_chances(const Rules* r, const Guide* g, const GratisState* s,
                             double* out) noexcept nogil:
    """A softmax of points, with what the ships promise; sharper towards the end."""
    cdef const Ship* ship
    cdef int seat, away
    cdef int furthest = 0
    cdef double total = 0.0
    cdef double left = 0.0
    cdef double best = -1e9
    cdef double spread
    for seat in range(r.seats):
        away = r.map.locations - s.ships[seat].location
        furthest = away if away > furthest else furthest
    left = <double> furthest / r.map.locations
    spread = g.spread_end + (g.spread - g.spread_end) * left
    for seat in range(r.seats):
        ship = &s.ships[seat]
        away = r.map.locations - ship.location
        out[seat] = score_of(ship) + g.move * (furthest - away) + 0.01 * rest_of(ship)
        out[seat] += (0.2 + 0.8 * left) * (
            g.system * count(ship.online) + g.shield * ship.shields
            + g.fighter * count(ship.fighters) + g.bomber * count(ship.bombers))
        best = out[seat] if out[seat] > best else best
    for seat in range(r.seats):
        out[seat] = exp((out[seat] - best) / spread)
        total += out[seat]
    for seat in range(r.seats):
        out[seat] /= total


cdef int fill_guide(Guide* g, object worth) except -1
