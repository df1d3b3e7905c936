# What C code that is called from Python asks of its callers; see face.pyx.
from cython cimport final

from aicore.core._types cimport i64, u64


cdef i64 whole(str name, value, i64 low, i64 high) except? -1
cdef u64 seed_word(seed) except? 0


@final
cdef class Busy:
    cdef bint taken
    cdef object game  # whose code may fail meanwhile: this module is below games; None: no game's
    cdef int reported  # of its mistakes, when the caller came in
