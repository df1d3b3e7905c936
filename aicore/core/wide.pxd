# Support for functions compiled twice: for every processor, and for processors with AVX2. The
# program chooses at run time. Both must give equal bits: no fused operations, sums in one order.
cdef extern from * nogil:
    """
    #if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
    #include <cpuid.h>
    #include <stdlib.h>
    #define AICORE_AVX2 __attribute__((target("avx2")))
    static inline int aicore_has_avx2(void) {
        const char* setting = getenv("AICORE_AVX2");
        unsigned a, b, c, d, state;
        if (setting && *setting == '0') return 0; /* for tests */
        if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return 0;
        __asm__("xgetbv" : "=a"(state), "=d"(d) : "c"(0));
        return (state & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
    }
    #else
    #define aicore_has_avx2() 0
    #endif
    """
    bint has_avx2 "aicore_has_avx2"() noexcept  # whether processor and system support it; ask once
