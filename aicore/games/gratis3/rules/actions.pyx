"""Legal actions: lists, and random actions that need no list where there are many."""

from aicore.core._types cimport u8, u32, u64
from aicore.core.bits cimport bit, count, lowest, select
from aicore.core.rng cimport RngState, rng_below
from aicore.games.gratis3.rules.map cimport Reach, base_location, chosen_of, ranks_of
from aicore.games.gratis3.rules.state cimport (
    ALL_SYSTEMS, ATTACKS_DONE_TAG, ATTACK_CARRIER_TAG, ATTACK_RAV_TAG, CARDS, COMMAND, EMP_TAG,
    EVADE, EVADE_TAG, FIRE, FIRE_TAG, GUNS, GUNS_TAG, HITS, HITS_DONE_TAG, HIT_TAG, KNOCK,
    KNOCK_TAG, LAUNCH, LAUNCHED_TAG, LAUNCH_TAG, MISSILE_PHASE, MAX_SPACES, NO_EVADE_TAG,
    NO_REPAIR_TAG, NUKE, NUKE_TAG, OVERRIDE_FIRE_TAG, OVERRIDE_GUNS_TAG, OVERRIDE_MOVE_TAG,
    OVERRIDE_PHASE, OVERRIDE_RAVS_TAG, OVERRIDE_REPAIR_TAG, PLAY_TAG, REPAIR, REPAIR_TAG,
    RETURN_OVERRIDE_TAG, RETURN_TAG, SHIELDS_GUNS_PHASE, SHIELDS_TAG, GratisState, Ship, all_ravs,
    code, held, ravs_of,
)
from aicore.games.gratis3.rules.survey cimport (
    Rules, can_be_hit, can_override_guns, can_override_move, can_override_ravs, carrier_attackers,
    in_range, landing, launchable, override_targets, rav_attackers, rav_targets, reaches_of,
)


cdef inline int add_each(u32* out, int size, int tag, u64 members, int base=0) noexcept nogil:
    """Append an event for each member of a set. Return the new size of the list."""
    while members:
        out[size] = code(tag, base | lowest(members))
        size += 1
        members &= members - 1
    return size


cdef int list_few(const Rules* r, const GratisState* s, u32* out) noexcept nogil:
    """List the legal actions in phases other than RAV moves and RAV attacks.

    Return their number.
    """
    cdef const Ship* ship = &s.ships[s.turn]
    cdef int phase = s.phase
    cdef int down = ALL_SYSTEMS & ~ship.online
    cdef int kind
    cdef int size = 0
    if phase == REPAIR:
        out[0] = code(NO_REPAIR_TAG, 0)
        return add_each(out, 1, REPAIR_TAG, down)
    if phase == COMMAND or phase == EVADE:
        if phase == EVADE:
            out[0] = code(NO_EVADE_TAG, 0)
            size = 1
        for kind in range(CARDS):
            if held(ship, kind):
                out[size] = code(PLAY_TAG if phase == COMMAND else EVADE_TAG, kind)
                size += 1
        return size
    if phase == LAUNCH:
        out[0] = code(LAUNCHED_TAG, 0)
        size = 1
        for kind in range(2):
            if launchable(s, kind):
                size = add_each(out, size, LAUNCH_TAG, landing(r, s), kind << 6)
        return size
    if phase == SHIELDS_GUNS_PHASE:
        out[0] = code(SHIELDS_TAG, 0)
        out[1] = code(GUNS_TAG, 0)
        return 2
    if phase == HITS:
        out[0] = code(HITS_DONE_TAG, 0)
        return add_each(out, 1, HIT_TAG, can_be_hit(r, s))
    if phase == FIRE:
        return add_each(out, 0, FIRE_TAG, in_range(r, s, GUNS))
    if phase == MISSILE_PHASE:
        size = add_each(out, 0, EMP_TAG, in_range(r, s, NUKE))
        return add_each(out, size, NUKE_TAG, in_range(r, s, NUKE))
    if phase == OVERRIDE_PHASE:
        return list_overrides(r, s, out)
    if phase == KNOCK:
        return add_each(out, 0, KNOCK_TAG, s.shown)
    out[0] = code(RETURN_TAG, 0)
    out[1] = code(RETURN_OVERRIDE_TAG, 0)
    return 2


cdef inline int list_overrides(const Rules* r, const GratisState* s, u32* out) noexcept nogil:
    cdef int size = add_each(out, 0, OVERRIDE_REPAIR_TAG, ALL_SYSTEMS & ~s.ships[s.seat].online)
    if can_override_move(r, s):
        out[size] = code(OVERRIDE_MOVE_TAG, 0)
        size += 1
    if can_override_ravs(s):
        out[size] = code(OVERRIDE_RAVS_TAG, 0)
        size += 1
    if can_override_guns(r, s):
        out[size] = code(OVERRIDE_GUNS_TAG, 0)
        size += 1
    return add_each(out, size, OVERRIDE_FIRE_TAG, override_targets(r, s))


# Moves of RAVs.


cdef int list_moves(const Rules* r, const GratisState* s, u32* out, int most) noexcept nogil:
    """List up to `most` moves of the RAVs that have not moved. Return their number."""
    cdef u64 free = ~all_ravs(s, r.seats)
    cdef u64 rest = ravs_of(&s.ships[s.seat]) & ~s.done
    cdef const Reach* reach
    cdef u64 ends
    cdef int own, i, number
    cdef int size = 0
    while rest:
        own = lowest(rest)
        rest &= rest - 1
        reach = reaches_of(r, s, own, &number)
        for i in range(number):
            ends = reach[i].to & (free | bit(own))
            while ends:
                out[size] = rav_event(own, lowest(ends), reach[i].tail)
                size += 1
                if size == most:
                    return size
                ends &= ends - 1
    return size


cdef u32 sample_move(const Rules* r, const GratisState* s, RngState* rng) noexcept nogil:
    """Return a random move: count the moves of each RAV, then search those of the chosen RAV."""
    cdef u64 free = ~all_ravs(s, r.seats)
    cdef u64 ravs = ravs_of(&s.ships[s.seat]) & ~s.done
    cdef u64 rest = ravs
    cdef const Reach* reach
    cdef u64 ends
    cdef int[MAX_SPACES] moves
    cdef int own, i, size, rank
    cdef int total = 0
    cdef int number = 0
    while rest:
        own = lowest(rest)
        rest &= rest - 1
        reach = reaches_of(r, s, own, &size)
        ends = free | bit(own)
        for i in range(size):
            total += count(reach[i].to & ends)
        moves[number] = total
        number += 1
    rank = rng_below(rng, total)
    number = 0
    while rank >= moves[number]:
        number += 1
        ravs &= ravs - 1
    if number:
        rank -= moves[number - 1]
    own = lowest(ravs)
    reach = reaches_of(r, s, own, &size)
    while True:
        ends = reach.to & (free | bit(own))
        if rank < count(ends):
            return rav_event(own, select(ends, rank), reach.tail)
        rank -= count(ends)
        reach += 1


# Attacks of RAVs: all nonempty subsets of the RAVs that can attack a target.

cdef u32 attack_event(const Rules* r, const GratisState* s, int target,
                      u64 attackers) noexcept nogil:
    cdef int location
    if target < FIRST_CARRIER:
        return code(ATTACK_RAV_TAG,
                    target << 8 | <int> ranks_of(r.map.near[target], attackers))
    target -= FIRST_CARRIER
    location = base_location(&r.map, attackers, s.ships[target].location)
    return code(ATTACK_CARRIER_TAG, target << 8 | location << 4
                | <int> ranks_of(r.map.beside[location], attackers))


cdef u64 attackers_of(const Rules* r, u32 event) noexcept nogil:
    """Return the RAVs that take part in an attack."""
    if event >> 24 == ATTACK_RAV_TAG:
        return chosen_of(r.map.neighbor[event >> 8 & 63], event & 0xFF)
    return chosen_of(r.map.beside_list[event >> 4 & 15], event & 15)


cdef int list_targets(const Rules* r, const GratisState* s, u8* targets,
                      u64* attackers) noexcept nogil:
    """List the possible targets and their attackers. Return the number of targets."""
    cdef u64 rest = rav_targets(r, s)
    cdef int seat
    cdef int size = 0
    while rest:
        targets[size] = lowest(rest)
        attackers[size] = rav_attackers(r, s, lowest(rest))
        size += attackers[size] != 0
        rest &= rest - 1
    for seat in range(r.seats):
        targets[size] = FIRST_CARRIER + seat
        attackers[size] = carrier_attackers(r, s, seat)
        size += attackers[size] != 0
    return size


cdef inline u64 subset_of(u64 members, u32 ranks) noexcept nogil:
    """Return the members with the given ranks: the inverse of ranks_of."""
    cdef u64 chosen = 0
    while ranks:
        if ranks & 1:
            chosen |= members & (~members + 1)
        members &= members - 1
        ranks >>= 1
    return chosen


cdef int list_attacks(const Rules* r, const GratisState* s, u32* out) noexcept nogil:
    cdef u8[MAX_TARGETS] targets
    cdef u64[MAX_TARGETS] attackers
    cdef int number = list_targets(r, s, targets, attackers)
    cdef int i
    cdef u32 ranks
    cdef int size = 1
    out[0] = code(ATTACKS_DONE_TAG, 0)
    for i in range(number):
        for ranks in range(1, <u32> 1 << count(attackers[i])):
            out[size] = attack_event(r, s, targets[i], subset_of(attackers[i], ranks))
            size += 1
    return size


cdef u32 sample_attack(const Rules* r, const GratisState* s, RngState* rng) noexcept nogil:
    cdef u8[MAX_TARGETS] targets
    cdef u64[MAX_TARGETS] attackers
    cdef int number = list_targets(r, s, targets, attackers)
    cdef int total = 1
    cdef int i, rank
    for i in range(number):
        total += (1 << count(attackers[i])) - 1
    rank = rng_below(rng, total)
    if rank == 0:
        return code(ATTACKS_DONE_TAG, 0)
    i = 0
    while rank >= 1 << count(attackers[i]):
        rank -= (1 << count(attackers[i])) - 1
        i += 1
    return attack_event(r, s, targets[i], subset_of(attackers[i], rank))
