# A few threads that do one job at a time together, none of them Python's.
from cython cimport final

from aicore.core._types cimport i64

# What a job does for one of `size` members, 0 .. size - 1; it touches no Python object.
ctypedef void (*Work)(void* job, int member, int size) noexcept nogil


ctypedef struct Baton:  # passed from one thread to another
    long place  # 0: with the giver, 1: with the taker, 2: the taker sleeps until it comes
    void* bell  # a lock that wakes it


ctypedef struct Member:
    Baton go, done
    void* team  # a Team
    int number
    bint leaves
    i64[8] apart  # members share no cache line


@final
cdef class Team:
    cdef Member* member
    cdef int room  # members at most, with the caller
    cdef int size  # that are there, with the caller; 0: nobody was called
    cdef int cores
    cdef int patience  # looks at a baton before its taker sleeps
    cdef Work work
    cdef void* job

    cdef void gather(self, int size, Work work, void* job) noexcept nogil
    cdef void run(self) noexcept nogil
    cdef void dismiss(self) noexcept nogil
