"""Tests of the order of actions by weight."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aicore.core.sorting import sorted_by_weight
from kit.effort import effort

MANY = settings(max_examples=effort(200, 1000), deadline=None, derandomize=True, database=None)
WEIGHTS = st.sampled_from([0.0, -0.0, 1.5, -2.0, inf, -inf]) | st.floats(width=32, allow_nan=False)


@MANY
@given(st.lists(st.tuples(st.integers(0, 2**32 - 1), WEIGHTS), max_size=200))
def test_the_greatest_weight_comes_first_and_equal_ones_keep_their_order(
    pairs: list[tuple[int, float]],
) -> None:
    expected = sorted(pairs, key=lambda pair: -pair[1])  # Python's sort is stable
    assert sorted_by_weight([pair[0] for pair in pairs], [pair[1] for pair in pairs]) == expected


def test_each_action_needs_a_weight() -> None:
    with pytest.raises(ValueError, match="2 actions and 1 weights"):
        sorted_by_weight([1, 2], [0.5])
