# State of a plain game, for its author's methods: see state.pyx.
from aicore.core._types cimport i32
from aicore.core.cells cimport Cell


cdef class Slot:
    cdef readonly str name
    cdef readonly int offset
    cdef Cell cell
    cdef bint small  # whether the numbers are unsigned single bytes
    cdef tuple names  # names of the values; None if they are numbers
    cdef dict numbers  # number of each name of a value
    cdef readonly int place  # index among the state's rows; -1 for one value
    cdef readonly tuple shape  # () for one value
    cdef dict keys  # index of each entry's name in the last dimension; None if they have no names
    cdef type seen  # class of the last state; only a different class is checked
    cdef tuple key_names  # these names in order; None if there are none

    cdef object value(self, const char* address)
    cdef i32 number(self, value) except? -2147483648
    cdef bint number_to_find(self, value, long long* number) except -1


cdef class Row:
    cdef bytearray memory  # keeps the memory of `data` alive
    cdef char* data  # first byte of the row
    cdef Slot slot  # field that the row belongs to
    cdef int size  # number of entries
    cdef int step  # bytes from one entry to the next
    cdef list parts  # rows within this row; None if the entries are values
    cdef dict keys  # index of each entry's name; None if the entries have no names

    cdef Py_ssize_t find(self, key) except -1
    cdef Py_ssize_t find_number(self, long long number) noexcept
    cdef list values(self)
    cdef int assign(self, given) except -1


cdef class Struct:
    cdef bytearray memory  # the state itself
    cdef char* data  # first byte of `memory`
    cdef int size  # bytes
    cdef list rows  # `Row` of each field that is a row, in the order of `Slot.place`
