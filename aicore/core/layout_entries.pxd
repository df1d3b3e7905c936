# Dictionaries of a layout: an owner's numbers as an entry with names, and back.
from aicore.core.layout_place cimport Place


cdef class Words:
    cdef str name
    cdef tuple names  # names of the values; None if the values are numbers
    cdef dict numbers  # number of each name
    cdef tuple keys  # names of the entries; None if they have none
    cdef tuple shape  # shape of an owner's entries
    cdef bint dumped  # whether the layout writes and reads the field in dictionaries


cdef Words words_of(part)
cdef object entry_of(
    const Place* place, Words words, const char* where, tuple shape, bint hidden)
cdef int put_entry(
    const Place* place, Words words, char* where, tuple shape, given) except -1
