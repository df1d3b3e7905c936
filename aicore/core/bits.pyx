"""Sets of small integers as bits of a machine word: a thin face for tests of bits.pxd."""

from aicore.core._types cimport u64


def members(u64 mask):
    """The members of a set in ascending order, each found by its rank."""
    return [select(mask, rank) for rank in range(count(mask))]


def scrambled(u64 value):
    """`value` with all 64 bits mixed: a bijection."""
    return mix(value)
