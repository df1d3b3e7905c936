# Checks of the dictionaries from which games restore positions: a dictionary may hold anything.
# Conversion of sets to and from lists of names.
from aicore.core._types cimport u64
from aicore.core.bits cimport bit
from aicore.core.compiler cimport lowest


cdef inline int require(bint condition, str message) except -1:
    """Raise StateError with a message unless a condition holds."""
    if not condition:
        from aicore.core.errors import StateError
        raise StateError(message)
    return 0


cdef inline int bounded_int(value, int low, int high, str what) except? -1:
    """Return a whole number from `low` to `high`. Raises StateError.

    Plain ints are checked here, in C; `schema.bounded_int` checks all other values.
    """
    if type(value) is int and low <= value <= high:
        return value
    from aicore.core import errors, schema
    return schema.bounded_int(value, what, low, high, errors.StateError)


cdef inline list named(u64 chosen, names):
    """Return the names of a set's members, in order."""
    cdef list found = []
    while chosen:
        found.append(names[lowest(chosen)])
        chosen &= chosen - 1
    return found


cdef inline u64 members(value, names, str what) except? 0:
    """Return the set of the names in a list, which must all differ. Raises StateError."""
    cdef u64 chosen = 0
    cdef int place
    if not isinstance(value, (list, tuple)):  # tested first: building the message takes time
        require(False, f"{what} must be a list of names such as {names[0]}")
    for name in value:
        if name not in names or isinstance(name, (bool, float)):  # these may equal whole numbers
            require(False, f"{what}: {name!r} is not a known name")
        place = names.index(name)
        if chosen >> place & 1:
            require(False, f"{what}: {name} appears twice")
        chosen |= bit(place)
    return chosen
