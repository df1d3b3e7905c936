"""Small group of threads that do pieces of work from a queue, from `gather` to `dismiss`.

The caller, member 0, offers pieces one after the other. It calls `finish` for a piece when it needs
the result. The caller also does pieces when the other members have enough to do or when it would
have to wait. Any free member takes the next piece, so results must not depend on the member.

A waiting member polls for some microseconds, then sleeps, so a piece may be short. A member that
polls for more than 15 % of its time retires until `dismiss`: then pieces are so cheap, or the
machine is so busy, that its processor does more good elsewhere. Python offers these threads and
locks to C on every platform; no member holds the GIL. If a thread cannot start, the team is
smaller.
"""

import os

from cython cimport final
from libc.stdlib cimport calloc, free

from aicore.core.clock cimport now

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
    #define aicore_show(at, new) _InterlockedExchange((at), (new))
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
    #define aicore_see(at) __atomic_load_n((at), __ATOMIC_SEQ_CST)
    #define aicore_show(at, new) __atomic_store_n((at), (new), __ATOMIC_RELEASE)
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
    bint compare_and_swap "aicore_replace"(long* at, long old, long new)
    long add "aicore_add"(long* at, long by)  # returns the earlier value
    long load "aicore_see"(long* at)
    void store "aicore_show"(long* at, long new)  # visible soon, together with all earlier writes
    void relax "aicore_pause"()

cdef enum:
    PIECES_AHEAD = 3  # maximum number of waiting pieces for each member except the caller
    MAX_POLLS = 2000  # number of polls before a member sleeps: 10 to 100 microseconds
    POLLS_PER_CHECK = 50  # number of polls between checks of the clock
    MAX_SKIPS = 31  # maximum of `Team.skips`
    NO_THREAD = -1  # returned if a thread cannot start

cdef double TRIAL = 0.001  # seconds after which a member may retire
cdef double MAX_WAITING = 0.15  # maximum share of its time that a member polls before it retires


cdef void* new_bell() except NULL:
    """Return a lock that is held until another thread releases it. Raises MemoryError."""
    cdef void* bell = PyThread_allocate_lock()
    if bell == NULL:
        raise MemoryError
    PyThread_acquire_lock(bell, 1)
    return bell


cdef void discard(void* bell) noexcept:
    """Free a lock, if it exists."""
    if bell != NULL:
        PyThread_free_lock(bell)


cdef inline void give(Baton* baton) noexcept nogil:
    """Pass a baton to its taker, and wake the taker if it sleeps."""
    if exchange(&baton.place, 1) == 2:
        PyThread_release_lock(baton.bell)


cdef inline void take(Baton* baton, int max_polls) noexcept nogil:
    """Wait for a baton, and take it back for the next use."""
    cdef int _i
    for _i in range(max_polls):
        if load(&baton.place) == 1:
            break
        relax()
    else:
        if compare_and_swap(&baton.place, 0, 2):
            PyThread_acquire_lock(baton.bell, 1)
    store(&baton.place, 0)


cdef void serve(Team team, Member* me) noexcept nogil:
    """Run a member until it may leave."""
    cdef double began = now()
    cdef double waited = 0.0
    cdef double since = began  # when the member ran out of work
    cdef double moment
    cdef int polls = 0  # number of polls since then
    while load(&me.leaves) == 0:
        if team.help():
            if polls:
                waited += now() - since
                polls = 0
            continue
        if polls % POLLS_PER_CHECK == 0:
            moment = now()
            if polls == 0:
                since = moment
            if load(&team.busy.number) == 0:
                began = moment
                since = moment
                waited = 0.0
            elif moment - began > TRIAL and (
                waited + moment - since > MAX_WAITING * (moment - began)
            ):
                team.retire(me)
                break
        polls += 1
        if polls < team.max_polls:
            relax()
            continue
        polls = 0
        moment = now()
        waited += moment - since
        exchange(&me.sleeps, 1)
        add(&team.asleep.number, 1)
        if load(&me.leaves) or load(&team.taken.number) < load(&team.offered.number):
            if compare_and_swap(&me.sleeps, 1, 0):  # if not, another thread releases the lock
                add(&team.asleep.number, -1)
                continue
        PyThread_acquire_lock(me.bell, 1)
        began += now() - moment  # the time asleep does not count
    give(&me.gone)


ctypedef void (*Served)(void* team, Member* me) noexcept nogil

cdef Served served = <Served> serve  # a thread without the GIL must not count references


cdef void begin(void* member) noexcept nogil:
    """Run a member in a new thread."""
    served((<Member*> member).team, <Member*> member)


@final
cdef class Team:
    """Group of up to `room` members, including the caller, with slots for `slots` pieces.

    Raises MemoryError.
    """

    def __cinit__(self, int room, int slots):
        cdef int i
        self.room = room
        self.slots = slots
        self.cores = os.cpu_count() or 1
        self.member = <Member*> calloc(room, sizeof(Member))
        self.done = <Baton*> calloc(slots, sizeof(Baton))
        if self.member == NULL or self.done == NULL:
            raise MemoryError
        self.bell = new_bell()
        for i in range(slots):
            self.done[i].bell = self.bell
        for i in range(1, room):
            self.member[i].team = <void*> self
            self.member[i].bell = new_bell()
            self.member[i].gone.bell = self.bell

    def __dealloc__(self):
        cdef int i
        discard(self.bell)
        if self.member != NULL:
            for i in range(1, self.room):
                discard(self.member[i].bell)
        free(self.member)
        free(self.done)

    cdef void reset(self) noexcept nogil:
        """Forget all pieces. The caller must be the only member."""
        cdef int i
        self.offered.number = 0
        self.taken.number = 0
        self.busy.number = 0
        self.skips = 0
        self.skipped = 0
        self.taken_seen = 0
        self.own_pieces = 0
        for i in range(self.slots):
            self.done[i].place = 0

    cdef void gather(self, int size, Work work, void* job) noexcept nogil:
        """Start a team of up to `size` members, including the caller.

        Args:
            work: function that does a piece.
            job: first argument of `work`.
        """
        cdef int i
        self.work = work
        self.job = job
        self.size = 1
        self.retired.number = 0
        if self.skipped < self.skips:
            self.skipped += 1
            return
        # If cores are scarce, a polling member would take a working member's core.
        self.max_polls = MAX_POLLS if size <= self.cores else 0
        for i in range(1, min(size, self.room)):
            exchange(&self.member[i].leaves, 0)
            if PyThread_start_new_thread(begin, &self.member[i]) == <unsigned long> NO_THREAD:
                return
            self.size = i + 1

    cdef void offer(self, int slot) noexcept nogil:
        """Offer the piece in a slot, or do it at once if the other members have enough.

        A member that is falling asleep may miss the piece; a later piece then wakes it.
        """
        cdef long offered = self.offered.number
        cdef long enough = PIECES_AHEAD * (self.size - 1 - load(&self.retired.number))
        cdef int i
        if offered - self.taken_seen >= enough:
            self.taken_seen = load(&self.taken.number)  # slow: it is in another core's cache
        if offered - self.taken_seen >= enough:
            self.own_pieces += 1
            self.work(self.job, slot)
            store(&self.done[slot].place, 1)
            return
        self.offered.slot[offered % MAX_SLOTS] = slot
        store(&self.offered.number, offered + 1)
        # The caller can do one piece itself, so the first one wakes nobody.
        if offered > self.taken_seen and load(&self.asleep.number):
            for i in range(1, self.size):
                if load(&self.member[i].sleeps):
                    self.wake(&self.member[i])
                    return

    cdef void wake(self, Member* member) noexcept nogil:
        """Wake a member, if it sleeps."""
        if compare_and_swap(&member.sleeps, 1, 0):
            add(&self.asleep.number, -1)
            PyThread_release_lock(member.bell)

    cdef void set_busy(self) noexcept nogil:
        """Set `busy`: see `allow_retiring`."""
        store(&self.busy.number, 1)

    cdef void retire(self, Member* member) noexcept nogil:
        """Let a member sleep until it may leave."""
        add(&self.retired.number, 1)
        exchange(&member.sleeps, 2)
        if load(&member.leaves) == 0 or not compare_and_swap(&member.sleeps, 2, 0):
            PyThread_acquire_lock(member.bell, 1)

    cdef bint help(self) noexcept nogil:
        """Do the oldest piece that nobody has taken. Return whether there was such a piece."""
        cdef long piece = load(&self.taken.number)
        cdef int slot
        while piece < load(&self.offered.number):
            if compare_and_swap(&self.taken.number, piece, piece + 1):
                slot = self.offered.slot[piece % MAX_SLOTS]
                self.work(self.job, slot)
                give(&self.done[slot])
                return True
            piece = load(&self.taken.number)
        return False

    cdef void finish(self, int slot) noexcept nogil:
        """Wait until the piece in a slot is done, and do other pieces meanwhile."""
        while load(&self.done[slot].place) == 0 and self.help():
            self.own_pieces += 1
        take(&self.done[slot], self.max_polls)

    cdef void dismiss(self) noexcept nogil:
        """Wait until all members leave. Each finishes its piece; other pieces stay in the queue."""
        cdef int i
        for i in range(1, self.size):
            exchange(&self.member[i].leaves, 1)
            self.wake(&self.member[i])
            if compare_and_swap(&self.member[i].sleeps, 2, 0):
                PyThread_release_lock(self.member[i].bell)
        for i in range(1, self.size):
            take(&self.member[i].gone, self.max_polls)
        if self.size > 1:
            self.skips = min(2 * self.skips + 1, MAX_SKIPS) if (
                self.retired.number == self.size - 1
            ) else 0
            self.skipped = 0
        self.size = 1
