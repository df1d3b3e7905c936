# A list of actions under way, each with a weight.
from aicore.core._types cimport u32


ctypedef struct Choice:
    u32* event
    float* weight
    int size


cdef inline void propose(Choice* c, u32 event, float weight) noexcept nogil:
    """Add an action, or raise the weight of one that is in the list."""
    cdef int i
    if event == 0:
        return
    for i in range(c.size):
        if c.event[i] == event:
            if weight > c.weight[i]:
                c.weight[i] = weight
            return
    c.event[c.size] = event
    c.weight[c.size] = weight
    c.size += 1
