# Which actions are worth a search's time. Most moves of RAVs are not: one RAV moves at a time, only
# to where it is useful, and attacks with all that can take part.
from libc.math cimport exp
from libc.stdlib cimport abs

from aicore.core._types cimport u8, u32, u64
from aicore.core.bits cimport bit, count, lowest
from aicore.games.gratis3.captain cimport attack_worth, choice_worth
from aicore.games.gratis3.choices cimport (
    FEW, FIRST_CARRIER, MOST_TARGETS, attack_event, list_few, list_targets, rav_event,
)
from aicore.games.gratis3.guide cimport Guide, damage_worth, kill_worth
from aicore.games.gratis3.map cimport Reach
from aicore.games.gratis3.state cimport (
    ATTACKS_DONE_TAG, LAUNCH_TAG, MOST_DICE, MOST_SPACES, RAV_ATTACKS, RAV_MOVES,
    GratisState, Ship, all_ravs, code, ravs_of, tag_of, vulnerable,
)
from aicore.games.gratis3.survey cimport Rules, enemy_ravs, reaches_of
from aicore.games.gratis3.turn cimport attack_dice

cdef enum:
    ENDS = 8  # where one RAV may go
    LANDINGS = 2  # Spaces on which each kind of RAV may be launched


cdef inline int insert(u32* out, double* worths, int size, int most, u32 event,
                       double worth) noexcept nogil:
    """Put an event where it belongs among the best ones. Returns their number."""
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


cdef inline double space_worth(const Rules* r, const Guide* g, const GratisState* s, int dice,
                               u64 behind, int space) noexcept nogil:
    """What a RAV that moves to a Space, with its tail at another, adds to this turn's attacks."""
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
            worth = damage_worth(g, ship, min(MOST_DICE, others + dice), ship.shields)
            worth -= damage_worth(g, ship, others, ship.shields)
            worth += 0.1 * dice
            best = worth if worth > best else best
    rest = enemy_ravs(r, s) & r.map.near[space] & ~behind
    while rest:
        others = attack_dice(s, ravs_of(own) & s.done & r.map.near[lowest(rest)])
        worth = kill_worth(r, g, s, lowest(rest), min(MOST_DICE, others + dice))
        worth -= kill_worth(r, g, s, lowest(rest), others)
        best = worth if worth > best else best
        rest &= rest - 1
    return best - 0.05 * nearest


cdef inline int promising_moves(const Rules* r, const Guide* g, const GratisState* s, u32* out,
                                double* worths) noexcept nogil:
    """The best ends of the first RAV that can move, each with its best tail."""
    cdef u64 taken = all_ravs(s, r.seats)
    cdef u64 rest = ravs_of(&s.ships[s.seat]) & ~s.done
    cdef u64 ends
    cdef double[MOST_SPACES] best
    cdef u8[MOST_SPACES] tail
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
        size = insert(out, worths, size, ENDS, rav_event(own, to, tail[to]), best[to])
    return size


cdef inline int promising_attacks(const Rules* r, const Guide* g, const GratisState* s, u32* out,
                                  double* worths) noexcept nogil:
    """For each target an attack with all RAVs, and one without those that have other targets."""
    cdef u8[MOST_TARGETS] targets
    cdef u64[MOST_TARGETS] attackers
    cdef int number = list_targets(r, s, targets, attackers)
    cdef int most = 2 * MOST_TARGETS
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


cdef inline int promising_few(const Rules* r, const Guide* g, const GratisState* s, u32* out,
                              double* worths) noexcept nogil:
    """All actions of the other phases, but few of the Spaces on which RAVs can be launched."""
    cdef u32[FEW] some
    cdef int number = list_few(r, s, some)
    cdef int[2] landings
    cdef int i, kind
    cdef int size = 0
    landings[0] = landings[1] = LANDINGS
    for i in range(number):
        if tag_of(some[i]) == LAUNCH_TAG:
            kind = some[i] >> 6 & 1
            if landings[kind] == 0:
                continue
            landings[kind] -= 1
        size = insert(out, worths, size, FEW, some[i],
                      choice_worth(r, g, s, some[i], NULL))
    return size


cdef inline int list_promising(const Rules* r, const Guide* g, const GratisState* s, u32* out,
                               float* weight) noexcept nogil:
    """The actions worth a search's time, best first, and their weights."""
    cdef double[2 * MOST_TARGETS] worths
    cdef int i, size
    if s.phase == RAV_MOVES:
        size = promising_moves(r, g, s, out, worths)
    elif s.phase == RAV_ATTACKS:
        size = promising_attacks(r, g, s, out, worths)
    else:
        size = promising_few(r, g, s, out, worths)
    for i in range(size):
        weight[i] = <float> exp((worths[i] - worths[0]) / g.temperature)
    return size
