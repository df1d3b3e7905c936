# What games ask of the dictionaries that positions are made of, which may hold anything; and sets
# of things as lists of their names.
from aicore.core._types cimport u64
from aicore.core.bits cimport bit
from aicore.core.compiler cimport lowest


cdef inline int require(bint condition, str message) except -1:
    """Raises StateError with a message unless something holds."""
    if not condition:
        from aicore.core.errors import StateError
        raise StateError(message)
    return 0


cdef inline int whole(value, int low, int high, str what) except? -1:
    """A whole number from `low` to `high`. Raises StateError.

    `schema.whole` decides; what it would let pass without a doubt is found here, in C.
    """
    if type(value) is int and low <= value <= high:
        return value
    from aicore.core import errors, schema
    return schema.whole(value, what, low, high, errors.StateError)


cdef inline list named(u64 chosen, names):
    """The names of a set's members, in order."""
    cdef list found = []
    while chosen:
        found.append(names[lowest(chosen)])
        chosen &= chosen - 1
    return found


cdef inline u64 members(value, names, str what) except? 0:
    """The set that a list of different names stands for. Raises StateError."""
    cdef u64 chosen = 0
    cdef int place
    if not isinstance(value, (list, tuple)):  # words are written out only where they are said
        require(False, f"{what}: a list of names such as {names[0]}")
    for name in value:
        if name not in names or isinstance(name, (bool, float)):  # which equal whole numbers
            require(False, f"{what}: {name!r} is none")
        place = names.index(name)
        if chosen >> place & 1:
            require(False, f"{what}: {name} is there twice")
        chosen |= bit(place)
    return chosen
