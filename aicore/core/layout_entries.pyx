"""Dictionaries of a layout: an owner's numbers as an entry with names, and back."""

from aicore.core._types cimport i64, u64
from aicore.core.cells cimport read, write
from aicore.core.layout_place cimport Place
from aicore.core.restoring cimport bounded_int, members, named, require

from math import prod

from aicore.core.errors import quoted


cdef class Words:
    """Names of a field, its values and its entries in dictionaries."""


cdef Words words_of(part):
    """Return the names by which dictionaries describe a part."""
    cdef Words found = Words.__new__(Words)
    kind = part.kind
    found.name, found.dumped = part.name, part.dumped
    found.names, found.keys, found.shape = kind.names, kind.keys, kind.shape
    found.numbers = {}
    if kind.names is not None and not kind.bits:
        codes = kind.codes or range(kind.low, kind.low + len(kind.names))
        found.numbers = dict(zip(kind.names, codes))
    return found


cdef object entry_of(
        const Place* place, Words words, const char* where, tuple shape, bint hidden):
    """Return an owner's numbers as an entry of a dictionary, with None for hidden numbers."""
    cdef int i, step
    cdef i64 value
    cdef list row
    if place.cards:
        if hidden and place.private:
            return []
        return cards_of(place, words.keys, where, hidden)
    if shape:
        step = place.cell.width * prod(shape[1:])
        row = [
            entry_of(place, words, where + i * step, shape[1:], hidden) for i in range(shape[0])]
        return row if words.keys is None or len(shape) > 1 else dict(zip(words.keys, row))
    value = read(where, &place.cell)
    if place.bits:
        row = named(<u64> value, words.names)
        return [None] * len(row) if hidden else row
    if hidden and value != place.start:
        return None
    if words.names is None:
        return value
    value -= place.cell.low
    word = words.names[place.codes[value] if place.codes else value]
    return list(word) if isinstance(word, tuple) else word


cdef int put_entry(
        const Place* place, Words words, char* where, tuple shape, given) except -1:
    """Write an owner's numbers from an entry of a dictionary. Raises StateError."""
    cdef int i, step
    cdef i64 value
    if place.cards:
        return put_cards(place, words, where, given)
    if shape:
        if words.keys is not None and len(shape) == 1:
            if not isinstance(given, dict) or given.keys() != set(words.keys):
                require(False, f"{words.name} must be a table with the keys {_few(words.keys)}")
            given = [given[key] for key in words.keys]
        if not isinstance(given, list) or len(given) != shape[0]:
            require(False, f"{words.name} must be a list of {shape[0]} entries")
        step = place.cell.width * prod(shape[1:])
        for i in range(shape[0]):
            put_entry(place, words, where + i * step, shape[1:], given[i])
        return 0
    if place.bits:
        value = <i64> members(given, words.names, words.name)
    elif words.names is None:
        value = bounded_int(given, place.cell.low, place.cell.high, words.name)
    else:
        value = number_of(words, given)
    write(where, &place.cell, value)
    return 0


cdef bint doubtful(value):
    """Whether a value is or contains a bool or a float, which may equal a whole number."""
    if type(value) is tuple:
        return any([doubtful(each) for each in value])
    return type(value) is bool or type(value) is float


cdef set types_of(values):
    """Return the types of values, including those within tuples."""
    if not isinstance(values, tuple):
        return {type(values)}
    return set().union(*map(types_of, values))


cdef i64 number_of(Words words, given) except? -1:
    """Return the number that a state stores for a named value. Raises StateError."""
    key = tuple(given) if isinstance(given, list) else given
    try:
        found = words.numbers.get(key)
    except TypeError:  # the value contains lists
        found = None
    if found is None or doubtful(key) and not types_of(key) <= types_of(words.names):
        require(False, f"{words.name} must be one of {_few(words.names)}, not {quoted(given)}")
    return found


cdef list cards_of(const Place* place, tuple keys, const char* where, bint hidden):
    """Return the cards that a row of counts holds; if they are hidden, None for each card."""
    cdef list found = []
    cdef int k, _
    for k in range(place.count):
        for _ in range(<int> read(where + k * place.cell.width, &place.cell)):
            found.append(None if hidden else k if keys is None else keys[k])
    return found


cdef int put_cards(const Place* place, Words words, char* where, given) except -1:
    """Write the counts of the cards in a list. Raises StateError."""
    cdef int k
    cdef i64 value
    if not isinstance(given, list):
        require(False, f"{words.name} must be a list of cards")
    for card in given:
        if words.keys is None:
            k = bounded_int(card, 0, place.count - 1, words.name)
        elif card in words.keys:
            k = words.keys.index(card)
        else:
            require(
                False, f"{words.name} must hold names such as {words.keys[0]}, not {quoted(card)}")
        value = read(where + k * place.cell.width, &place.cell) + 1
        if value > place.cell.high:
            require(False, f"{words.name} holds more than {place.cell.high} of {card}")
        write(where + k * place.cell.width, &place.cell, value)
    return 0


def _few(names):
    """Return the first 20 names as text."""
    shown = ["null" if name is None else str(name).lower() if isinstance(name, bool) else
             str(list(name)) if isinstance(name, tuple) else str(name) for name in names[:20]]
    return ", ".join(shown) + (", ..." if len(names) > 20 else "")
