"""Tests of intervals: their coverage, exact where possible, and their width, which is never 0."""

from __future__ import annotations

import csv
import io
import itertools
import math
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import stdtr, stdtrit

from aicore.arena.figures import SHARES, mean_of, spread
from aicore.arena.intervals import Bounded, changed, holm, of_mean, t_quantile, t_tail
from aicore.arena.luck_adjusted import compare
from aicore.arena.ratings import ELO, rate
from aicore.arena.store import Store
from aicore.arena.tournament import run
from bench.study import coverage
from kit.command import works
from kit.tournaments import Here, config_of, played


@pytest.mark.parametrize("freedom", [1, 2, 3, 9, 29.5, 199, 1e6])
def test_students_distribution_matches_scipy(freedom):
    for value in (-30, -2, -0.3, 0, 1e-8, 0.5, 1, 2.2, 5, 12, 80):
        assert t_tail(value, freedom) == pytest.approx(stdtr(freedom, -value), rel=1e-8)
    for share in (1e-6, 0.0086, 0.025, 0.5, 0.6, 0.975, 0.999999):
        assert t_quantile(share, freedom) == pytest.approx(stdtrit(freedom, share), rel=1e-8)


def compositions(blocks, parts):
    """Yield all ways to distribute blocks over the parts."""
    if parts == 1:
        yield (blocks,)
        return
    for first in range(blocks + 1):
        for rest in compositions(blocks - first, parts - 1):
            yield (first, *rest)


def exact(kind, blocks):
    """Return the probability that the interval of this many blocks holds the true mean.

    It is exact: all samples are counted.
    """
    values, chances = list(kind), list(kind.values())
    true, held = coverage.truth(kind), 0.0
    for counts in compositions(blocks, len(values)):
        sample = [v for v, count in zip(values, counts, strict=True) for _ in range(count)]
        low, high = Bounded.of(sample).interval()
        if low - 1e-12 <= true <= high + 1e-12:
            held += math.exp(
                math.lgamma(blocks + 1)
                + math.fsum(
                    count * math.log(chance) - math.lgamma(count + 1)
                    for count, chance in zip(counts, chances, strict=True)
                )
            )
    return held


# The coverage is above 97 % only where no interval can avoid it: nearly all samples of ten or
# twenty such blocks are equal, and the values that they lack may all be on one side.
@pytest.mark.parametrize(
    ("name", "blocks", "least", "most"),
    [
        ("even", 10, 0.93, 0.98),
        ("even", 50, 0.94, 0.96),
        ("80 %", 10, 0.93, 0.985),
        ("80 %", 20, 0.93, 0.975),
        ("80 %", 50, 0.94, 0.965),
        ("97 %", 10, 0.93, 0.985),
        ("97 %", 50, 0.94, 0.975),
        ("the deal decides 80 %", 50, 0.94, 0.98),
        ("the deal decides 80 %, else 80 %", 20, 0.925, 0.975),
        ("the deal decides 80 %, else 80 %", 10, 0.93, 1.0),
        ("blocks of equal games, 97 %", 10, 0.93, 0.98),
        ("blocks of equal games, 97 %", 200, 0.93, 0.97),
        ("a block in five won, else split", 10, 0.93, 1.0),
        ("a block in five won, else split", 20, 0.92, 0.97),
    ],
)
def test_intervals_of_shares_hold_the_truth(name, blocks, least, most):
    assert least <= exact(coverage.KINDS[name], blocks) <= most


def test_the_benchmark_agrees_with_the_exact_coverage():
    rng = random.Random(1)
    kind = coverage.KINDS["97 %"]
    assert coverage.held(kind, 10, 1000, rng) == pytest.approx(exact(kind, 10), abs=0.02)
    assert coverage.elo_held(coverage.KINDS["blocks of equal games, 97 %"], 20, 60, rng) >= 0.85
    # blocks whose luck has 3 times the standard deviation of the rest
    assert coverage.held_less_luck(0.5, 0.4, 20, 200, rng) >= 0.9


@settings(deadline=None)  # the machine may be busy
@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=2, max_size=40))
def test_an_interval_stays_within_bounds_and_is_never_empty(values):
    found = Bounded.of(values)
    low, high = found.interval()
    assert 0.0 <= low <= found.mean <= high <= 1.0
    assert high - low > 0.5 / len(values)
    assert found.interval(0.99)[0] <= low
    mirrored = Bounded.of([1 - value for value in values])
    assert mirrored.interval() == pytest.approx((1 - high, 1 - low))
    wide = Bounded.of([2 * value - 1 for value in values], -1.0, 1.0)
    assert wide.interval() == pytest.approx((2 * low - 1, 2 * high - 1))


def test_each_end_of_an_interval_has_a_p_value_of_one_in_forty():
    found = Bounded.of([1.0, 0.5, 1.0, 0.0, 0.5, 1.0, 1.0, 0.5, 1.0, 1.0, 0.5, 1.0])
    low, high = found.interval()
    assert found.above(low) == pytest.approx(0.025)
    assert found.below(high) == pytest.approx(0.025)
    assert found.above(0.0) == found.below(1.0) == 1.0  # no claim is made beyond the bounds


def test_worth_counts_yes_or_no_values_with_the_same_information():
    # a variance of 1/4 around 1/2, as for yes and no, and one extra value at the bounds
    assert Bounded.of([1.0, 0.0] * 5).worth == pytest.approx(10)
    # a variance of (10 / 16 + 1 / 4) / 11: half as much as yes and no, except for the extra value
    assert Bounded.of([0.25, 0.75] * 5).worth == pytest.approx(10 * 11 / 4 / (10 / 16 + 1 / 4))
    assert Bounded.of([0.5] * 10).worth == pytest.approx(10 * 11)  # variance 1 / 4 / 11


def test_yes_or_no_values_have_nearly_wilsons_interval():
    from scipy import stats  # late: it takes long to import

    # many of both: the value at the bounds and Student's t hardly matter
    found = Bounded.of([1.0] * 300 + [0.0] * 700).interval()
    theirs = stats.binomtest(300, 1000).proportion_ci(method="wilson")
    assert found == pytest.approx((theirs.low, theirs.high), abs=2e-4)


def test_means_without_bounds_have_students_interval():
    from scipy import stats

    values = [3.0, 4.0, 8.0, 1.0, 2.5]
    theirs = stats.ttest_1samp(values, 0).confidence_interval()
    assert of_mean(values) == pytest.approx(tuple(theirs))
    assert of_mean([0.1] * 12) is None  # values that don't vary say nothing about later ones
    assert of_mean([7.0]) is None
    assert mean_of([4.0] * 20).low is None
    assert spread([4.0] * 20).half is None


def test_few_values_have_no_interval():
    values = [1.0, 3.0, 2.0, 5.0, 1.0, 0.0, 2.0, 2.0, 4.0, 3.0]
    assert mean_of(values[:9]).low is None
    assert mean_of(values[:9], (0.0, 9.0)).low is None
    assert mean_of(values).low is not None


def test_a_distributions_interval_comes_from_its_blocks():
    blocks = [0.4, 0.6, 0.5, 0.5, 0.45] * 3
    low, high = of_mean(blocks)
    assert spread([0.0, 1.0] * 20, blocks).half == pytest.approx((high - low) / 2)
    # a value on an edge is in the bin above it, the highest in the last one
    found = spread([0.0, 0.5, 0.75, 1.0])
    assert [k for k, count in enumerate(found.counts) if count] == [0, 10, 15, 19]


def test_differences_are_no_surer_than_by_the_sign_test():
    from scipy import stats

    theirs = stats.ttest_1samp([1.0, 3.0, 2.0, -0.5, 4.0, 1.0, 2.0, 1.5], 0).pvalue
    assert changed([1.0, 3.0, 2.0, -0.5, 4.0, 1.0, 2.0, 1.5]) == pytest.approx(theirs)
    assert changed([2.0, 2.0, 2.0]) == 0.25  # all alike: 2 of 2 ** 3
    assert changed([1.0, 1.0, 1.001, 1.0]) == 0.125
    assert changed([1.0]) == changed([0.0] * 9) == changed([]) == 1.0


def test_holms_procedure():
    # Holm 1979, the least first: 0.01 <= 0.05 / 4, 0.015 <= 0.05 / 3, 0.03 > 0.05 / 2
    chances = [0.03, 0.01, 0.04, 0.015]
    assert holm(chances, [0.25] * 4, 0.05) == [False, True, False, True]
    assert holm(chances, [0.1, 0.1, 0.1, 0.1], 0.05) == [False] * 4  # the rest belongs to others
    assert holm([0.03, 0.9], [0.5, 0.5], 0.05) == [False, False]
    assert holm([0.03, 0.9], [0.8, 0.2], 0.05) == [True, False]  # 0.03 <= 0.05 * 0.8
    assert holm([], [], 0.05) == []


# Tournaments


def test_a_player_that_won_everything_has_honest_intervals():
    """After winning all ten blocks, the true share may be 4/5: in points, in Elo, less luck."""
    share = mean_of([1.0] * 10, SHARES)
    assert share.high == 1.0
    assert 0.6 < share.low < 0.8
    assert compare([1.0] * 10, [0.3, -0.3] * 5, SHARES).left == share
    found = rate(2, {0: {((0, 1, 2.0),): 10}}, {0: (0, 1)})
    low = 1 / (1 + math.exp(-2 * found.low[0] / ELO))
    assert low == pytest.approx(share.low, abs=0.1)
    assert 1 / (1 + math.exp(-2 * found.high[0] / ELO)) > 0.999


@pytest.mark.parametrize("counts", [(4, 2, 4), (10, 30, 60), (1, 20, 4)])
def test_intervals_of_elo_match_those_of_points(counts):
    """For pairs of games lost, split and won this often, the Elo matches the share of points."""
    values = [v for v, count in zip((0.0, 0.5, 1.0), counts, strict=True) for _ in range(count)]
    results = {
        ((0, 1, 2 * v), (1, 0, 2 - 2 * v)): count
        for v, count in zip((0.0, 0.5, 1.0), counts, strict=True)
    }
    found = rate(2, {0: results}, {0: (0, 1)}, replicates=4000)
    ends = [1 / (1 + math.exp(-2 * end / ELO)) for end in (found.low[0], found.high[0])]
    low, high = Bounded.of(values).interval()
    assert ends == pytest.approx([low, high], abs=0.12 * (high - low))  # 90 % would be 16 % shorter


def test_a_player_far_from_others_is_not_drawn_to_them():
    """A player who meets everybody gets no extra virtual blocks for it.

    Four players 400 Elo apart score exactly as rated in ten blocks each. Half a virtual block
    either way for every pair would leave only 801 of the 1200 Elo between the ends.
    """
    elo = [600.0, 200.0, -200.0, -600.0]
    results, members = {}, {}
    for number, (one, two) in enumerate(itertools.combinations(range(4), 2)):
        due = 2 / (1 + 10 ** ((elo[two] - elo[one]) / 400))
        results[number] = {((one, two, due), (two, one, 2 - due)): 10}
        members[number] = (one, two)
    found = rate(4, results, members, replicates=100)
    assert found.elo[0] - found.elo[3] > 900
    assert coverage.four_held(400.0, 10, 10, random.Random(3)) > 0.8


def test_points_and_seats_of_a_tournament_are_shares(tmp_path):
    """Their intervals are longer toward the middle, and stay below 1."""
    figures = played(tmp_path / "t", config_of("pig", ["greedy", "random"], games=40, seed="9"))
    best = max((figures.luck[0].raw, figures.luck[0].left), key=lambda one: one.value)
    for share in (figures.luck[0].raw, best, max(figures.seats, key=lambda one: one.value)):
        assert share.value > 0.5
        assert 0.0 < share.high - share.value < 0.999 * (share.value - share.low)
        assert share.high <= 1.0


def test_a_report_never_calls_a_share_certain(tmp_path):
    config = config_of("tic_tac_toe", ["mcts:sims=200", "random"], games=40, seed="2")
    path = tmp_path / "t"
    with Store.create(path, config) as store:
        run(store, Here(config))
    page = tmp_path / "page.html"
    output = works("tournament", "report", path, "--html", page)
    seats = [line for line in output.splitlines() if line.strip().startswith("seat ")]
    assert len(seats) == 2
    assert all(" % (" in line and " to " in line for line in seats)
    for text in (output, page.read_text(encoding="utf-8")):
        assert not re.search(r"± ?0(\.0+)?\b(?!\.)", text)
    (row, _) = csv.DictReader(io.StringIO(works("tournament", "report", path, "--csv", "-")))
    assert float(row["elo_low"]) < float(row["elo"]) < float(row["elo_high"])
