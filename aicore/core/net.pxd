# Small networks in C: dense layers with ReLU between them, the same bits on every machine.
from cython cimport final

cdef enum:
    MAX_LAYERS = 8
    MAX_WIDTH = 1024  # numbers that go into a layer, or come out of one


ctypedef struct Layer:
    int inputs, outputs
    int stride  # of a row: the outputs, and room up to a whole lane; 1 of a lone one
    float* bias  # stride numbers
    float* weight  # a row for each input


@final
cdef class Net:
    cdef int layers
    cdef Layer[MAX_LAYERS] layer
    cdef float* numbers  # of all layers
    cdef readonly int inputs, outputs

    cdef void run(self, const float* x, float* y) noexcept nogil
