# Sort actions by weight.
from aicore.core._types cimport u32, u64

cdef void sort_by_weight(u32* actions, float* weight, int size, u64* scratch) noexcept nogil
