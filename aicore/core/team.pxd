# A few threads that do one job at a time together, none of them Python's.
from cython cimport final

from aicore.core._types cimport i64

# One piece of a job, whoever does it; no piece needs another one, and no Python object.
ctypedef void (*Work)(void* job, int piece) noexcept nogil


ctypedef struct Baton:  # passed from one thread to another
    long place  # 0: with the giver, 1: with the taker, 2: the taker sleeps until it comes
    void* bell  # a lock that wakes it


ctypedef struct Member:
    Baton go
    Baton gone
    void* team  # a Team
    long leaves  # 1: it may go; who is late may see it before the baton that comes with it
    i64[8] apart  # members share no cache line


@final
cdef class Team:
    cdef Member* member
    cdef int room  # members at most, with the caller
    cdef int size  # that are there, with the caller; 0: nobody was called
    cdef int cores
    cdef int patience  # looks at a baton before its taker sleeps
    cdef long left  # pieces that nobody took yet; below 0: somebody looked for more
    cdef long through  # pieces that are done
    cdef long pieces  # of the job under way
    cdef Baton done  # from who did the last piece to the caller
    cdef Work work
    cdef void* job

    cdef void gather(self, int size, Work work, void* job) noexcept nogil
    cdef void help(self) noexcept nogil
    cdef void run(self, int pieces) noexcept nogil
    cdef void dismiss(self) noexcept nogil
