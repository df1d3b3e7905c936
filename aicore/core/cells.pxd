# Numbers stored in a state, each in 1, 2, 4 or 8 bytes; signed if their range goes below 0.
from libc.string cimport memcpy

from aicore.core._types cimport i8, i16, i32, i64, u8, u16, u32

cdef enum:  # widths of numbers in bytes
    BYTE = 1
    PAIR = 2
    FOUR = 4


# Width and range of a number.
ctypedef struct Cell:
    int width  # bytes
    i64 low
    i64 high


cdef inline i64 read(const char* place, const Cell* cell) noexcept nogil:
    """Return the number at an address."""
    cdef u16 pair
    cdef u32 four
    cdef i64 value
    if cell.width == BYTE:
        return (<const i8*> place)[0] if cell.low < 0 else <i64> (<const u8*> place)[0]
    if cell.width == PAIR:
        memcpy(&pair, place, PAIR)
        return <i64> <i16> pair if cell.low < 0 else <i64> pair
    if cell.width == FOUR:
        memcpy(&four, place, FOUR)
        return <i64> <i32> four if cell.low < 0 else <i64> four
    memcpy(&value, place, sizeof(i64))
    return value


cdef inline void write(char* place, const Cell* cell, i64 value) noexcept nogil:
    """Write a number, which must be in the cell's range, to an address."""
    cdef u16 pair = <u16> value
    cdef u32 four = <u32> value
    if cell.width == BYTE:
        place[0] = <char> value
    elif cell.width == PAIR:
        memcpy(place, &pair, PAIR)
    elif cell.width == FOUR:
        memcpy(place, &four, FOUR)
    else:
        memcpy(place, &value, sizeof(i64))
