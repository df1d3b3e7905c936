# Integer types of all C interfaces.
from libc.stdint cimport (
    int8_t as i8,
    int16_t as i16,
    int32_t as i32,
    int64_t as i64,
    uint8_t as u8,
    uint16_t as u16,
    uint32_t as u32,
    uint64_t as u64,
)

cdef extern from "assert.h" nogil:
    # Abort the process in the debug build if the condition fails; do nothing in the release build.
    void c_assert "assert"(bint condition)
