"""State of a plain game, for its author's methods: named numbers, and rows of numbers.

A state has its own memory. The engine copies the position into it before a call, and back
afterwards. So a method that keeps a state beyond its call cannot damage anything. The state rejects
a value out of range as soon as a method writes it.
"""

from cpython.bytearray cimport PyByteArray_AsString
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.string cimport memchr, memset

from aicore.core._types cimport i32, u8
from aicore.core.cells cimport read, write

from fractions import Fraction

from aicore.core.errors import quoted

cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object value, int* overflow) except? -1

cdef enum:
    MAX_SHOWN = 60  # maximum number of names that an error lists

cdef long long NOWHERE = 1 << 62  # a number that no field can hold


cdef inline long long whole(value) except? -1:
    """Return a whole number; NOWHERE if it is too large."""
    cdef int overflow = 0
    cdef long long number = PyLong_AsLongLongAndOverflow(value, &overflow)
    return NOWHERE if overflow else number


cdef inline bint hashable(value):
    """Whether a value may be the name of a number."""
    return value is None or isinstance(value, (str, int, Fraction))


cdef class Slot:
    """Field of the state: one value or a row of them.

    Args:
        name: name as the author wrote it.
        offset: offset of its first byte.
        width: size of each number in bytes.
        low, high: range of the numbers.
        names: names of the values from `low` on; None if they are numbers.
        shape: lengths of the row's dimensions; () for one value.
        place: index among the state's rows; -1 for one value.
        keys: names of the entries in the last dimension; None if they have only numbers.
    """

    def __init__(
            self, str name, int offset, int width, i32 low, i32 high, names=None, shape=(),
            int place=-1, keys=None):
        if width not in (1, 2, 4) or offset < 0:
            raise ValueError(f"{name}: numbers must have 1, 2 or 4 bytes")
        self.name = name
        self.offset = offset
        self.cell.width = width
        self.cell.low = low
        self.cell.high = high
        self.small = width == 1 and low >= 0
        self.names = None if names is None else tuple(names)
        self.numbers = {}
        if names is not None:
            self.numbers = {each: low + i for i, each in enumerate(names)}
        self.shape = tuple(shape)
        self.place = place
        self.key_names = None if keys is None else tuple(keys)
        self.keys = None if keys is None else {each: i for i, each in enumerate(keys)}

    cdef object value(self, const char* address):
        """Return the author's value for the number at an address."""
        cdef i32 number = (
            (<const u8*> address)[0] if self.small else <i32> read(address, &self.cell))
        if self.names is None:
            return number
        return self.names[number - self.cell.low]

    cdef i32 number(self, value) except? -2147483648:
        """Return the number that stands for an author's value. Raises ValueError."""
        cdef long long number
        if self.names is not None:
            found = self.numbers.get(value) if hashable(value) else None
            if found is None:
                raise ValueError(f"{self.name} = {quoted(value)}: it must be {self.allowed()}")
            return found
        if isinstance(value, int):
            number = whole(value)
            if self.cell.low <= number <= self.cell.high:
                return <i32> number
        raise ValueError(
            f"{self.name} = {quoted(value)}: it must be a whole number from {self.cell.low} "
            f"to {self.cell.high}")

    def allowed(self):
        """Return the names of the values, in words."""
        if isinstance(self.names[0], Fraction):
            last = self.names[len(self.names) - 1]
            return (
                f"a whole number or a Fraction from {self.names[0]} to {last} "
                f"in steps of {self.names[1] - self.names[0]}")
        shown = [str(name) for name in self.names[:MAX_SHOWN]]
        return f"one of {', '.join(shown)}{', ...' if len(self.names) > MAX_SHOWN else ''}"

    cdef bint number_to_find(self, value, long long* number) except -1:
        """Write the number that an entry equal to `value` has, or NOWHERE if no entry can equal it.

        Return False if numbers are not enough, and the caller must compare values: 2.0 equals 2.
        """
        number[0] = NOWHERE
        if self.names is not None:
            if hashable(value):
                number[0] = self.numbers.get(value, NOWHERE)
            return True
        if isinstance(value, int):
            number[0] = whole(value)
        return isinstance(value, (int, str))

    def __get__(self, instance, owner):
        cdef Struct state
        if instance is None:
            return self
        if type(instance) is not self.seen:
            self.seen = type(<Struct?> instance)
        state = <Struct> instance
        if self.place >= 0:
            return state.rows[self.place]
        if self.offset + self.cell.width > state.size:
            raise ValueError(f"{self.name} is a field of another game")
        return self.value(state.data + self.offset)

    def __set__(self, instance, value):
        cdef Struct state
        cdef Row row
        if type(instance) is not self.seen:
            self.seen = type(<Struct?> instance)
        state = <Struct> instance
        if self.place >= 0:
            row = state.rows[self.place]
            row.assign(value)
            return
        if self.offset + self.cell.width > state.size:
            raise ValueError(f"{self.name} is a field of another game")
        write(state.data + self.offset, &self.cell, self.number(value))


cdef class Row:
    """Row of values, or of rows, in a state; it works like a list of fixed length."""

    def __init__(self, *given):
        raise TypeError("a row exists only as part of a game's state")

    cdef Py_ssize_t find(self, key) except -1:
        """Return the index of the entry that a key denotes. Raises IndexError, TypeError."""
        cdef long long index
        if self.keys is not None and isinstance(key, str):
            if key not in self.keys:
                raise IndexError(
                    f"{self.slot.name}[{quoted(key)}]: the index must be one of "
                    f"{', '.join(self.keys)}")
            return self.keys[key]
        if not isinstance(key, int):
            raise TypeError(f"{self.slot.name}[{quoted(key)}]: the index must be a whole number")
        index = whole(key)
        if not -self.size <= index < self.size:
            raise IndexError(
                f"{self.slot.name}[{quoted(key)}]: the index must be from 0 to {self.size - 1}")
        return <Py_ssize_t> (index + self.size if index < 0 else index)

    def __len__(self):
        return self.size

    cdef list values(self):
        """Return all entries: numbers, words or rows."""
        cdef Py_ssize_t i
        cdef Slot slot = self.slot
        cdef const u8* bytes = <const u8*> self.data
        cdef tuple names = slot.names
        if self.parts is not None:
            return self.parts
        if not slot.small:
            return [slot.value(self.data + i * self.step) for i in range(self.size)]
        if names is None:  # faster than reading the numbers one by one
            return list(PyBytes_FromStringAndSize(self.data, self.size))
        return [names[bytes[i] - slot.cell.low] for i in range(self.size)]

    cdef int assign(self, given) except -1:
        """Write all entries. Raises ValueError."""
        cdef Py_ssize_t i
        cdef list values = given if isinstance(given, list) else list(given)
        if len(values) != self.size:
            raise ValueError(
                f"{self.slot.name}: {len(values)} values do not fit {self.size} places")
        for i in range(self.size):
            if self.parts is not None:
                (<Row> self.parts[i]).assign(values[i])
            else:
                write(self.data + i * self.step, &self.slot.cell, self.slot.number(values[i]))
        return 0

    def __getitem__(self, key):
        cdef long long index
        cdef Py_ssize_t place
        if self.keys is not None and isinstance(key, str):
            found = self.keys.get(key)
            place = self.find(key) if found is None else <Py_ssize_t> found
            return self.slot.value(self.data + place * self.step)
        if isinstance(key, int):
            index = whole(key)
            if index < 0:
                index += self.size
            if not 0 <= index < self.size:
                self.find(key)  # raises
            if self.parts is not None:
                return self.parts[<Py_ssize_t> index]
            return self.slot.value(self.data + <Py_ssize_t> index * self.step)
        if isinstance(key, slice):
            return list(self.values())[key]
        if isinstance(key, tuple):
            found = self
            for each in key:
                if not isinstance(found, Row):
                    raise TypeError(f"{self.slot.name}{list(key)}: one index too many")
                found = found[each]
            return found
        place = self.find(key)
        if self.parts is not None:
            return self.parts[place]
        return self.slot.value(self.data + place * self.step)

    def __setitem__(self, key, value):
        cdef Py_ssize_t place
        if self.parts is None and isinstance(key, (int, str)):
            place = self.find(key)
            write(self.data + place * self.step, &self.slot.cell, self.slot.number(value))
            return
        if isinstance(key, slice):
            if key.start is None and key.stop is None and key.step is None:
                self.assign(value)
                return
            places = range(*key.indices(self.size))
            values = list(value)
            if len(values) != len(places):
                raise ValueError(
                    f"{self.slot.name}: {len(values)} values do not fit {len(places)} places")
            for each, one in zip(places, values):
                self[each] = one
            return
        if isinstance(key, tuple):
            if not key:
                raise TypeError(f"{self.slot.name}[()]: an index is missing")
            found = self[key[:-1]] if len(key) > 1 else self
            if not isinstance(found, Row):
                raise TypeError(f"{self.slot.name}{list(key)}: one index too many")
            found[key[len(key) - 1]] = value
            return
        place = self.find(key)
        if self.parts is not None:
            (<Row> self.parts[place]).assign(value)
        else:
            write(self.data + place * self.step, &self.slot.cell, self.slot.number(value))

    def __iter__(self):
        if self.parts is None and self.slot.small and self.slot.names is None:
            return iter(PyBytes_FromStringAndSize(self.data, self.size))
        return iter(self.values())

    def __contains__(self, value):
        cdef long long number
        if self.parts is not None or not self.slot.number_to_find(value, &number):
            return value in self.values()
        return self.find_number(number) >= 0

    cdef Py_ssize_t find_number(self, long long number) noexcept:
        """Return the index of the first entry that equals a number; -1 if there is none."""
        cdef Py_ssize_t i
        cdef const u8* found
        if self.slot.small:
            if not 0 <= number <= 255:
                return -1
            found = <const u8*> memchr(self.data, <int> number, self.size)
            return -1 if found == NULL else found - <const u8*> self.data
        for i in range(self.size):
            if read(self.data + i * self.step, &self.slot.cell) == number:
                return i
        return -1

    def __eq__(self, other):
        if isinstance(other, Row):
            return self.values() == (<Row> other).values()
        if isinstance(other, (list, tuple)):
            return self.values() == list(other)
        return NotImplemented

    __hash__ = None

    def __repr__(self):
        return repr(self.tolist())

    def tolist(self):
        """Return the row as a list, or a list of lists."""
        return self.values() if self.parts is None else [part.tolist() for part in self.parts]

    def index(self, value):
        """Return the index of the first entry that equals `value`. Raises ValueError."""
        cdef long long number
        cdef Py_ssize_t found
        if self.parts is not None or not self.slot.number_to_find(value, &number):
            return self.values().index(value)
        found = self.find_number(number)
        if found < 0:
            raise ValueError(f"{self.slot.name} holds no {quoted(value)}")
        return found

    def count(self, value):
        """Return the number of entries that equal `value`."""
        cdef long long number
        cdef Py_ssize_t i
        cdef Py_ssize_t found = 0
        if self.parts is not None or not self.slot.number_to_find(value, &number):
            return self.values().count(value)
        if self.slot.small:
            for i in range(self.size):
                found += (<const u8*> self.data)[i] == number
            return found
        for i in range(self.size):
            found += read(self.data + i * self.step, &self.slot.cell) == number
        return found

    def fill(self, value):
        """Set all entries to `value`."""
        cdef Py_ssize_t i
        cdef i32 number
        if self.parts is not None:
            for part in self.parts:
                part.fill(value)
            return
        number = self.slot.number(value)
        if self.slot.small:
            memset(self.data, number, self.size)
            return
        for i in range(self.size):
            write(self.data + i * self.step, &self.slot.cell, number)

    def held(self):
        """Return a row of counts as a list: each entry's name or number, repeated by its count."""
        cdef list found = []
        cdef Py_ssize_t i
        cdef int _
        cdef const u8* counts = <const u8*> self.data
        cdef tuple names = self.slot.key_names
        if self.parts is not None or self.slot.names is not None:
            raise TypeError(f"{self.slot.name}.held() works only on a row of counts, such as Cards")
        if self.slot.small and self.keys is not None:
            for i in range(self.size):
                for _ in range(counts[i]):
                    found.append(names[i])
            return found
        for i in range(self.size):
            for _ in range(read(self.data + i * self.step, &self.slot.cell)):
                found.append(i if self.keys is None else names[i])
        return found


cdef Row new_row(Struct state, Slot slot, int offset, tuple shape):
    """Return a new row of a state, with its inner rows."""
    cdef Row row = Row.__new__(Row)
    cdef int inner = slot.cell.width
    cdef int i
    for size in shape[1:]:
        inner *= <int> size
    row.memory = state.memory
    row.data = state.data + offset
    row.slot = slot
    row.size = shape[0]
    row.step = inner
    if len(shape) > 1:
        row.parts = [
            new_row(state, slot, offset + i * inner, shape[1:]) for i in range(row.size)]
    else:
        row.keys = slot.keys
    return row


cdef class Struct:
    """State whose class has a `Slot` for each field that the game declares.

    Args:
        size: size in bytes.
        slots: the state's fields.
    """

    def __init__(self, int size, slots):
        if self.memory is not None:
            raise TypeError("a state can be initialized only once")
        if not 0 < size <= 1 << 16:
            raise ValueError("a state must have 1 to 65536 bytes")
        for slot in slots:
            cells = (<Slot?> slot).cell.width
            for each in (<Slot> slot).shape:
                cells *= each
            if not 0 <= (<Slot> slot).offset <= size - cells:
                raise ValueError("a field lies beyond the end of the state")
        self.memory = bytearray(size)
        self.size = size
        self.data = PyByteArray_AsString(self.memory)
        self.rows = [
            new_row(self, slot, (<Slot> slot).offset, (<Slot> slot).shape)
            for slot in slots if (<Slot> slot).place >= 0
        ]

    def __bytes__(self):
        return bytes(self.memory)

    def __repr__(self):
        return f"<state {self.to_dict()}>"

    def to_dict(self):
        """Return all fields by name."""
        found = {}
        for name, slot in type(self).__dict__.items():
            if isinstance(slot, Slot):
                value = getattr(self, name)
                found[name] = value.tolist() if isinstance(value, Row) else value
        return found
