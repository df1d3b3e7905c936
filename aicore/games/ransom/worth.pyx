"""What a position of Space Ransom is worth."""

from aicore.games.ransom.cards cimport RansomState


cdef class Worth:
    """x"""

    def __init__(self, data):
        pass
