"""Pearson's chi-square tests of counts."""

from __future__ import annotations

from collections.abc import Sequence

from scipy.special import chdtrc

LEAST_P = 1e-7  # the seeds are fixed, so a test that passes once always passes


def p_value(observed: Sequence[float], expected: Sequence[float] | None = None) -> float:
    """Return the probability of counts at least as far from the expected ones as these.

    Args:
        expected: counts with the same sum; None: all equal.
    """
    if expected is None:
        expected = [sum(observed) / len(observed)] * len(observed)
    assert abs(sum(observed) - sum(expected)) < 1e-6 * sum(observed)
    distance = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    return float(chdtrc(len(observed) - 1, distance))


def p_of_one_source(first: Sequence[int], second: Sequence[int]) -> float:
    """Return the probability that two samples of one source differ as much as these, or more."""
    share = sum(first) / (sum(first) + sum(second))
    distance = 0.0
    for one, other in zip(first, second, strict=True):
        wanted = share * (one + other)
        distance += (one - wanted) ** 2 * (1 / wanted + 1 / (one + other - wanted))
    return float(chdtrc(len(first) - 1, distance))


def assert_follows(counts, expected, draws):
    """Assert that counts follow probabilities (chi-square); rare events are combined."""
    found, wanted, rest = [], [], [0, 0.0]
    for event, chance in expected.items():
        if chance * draws >= 5.0:
            found.append(counts[event])
            wanted.append(chance * draws)
        else:
            rest[0] += counts[event]
            rest[1] += chance * draws
    if rest[1] >= 5.0:
        found.append(rest[0])
        wanted.append(rest[1])
    if len(found) > 1:
        scale = sum(found) / sum(wanted)
        assert p_value(found, [each * scale for each in wanted]) > LEAST_P
