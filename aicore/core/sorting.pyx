"""Sort actions by weight, the greatest first, in time that grows like n log n."""
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.string cimport memcpy

from aicore.core._types cimport u32, u64

cdef enum:
    RUN = 8  # number of neighbors that are sorted by insertion, before runs are merged
    SIGN = 31  # bit of a float's sign


cdef inline u32 key_of(float weight) noexcept nogil:
    """Return a key that is smaller the greater the weight is."""
    cdef float positive_zero = weight + <float> 0.0  # -0.0 and 0.0 are equal
    cdef u32 bits
    memcpy(&bits, &positive_zero, sizeof(bits))
    return bits if bits >> SIGN else ~(bits | (<u32> 1 << SIGN))


cdef inline float weight_of(u32 key) noexcept nogil:
    """Return the weight that has a key."""
    cdef u32 bits = key if key >> SIGN else ~key & ~(<u32> 1 << SIGN)
    cdef float weight
    memcpy(&weight, &bits, sizeof(weight))
    return weight


cdef void sort_by_weight(u32* actions, float* weight, int size, u64* scratch) noexcept nogil:
    """Sort actions by weight, the greatest first; equal weights keep their order.

    This is a merge sort of runs that were sorted by insertion.

    Args:
        weight: weight of each action, sorted too; no NaN. -0.0 becomes 0.0.
        scratch: room for twice as many numbers as there are actions.
    """
    cdef u64* row = scratch  # a key and its action in each number
    cdef u64* merged = scratch + size
    cdef u64 moved
    cdef int width = RUN
    cdef int i, j, k, start, middle, end, right
    i = 1
    while i < size and weight[i] <= weight[i - 1]:
        i += 1
    if i >= size:  # in order already, as equal weights are
        for i in range(size):
            weight[i] += <float> 0.0
        return
    for i in range(size):
        moved = <u64> key_of(weight[i]) << 32 | actions[i]
        j = i
        while j % RUN and row[j - 1] >> 32 > moved >> 32:
            row[j] = row[j - 1]
            j -= 1
        row[j] = moved
    while width < size:
        start = 0
        while start < size:
            middle = min(start + width, size)
            end = min(middle + width, size)
            i = start
            j = middle
            k = start
            while i < middle and j < end:  # no branch depends on the numbers
                right = row[j] >> 32 < row[i] >> 32
                merged[k] = row[j] if right else row[i]
                j += right
                i += 1 - right
                k += 1
            memcpy(merged + k, row + i, (middle - i) * sizeof(u64))
            memcpy(merged + k + middle - i, row + j, (end - j) * sizeof(u64))
            start = end
        row, merged = merged, row
        width *= 2
    for i in range(size):
        actions[i] = <u32> row[i]
        weight[i] = weight_of(<u32> (row[i] >> 32))


def sorted_by_weight(list actions not None, list weights not None):
    """Return the pairs of action and weight, sorted by `sort_by_weight`.

    Raises MemoryError, and ValueError if the lists differ in length.
    """
    cdef int size = len(actions)
    cdef u64* scratch
    cdef u32* sorted_actions
    cdef float* sorted_weights
    if len(weights) != size:
        raise ValueError(f"{size} actions and {len(weights)} weights")
    scratch = <u64*> PyMem_Malloc(max(size, 1) * (2 * sizeof(u64) + sizeof(u32) + sizeof(float)))
    if scratch == NULL:
        raise MemoryError
    sorted_actions = <u32*> (scratch + 2 * size)
    sorted_weights = <float*> (sorted_actions + size)
    try:
        for i in range(size):
            sorted_actions[i] = actions[i]
            sorted_weights[i] = weights[i]
        sort_by_weight(sorted_actions, sorted_weights, size, scratch)
        return [(sorted_actions[i], sorted_weights[i]) for i in range(size)]
    finally:
        PyMem_Free(scratch)
