# Small group of C threads that do the pieces of work in a queue.
from cython cimport final

from aicore.core._types cimport i64, u8
from aicore.core.compiler cimport prefetch

cdef enum:
    MAX_SLOTS = 256  # maximum number of slots of a team

# Function that does the piece of work in a slot. It needs no other piece and no Python object.
ctypedef void (*Work)(void* job, int slot) noexcept nogil


ctypedef struct Baton:  # signal that one thread passes to another
    long place  # 0: the giver has it, 1: the taker has it, 2: the taker sleeps until it comes
    void* bell  # lock that wakes the taker
    i64[6] padding  # keeps each baton in its own cache line


ctypedef struct Count:  # number in its own cache line
    long number
    i64[7] padding


ctypedef struct WorkQueue:  # ring of the offered pieces
    long number  # number of pieces offered so far
    u8[MAX_SLOTS] slot  # slot of each piece
    i64[8] padding


ctypedef struct Member:
    void* team  # a Team
    long sleeps  # 1: the member waits for its bell; 2: until it may leave
    long leaves  # 1: the member may leave
    void* bell  # lock that wakes the member
    i64[4] padding
    Baton gone  # passed to the caller when the member has left


@final
cdef class Team:
    cdef Member* member
    cdef Baton* done  # per slot: passed to the caller when its piece is done
    cdef void* bell  # wakes the caller
    cdef int room  # maximum number of members, including the caller
    cdef int slots  # maximum number of pieces that are offered and not finished
    cdef int size  # current number of members, including the caller; 0 before the first `gather`
    cdef int cores  # number of processor cores
    cdef long own_pieces  # number of pieces that the caller did since `reset`
    cdef int max_polls  # number of polls before a member sleeps
    cdef int skips  # number of `gather` calls that start no thread, since members had little to do
    cdef int skipped  # number of these calls so far
    cdef Work work
    cdef void* job  # first argument of `work`
    cdef i64[8] padding
    cdef WorkQueue offered
    cdef Count taken  # number of offered pieces that were taken
    cdef Count asleep  # number of members that wait for their bell
    cdef Count retired  # number of members that had too little to do
    cdef Count busy  # 1: the caller offers all the pieces that it can, so members may retire
    cdef long taken_seen  # the last value of `taken` that the caller read

    cdef void reset(self) noexcept nogil
    cdef void gather(self, int size, Work work, void* job) noexcept nogil
    cdef void offer(self, int slot) noexcept nogil
    cdef bint help(self) noexcept nogil
    cdef void wake(self, Member* member) noexcept nogil
    cdef void set_busy(self) noexcept nogil
    cdef void retire(self, Member* member) noexcept nogil
    cdef void finish(self, int slot) noexcept nogil
    cdef void dismiss(self) noexcept nogil

    cdef inline void allow_retiring(self) noexcept nogil:
        """Let members retire from now on if they have too little to do."""
        if self.busy.number == 0:
            self.set_busy()

    cdef inline void skip(self, int slot) noexcept nogil:
        """Mark the piece in a slot as done without working on it."""
        self.done[slot].place = 1

    cdef inline void prefetch_baton(self, int slot) noexcept nogil:
        """Prefetch the baton of a piece that the caller will finish soon."""
        prefetch(&self.done[slot])
