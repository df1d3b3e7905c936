# State of a plain game, for its author's methods: see state.pyx.
from aicore.core._types cimport i32
from aicore.core.cells cimport Cell


cdef class Slot:
    cdef readonly str name
    cdef readonly int offset
    cdef Cell cell
    cdef bint small  # whether the numbers are single bytes without a sign
    cdef tuple names  # names of the values; None if they are numbers
    cdef dict numbers  # number of each name
    cdef readonly int place  # index among the state's rows; -1 for one value
    cdef readonly tuple shape  # () for one value
    cdef dict keys  # number of each name of the last index; None if it has no names
    cdef type seen  # class of the last state; only a different class is checked
    cdef tuple kinds  # names of the last index; None if it has no names

    cdef object value(self, const char* place)
    cdef i32 number(self, value) except? -2147483648
    cdef bint sought(self, value, long long* number) except -1


cdef class Row:
    cdef bytearray memory  # keeps the memory of `data` alive
    cdef char* data
    cdef Slot slot
    cdef int size  # number of entries
    cdef int step  # bytes from one entry to the next
    cdef list parts  # rows within this row; None if the entries are values
    cdef dict keys

    cdef Py_ssize_t find(self, key) except -1
    cdef Py_ssize_t find_number(self, long long number) noexcept
    cdef list values(self)
    cdef int assign(self, given) except -1


cdef class Struct:
    cdef bytearray memory
    cdef char* data
    cdef int size
    cdef list rows
