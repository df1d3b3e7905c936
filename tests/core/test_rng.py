"""Tests of the basic random numbers and bit sets: published vectors, algebra, uniformity."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aicore import Rng
from aicore.core.bits import members, scrambled
from kit.chi2 import p_value

WORDS = 4
BITS = 64 * WORDS
LEAST_P = 1e-6  # the seeds are fixed: what passes once always passes


def test_published_vector():
    rng = Rng()
    rng.words = (1, 2, 3, 4)
    # From the reference implementation, http://xoshiro.di.unimi.it/xoshiro256plusplus.c, as in the
    # tests of the Rust crate rand_xoshiro.
    assert [rng.next() for _ in range(10)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def test_copies_continue_alike():
    rng = Rng(7)
    for _ in range(100):
        twins = copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))
        number = rng.next()
        assert [twin.next() for twin in twins] == [number] * 3


def test_seeding_is_splitmix64():
    # First outputs of SplitMix64 from 1234567: the reference implementation
    # http://xoshiro.di.unimi.it/splitmix64.c, as listed on rosettacode.org.
    assert Rng(1234567).words == (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
    )


def as_vector(words):
    return sum(word << 64 * i for i, word in enumerate(words))


def as_words(vector):
    return tuple(vector >> 64 * i & (1 << 64) - 1 for i in range(WORDS))


def image(columns, vector):
    """Multiply a matrix over GF(2), given by its columns as integers, by a vector."""
    result = 0
    while vector:
        lowest = vector & -vector
        result ^= columns[lowest.bit_length() - 1]
        vector ^= lowest
    return result


def test_jump_is_2_to_the_128_steps():
    """The state moves by a linear map over GF(2); squaring its matrix 128 times is the jump."""
    columns = []
    for place in range(BITS):
        rng = Rng()
        rng.words = as_words(1 << place)
        rng.next()
        columns.append(as_vector(rng.words))
    # Check linearity: a few steps by the matrix are a few steps of the generator.
    rng, vector = Rng(3), as_vector(Rng(3).words)
    for _ in range(5):
        rng.next()
        vector = image(columns, vector)
    assert rng.words == as_words(vector)
    for _ in range(128):
        columns = [image(columns, column) for column in columns]
    for seed in (0, 1, 2**63):
        rng = Rng(seed)
        expected = as_words(image(columns, as_vector(rng.words)))
        rng.jump()
        assert rng.words == expected


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 10, 52, 255])
def test_below_is_uniform(bound):
    rng, draws = Rng(bound), 400 * bound
    counts = Counter(rng.below(bound) for _ in range(draws))
    assert counts.keys() == set(range(bound))
    if bound > 1:
        assert p_value([counts[value] for value in range(bound)]) > LEAST_P


def test_below_is_uniform_for_bounds_that_need_rejection():
    """Without rejection, every third value would come up twice as often as the others.

    The 2**32 random words do not divide evenly among 3 * 2**30 values (Lemire 2019).
    """
    bound, rng, draws = 3 << 30, Rng(9), 60_000
    counts = Counter(rng.below(bound) % 3 for _ in range(draws))
    assert p_value([counts[value] for value in range(3)]) > LEAST_P


def test_uniform_fills_the_unit_interval():
    rng, draws, cells = Rng(4), 40_000, 64
    values = [rng.uniform() for _ in range(draws)]
    assert min(values) >= 0.0
    assert max(values) < 1.0
    counts = Counter(int(value * cells) for value in values)
    assert p_value([counts[cell] for cell in range(cells)]) > LEAST_P


def test_each_seed_has_its_own_stream():
    """Seeds are the same only if they have the same 64 bits, with a sign or without."""
    seeds = [
        0,
        1,
        (1 << 64) - 1,
        1 << 64,
        1 << 65,
        1 << 128,
        -(1 << 64),
        (1 << 64) + 1,
        3 << 128,
        -(3 << 128),
    ]
    assert len({Rng(seed).next() for seed in seeds}) == len(seeds)
    assert Rng(-5).next() == Rng((1 << 64) - 5).next()


def test_impossible_states_and_bounds_are_refused():
    rng = Rng(1)
    with pytest.raises(ValueError, match="not all zero"):
        rng.words = (0, 0, 0, 0)
    with pytest.raises(ValueError, match="four"):
        rng.words = (1, 2, 3)
    with pytest.raises(ValueError, match=r"bound=0: it must be a whole number from 1 to 2\^32 - 1"):
        rng.below(0)
    assert rng.words == Rng(1).words


def test_a_word_out_of_range_changes_nothing():
    rng = Rng(1)
    with pytest.raises(ValueError, match="64-bit"):
        rng.words = (5, 6, 7, 1 << 64)
    assert rng.words == Rng(1).words


@settings(deadline=None)  # the machine may be busy
@given(st.integers(0, 2**64 - 1))
def test_select_finds_members_by_rank(mask):
    assert members(mask) == [place for place in range(64) if mask >> place & 1]


@pytest.mark.parametrize("mask", [0, 1, 1 << 63, 2**64 - 1, 0xFFFF << 48, 0x8000_0000_8000_0000])
def test_select_at_the_edges(mask):
    assert members(mask) == [place for place in range(64) if mask >> place & 1]


def test_mix_is_splitmix64s_finalizer():
    # Output n of SplitMix64 is mix(seed + n * golden ratio); source as above.
    golden = 0x9E3779B97F4A7C15
    assert scrambled(1234567 + golden & 2**64 - 1) == 6457827717110365317
    assert scrambled(0) == 0
