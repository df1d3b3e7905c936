"""Facts about a position that help a network to judge it: race, shots, primes and mobility.

They are exact counts, over the 21 rolls where dice matter, in the terms that players use. The
choice of facts follows TD-Gammon (Tesauro 1995) and GNU Backgammon. No fact judges a position:
networks learn to judge.

A set of places is a number: bit p stands for place p of one side, 1 to 24, and 25 is the bar.
"""

from aicore.core._types cimport i8, u32
from aicore.core.bits cimport count
from aicore.core.compiler cimport highest

cdef enum:
    MEN = 15
    OFF = 0
    BAR = 25
    FACES = 6
    HOME = 6  # number of points in a home
    DEEP = BAR - HOME  # lowest point in the other side's home
    REACH = 2 * FACES  # maximum pips of a roll that is not a double
    BOARD = (1 << BAR) - 2  # the 24 points
    START = 167  # pips of a side at the start
    MIN_PRIME = 3  # fewer points in a row stop few men

cdef float[1 << REACH] ROAM  # mean pips of a man's move, by the set of blocked points ahead
cdef float[1 << REACH] STUCK  # share of the rolls that do not move the man


cdef int roam(u32 blocked, int high, int low) noexcept nogil:
    """Return the pips that a roll moves one man. Bit d of `blocked` is the point d pips ahead."""
    cdef int step
    if high == low:
        step = 0
        while step < 4 and (step + 1) * high <= REACH and not blocked >> (step + 1) * high & 1:
            step += 1
        return step * high
    if (blocked >> high & 1) and (blocked >> low & 1):
        return 0
    if not blocked >> (high + low) & 1:
        return high + low
    return low if blocked >> high & 1 else high


cdef int fill_tables() except -1:
    cdef u32 ahead
    cdef int high, low, pips, rolls
    for ahead in range(1 << REACH):
        for high in range(1, FACES + 1):
            for low in range(1, high + 1):
                rolls = 1 + (high > low)
                pips = roam(ahead << 1, high, low)
                ROAM[ahead] += <float> (rolls * pips / 36.0)
                STUCK[ahead] += <float> (rolls * (pips == 0) / 36.0)
    return 0


fill_tables()


cdef inline u32 hits(
    u32 men, int waiting, u32 blots, u32 blocked, int high, int low
) noexcept nogil:
    """Return the blots that a roll can hit, even if not all its dice could be played.

    Args:
        men: points with men of the side that rolls.
        waiting: number of its men on the bar.
        blots: points with a single man of the other side.
        blocked: points with more men of the other side.
    """
    cdef u32 found = 0
    cdef u32 entry
    cdef int die, step
    if high == low:
        for step in range(4):
            if step < waiting:
                men |= (<u32> 1 << (BAR - high)) & ~blocked
                if blocked >> (BAR - high) & 1:
                    break
                found |= (<u32> 1 << (BAR - high)) & blots
            else:
                men = men >> high & ~blocked & BOARD
                found |= men & blots
        return found
    if waiting == 0:
        found = men >> high | men >> low
        found |= (men >> high & ~blocked) >> low | (men >> low & ~blocked) >> high
        return found & blots & BOARD
    for step in range(2):
        die = low if step else high
        entry = (<u32> 1 << (BAR - die)) & ~blocked
        found |= entry
        if entry and waiting == 1:
            found |= (men | entry) >> (high + low - die)
    return found & blots & BOARD


cdef void tell_side(const i8* mine, const i8* theirs, float* out) noexcept nogil:
    """Write the facts of a side, each about 0 to 1."""
    cdef u32 blots = 0  # blots of this side, as places of the other side
    cdef u32 made = 0  # points made by this side, as places of the other side
    cdef u32 rivals = 0  # points with men of the other side
    cdef u32 barred = 0  # points made by the other side
    cdef u32 ahead, found
    cdef float roaming = 0
    cdef int pips = 0
    cdef int far = 0
    cdef int home = 0
    cdef int outside = 0
    cdef int stacked = 0
    cdef int back = 0
    cdef int closed = 0
    cdef int run = 0
    cdef int prime = 0
    cdef int prime_top = 0  # highest point of the longest prime
    cdef int trapped = 0
    cdef int anchor = 0
    cdef int deepest = 0
    cdef int point, high, low, rolls, men
    for point in range(1, BAR):
        rivals |= <u32> (theirs[point] > 0) << point
        barred |= <u32> (theirs[point] > 1) << point
    for point in range(1, BAR + 1):
        men = mine[point]
        run = run + 1 if men > 1 and point < BAR else 0
        if run > prime:
            prime, prime_top = run, point
        if men == 0:
            continue
        ahead = barred >> (BAR - point + 1) & ((1 << REACH) - 1)
        roaming += men * ROAM[ahead]
        out[0] = ROAM[ahead] / 8  # of the farthest man, whose point comes last
        out[1] = STUCK[ahead]
        far = point
        pips += point * men
        stacked += max(men - 3, 0)
        if point <= HOME:
            home += men
            closed += men > 1
        else:
            outside += men * (point - HOME)
        if point >= DEEP:
            back += men
        if point < BAR:
            blots |= <u32> (men == 1) << (BAR - point)
            made |= <u32> (men > 1) << (BAR - point)
            if men > 1 and point >= DEEP:
                deepest = point - DEEP + 1
                anchor = anchor if anchor else deepest
    if prime >= MIN_PRIME:
        for point in range(BAR - prime_top + prime, BAR + 1):
            trapped += theirs[point]
    out[2] = roaming / (8 * MEN)  # of all men
    out[3] = <float> pips / START  # the race
    out[4] = <float> far / BAR
    out[5] = <float> mine[OFF] / MEN
    out[6] = <float> count(blots) / 5
    out[7] = <float> closed / HOME  # points made at home
    out[8] = <float> closed * closed / (HOME * HOME)  # rolls that do not enter from the bar
    out[9] = <float> prime / HOME
    out[10] = <float> trapped / 4  # men of the other side behind the prime
    out[11] = <float> trapped * prime / (4 * HOME)
    out[12] = <float> anchor / HOME  # points made in the other side's home
    out[13] = <float> deepest / HOME
    out[14] = <float> back / 4
    out[15] = <float> home / MEN
    out[16] = <float> outside / (START / 2)  # pips until all are at home
    out[17] = <float> stacked / 6
    if blots == 0 or (rivals == 0 and theirs[BAR] == 0):
        return
    for high in range(1, FACES + 1):
        for low in range(1, high + 1):
            found = hits(rivals, theirs[BAR], blots, made, high, low)
            if found:
                rolls = 1 + (high > low)
                out[18] += <float> rolls / 36  # shots
                out[19] += <float> rolls * highest(found) / (36 * REACH)  # pips lost
                out[20] += <float> rolls * (count(found) > 1) / 36  # shots at two blots


cdef void tell_sides(const i8* mine, const i8* theirs, float* out) noexcept nogil:
    """Write the facts of both sides, the lead, and the contact between the sides.

    `out` has BACKGAMMON_FACTS numbers, which are 0 before the call. The lead is in quarters of the
    pips at the start. Contact is the distance until the last men have passed each other.
    """
    cdef const float* other = out + SIDE_FACTS
    tell_side(mine, theirs, out)
    tell_side(theirs, mine, out + SIDE_FACTS)
    out[2 * SIDE_FACTS] = 4 * (other[3] - out[3])
    out[2 * SIDE_FACTS + 1] = max(out[4] + other[4] - 1, <float> 0)
