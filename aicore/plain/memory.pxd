# Memory of the seats: see memory.pyx.
from aicore.core.layout cimport Layout
from aicore.plain.state cimport Struct


cdef int notice(
    Layout layout, int seats, const char* before, Struct state, tuple facts
) except -1
