"""Pearson's chi-square tests of counts."""

from __future__ import annotations

from collections.abc import Sequence

from scipy.special import chdtrc


def p_value(observed: Sequence[float], expected: Sequence[float] | None = None) -> float:
    """The chance of counts that are as far as these from what is expected, or further.

    Args:
        expected: counts with the same sum; None: all alike.
    """
    if expected is None:
        expected = [sum(observed) / len(observed)] * len(observed)
    assert abs(sum(observed) - sum(expected)) < 1e-6 * sum(observed)
    distance = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    return float(chdtrc(len(observed) - 1, distance))


def p_of_one_source(first: Sequence[int], second: Sequence[int]) -> float:
    """The chance that two samples of one source differ as much as these counts, or more."""
    share = sum(first) / (sum(first) + sum(second))
    distance = 0.0
    for one, other in zip(first, second, strict=True):
        wanted = share * (one + other)
        distance += (one - wanted) ** 2 * (1 / wanted + 1 / (one + other - wanted))
    return float(chdtrc(len(first) - 1, distance))
