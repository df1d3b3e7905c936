# Fields of a state as the layout's code reads them.
from aicore.core._types cimport i64, u16
from aicore.core.cells cimport Cell


cdef enum Route:  # way from the state into an observation
    UNSEEN  # not in observations
    COPY  # unchanged bytes
    NUMBER  # counted from `cell.low`, plus `shift`
    SEAT  # counted from the observer's seat, plus `shift`
    MARKS  # a byte for each member of a set
    LOOKUP  # entry of `codes`, plus `shift`


# Field of a state: a row of numbers for each owner.
ctypedef struct Place:
    Cell cell  # width and range of a number
    Route route  # way into an observation
    int offset  # offset of the first byte in the state
    int owners  # number of seats that each own a row; 0 if the field has no owner
    int count  # numbers per owner; without an owner, in total
    int step  # bytes from an owner's numbers to the next owner's
    int bits  # number of possible members; 0 if the numbers are not sets
    i64 start  # a hidden value equal to this one is visible
    bint hidden  # whether only the owner sees the numbers
    bint cards  # whether the numbers are counts of cards
    int deck  # index of the deck whose hidden values are redrawn together; -1: no deck
    u16* amounts  # number of cards of each value in that deck, from `cell.low` on
    int known  # index of the field that holds what seats remember of this one; -1: none
    int barred  # index of the field that says which cards owners cannot hold; -1: none
    bint private  # whether other seats do not even see that something is there
    int shift  # added to a number in observations
    int width  # size in bytes of a number in observations
    int at  # index of the field's first byte in observations
    int held  # index of the number of hidden cards in observations; -1: not in observations
    u16* codes  # index of the name of each number from `cell.low` on


cdef inline bint sees(const Place* place, int seat, int owner) noexcept nogil:
    """Whether a seat sees the values of an owner; owner -1 stands for values without an owner."""
    return not place.hidden or (owner >= 0 and owner == seat)


cdef inline i64 within(const Place* place, i64 value) noexcept nogil:
    """Return the value clipped to its range; a state read from bytes may hold any number."""
    return min(max(value, place.cell.low), place.cell.high)
