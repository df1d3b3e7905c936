# What a position of Space Ransom is worth.
from aicore.games.ransom.cards cimport RansomState

cdef enum:
    FEATURES = 1


cdef class Worth:
    pass
