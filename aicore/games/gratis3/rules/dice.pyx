"""Table of rolls: a die misses on 1 to 3, hits once on 4 and 5, and hits twice on 6."""

from math import factorial

from aicore.games.gratis3.rules.state cimport MAX_DICE, ROLL_TAG, code

SINGLES, DOUBLES, MISSES = 2, 1, 3  # number of faces of each kind


cdef int fill_dice(DiceTable* d) except -1:
    """Fill the table with the multinomial probabilities of singles and doubles."""
    cdef int dice, i
    d.faces[0] = 1
    for dice in range(1, MAX_DICE + 1):
        rolls = sorted(
            [(singles, doubles) for singles in range(dice + 1)
             for doubles in range(dice - singles + 1)],
            key=hits_and_doubles)
        d.size[dice] = len(rolls)
        d.faces[dice] = 6 * d.faces[dice - 1]
        below = 0
        for i, (singles, doubles) in enumerate(rolls):
            misses = dice - singles - doubles
            ways = factorial(dice) // (
                factorial(singles) * factorial(doubles) * factorial(misses))
            ways *= SINGLES ** singles * DOUBLES ** doubles * MISSES ** misses
            below += ways
            d.event[dice][i] = code(ROLL_TAG, dice << 8 | <int> singles << 4 | <int> doubles)
            d.below[dice][i] = below
            d.chance[dice][i] = ways / d.faces[dice]
    return 0


def hits_and_doubles(roll):
    """Return a sort key for rolls: more hits come later, so a high random number is lucky."""
    return roll[0] + 2 * roll[1], roll[1]
