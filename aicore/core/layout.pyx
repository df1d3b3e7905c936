"""Layout of a state: a table that declares each field once.

The table gives each field's name, struct member, kind and owner. It determines hidden information
(`layout_hidden`), observations (`layout_observe`), and dictionaries and their checks
(`layout_entries`), in plain and compiled games alike.
"""

from cpython.bytearray cimport PyByteArray_AsString
from cpython.bytes cimport PyBytes_AsString
from libc.stdint cimport INT64_MAX, INT64_MIN
from libc.stdlib cimport calloc, free

from aicore.core._types cimport i64, u16, u64, u8
from aicore.core.cells cimport read
from aicore.core.layout_entries cimport Words, entry_of, put_entry, words_of
from aicore.core.layout_hidden cimport collected, redraw_hidden, unseen
from aicore.core.layout_observe cimport (
    MAX_HELD, Program, copy_all, list_copies, room_for, route_of,
)
from aicore.core.layout_place cimport Place, sees, within
from aicore.core.restoring cimport require
from aicore.core.rng cimport RngState

from array import array
from dataclasses import replace
from math import prod

from aicore.core.kinds import Part, Unseen
from aicore.core.layout_observe import field_of
from aicore.core.observation import Field


def part(
    str name, u64 where, kind, *, label=None, bint dumped=True, int step=0, int width=0
):
    """Return the `Part` that describes a member of a state's struct.

    Args:
        name: name in dictionaries.
        where: `member(struct, struct.member)`; seat 0's member, if each seat has one.
        kind: kind of the field.
        label: name in observations; None: `name` with spaces for underscores. "" means that
            observations leave the field out, or that the game writes the field itself.
        dumped: whether dictionaries contain the field under this name.
        step: bytes from a seat's numbers to the next seat's; 0: the numbers are adjacent.
        width: size of a number in bytes; 0: the numbers fill the member.
    """
    size = where & 0xFFFFFFFF
    return Part(
        name, kind, where >> 32, width or size // prod(kind.shape), kind.shape, step or size,
        name.replace("_", " ") if label is None else label, dumped)


cdef class Layout:
    """Table of fields, for C code and for dictionaries.

    Args:
        size: size of a state in bytes.
        seats: number of seats.
        entries: a list in the order of the observation. It has a `Part` for each field of the
            state, and a `Field` for each part of observations that the game writes itself. It may
            have `Unseen` cards after the fields that hold them. It may also have names, which set
            the order of dictionaries. A name stands for an entry that the game writes itself, or
            for a `Part` elsewhere in the list.
    """

    def __cinit__(self, int size, int seats, entries):
        cdef int i = 0
        cdef int at = 0
        cdef Place* place
        cdef Pool* pool
        parts, fields, listed, decks = [], [], [], {}
        self.size = size
        self.seats = seats
        self._at, self._words, self._memory = {}, [], []
        self.place = <Place*> calloc(len(entries) + 1, sizeof(Place))
        self.pool = <Pool*> calloc(len(entries) + 1, sizeof(Pool))
        if self.place == NULL or self.pool == NULL:
            raise MemoryError
        for entry in entries:
            if isinstance(entry, str):
                listed.append((entry, False))
                continue
            if isinstance(entry, Field):
                self._at[entry.name] = at
                fields.append(entry)
                at += entry.size
                continue
            if isinstance(entry, Unseen):
                pool = self._pool(i, decks[entry.deck, True], at)
                seen = Field(
                    f"unseen {entry.deck}", (pool.kinds,), pool.high,
                    "flag" if pool.high == 1 else "amount")
                fields.append(seen)
                at += seen.size
                continue
            entry = replace(
                entry,
                kind=entry.kind.among(seats),
                shape=((seats,) if entry.kind.seats else ()) + entry.kind.shape)
            place = &self.place[i]
            self._describe(place, entry, decks)
            if entry.label:
                seen = field_of(entry, seats)
                place.width = seen.width
                place.at = self._at[entry.label] = at
                place.route = route_of(place, entry.kind)
                fields.append(seen)
                at += seen.size
                if entry.kind.cards and entry.kind.hidden and not entry.kind.private:
                    held = Field(
                        f"{entry.label}, how many", (max(place.owners, 1),), MAX_HELD)
                    place.held = self._at[held.name] = at
                    fields.append(held)
                    at += held.size
            if entry.dumped:
                listed.append((entry.name, True))
            parts.append(entry)
            i += 1
        self.number = i
        self.decks = len(decks)
        self.parts = tuple(parts)
        self._link()
        self.fields = tuple(fields)
        placed = {entry for entry in entries if isinstance(entry, str)}
        self.names = tuple([
            name for name, from_table in listed if not (from_table and name in placed)])
        self._keys = frozenset(self.names)
        self.program = <Program*> room_for(self._memory, seats * sizeof(Program))
        for i in range(seats):
            list_copies(
                &self.program[i], self.place, self.number, size, seats, i, self._memory)

    cdef int _describe(self, Place* place, one, dict decks) except -1:
        """Fill in the `Place` of a field. Raises ValueError."""
        cdef int i
        kind = one.kind
        place.cell.width = one.width
        if kind.bits and len(kind.names) == 64:  # with member 63, a set is a negative number
            place.cell.low, place.cell.high = INT64_MIN, INT64_MAX
        else:
            place.cell.low, place.cell.high = kind.low, kind.high
        place.offset = one.offset
        place.owners = self.seats if kind.seats else 0
        place.count = prod(kind.shape)
        place.step = one.step
        place.bits = len(kind.names) if kind.bits else 0
        place.start = kind.start
        place.hidden = kind.hidden
        place.cards = kind.cards
        place.private = kind.private
        place.held = place.known = place.barred = -1
        if kind.amounts:
            amounts = array("H", kind.amounts)
            self._memory.append(amounts)
            place.amounts = <u16*> <size_t> amounts.buffer_info()[0]
        place.deck = -1
        if kind.deck:
            place.deck = decks.setdefault((kind.deck, kind.cards), len(decks))
        if place.offset + place.step * max(place.owners - 1, 0) + (
                place.count * one.width) > self.size:
            raise ValueError(f"{one.name} lies beyond the end of the state")
        if kind.codes:
            codes = array("H", bytes(2 * (kind.high - kind.low + 1)))
            for i, code in enumerate(kind.codes):
                codes[code - kind.low] = i
            self._memory.append(codes)
            place.codes = <u16*> <size_t> codes.buffer_info()[0]
        self._words.append(words_of(one))
        return 0

    cdef Pool* _pool(self, int number, int deck, int at):
        """Add the unseen cards of a deck to observations, given the fields that hold them."""
        cdef Pool* pool = &self.pool[self.pools]
        cdef int i
        pool.deck, pool.at = deck, at
        for i in range(number):
            if collected(&self.place[i], deck):
                pool.kinds = max(pool.kinds, self.place[i].count)
                pool.high = max(pool.high, <int> self.place[i].cell.high)
        self.pools += 1
        return pool

    cdef int _link(self) except -1:
        """Set `known` and `barred` of each `Place`: the indices of fields that it refers to."""
        cdef int i
        at = {one.name: i for i, one in enumerate(self.parts)}
        for i, one in enumerate(self.parts):
            if one.kind.remembers:
                self.place[i].known = at.get(f"{one.name}_known", -1)
            if one.kind.barred:
                self.place[i].barred = at.get(one.kind.barred, -1)
        return 0

    def __dealloc__(self):
        free(self.place)
        free(self.pool)

    def __iter__(self):
        return iter(self.parts)

    def __getitem__(self, name):
        for one in self.parts:
            if one.name == name:
                return one
        raise KeyError(name)

    cdef int at(self, str name) except -1:
        """Return the index of a field's first byte in an observation."""
        return self._at[name]

    cdef bint holds(self, const void* state) noexcept nogil:
        """Whether all numbers are within their ranges."""
        cdef int i, owner, k
        cdef const Place* place
        cdef i64 value
        for i in range(self.number):
            place = &self.place[i]
            for owner in range(max(place.owners, 1)):
                for k in range(place.count):
                    value = read(
                        <const char*> state + place.offset + owner * place.step
                        + k * place.cell.width, &place.cell)
                    if value != within(place, value):
                        return False
        return True

    # Hidden information.

    cdef bint hides(self) noexcept nogil:
        """Whether there are fields that not every seat sees."""
        cdef int i
        for i in range(self.number):
            if self.place[i].hidden:
                return True
        return False

    def secrets(self, int seat):
        """Return a mask with a byte for each byte of a state: 1 if the seat does not see it."""
        cdef int i, owner
        cdef Place* place
        mask = bytearray(self.size)
        for i in range(self.number):
            place = &self.place[i]
            for owner in range(max(place.owners, 1)):
                if not sees(place, seat, owner if place.owners else -1):
                    start = place.offset + owner * place.step
                    size = place.count * place.cell.width
                    mask[start:start + size] = b"\1" * size
        return bytes(mask)

    cdef void rearrange(self, void* state, int seat, RngState* rng) noexcept nogil:
        """Replace the values hidden from a seat: at random, or by fixed values if `rng` is NULL."""
        redraw_hidden(self.place, self.number, self.decks, state, seat, rng)

    # Observations.

    def observed(self, bytes state, int seat):
        """Return the table's part of an observation, given a state's bytes. Raises ValueError."""
        size = sum([field.size for field in self.fields])
        found = bytearray(size + 1)
        if len(state) != self.size or not 0 <= seat < self.seats:
            raise ValueError(
                f"a state must have {self.size} bytes, and a seat must be below {self.seats}")
        self.observe(PyBytes_AsString(state), seat, <u8*> PyByteArray_AsString(found))
        return bytes(found[:size])

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        """Write the table's part of an observation into zeroed memory, as a seat sees it."""
        cdef const Pool* pool
        cdef int i, kind
        copy_all(&self.program[seat], <const u8*> state, seat, self.seats, out)
        for i in range(self.pools):
            pool = &self.pool[i]
            for kind in range(pool.kinds):
                out[pool.at + kind] = <u8> min(pool.high, unseen(
                    self.place, self.number, <const char*> state, seat, pool.deck, kind))

    # Dictionaries.

    cdef dict dump(self, const void* state, int seat):
        """Return a state's entries as a dictionary.

        An entry is None if `seat` cannot see it or if the game writes it itself. Seat -1 sees all.
        """
        cdef int i, owner
        cdef const Place* place
        cdef const char* where
        cdef Words words
        cdef dict found = dict.fromkeys(self.names)  # in order, with entries that the game writes
        cdef list row
        for i in range(self.number):
            place = &self.place[i]
            words = <Words> self._words[i]
            if not words.dumped:
                continue
            where = <const char*> state + place.offset
            if place.owners == 0:
                found[words.name] = entry_of(
                    place, words, where, words.shape, place.hidden and seat != -1)
                continue
            row = []
            for owner in range(place.owners):
                row.append(entry_of(
                    place, words, where + owner * place.step, words.shape,
                    place.hidden and seat != -1 and seat != owner))
            found[words.name] = row
        return found

    cdef int restore(self, dict fields, void* state) except -1:
        """Write the content of a full dictionary into a zeroed state. Raises StateError."""
        cdef int i, owner
        cdef const Place* place
        cdef char* where
        cdef Words words
        if fields.keys() != self._keys:
            require(False, f"a state must have exactly the keys {', '.join(self.names)}")
        for i in range(self.number):
            place = &self.place[i]
            words = <Words> self._words[i]
            if not words.dumped:
                continue
            where = <char*> state + place.offset
            given = fields[words.name]
            if place.owners == 0:
                put_entry(place, words, where, words.shape, given)
                continue
            if not isinstance(given, list) or len(given) != place.owners:
                require(
                    False, f"{words.name} must be a list of {place.owners} entries, one per seat")
            for owner in range(place.owners):
                put_entry(place, words, where + owner * place.step, words.shape, given[owner])
        return 0
