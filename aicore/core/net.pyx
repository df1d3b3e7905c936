"""Small networks in C: dense layers with ReLU between them, bit-identical on every machine.

An output starts as its bias. Then the network adds each input times its weight, in the order of the
inputs, in single precision. No library, processor or number of threads changes this order, so equal
inputs give equal bits. Outputs are adjacent in memory, so the processor can still sum several at
once. An input of 0 costs nothing. In a layer with a single output, products are exact, in double
precision, and each sum is rounded to single precision.
"""

from cython cimport final
from libc.math cimport isfinite
from libc.stdlib cimport calloc, free

cdef bint WIDE = has_avx2()  # whether to use the functions for AVX2


cdef inline float single_output(const Layer* layer, const float* x) noexcept nogil:
    """Return the output of a layer with a single output."""
    cdef float total = layer.bias[0]
    cdef int i
    for i in range(layer.inputs):
        total = <float> (total + <double> x[i] * layer.weight[i])
    return total


@final
cdef class Net:
    """Small network of dense layers.

    Args:
        layers: layers from the inputs to the outputs, each a dictionary. "bias" is a list with a
            number for each output. "weights" has, for each output, a list with a number for each
            input.

    Raises ValueError if a layer or a weight is wrong, and MemoryError.
    """

    def __cinit__(self, layers not None):
        cdef Py_ssize_t room = 0
        cdef int i, j
        cdef Layer* layer
        cdef float* free_room
        sizes = [shape(table) for table in layers]
        if not 1 <= len(sizes) <= MAX_LAYERS:
            raise ValueError(f"the network has {len(sizes)} layers; it must have 1 to {MAX_LAYERS}")
        for (_, before), (width, _) in zip(sizes, sizes[1:], strict=False):
            if before != width:
                raise ValueError(f"a layer with {before} outputs feeds a layer with {width} inputs")
        for width, outputs in sizes:
            room += (width + 1) * stride_of(outputs)
        self.numbers = <float*> calloc(room, sizeof(float))
        if self.numbers == NULL:
            raise MemoryError
        free_room = self.numbers
        self.layers = len(sizes)
        for number, table in enumerate(layers):
            layer = &self.layer[<int> number]
            layer.inputs, layer.outputs = sizes[number]
            layer.stride = stride_of(layer.outputs)
            layer.bias = free_room
            layer.weight = free_room + layer.stride
            free_room = layer.weight + layer.inputs * layer.stride
            for j in range(layer.outputs):
                layer.bias[j] = finite(table["bias"][j])
                row = table["weights"][j]
                for i in range(layer.inputs):
                    layer.weight[i * layer.stride + j] = finite(row[i])
        self.inputs = self.layer[0].inputs
        self.outputs = self.layer[self.layers - 1].outputs

    def __dealloc__(self):
        free(self.numbers)

    def __call__(self, x not None):
        """Return the outputs for a list of inputs. Raises ValueError if its length is wrong."""
        cdef float[MAX_WIDTH] inputs
        cdef float[MAX_WIDTH] outputs
        cdef int i
        if len(x) != self.inputs:
            raise ValueError(f"the network takes {self.inputs} inputs, not {len(x)}")
        for i in range(self.inputs):
            inputs[i] = x[i]
        self.run(inputs, outputs)
        return [outputs[i] for i in range(self.outputs)]

    cdef void run(self, const float* x, float* y) noexcept nogil:
        """Compute the outputs `y` from the inputs `x`; any thread may call it."""
        cdef float[2][MAX_WIDTH] room
        cdef const Layer* layer
        cdef const float* inputs = x
        cdef float* outputs = y
        cdef int i, number, first
        for number in range(self.layers):
            layer = &self.layer[number]
            outputs = room[number & 1]
            if layer.outputs == 1:
                outputs[0] = single_output(layer, inputs)
            else:
                for i in range(layer.stride // LANE):
                    first = i * LANE
                    (dense_avx2 if WIDE else dense)(
                        layer.bias + first, layer.weight + first, layer.stride, inputs,
                        layer.inputs, outputs + first)
            if number + 1 < self.layers:
                for i in range(layer.outputs):
                    outputs[i] = outputs[i] if outputs[i] > 0.0 else <float> 0.0
            inputs = outputs
        for i in range(self.outputs):
            y[i] = outputs[i]


cdef int stride_of(int outputs) noexcept nogil:
    """Return the number of outputs rounded up to whole lanes; 1 if there is one output."""
    return 1 if outputs == 1 else (outputs + LANE - 1) // LANE * LANE


cdef tuple shape(table):
    """Return the numbers of inputs and outputs of a layer. Raises ValueError."""
    try:
        widths = {len(row) for row in table["weights"]}
        outputs = len(table["bias"])
        rows = len(table["weights"])
    except (KeyError, TypeError):
        raise ValueError('each layer needs "bias" and "weights"') from None
    if rows != outputs or len(widths) != 1:
        raise ValueError(
            f"a layer with {outputs} outputs needs {outputs} weight rows of equal length")
    width, = widths
    if not 1 <= width <= MAX_WIDTH or not 1 <= outputs <= MAX_WIDTH:
        raise ValueError(
            f"a layer has {width} inputs and {outputs} outputs; the limit is {MAX_WIDTH}")
    return width, outputs


cdef float finite(number) except? -1.0:
    """Return a weight as a float. Raises ValueError if it is not finite."""
    cdef float weight = number
    if not isfinite(weight):
        raise ValueError(f"a weight is {number}; it must be finite")
    return weight
