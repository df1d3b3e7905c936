"""Observations of a layout: the fields that describe them, and the copies that write them.

For each observer there is a list of copies from a state to an observation, made once. Unchanged
bytes and sets have separate lists, because they are quick to copy.
"""

from cpython.bytearray cimport PyByteArray_AsString
from libc.string cimport memcpy

from aicore.core._types cimport i64, u16, u32, u64, u8
from aicore.core.bits cimport lowest
from aicore.core.cells cimport PAIR, read
from aicore.core.layout_place cimport COPY, LOOKUP, MARKS, NUMBER, SEAT, UNSEEN, Place, Route
from aicore.core.layout_place cimport sees, within
from aicore.core.onehot cimport mark_each, spread

import sys
from math import prod

from aicore.core.observation import Field

cdef enum:
    ROW_SIZE = 8  # minimum size in bytes of a run that is copied as a block
    FEW = 32  # hidden amounts with a smaller range are categories


cdef char* room_for(list memory, size_t size) except NULL:
    """Return `size` zeroed bytes that last as long as the list."""
    room = bytearray(size + 1)
    memory.append(room)
    return PyByteArray_AsString(room)


cdef inline void put(u8* out, int width, i64 value) noexcept nogil:
    """Write a number into an observation, the lowest byte first."""
    cdef int i
    for i in range(width):
        out[i] = value >> 8 * i & 0xFF


cdef int list_copies(
    Program* program, const Place* places, int number, int size_of_state, int seats, int seat,
    list memory,
) except -1:
    """List the copies that write a seat's observation, in turn order from this seat.

    `memory` receives the objects that hold the lists.
    """
    cdef int i, k, owner, whose, source, target, size, rank, add
    cdef int small = 0  # number of one-byte sets
    cdef const Place* place
    cdef bint seen
    cdef int rows = number * max(seats, 1)
    runs, sizes = [], []  # of adjacent bytes: (source end, target end, number to add)
    program.move = <Move*> room_for(memory, size_of_state * sizeof(Move))
    program.block = <Move*> room_for(memory, rows * sizeof(Move))
    program.mark = <Marks*> room_for(memory, size_of_state * sizeof(Marks))
    program.other = <Other*> room_for(memory, 2 * rows * sizeof(Other))
    for i in range(number):
        place = &places[i]
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


cdef void copy_all(
    const Program* program, const u8* where, int seat, int seats, u8* out
) noexcept nogil:
    """Write a seat's observation of the state at `where` into zeroed memory."""
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
        show(&program.other[i], <const char*> where, seat, seats, out)


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


def _named(names):
    """Return the names as texts."""
    return tuple([str(name) for name in names])
