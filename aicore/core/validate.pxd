# Checks of calls from Python code; see validate.pyx.
from cython cimport final

from aicore.core._types cimport i64, u64


cdef i64 bounded_int(str name, value, i64 low, i64 high) except? -1
cdef u64 seed_word(seed) except? 0


@final
cdef class ExclusiveUse:
    cdef bint taken
    cdef object game  # Game whose code may fail, or None; untyped, because games import this module
    cdef int mistakes  # number of the game's mistakes when the caller entered

    cdef int report(self) except -1
