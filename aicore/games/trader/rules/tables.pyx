"""The C tables of Free Trader: figures of planets, event cards, modules and payments.

The data may be a player's own: whatever is wrong with it is a DataError that begins with its key.
"""

from aicore.games.trader.rules.state cimport (
    EVENTS, GOODS, INVADER, MODULES, PAYMENTS, PIRATE, PLANETS, Tables,
)

from aicore.core.data_checks import choice, items, need, table, takes, whole, wholes

EVENT_KINDS = ("starport", "police", "pirate", "invader")
EVENT_COLUMNS = ("id", "kind", "value", "buy", "sell", "attack", "defense", "fine", "jump")
MAX_WORD = 40
MAX_FIGURE = 20  # of a card: sums and products of two stay well within a byte
MAX_LAW = 12
MAX_VECTORIUM = 99
MAX_VALUE = 3  # of an enemy
GOOD_COUNT = GOODS
MODULE_COUNT = MODULES


cdef int fill_tables(Tables* t, dict data) except -1:
    """Check and read the figures. Raises DataError."""
    fill_ship(t, data)
    fill_money(t, table(data["vectorium"], "vectorium", ("start", "most", "payments", "salvage")))
    cards = table(data["cards"], "cards", ("planets", "events"))
    names = set()
    fill_planets(t, items(cards["planets"], "cards.planets", PLANETS), names)
    fill_events(t, items(cards["events"], "cards.events", EVENTS), names)
    return 0


cdef int fill_ship(Tables* t, dict data) except -1:
    """Goods and modules."""
    cdef int i
    goods = table(data["goods"], "goods", ("ids",))
    words(goods["ids"], "goods.ids", GOOD_COUNT)
    modules = table(data["modules"], "modules", ("ids", "start", "prices"))
    words(modules["ids"], "modules.ids", MODULE_COUNT)
    start = wholes(modules["start"], "modules.start", MODULE_COUNT, 0, MAX_FIGURE)
    prices = wholes(modules["prices"], "modules.prices", MODULE_COUNT, 1, MAX_FIGURE)
    for i in range(MODULES):
        t.level[i] = start[i]
        t.price[i] = prices[i]
    return 0


cdef int fill_money(Tables* t, dict money) except -1:
    """Vectorium: how much there is, and what must be paid."""
    cdef int i
    t.most_vectorium = whole(money["most"], "vectorium.most", 1, MAX_VECTORIUM)
    t.vectorium = whole(money["start"], "vectorium.start", 0, t.most_vectorium)
    payments = wholes(money["payments"], "vectorium.payments", PAYMENTS, 0, t.most_vectorium)
    salvage = wholes(money["salvage"], "vectorium.salvage", MAX_VALUE, 0, MAX_FIGURE)
    for i in range(PAYMENTS):
        t.payment[i] = payments[i]
    for i in range(MAX_VALUE):
        t.salvage[i + 1] = salvage[i]
    return 0


cdef int fill_planets(Tables* t, list planets, set names) except -1:
    """The cards of planets."""
    cdef int i, good
    for i, entry in enumerate(planets):
        planet = table(entry, f"cards.planets[{i}]", ("name", "goods", "distance", "law"))
        name = word(planet["name"], f"cards.planets[{i}].name", names)
        key = f"cards.planets.{name}"
        goods = wholes(planet["goods"], f"{key}.goods", GOOD_COUNT, -MAX_FIGURE, MAX_FIGURE)
        for good in range(GOODS):
            t.modifier[i][good] = goods[good]
        t.distance[i] = whole(planet["distance"], f"{key}.distance", 0, MAX_FIGURE)
        t.law[i] = whole(planet["law"], f"{key}.law", 0, MAX_LAW)
    return 0


cdef int fill_events(Tables* t, list events, set names) except -1:
    """The event cards."""
    cdef int i, good
    cdef bint enemy
    for i, entry in enumerate(events):
        key = f"cards.events[{i}]"
        row = dict(zip(EVENT_COLUMNS, items(entry, key, len(EVENT_COLUMNS)), strict=True))
        key = f"cards.events.{word(row['id'], f'{key}.id', names)}"
        t.kind[i] = EVENT_KINDS.index(choice(row["kind"], f"{key}.kind", EVENT_KINDS))
        enemy = t.kind[i] in (PIRATE, INVADER)
        t.value[i] = whole(
            row["value"], f"{key}.value", 1 if enemy else 0, MAX_VALUE if enemy else 0)
        buy = wholes(row["buy"], f"{key}.buy", GOOD_COUNT, 0, MAX_FIGURE)
        sell = wholes(row["sell"], f"{key}.sell", GOOD_COUNT, 0, MAX_FIGURE)
        for good in range(GOODS):
            t.buy[i][good] = buy[good]
            t.sell[i][good] = sell[good]
        t.attack[i] = whole(row["attack"], f"{key}.attack", 0, MAX_FIGURE)
        t.defense[i] = whole(row["defense"], f"{key}.defense", 0, MAX_FIGURE)
        t.fine[i] = whole(row["fine"], f"{key}.fine", 0, MAX_FIGURE)
        jump = choice(row["jump"], f"{key}.jump", ("safe", "misjump"))
        t.misjump[i] = jump == "misjump"
    return 0


def word(value, key, taken):
    """A word that is not yet among those taken, and now is. Raises DataError."""
    single = (isinstance(value, str) and 1 <= len(value) <= MAX_WORD and value.isprintable()
              and not set(value) & set(" ,"))
    takes(single, key, repr(value), "a single word")
    need(value not in taken, f"{key}: {value!r} is there twice")
    taken.add(value)
    return value


def words(value, key, size):
    """So many different words. Raises DataError."""
    taken = set()
    return [word(part, f"{key}[{i}]", taken) for i, part in enumerate(items(value, key, size))]
