# Monotonic clock for searchers.
cdef extern from * nogil:
    """
    #if defined(_WIN32)
    #define WIN32_LEAN_AND_MEAN
    #define NOMINMAX
    #include <windows.h>
    static inline double aicore_now(void) {
        LARGE_INTEGER ticks, per_second;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&per_second);
        return (double) ticks.QuadPart / (double) per_second.QuadPart;
    }
    #else
    #include <time.h>
    static inline double aicore_now(void) {
        struct timespec moment;
        clock_gettime(CLOCK_MONOTONIC, &moment);
        return moment.tv_sec + 1e-9 * moment.tv_nsec;
    }
    #endif
    """
    double now "aicore_now"() noexcept  # seconds since some fixed moment
