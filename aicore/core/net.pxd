# Small networks in C: dense layers with ReLU between them, bit-identical on every machine.
from cython cimport final

from aicore.core.wide cimport has_avx2  # wide.pxd also defines AICORE_AVX2

cdef extern from * nogil:
    """
    enum { AICORE_LANE = 32 };  /* number of outputs that are summed side by side */
    /* Compute AICORE_LANE outputs: y = bias + each input times its row of weights, in order.
       x has `size` inputs; the rows of `weight` are `stride` floats apart. */
    #if defined(__GNUC__)  /* the same sums, but kept in registers */
    typedef float aicore_four __attribute__((vector_size(16), aligned(4), may_alias));
    static inline void aicore_dense(
        const float* bias, const float* weight, int stride, const float* x, int size, float* y
    ) {
        const aicore_four* w = (const aicore_four*) bias;
        aicore_four* to = (aicore_four*) y;
        aicore_four a = w[0], b = w[1], c = w[2], d = w[3];
        aicore_four e = w[4], f = w[5], g = w[6], h = w[7];
        for (const float* end = x + size; x < end; x++, weight += stride) {
            if (*x == 0.0f) continue;
            aicore_four four = {*x, *x, *x, *x};
            w = (const aicore_four*) weight;
            a += four * w[0]; b += four * w[1]; c += four * w[2]; d += four * w[3];
            e += four * w[4]; f += four * w[5]; g += four * w[6]; h += four * w[7];
        }
        to[0] = a; to[1] = b; to[2] = c; to[3] = d;
        to[4] = e; to[5] = f; to[6] = g; to[7] = h;
    }
    #if defined(AICORE_AVX2)
    typedef float aicore_eight __attribute__((vector_size(32), aligned(4), may_alias));
    AICORE_AVX2 static void aicore_dense_avx2(
        const float* bias, const float* weight, int stride, const float* x, int size, float* y
    ) {
        const aicore_eight* w = (const aicore_eight*) bias;
        aicore_eight* to = (aicore_eight*) y;
        aicore_eight a = w[0], b = w[1], c = w[2], d = w[3];
        for (const float* end = x + size; x < end; x++, weight += stride) {
            if (*x == 0.0f) continue;
            aicore_eight eight = {*x, *x, *x, *x, *x, *x, *x, *x};
            w = (const aicore_eight*) weight;
            a += eight * w[0]; b += eight * w[1]; c += eight * w[2]; d += eight * w[3];
        }
        to[0] = a; to[1] = b; to[2] = c; to[3] = d;
    }
    #endif
    #else
    static inline void aicore_dense(
        const float* bias, const float* weight, int stride, const float* x, int size, float* y
    ) {
        for (int j = 0; j < AICORE_LANE; j++) y[j] = bias[j];
        for (int i = 0; i < size; i++, weight += stride)
            if (x[i] != 0.0f)
                for (int j = 0; j < AICORE_LANE; j++) y[j] += x[i] * weight[j];
    }
    #endif
    #if !defined(AICORE_AVX2)
    #define aicore_dense_avx2 aicore_dense
    #endif
    """
    enum:
        LANE "AICORE_LANE"
    void dense "aicore_dense"(
        const float* bias, const float* weight, int stride, const float* x, int size, float* y)
    void dense_avx2 "aicore_dense_avx2"(
        const float* bias, const float* weight, int stride, const float* x, int size, float* y)

cdef enum:
    MAX_LAYERS = 8
    MAX_WIDTH = 1024  # maximum number of a layer's inputs or outputs


ctypedef struct Layer:
    int inputs, outputs
    int stride  # size of a row: the outputs rounded up to whole lanes; 1 for a single output
    float* bias  # `stride` numbers
    float* weight  # a row for each input


@final
cdef class Net:
    cdef int layers
    cdef Layer[MAX_LAYERS] layer
    cdef float* numbers  # parameters of all layers
    cdef readonly int inputs, outputs

    cdef void run(self, const float* x, float* y) noexcept nogil
