# A monotonic clock for searchers.
cdef extern from "<time.h>" nogil:
    ctypedef long time_t
    struct timespec:
        time_t tv_sec
        long tv_nsec
    int CLOCK_MONOTONIC
    int clock_gettime(int clock, timespec* result) noexcept


cdef inline double now() noexcept nogil:
    """Seconds since some fixed moment."""
    cdef timespec moment
    clock_gettime(CLOCK_MONOTONIC, &moment)
    return moment.tv_sec + 1e-9 * moment.tv_nsec
