"""C tables of Free Trader: figures of planets, event cards, modules and payments.

The data may be a player's own; any mistake raises a DataError whose text begins with the key.
"""

from aicore.games.trader.rules.state cimport (
    EVENTS, GOODS, INVADER, MODULES, PAYMENTS, PIRATE, PLANETS, Tables,
)

from aicore.core.data_checks import (
    bounded_int,
    bounded_ints,
    choice,
    columns,
    expect,
    items,
    need,
    table,
)

EVENT_KINDS = ("starport", "police", "pirate", "invader")
EVENT_COLUMNS = ("id", "kind", "value", "buy", "sell", "attack", "defense", "fine", "jump")
MAX_WORD = 40
MAX_FIGURE = 20  # highest figure of a card; the sum or product of two fits into two bytes
MAX_LAW = 12
MAX_VECTORIUM = 99
MAX_VALUE = 3  # highest value of an enemy


cdef int fill_tables(Tables* t, dict data) except -1:
    """Check and read the figures. Raises DataError."""
    words(table(data["goods"], "goods", ("ids",))["ids"], "goods.ids", GOODS)
    modules = table(data["modules"], "modules", ("ids", "start", "prices"))
    words(modules["ids"], "modules.ids", MODULES)
    level = bounded_ints(modules["start"], "modules.start", MODULES, 0, MAX_FIGURE)
    price = bounded_ints(modules["prices"], "modules.prices", MODULES, 1, MAX_FIGURE)
    money = table(data["vectorium"], "vectorium", ("start", "most", "payments", "salvage"))
    most = bounded_int(money["most"], "vectorium.most", 1, MAX_VECTORIUM)
    start = bounded_int(money["start"], "vectorium.start", 0, most)
    payment = bounded_ints(money["payments"], "vectorium.payments", PAYMENTS, 0, most)
    salvage = bounded_ints(money["salvage"], "vectorium.salvage", MAX_VALUE, 0, MAX_FIGURE)
    cards = table(data["cards"], "cards", ("planets", "events"))
    names = set()
    planets = items(cards["planets"], "cards.planets", PLANETS)
    planets = [planet(entry, f"cards.planets[{i}]", names) for i, entry in enumerate(planets)]
    events = items(cards["events"], "cards.events", EVENTS)
    events = [event(entry, f"cards.events[{i}]", names) for i, entry in enumerate(events)]
    t[0] = {
        "level": level, "price": price, "most_vectorium": most, "vectorium": start,
        "payment": payment, "salvage": [0, *salvage], **columns(planets), **columns(events)}
    return 0


def planet(entry, key, names):
    """Return the checked figures of a planet's card; its name must be new. Raises DataError."""
    row = table(entry, key, ("name", "goods", "distance", "law"))
    key = f"cards.planets.{word(row['name'], f'{key}.name', names)}"
    return {
        "modifier": bounded_ints(row["goods"], f"{key}.goods", GOODS, -MAX_FIGURE, MAX_FIGURE),
        "distance": bounded_int(row["distance"], f"{key}.distance", 0, MAX_FIGURE),
        "law": bounded_int(row["law"], f"{key}.law", 0, MAX_LAW)}


def event(entry, key, names):
    """Return the checked figures of an event card; its id must be new. Raises DataError."""
    row = dict(zip(EVENT_COLUMNS, items(entry, key, len(EVENT_COLUMNS)), strict=True))
    key = f"cards.events.{word(row['id'], f'{key}.id', names)}"
    kind = EVENT_KINDS.index(choice(row["kind"], f"{key}.kind", EVENT_KINDS))
    least, most = (1, MAX_VALUE) if kind in (PIRATE, INVADER) else (0, 0)
    return {
        "kind": kind, "value": bounded_int(row["value"], f"{key}.value", least, most),
        **{name: bounded_ints(row[name], f"{key}.{name}", GOODS, 0, MAX_FIGURE)
           for name in ("buy", "sell")},
        **{name: bounded_int(row[name], f"{key}.{name}", 0, MAX_FIGURE)
           for name in ("attack", "defense", "fine")},
        "misjump": choice(row["jump"], f"{key}.jump", ("safe", "misjump")) == "misjump"}


def word(value, key, taken):
    """Return a checked word, which must be new, and add it to those taken. Raises DataError."""
    single = (isinstance(value, str) and 1 <= len(value) <= MAX_WORD and value.isprintable()
              and not set(value) & set(" ,"))
    expect(single, key, repr(value), "a single word")
    need(value not in taken, f"{key}: {value!r} is there twice")
    taken.add(value)
    return value


def words(value, key, size):
    """Return a checked list of `size` different words. Raises DataError."""
    taken = set()
    return [word(part, f"{key}[{i}]", taken) for i, part in enumerate(items(value, key, size))]
