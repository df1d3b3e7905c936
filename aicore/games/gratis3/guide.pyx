"""Building the tables of judgement: exact expectations of a roll, and the weights of data.toml."""

from aicore.games.gratis3.dice cimport DiceTable, fill_dice, hits_of
from aicore.games.gratis3.estimate cimport FEATURES
from aicore.games.gratis3.state cimport MOST_DICE, MOST_SHIELDS, SYSTEMS

# What the estimate weighs, in the order of estimate.pxd.
FEATURE_NAMES = (
    "points", "tie", "way", "landed", "nav", "ravs", "defense", "weapons", "shields", "fighters",
    "bombers", "close", "threats", "moves", "shots", "evasion", "to_play",
)


cdef int fill_guide(Guide* g, object data) except -1:
    """Fill the tables and take over the weights."""
    cdef DiceTable rolls
    cdef int dice, i, shields, hits, defense
    fill_dice(&rolls)
    for dice in range(MOST_DICE + 1):
        for shields in range(MOST_SHIELDS + 1):
            g.pairs[dice][shields] = 0.0
            g.stripped[dice][shields] = 0.0
        for defense in range(MOST_DEFENSE + 1):
            g.kill[dice][defense] = 0.0
        for i in range(rolls.size[dice] if dice else 0):
            hits = hits_of(rolls.event[dice][i])
            for shields in range(MOST_SHIELDS + 1):
                g.stripped[dice][shields] += rolls.chance[dice][i] * min(hits, shields)
                if hits > shields:
                    g.pairs[dice][shields] += rolls.chance[dice][i] * ((hits - shields) // 2)
            for defense in range(MOST_DEFENSE + 1):
                if hits >= defense:
                    g.kill[dice][defense] += rolls.chance[dice][i]
    for i in range(SYSTEMS + 1):
        g.shown[i] = 1.0 - (1.0 - i / 6.0) ** 2
    worth = data["worth"]
    g.kills = worth["kills"]
    g.move = worth["move"]
    g.shield = worth["shield"]
    g.system = worth["system"]
    g.fighter = worth["fighter"]
    g.bomber = worth["bomber"]
    g.knock = worth["knock"]
    g.noise = worth["noise"]
    g.temperature = worth["temperature"]
    for i in range(FEATURES):
        g.estimate.late[i], g.estimate.early[i] = data["estimate"][FEATURE_NAMES[i]]
    return 0
