"""Sets of small integers as bits of a machine word: Python wrappers of bits.pxd for tests."""

from aicore.core._types cimport u64


def members(u64 mask):
    """Return the members of a set in ascending order, each found by its rank."""
    return [select(mask, rank) for rank in range(count(mask))]


def scrambled(u64 value):
    """Return `value` with all 64 bits mixed; different values give different results."""
    return mix(value)
