"""A few threads that do one job at a time: from `gather` to `dismiss` they are the caller's.

Member 0 is the caller. Who waits looks for some microseconds, then sleeps, so a job may be short.
Threads and locks are those that Python offers to C on every platform; no member holds the GIL.
Pieces of a job go to whoever is free, so what they bring may not depend on who does them. Where no
thread can be had the team is smaller.
"""

import os

from cython cimport final
from libc.stdlib cimport calloc, free

cdef extern from "Python.h" nogil:
    void* PyThread_allocate_lock()
    void PyThread_free_lock(void* lock)
    int PyThread_acquire_lock(void* lock, int wait)
    void PyThread_release_lock(void* lock)
    unsigned long PyThread_start_new_thread(void (*begin)(void*) noexcept, void* argument)

cdef extern from * nogil:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    #define aicore_exchange(at, new) _InterlockedExchange((at), (new))
    #define aicore_replace(at, old, new) \\
        (_InterlockedCompareExchange((at), (new), (old)) == (old))
    #define aicore_see(at) _InterlockedOr((at), 0)
    #define aicore_add(at, by) _InterlockedExchangeAdd((at), (by))
    #define aicore_pause() YieldProcessor()
    #if !defined(YieldProcessor)
    #if defined(_M_ARM64)
    #define YieldProcessor() __yield()
    #else
    #define YieldProcessor() _mm_pause()
    #endif
    #endif
    #else
    static inline int aicore_replace(long* at, long old, long new_) {
        return __atomic_compare_exchange_n(at, &old, new_, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    #define aicore_exchange(at, new) __atomic_exchange_n((at), (new), __ATOMIC_SEQ_CST)
    #define aicore_see(at) __atomic_load_n((at), __ATOMIC_ACQUIRE)
    #define aicore_add(at, by) __atomic_fetch_add((at), (by), __ATOMIC_SEQ_CST)
    #if defined(__x86_64__) || defined(__i386__)
    #define aicore_pause() __builtin_ia32_pause()
    #elif defined(__aarch64__)
    #define aicore_pause() __asm__ __volatile__("yield")
    #else
    #define aicore_pause() ((void) 0)
    #endif
    #endif
    """
    long exchange "aicore_exchange"(long* at, long new)
    bint replace "aicore_replace"(long* at, long old, long new)
    long add "aicore_add"(long* at, long by)  # what was there before
    long see "aicore_see"(long* at)
    void pause "aicore_pause"()

cdef enum:
    PATIENCE = 2000  # some ten microseconds
    NO_THREAD = -1


cdef int equip(Baton* baton) except -1:
    """Give a baton its bell. Raises MemoryError."""
    baton.bell = PyThread_allocate_lock()
    if baton.bell == NULL:
        raise MemoryError
    PyThread_acquire_lock(baton.bell, 1)
    return 0


cdef void discard(Baton* baton) noexcept:
    if baton.bell != NULL:
        PyThread_free_lock(baton.bell)


cdef inline void give(Baton* baton) noexcept nogil:
    if exchange(&baton.place, 1) == 2:
        PyThread_release_lock(baton.bell)


cdef inline void take(Baton* baton, int patience) noexcept nogil:
    cdef int _i
    for _i in range(patience):
        if see(&baton.place) == 1:
            break
        pause()
    else:
        if replace(&baton.place, 0, 2):
            PyThread_acquire_lock(baton.bell, 1)
    exchange(&baton.place, 0)


cdef void serve(Team team, Member* me) noexcept nogil:
    """What a member does until it may leave."""
    while True:
        take(&me.go, team.patience)
        if see(&me.leaves):
            give(&me.gone)
            return
        team.help()


ctypedef void (*Served)(void* team, Member* me) noexcept nogil

cdef Served served = <Served> serve  # so that a thread without the GIL counts no reference


cdef void begin(void* member) noexcept nogil:
    served((<Member*> member).team, <Member*> member)


@final
cdef class Team:
    """Room for so many members, with the caller. Raises MemoryError."""

    def __cinit__(self, int room):
        cdef int i
        self.member = <Member*> calloc(room, sizeof(Member))
        if self.member == NULL:
            raise MemoryError
        self.room = room
        self.cores = os.cpu_count() or 1
        equip(&self.done)
        for i in range(1, room):
            self.member[i].team = <void*> self
            equip(&self.member[i].go)
            equip(&self.member[i].gone)

    def __dealloc__(self):
        cdef int i
        discard(&self.done)
        if self.member == NULL:
            return
        for i in range(1, self.room):
            discard(&self.member[i].go)
            discard(&self.member[i].gone)
        free(self.member)

    cdef void gather(self, int size, Work work, void* job) noexcept nogil:
        """Call up to `size` members, with the caller, for a job that `run` does once each time."""
        cdef int i
        self.work = work
        self.job = job
        self.size = 1
        self.patience = PATIENCE if size <= self.cores else 0  # a look must not keep out a worker
        for i in range(1, min(size, self.room)):
            exchange(&self.member[i].leaves, 0)
            exchange(&self.member[i].go.place, 0)  # that of who left early lies there still
            if PyThread_start_new_thread(begin, &self.member[i]) == <unsigned long> NO_THREAD:
                return
            self.size = i + 1

    cdef void help(self) noexcept nogil:
        """Do pieces of the job until all are taken."""
        cdef long piece, pieces
        while True:
            piece = add(&self.left, -1) - 1
            if piece < 0:
                return
            pieces = self.pieces  # once this piece is done, another job may begin
            self.work(self.job, piece)
            if add(&self.through, 1) + 1 == pieces:
                give(&self.done)

    cdef void run(self, int pieces) noexcept nogil:
        """Do a job of so many pieces, at least one; all are done after it.

        Who is not there in time is not waited for: the others do its share.
        """
        cdef int i
        self.pieces = pieces
        exchange(&self.through, 0)
        exchange(&self.left, pieces)
        for i in range(1, min(self.size, pieces)):
            give(&self.member[i].go)
        self.help()
        take(&self.done, self.patience)

    cdef void dismiss(self) noexcept nogil:
        """Let all members go."""
        cdef int i
        for i in range(1, self.size):
            exchange(&self.member[i].leaves, 1)
            give(&self.member[i].go)
        for i in range(1, self.size):
            take(&self.member[i].gone, self.patience)
        self.size = 1
