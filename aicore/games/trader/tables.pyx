"""The C tables of Free Trader: figures of planets, event cards, modules and payments."""

from aicore.games.trader.state cimport (
    EVENTS, GOODS, INVADER, MODULES, PAYMENTS, PIRATE, PLANETS, Tables,
)

EVENT_KINDS = ("starport", "police", "pirate", "invader")
MOST_FIGURE = 20  # of a card: sums and products of two stay well within a byte


cdef int fill_tables(Tables* t, dict data) except -1:
    """Read the figures. Raises ValueError where the data is none of this game."""
    cdef int i, good
    planets, events = data["cards"]["planets"], data["cards"]["events"]
    check(len(planets) == PLANETS and len(events) == EVENTS, "16 planets and 16 events")
    names = [planet["name"] for planet in planets] + [event[0] for event in events]
    check(len(set(names)) == len(names), "each planet and event has its own name")
    check(not any(set(name) & set(" ,") or not name for name in names), "names are single words")
    for i, planet in enumerate(planets):
        check(len(planet["goods"]) == GOODS, "a modifier for each of the goods")
        for good in range(GOODS):
            t.modifier[i][good] = figure(planet["goods"][good], -MOST_FIGURE)
        t.distance[i] = figure(planet["distance"], 0)
        t.law[i] = figure(planet["law"], 0, 12)
    for i, (_, kind, value, buy, sell, attack, defense, fine, jump) in enumerate(events):
        check(kind in EVENT_KINDS, f"kinds of events: {', '.join(EVENT_KINDS)}")
        check(jump in ("safe", "misjump"), "a jump ends safe or as a misjump")
        check(len(buy) == len(sell) == GOODS, "prices of each of the goods")
        t.kind[i] = EVENT_KINDS.index(kind)
        enemy = t.kind[i] in (PIRATE, INVADER)
        t.value[i] = figure(value, 1 if enemy else 0, 3 if enemy else 0)
        for good in range(GOODS):
            t.buy[i][good] = figure(buy[good], 0)
            t.sell[i][good] = figure(sell[good], 0)
        t.attack[i] = figure(attack, 0)
        t.defense[i] = figure(defense, 0)
        t.fine[i] = figure(fine, 0)
        t.misjump[i] = jump == "misjump"
    for i in range(MODULES):
        t.level[i] = figure(data["modules"]["start"][i], 0)
        t.price[i] = figure(data["modules"]["prices"][i], 1)
    money = data["vectorium"]
    t.most_vectorium = figure(money["most"], 1, 99)
    t.vectorium = figure(money["start"], 0, t.most_vectorium)
    for i in range(PAYMENTS):
        t.payment[i] = figure(money["payments"][i], 0, t.most_vectorium)
    for i in range(1, 4):
        t.salvage[i] = figure(money["salvage"][i - 1], 0)
    return 0


cdef int figure(value, int least, int most=MOST_FIGURE) except? -99:
    """A whole number within bounds. Raises ValueError."""
    check(isinstance(value, int) and least <= value <= most,
          f"{value}: a figure from {least} to {most}")
    return value


cdef int check(condition, str message) except -1:
    if not condition:
        raise ValueError(f"trader: its data has {message}")
    return 0
