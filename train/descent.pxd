# Loops over all weights of a network in a step down the gradient: see `Weights.descend`.
from aicore.core.wide cimport has_avx2  # wide.pxd also defines AICORE_AVX2

cdef extern from * nogil:
    """
    #include <math.h>
    #include <string.h>
    /* The sum of squares, in eight parts. */
    static double aicore_squares(const float* x, size_t size) {
        double part[8] = {0, 0, 0, 0, 0, 0, 0, 0};
        size_t i = 0;
        for (; i + 8 <= size; i += 8)
            for (int j = 0; j < 8; j++) part[j] += (double) x[i + j] * x[i + j];
        for (; i < size; i++) part[0] += (double) x[i] * x[i];
        return ((part[0] + part[4]) + (part[2] + part[6]))
            + ((part[1] + part[5]) + (part[3] + part[7]));
    }
    /* A step of Adam; gradients are 0 afterwards. `scale`: factor on each gradient; `decay`: factor
       on each weight; `first`, `second`: corrections of the two running means for their start at 0
       (Kingma and Ba 2015, "Adam: a method for stochastic optimization"). */
    #define AICORE_ADAM(name) static void name( \
        float* __restrict weight, float* __restrict gradient, float* __restrict mean, \
        float* __restrict square, size_t size, \
        float scale, float rate, float decay, float first, float second \
    ) { \
        for (size_t i = 0; i < size; i++) { \
            float scaled = gradient[i] * scale; \
            float m = mean[i] * 0.9f + scaled * 0.1f; \
            float v = square[i] * 0.999f + scaled * scaled * 0.001f; \
            mean[i] = m; \
            square[i] = v; \
            weight[i] = weight[i] * decay - rate * (m * first) / (sqrtf(v * second) + 1e-8f); \
            gradient[i] = 0.0f; \
        } \
    }
    AICORE_ADAM(aicore_adam)
    /* One gradient += another, which is 0 afterwards. */
    #define AICORE_GATHER(name) static void name( \
        float* __restrict to, float* __restrict from, size_t size \
    ) { \
        for (size_t i = 0; i < size; i++) to[i] += from[i]; \
        memset(from, 0, size * sizeof(float)); \
    }
    AICORE_GATHER(aicore_gather)
    #if defined(AICORE_AVX2)
    AICORE_AVX2 AICORE_ADAM(aicore_adam_avx2)
    AICORE_AVX2 AICORE_GATHER(aicore_gather_avx2)
    #else
    #define aicore_gather_avx2 aicore_gather
    #define aicore_adam_avx2 aicore_adam
    #endif
    """
    double squares "aicore_squares"(const float* x, size_t size)
    void adam "aicore_adam"(
        float* weight, float* gradient, float* mean, float* square, size_t size,
        float scale, float rate, float decay, float first, float second)
    void adam_avx2 "aicore_adam_avx2"(
        float* weight, float* gradient, float* mean, float* square, size_t size,
        float scale, float rate, float decay, float first, float second)
    void gather "aicore_gather"(float* to, float* other, size_t size)
    void gather_avx2 "aicore_gather_avx2"(float* to, float* other, size_t size)
