"""Layout of a state: a table that declares each field once.

The table gives each field's name, struct member, kind and owner. It determines dictionaries and
their checks, observations and hidden information, in plain and compiled games alike.
"""

from cpython.bytearray cimport PyByteArray_AsString
from cpython.bytes cimport PyBytes_AsString
from libc.stdint cimport INT64_MAX, INT64_MIN
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core._types cimport i64, u16, u32, u64, u8
from aicore.core.bits cimport lowest
from aicore.core.cells cimport PAIR, read, write
from aicore.core.onehot cimport mark_each, spread
from aicore.core.restoring cimport bounded_int, members, named, require
from aicore.core.rng cimport rng_below

import sys
from array import array
from dataclasses import replace
from math import prod

from aicore.core.errors import quoted
from aicore.core.kinds import Part
from aicore.core.observation import Field

cdef enum:
    ROW_SIZE = 8  # minimum size in bytes of a run that is copied as a block
    FEW = 32  # hidden amounts with a smaller range are categories
    MAX_HELD = 255  # maximum number of hidden cards that an observation counts
    MAX_HOLDERS = 64  # maximum number of hands and piles of one deck
    MAX_DEALS = 200  # attempts to deal cards so that nobody holds a barred one


ctypedef struct Holder:  # a hand or pile that a seat does not see
    const Place* place
    char* row
    int owner
    int held  # number of cards to deal
    int room


def part(
    str name, u64 where, kind, *, label=None, bint dumped=True, int step=0, int width=0
):
    """Return the `Part` that describes a member of a state's struct.

    Args:
        name: name in dictionaries.
        where: `member(struct, struct.member)`; seat 0's member, if each seat has one.
        kind: kind of the field.
        label: name in observations; None: the same name. "" means that observations leave the field
            out, or that the game writes the field itself.
        dumped: whether dictionaries contain the field under this name.
        step: bytes from a seat's numbers to the next seat's; 0: the numbers are adjacent.
        width: size of a number in bytes; 0: the numbers fill the member.
    """
    size = where & 0xFFFFFFFF
    return Part(
        name, kind, where >> 32, width or size // prod(kind.shape), kind.shape, step or size,
        name.replace("_", " ") if label is None else label, dumped)


cdef inline bint sees(const Place* place, int seat, int owner) noexcept nogil:
    """Whether a seat sees the values of an owner; owner -1 stands for values without an owner."""
    return not place.hidden or (owner >= 0 and owner == seat)


cdef inline i64 within(const Place* place, i64 value) noexcept nogil:
    """Return the value clipped to its range; a state read from bytes may hold any number."""
    return min(max(value, place.cell.low), place.cell.high)


cdef inline void put(u8* out, int width, i64 value) noexcept nogil:
    """Write a number into an observation, the lowest byte first."""
    cdef int i
    for i in range(width):
        out[i] = value >> 8 * i & 0xFF


cdef class Words:
    """Names of a field, its values and its entries in dictionaries."""


cdef class Layout:
    """Table of fields, for C code and for dictionaries.

    Args:
        size: size of a state in bytes.
        seats: number of seats.
        entries: a list in the order of the observation. It has a `Part` for each field of the
            state, and a `Field` for each part of observations that the game writes itself. It may
            also have names, which set the order of dictionaries. A name stands for an entry that
            the game writes itself, or for a `Part` elsewhere in the list.
    """

    def __cinit__(self, int size, int seats, entries):
        cdef int i = 0
        cdef int at = 0
        cdef Place* place
        found, fields, listed, decks = [], [], [], {}
        self.size = size
        self.seats = seats
        self._at, self._words, self._memory = {}, [], []
        self.place = <Place*> calloc(len(entries) + 1, sizeof(Place))
        if self.place == NULL:
            raise MemoryError
        for one in entries:
            if isinstance(one, str):
                listed.append((one, False))
                continue
            if isinstance(one, Field):
                self._at[one.name] = at
                fields.append(one)
                at += one.size
                continue
            one = replace(
                one,
                kind=one.kind.among(seats),
                shape=((seats,) if one.kind.seats else ()) + one.kind.shape)
            place = &self.place[i]
            self._describe(place, one, decks)
            if one.label:
                seen = field_of(one, seats)
                place.width = seen.width
                place.at = self._at[one.label] = at
                place.route = route_of(place, one.kind)
                fields.append(seen)
                at += seen.size
                if one.kind.cards and one.kind.hidden and not one.kind.private:
                    held = Field(
                        f"{one.label}, how many", (max(place.owners, 1),), MAX_HELD)
                    place.held = self._at[held.name] = at
                    fields.append(held)
                    at += held.size
            if one.dumped:
                listed.append((one.name, True))
            found.append(one)
            i += 1
        self.number = i
        self.decks = len(decks)
        self.parts = tuple(found)
        self._link()
        self.fields = tuple(fields)
        placed = {one for one in entries if isinstance(one, str)}
        self.names = tuple([
            name for name, from_table in listed if not (from_table and name in placed)])
        self._keys = frozenset(self.names)
        self.program = <Program*> self._room(seats * sizeof(Program))
        for i in range(seats):
            self._compile(&self.program[i], i)

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

    cdef int _link(self) except -1:
        """Find the fields that other fields refer to, if they are in the table."""
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

    def observed(self, bytes state, int seat):
        """Return the table's part of an observation, given a state's bytes. Raises ValueError."""
        size = sum([field.size for field in self.fields])
        found = bytearray(size + 1)
        if len(state) != self.size or not 0 <= seat < self.seats:
            raise ValueError(
                f"a state must have {self.size} bytes, and a seat must be below {self.seats}")
        self.observe(PyBytes_AsString(state), seat, <u8*> PyByteArray_AsString(found))
        return bytes(found[:size])

    cdef void rearrange(self, void* state, int seat, RngState* rng) noexcept nogil:
        """Replace the values hidden from a seat: at random, or by fixed values if `rng` is NULL."""
        cdef int i, deck, owner
        cdef Place* place
        for i in range(self.number):
            place = &self.place[i]
            for owner in range(place.owners if place.private else 0):
                if owner != seat:
                    memset(
                        <char*> state + place.offset + owner * place.step, 0,
                        place.count * place.cell.width)
        for i in range(self.number):
            if self.place[i].hidden and self.place[i].deck < 0 and not self.place[i].cards:
                self._redraw(<char*> state, seat, &self.place[i], rng)
        for deck in range(self.decks):
            self._redraw_values(<char*> state, seat, deck, rng)
            self._redraw_cards(<char*> state, seat, deck, rng)

    cdef void _redraw(self, char* state, int seat, Place* place, RngState* rng) noexcept nogil:
        """Redraw hidden values that belong to no deck, each uniformly.

        A value equal to the start value is visible and stays. No other value becomes equal to it.
        """
        cdef int owner, k
        cdef char* where
        cdef i64 value
        for owner in range(max(place.owners, 1)):
            where = state + place.offset + owner * place.step
            for k in range(place.count):
                if (
                    not sees(place, seat, owner if place.owners else -1)
                    and read(where, &place.cell) != place.start
                    and not self.recalled(state, place, seat, owner * place.count + k)
                ):
                    value = place.cell.low
                    if rng != NULL:
                        value += rng_below(rng, <u32> (place.cell.high - place.cell.low))
                    if value >= place.start:
                        value += 1
                    write(where, &place.cell, value)
                where += place.cell.width

    cdef void _redraw_values(
        self, char* state, int seat, int deck, RngState* rng
    ) noexcept nogil:
        """Redraw hidden values of one deck from the cards that the seat does not see."""
        cdef i64[MAX_CARDS] pool
        cdef int size = 0
        cdef int _, round, i, k, owner, place_in_pool
        cdef Place* place
        cdef Place* first = NULL
        cdef char* where
        cdef i64 value
        for i in range(self.number):
            place = &self.place[i]
            if place.deck == deck and not place.cards and place.hidden:
                first = place
                break
        if first == NULL:
            return
        # The pool is the deck without the start value, in ascending order. The first round takes
        # out the cards that the seat sees; the second round deals the others.
        for value in range(first.cell.low, first.cell.high + 1):
            for _ in range(first.amounts[value - first.cell.low]):
                if value != first.start and size < MAX_CARDS:
                    pool[size] = value
                    size += 1
        for round in range(2):
            for i in range(self.number):
                place = &self.place[i]
                if place.deck != deck or place.cards:
                    continue
                for owner in range(max(place.owners, 1)):
                    where = state + place.offset + owner * place.step
                    for k in range(place.count):
                        value = read(where, &place.cell)
                        if value != place.start:
                            if sees(place, seat, owner if place.owners else -1) or (
                                    self.recalled(state, place, seat, owner * place.count + k)):
                                if round == 0:
                                    size = without(pool, size, value)
                            elif round == 1 and size:
                                place_in_pool = <int> rng_below(rng, size) if rng != NULL else 0
                                value = pool[place_in_pool]
                                write(where, &place.cell, within(place, value))
                                size = without(pool, size, value)
                        where += place.cell.width

    cdef void _redraw_cards(self, char* state, int seat, int deck, RngState* rng) noexcept nogil:
        """Collect the cards of one deck that the seat does not see, and deal them again."""
        cdef i64[MAX_CARDS] pool
        cdef int size = 0
        cdef int _, i, owner
        cdef Place* place
        cdef char* where
        cdef int kinds = 0
        cdef i64 kind
        cdef i64 kept
        for i in range(self.number):
            place = &self.place[i]
            if place.deck == deck and place.cards and place.hidden:
                kinds = max(kinds, place.count)
        # The pool is in ascending order, so it does not depend on the seats that hold the cards.
        for kind in range(kinds):
            for i in range(self.number):
                place = &self.place[i]
                if place.deck != deck or not (place.cards and place.hidden) or kind >= place.count:
                    continue
                for owner in range(max(place.owners, 1)):
                    if sees(place, seat, owner if place.owners else -1):
                        continue
                    where = state + place.offset + owner * place.step + kind * place.cell.width
                    kept = self.recalled(state, place, seat, owner * place.count + kind)
                    for _ in range(read(where, &place.cell) - kept):
                        if size < MAX_CARDS:
                            pool[size] = kind
                            size += 1
        self._deal(state, seat, deck, pool, size, rng)

    cdef i64 recalled(
        self, const char* state, const Place* place, int seat, int entry
    ) noexcept nogil:
        """Return the number of cards, or of values, that a seat remembers at a hidden entry."""
        cdef const Place* known
        cdef const char* where
        if place.known < 0 or seat < 0:
            return 0
        known = &self.place[place.known]
        where = state + known.offset + seat * known.step + entry * known.cell.width
        return read(where, &known.cell)

    cdef bint bars(
        self, const char* state, const Place* place, int owner, i64 kind
    ) noexcept nogil:
        """Whether an owner cannot hold a card."""
        cdef const Place* barred
        cdef i64 entry
        if place.barred < 0:
            return False
        barred = &self.place[place.barred]
        entry = kind * barred.count // place.count
        return read(
            state + barred.offset + owner * barred.step + entry * barred.cell.width, &barred.cell
        ) != barred.start

    cdef void _deal(
        self, char* state, int seat, int deck, i64* pool, int size, RngState* rng
    ) noexcept nogil:
        """Deal a pool of cards to all places of a deck that a seat does not see.

        The cards that few owners may hold come first. An owner with more room is likelier to get a
        card. If no owner with room may hold a card, the deal begins again; in the end no card is
        barred.
        """
        cdef Holder[MAX_HOLDERS] holder
        cdef int[MAX_CARDS] takers, owners
        cdef int holders = 0
        cdef int i, k, n, owner, attempt, room, left, other
        cdef bint barred = False
        cdef Place* place
        cdef char* row
        cdef i64 held, kept
        for i in range(self.number):
            place = &self.place[i]
            if place.deck != deck or not (place.cards and place.hidden):
                continue
            for owner in range(max(place.owners, 1)):
                if holders == MAX_HOLDERS or sees(place, seat, owner if place.owners else -1):
                    continue
                row = state + place.offset + owner * place.step
                held = 0
                for k in range(place.count):
                    kept = self.recalled(state, place, seat, owner * place.count + k)
                    held += read(row + k * place.cell.width, &place.cell) - kept
                    write(row + k * place.cell.width, &place.cell, kept)
                holder[holders] = Holder(place, row, owner, <int> held, <int> held)
                barred = barred or place.barred >= 0
                holders += 1
        if not barred or rng == NULL:
            for n in range(holders):
                for _ in range(min(holder[n].held, size)):
                    i = <int> rng_below(rng, size) if rng != NULL else 0
                    give(&holder[n], pool[i])
                    size = without_place(pool, size, i)
            return
        for i in range(size - 1, 0, -1):
            other = <int> rng_below(rng, i + 1)
            pool[i], pool[other] = pool[other], pool[i]
        for i in range(size):
            takers[i] = 0
            for n in range(holders):
                takers[i] += not self.bars(state, holder[n].place, holder[n].owner, pool[i])
        for attempt in range(MAX_DEALS):
            for n in range(holders):
                holder[n].room = holder[n].held
            if attempt:
                for i in range(size - 1, 0, -1):
                    other = <int> rng_below(rng, i + 1)
                    pool[i], pool[other] = pool[other], pool[i]
                    takers[i], takers[other] = takers[other], takers[i]
            for k in range(1, holders + 1):  # cards with k possible owners
                for i in range(size):
                    if takers[i] != k and (k < holders or takers[i]):
                        continue
                    room = 0
                    for n in range(holders):
                        if takers[i] == 0 or not self.bars(
                                state, holder[n].place, holder[n].owner, pool[i]):
                            room += holder[n].room
                    if room == 0:
                        break
                    left = <int> rng_below(rng, room)
                    for n in range(holders):
                        if takers[i] == 0 or not self.bars(
                                state, holder[n].place, holder[n].owner, pool[i]):
                            if left < holder[n].room:
                                holder[n].room -= 1
                                owners[i] = n
                                break
                            left -= holder[n].room
                else:
                    continue
                break
            else:
                for i in range(size):
                    give(&holder[owners[i]], pool[i])
                return
        for n in range(holders):
            for _ in range(min(holder[n].held, size)):
                size -= 1
                give(&holder[n], pool[size])

    # Observations.

    cdef char* _room(self, size_t size) except NULL:
        """Return `size` zeroed bytes that last as long as the layout."""
        memory = bytearray(size + 1)
        self._memory.append(memory)
        return PyByteArray_AsString(memory)

    cdef int _compile(self, Program* program, int seat) except -1:
        """List the copies that write a seat's observation, in turn order from this seat."""
        cdef int i, k, owner, whose, source, target, size, rank, add
        cdef int small = 0  # number of one-byte sets
        cdef Place* place
        cdef bint seen
        cdef int rows = self.number * max(self.seats, 1)
        runs, sizes = [], []  # of adjacent bytes: (source end, target end, number to add)
        program.move = <Move*> self._room(self.size * sizeof(Move))
        program.block = <Move*> self._room(rows * sizeof(Move))
        program.mark = <Marks*> self._room(self.size * sizeof(Marks))
        program.other = <Other*> self._room(2 * rows * sizeof(Other))
        for i in range(self.number):
            place = &self.place[i]
            target = place.at
            for owner in range(max(place.owners, 1) if place.route != UNSEEN else 0):
                whose = (seat + owner) % place.owners if place.owners else 0
                source = place.offset + whose * place.step
                seen = sees(place, seat, whose if place.owners else -1)
                size = place.count * place.width * (place.bits if place.bits else 1)
                if place.route == MARKS:
                    for k in range(place.count if seen else 0):
                        rank = program.marks
                        if place.cell.width == 1:  # one-byte sets come first
                            program.mark[rank] = program.mark[small]
                            rank = small
                            small += 1
                        program.mark[rank] = Marks(
                            source + k * place.cell.width, target + k * place.bits,
                            place.cell.width, place.bits)
                        program.marks += 1
                elif seen and (place.route == COPY or (
                        place.route == NUMBER and place.cell.width == 1 and place.width == 1)):
                    add = (place.shift - place.cell.low) & 0xFF
                    if runs and runs[len(runs) - 1] == (source, target, add):
                        runs[len(runs) - 1] = source + size, target + size, add
                        sizes[len(runs) - 1] += size
                    else:
                        runs.append((source + size, target + size, add))
                        sizes.append(size)
                elif seen and narrows(place):
                    for k in range(place.count):
                        runs.append((
                            source + k * place.cell.width + place.width,
                            target + (k + 1) * place.width, 0))
                        sizes.append(place.width)
                elif seen or not place.cards:
                    program.other[program.others] = Other(place, source, target, seen, False)
                    program.others += 1
                if place.held >= 0:
                    program.other[program.others] = Other(
                        place, source, place.held + owner, seen, True)
                    program.others += 1
                target += size
        for (source, target, add), size in zip(runs, sizes):
            if size >= ROW_SIZE and add == 0:
                program.block[program.blocks] = Move(source - size, target - size, size, 0)
                program.blocks += 1
                continue
            for k in range(size, 0, -1):
                program.move[program.moves] = Move(source - k, target - k, 1, add)
                program.moves += 1
        return 0

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        """Write the table's fields into zeroed memory, as a seat sees them."""
        cdef const Program* program = &self.program[seat]
        cdef const u8* where = <const u8*> state
        cdef const Move* move = program.move
        cdef const Move* last = move + program.moves
        cdef const Marks* set = program.mark
        cdef const Marks* end = set + program.marks
        cdef int i
        while move != last:
            out[move.target] = where[move.source] + move.add
            move += 1
        for i in range(program.blocks):
            memcpy(
                out + program.block[i].target, where + program.block[i].source,
                program.block[i].size)
        while set < end and set.width == 1:
            if where[set.source]:
                mark_last(where[set.source], set.bits - 8, out + set.target)
            set += 1
        while set < end:
            mark(members_of(set, where + set.source), set.bits, out + set.target)
            set += 1
        for i in range(program.others):
            show(&program.other[i], <const char*> where, seat, self.seats, out)

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


cdef inline u64 members_of(const Marks* set, const u8* where) noexcept nogil:
    """Return a set that is stored in two, four or eight bytes."""
    cdef u64 eight
    cdef u32 four
    cdef u16 pair
    if set.width == 8:
        memcpy(&eight, where, 8)
        return eight
    if set.width == 4:
        memcpy(&four, where, 4)
        return four
    memcpy(&pair, where, 2)
    return pair


cdef inline void mark(u64 chosen, int bits, u8* out) noexcept nogil:
    """Write a byte for each possible member of a set, eight at a time; skip empty groups."""
    cdef u64 rest = chosen
    cdef u64 eight
    cdef int place
    cdef int last = bits - 8
    while rest:
        place = lowest(rest) & ~7
        if place >= last:
            mark_last(chosen, last, out)
            return
        eight = spread(chosen >> place & 0xFF)
        memcpy(out + place, &eight, 8)
        rest &= ~(<u64> 0xFF << place)


cdef inline void mark_last(u64 chosen, int last, u8* out) noexcept nogil:
    """Write the eight bytes from index `last`; if `last` is negative, only those from index 0."""
    cdef u64 eight
    if last >= 0:
        eight = spread(chosen >> last & 0xFF)
        memcpy(out + last, &eight, 8)
    elif last >= -4:
        eight = spread(chosen & 0xFF)
        memcpy(out, &eight, 4)
        memcpy(out + last + 4, <u8*> &eight + last + 4, 4)
    else:
        mark_each(chosen, out)


cdef inline void look_up(const Place* place, const char* where, u8* out) noexcept nogil:
    """Write two-byte codes of two-byte numbers with minimum 0, such as squares."""
    cdef const u16* codes = place.codes
    cdef u32 high = <u32> place.cell.high
    cdef u16 value
    cdef const char* end = where + PAIR * place.count
    while where != end:
        memcpy(&value, where, PAIR)
        value = codes[min(value, high)]
        out[0] = <u8> value
        out[1] = value >> 8
        where += PAIR
        out += PAIR


cdef void show(
    const Other* other, const char* where, int seat, int seats, u8* out
) noexcept nogil:
    """Write an owner's numbers, but unseen numbers only if they equal the start value."""
    cdef const Place* place = other.place
    cdef int k
    cdef i64 value
    where += other.source
    out += other.target
    if other.held:
        out[0] = held_in(place, where)
        return
    if place.route == LOOKUP and other.seen and place.width == PAIR and (
            place.cell.width == PAIR and place.cell.low == 0):
        look_up(place, where, out)
        return
    for k in range(place.count):
        value = read(where + k * place.cell.width, &place.cell)
        if other.seen or value == place.start:
            value = within(place, value)
            if place.route == SEAT:
                if value >= 0:
                    value = value - seat if value >= seat else value - seat + seats
            elif place.route == LOOKUP:
                value = place.codes[value - place.cell.low]
            else:
                value -= place.cell.low
            put(out + k * place.width, place.width, value + place.shift)


def field_of(part, int seats):
    """Return the `Field` of observations that shows a part of a state."""
    kind = part.kind
    name, shape = part.label, part.shape or (1,)
    if kind.bits:
        rows = part.shape
        return Field(name, (*rows, len(kind.names)), 1, "flag", _named(kind.names))
    shift = shift_of(kind)
    axes = kind.axes or (kind.shape[len(kind.shape) - 2:] if kind.grid else ())
    if kind.meaning == "seat":
        return Field(name, shape, seats - 1 + shift, "seat", axes=axes)
    if kind.meaning in ("amount", "flag") and not (kind.hidden and not kind.cards):
        return Field(name, shape, kind.high - kind.low, kind.meaning, axes=axes)
    meaning = kind.meaning
    if meaning == "flag" or meaning == "amount" and kind.high - kind.low < FEW:
        meaning = "category"  # with an additional number: 0 means hidden
    high = (len(kind.names) - 1 if kind.codes else kind.high - kind.low) + shift
    words = () if meaning == "square" else _named(kind.names or ())
    if words and shift:
        words = ("hidden", *words)
    first = 0
    if meaning == "square":
        first = high + 1 - prod(kind.axes)
    elif meaning == "card":
        first = shift + (kind.start == kind.low)
    return Field(name, shape, high, meaning, words, axes, first)


def shift_of(kind):
    """Return the number that observations add, so that 0 can mean "nobody" or "hidden"."""
    if kind.cards:
        return 0
    return int(kind.hidden) + (kind.meaning == "seat")


cdef Route route_of(Place* place, kind):
    """Return the way in which observations encode a field, and set the place's `shift`."""
    if place.bits:
        return MARKS
    place.shift = shift_of(kind)
    if kind.meaning == "seat":
        return SEAT
    if kind.codes:
        return LOOKUP
    if place.cell.width == place.width and place.cell.low == 0 and (
            place.width == 1 or sys.byteorder == "little") and (not place.hidden or place.cards):
        return COPY
    return NUMBER


cdef bint narrows(const Place* place):
    """Whether observations copy only the low bytes of a number, which suffice for its range."""
    return (
        place.route == NUMBER and place.cell.low == 0 and place.shift == 0
        and place.width < place.cell.width and sys.byteorder == "little")


cdef inline u8 held_in(const Place* place, const char* where) noexcept nogil:
    """Return the number of cards in a row of counts, at most MAX_HELD."""
    cdef i64 sum = 0
    cdef int k
    for k in range(place.count):
        sum += read(where + k * place.cell.width, &place.cell)
    return <u8> min(max(sum, 0), MAX_HELD)


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


def _named(names):
    """Return the names as texts."""
    return tuple([str(name) for name in names])


def _few(names):
    """Return the first 20 names as text."""
    shown = ["null" if name is None else str(name).lower() if isinstance(name, bool) else
             str(list(name)) if isinstance(name, tuple) else str(name) for name in names[:20]]
    return ", ".join(shown) + (", ..." if len(names) > 20 else "")


cdef inline void give(const Holder* holder, i64 kind) noexcept nogil:
    """Add a card to a hand or pile."""
    cdef const Place* place = holder.place
    cdef char* where = holder.row + kind * place.cell.width
    if kind < place.count:
        write(where, &place.cell, within(place, read(where, &place.cell) + 1))


cdef inline int without(i64* pool, int size, i64 value) noexcept nogil:
    """Remove one card of a value from a pool and keep its order. Return the new size."""
    cdef int i
    for i in range(size):
        if pool[i] == value:
            return without_place(pool, size, i)
    return size


cdef inline int without_place(i64* pool, int size, int place) noexcept nogil:
    """Remove the card at an index from a pool and keep its order. Return the new size."""
    cdef int i
    for i in range(place, size - 1):
        pool[i] = pool[i + 1]
    return size - 1
