"""Tests of Elo and sequential tests: known answers, other implementations, simulated truth."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from scipy.special import digamma, ndtr, polygamma

from aicore.arena import sprt
from aicore.arena.fits import Fits
from aicore.arena.plan import Sprt
from aicore.arena.ratings import ELO, Anchor, quantile, rate
from aicore.arena.results import comparisons, points, ranks, solo_levels
from aicore.core.errors import OptionError
from kit.effort import effort

# Sequential tests. Source of all figures: fastchess, app/tests/sprt_test.cpp


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "elo0", "elo1", "model", "expected"),
    [
        (36433, 36027, 68692, 0, 2, "normalized", 0.92),
        (10871, 10650, 20431, -1.75, 0.25, "normalized", 2.30),
        (21404, 21184, 40708, 0.5, 2.5, "logistic", -1.57),
        (57433, 57030, 106593, 0, 2, "logistic", -2.59),
    ],
)
def test_llr_of_single_games(wins, losses, draws, elo0, elo1, model, expected):
    test = Sprt(elo0, elo1, model)
    assert sprt.llr([0, 0.5, 1], [losses, draws, wins], test, games=1) == pytest.approx(
        expected, abs=0.01
    )


@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "model", "expected"),
    [
        # points of the pair: 0, ½, 1 (a win and a loss), 1 (two draws), 1½, 2
        ((365, 16618, 36029, 200, 16974, 390), 0, 2, "normalized", 2.25),
        ((127, 4883, 10311, 401, 5150, 104), -1.75, 0.25, "normalized", 3.01),
        ((223, 9863, 20279, 1000, 10037, 246), 0.5, 2.5, "logistic", -3.07),
        ((871, 26175, 55003, 980, 26678, 821), 0, 2, "logistic", -4.98),
    ],
)
def test_llr_of_pairs(pairs, elo0, elo1, model, expected):
    lost, half, split, drawn, more, won = pairs
    counts = [lost, half, split + drawn, more, won]
    found = sprt.llr([0, 0.25, 0.5, 0.75, 1], counts, Sprt(elo0, elo1, model))
    assert found == pytest.approx(expected, abs=0.01)


def test_the_bounds_are_walds():
    # ln(0.95 / 0.05) = 2.944
    assert sprt.bounds(Sprt(0, 5)) == (
        pytest.approx(-2.944, abs=1e-3),
        pytest.approx(2.944, abs=1e-3),
    )


def test_each_error_rate_of_a_test_has_its_own_bound():
    # Wald 1947: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha), by hand for 1 and 20 %
    test = Sprt(0, 5, alpha=0.01, beta=0.2)
    assert sprt.bounds(test) == (
        pytest.approx(math.log(0.2 / 0.99)),
        pytest.approx(math.log(0.8 / 0.01)),
    )
    assert sprt.decision(test, -1.7) == "elo0"
    assert sprt.decision(test, 3.0) == ""


def test_a_score_that_never_occurred_may_still_occur():
    """An unseen result counts 1/1000: otherwise losses alone would make elo1 impossible."""
    test = Sprt(0, 5)
    lost = sprt.llr([0, 0.5, 1], [40, 0, 0], test, games=1)
    assert lost == sprt.llr([0, 0.5, 1], [40, 1e-3, 1e-3], test, games=1)
    assert lost != sprt.llr([0, 0.5, 1], [40, 1e-6, 1e-6], test, games=1)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("test", [(230, 240), (0, 232), (-4000, 4000), (3990, 4000), (0, 1e-9)])
def test_any_hypotheses_have_a_finite_ratio(model, test):
    """Normalized Elo bounds of 232 and more once had ratios that no distribution seemed to have."""
    scores = [0, 0.25, 0.5, 0.75, 1]
    for counts in itertools.product(effort((0, 300), (0, 1, 300)), repeat=5):
        assert math.isfinite(sprt.llr(scores, counts, Sprt(*test, model)))


@pytest.mark.parametrize("test", [(230, 240), (0, 232), (-4000, 4000), (3990, 4000), (0, 1e-9)])
def test_any_normalized_hypotheses_have_a_finite_ratio_for_adjusted_scores(test):
    counter = sprt.LuckCounter(Sprt(*test, "normalized"), seats=2)
    rng = np.random.default_rng(1)
    for score in rng.choice([0.0, 0.5, 1.0], 200):
        counter.add(float(score), float(score + rng.normal(0, 0.2)))
        assert math.isfinite(counter.llr())


@pytest.mark.parametrize("ratio", [-16.0, -0.94, -0.03, 0.0, 0.2, 0.94, 1.0, 2.9, 16.0])
def test_distributions_with_a_ratio_have_it(ratio):
    """The mean lies the given number of standard deviations above 1/2; no share is 0."""
    scores = [0, 0.25, 0.5, 0.75, 1]
    for counts in ([50, 1e-3, 1e-3, 500, 1e-3], [1e-3, 1e-3, 1e-3, 50, 50], [9, 20, 60, 30, 5]):
        shares = [count / sum(counts) for count in counts]
        found = sprt._with_ratio(scores, shares, 0.5, ratio)
        mean, sigma = sprt._spread(scores, found)
        assert min(found) > 0.0
        assert sum(found) == pytest.approx(1.0)
        assert mean - 0.5 == pytest.approx(ratio * sigma, abs=1e-7)


def test_the_most_likely_distribution_matches_scipy():
    from scipy.optimize import minimize

    scores, shares = np.array([0, 0.25, 0.5, 0.75, 1]), np.array([0.1, 0.2, 0.4, 0.2, 0.1])

    def lacks(p):
        mean = p @ scores
        return mean - 0.5 - 0.8 * math.sqrt(p @ (scores - mean) ** 2)

    rules = [{"type": "eq", "fun": lacks}, {"type": "eq", "fun": lambda p: p.sum() - 1}]
    theirs = minimize(
        lambda p: -(shares @ np.log(p)), shares, bounds=[(1e-9, 1)] * 5, constraints=rules,
        options={"ftol": 1e-14},
    )  # fmt: skip
    assert sprt._with_ratio(scores, shares, 0.5, 0.8) == pytest.approx(theirs.x, abs=1e-5)


def moments(values):
    found = sprt.Moments()
    for value in values:
        found.add(value)
    return found


def test_moments_match_numpy():
    values = np.random.default_rng(3).exponential(size=50)
    found, off = moments(values), values - values.mean()
    assert found.mean == pytest.approx(values.mean())
    assert found.scatter == pytest.approx((off**2).sum())
    assert found.skew == pytest.approx((off**3).mean())


def test_the_ratio_of_scores_by_hand():
    """Without skewness it is a normal distribution's ratio, with nearly the scores' variance."""
    raw = moments([0, 1] * 10)
    left = moments([0.5, 0.6] * 10)
    assert left.skew == pytest.approx(0.0)
    # two virtual blocks, half of them at either bound: 2 * 0.25 over 20 blocks
    variance = 0.0025 + 0.25e-3 / 20 + 0.025
    one = sprt.expected(10.0)
    by_hand = 10 * math.log((1 + 0.05**2 / variance) / (1 + (0.55 - one) ** 2 / variance))
    assert sprt.moments_llr(left, raw, Sprt(0, 10)) == pytest.approx(by_hand)


def test_skewness_moves_the_variance_with_the_mean():
    """For wins and losses alone the ratio is known: the ratio for two coins, Wald 1947."""
    left = moments([1.0] * 850 + [0.0] * 150)
    test = Sprt(300, 320)
    zero, one = sprt.expected(300), sprt.expected(320)
    coins = 850 * math.log(one / zero) + 150 * math.log((1 - one) / (1 - zero))
    found = sprt.moments_llr(left, left, test)
    left.cubes = 0.0
    symmetric = sprt.moments_llr(left, left, test)
    assert abs(found - coins) < 0.2 * abs(symmetric - coins)


def test_expected_points():
    assert sprt.expected(0) == 0.5
    assert sprt.expected(400) == pytest.approx(10 / 11)  # the definition of Elo: odds of ten to one
    assert sprt.expected(0, seats=4) == 0.25
    assert sprt.expected(0, seats=1) == 0.5  # solo games are duels on a deal


@pytest.mark.parametrize(("true", "answer"), [(0.0, "elo0"), (40.0, "elo1")])
def test_a_test_keeps_its_error_rate(true, answer):
    """One test in twenty may be wrong; more than 12 wrong of 100 have odds of 1 : 700."""
    rng = np.random.default_rng(7)
    wrong = 0
    for _ in range(100):
        test = Sprt(0, 40)
        counter = sprt.Counter(test, seats=2)
        decided = ""
        while not decided:
            for score in rng.binomial(2, sprt.expected(true), 20) / 2:
                counter.add(float(score))
            decided = sprt.decision(test, counter.llr())
        wrong += decided != answer
    assert wrong <= 12


def test_hypotheses_in_the_wrong_order_are_refused():
    with pytest.raises(OptionError, match="lower one first"):
        Sprt(5, 0)


# Results


def test_points_and_ranks():
    assert points([1.0, 0.0], None, 2) == [1.0, 0.0]
    assert points([0.5, 0.5], None, 2) == [0.5, 0.5]
    assert points([0.5, 0.0, 0.5], None, 3) == [0.5, 0.0, 0.5]
    assert ranks([0.5, 0.0, 0.5], None, 3) == [1.5, 3.0, 1.5]
    assert points(None, 1, 2) == [1.0, 0.0]  # a forfeit
    assert ranks(None, 0, 3) == [3.0, 1.5, 1.5]


def test_levels_of_players_on_one_solo_deal():
    assert solo_levels([[3], [2], [3]]) == [1.0, 0.0, 1.0]
    assert solo_levels([[3, 0], [3, 1], None]) == [0.0, 1.0, -1.0]  # a forfeit is worst
    assert solo_levels([[2, 9, 9], [10, 0, 0]]) == [0.0, 1.0]  # compared number by number
    assert solo_levels([[2.0, 1], [2, 1.0]]) == [0.0, 0.0]
    assert solo_levels([None, None]) == [-1.0, -1.0]


def test_comparisons():
    assert list(comparisons([1.0, 0.0], None, 2)) == [(0, 1, 1.0)]
    assert list(comparisons([0.5, 0.5], None, 2)) == [(0, 1, 0.5), (1, 0, 0.5)]
    # two losers of three: which of them was better is unknown
    assert list(comparisons([0.0, 1.0, 0.0], None, 3)) == [(1, 0, 1.0), (1, 2, 1.0)]
    # if all are equal, it is a draw of all
    assert len(list(comparisons([0.0, 0.0, 0.0], None, 3))) == 6
    # a whole ranking compares everyone
    assert len(list(comparisons([3.0, 2.0, 1.0], None, 3))) == 3


# Ratings


def comparisons_of(wins):
    """Return a matrix of wins, [one][other], as comparisons."""
    return tuple(
        (one, two, float(won)) for one, row in enumerate(wins) for two, won in enumerate(row) if won
    )


@pytest.mark.parametrize("size", [2, 3, 6, 30])
def test_our_fit_matches_choix(size):
    import choix  # loads most of SciPy

    for seed in range(5):
        wins = np.random.default_rng(seed).integers(1, 40, (size, size)).astype(float)
        np.fill_diagonal(wins, 0)
        theirs = choix.ilsr_pairwise_dense(wins, alpha=0.0, max_iter=1000, tol=1e-10)
        ours = Fits(size, [(1, comparisons_of(wins))]).estimate()
        assert ours == pytest.approx((theirs - theirs.mean()).tolist(), abs=1e-5)


def test_two_players_have_the_elo_of_their_odds():
    ours = Fits(2, [(10, [(0, 1, 3.0), (1, 0, 1.0)])]).estimate()
    # odds of 3 : 1 are 400 log10(3) = 190.8 Elo by definition
    assert ELO * (ours[0] - ours[1]) == pytest.approx(400 * math.log10(3))


def test_expected_points_are_points():
    """Ordo's condition: with the ratings, every player's expected points are its points."""
    wins = np.random.default_rng(4).integers(0, 9, (5, 5)).astype(float)
    np.fill_diagonal(wins, 0)
    elo = ELO * np.array(Fits(5, [(1, comparisons_of(wins))]).estimate())
    expected = 1 / (1 + 10 ** ((elo[None, :] - elo[:, None]) / 400))
    games = wins + wins.T
    assert (games * expected).sum(1) == pytest.approx(wins.sum(1))


def test_an_anchor_has_its_elo_and_moves_the_others():
    rng = np.random.default_rng(8)
    _, results, members = synthetic(rng, 4, 30, 0.0)
    free = rate(4, results, members, replicates=200, pairs=True)
    held = rate(4, results, members, replicates=200, anchor=Anchor(2, 1500.0), pairs=True)
    for k in range(4):
        assert held.elo[k] == pytest.approx(1500 + free.elo[k] - free.elo[2])
        # an interval is of the difference from the anchor
        assert (held.low[k] - 1500, held.high[k] - 1500) == pytest.approx(free.apart[k][2][1:])
    assert held.low[2] == held.high[2] == 1500
    assert held.superior == free.superior
    assert held.apart[0][1] == pytest.approx(free.apart[0][1])
    assert free.apart[1][0] == tuple(-value for value in np.array(free.apart[0][1])[[0, 2, 1]])


@pytest.mark.slow
@pytest.mark.parametrize(
    "blocks",
    [{((0, 1, 0.5), (1, 0, 0.5)): 8}, {((0, 1, 1.0),): 5, ((1, 0, 1.0),): 5}],
    ids=["halves", "wins"],
)
def test_balanced_results_have_symmetric_intervals(blocks):
    found = rate(2, {0: blocks}, {0: (0, 1)}, pairs=True, anchor=Anchor(0, 100.0))
    value, low, high = found.apart[1][0]
    assert value == pytest.approx(0.0, abs=1e-6)
    assert low == pytest.approx(-high)
    assert found.elo[1] - found.low[1] == pytest.approx(found.high[1] - found.elo[1])
    assert found.superior == [[0.5, 0.5], [0.5, 0.5]]
    uneven = dict(blocks)
    uneven[((0, 1, 1.0),)] = uneven.get(((0, 1, 1.0),), 0) + 1
    _, low, high = rate(2, {0: uneven}, {0: (0, 1)}, pairs=True).apart[0][1]
    assert low != pytest.approx(-high)


def test_intervals_of_differences_cover_the_truth():
    """The differences are between any two players, and so between a player and an anchor."""
    rng = np.random.default_rng(11)
    held = []
    for number in range(400):
        truth, results, members = synthetic(rng, 4, 30, 0.3)
        found = rate(4, results, members, seed=number, replicates=300, pairs=True)
        for one, two in itertools.combinations(range(4), 2):
            _, low, high = found.apart[one][two]
            held.append(low <= truth[one] - truth[two] <= high)
    assert 0.93 <= np.mean(held) <= 0.97


def test_groups_that_never_met_are_rated_separately():
    """Odds are 3 : 1 within each pair; the pairs never met, and the fifth player met nobody."""
    kinds = [(1, [(0, 1, 3.0), (1, 0, 1.0), (2, 3, 3.0), (3, 2, 1.0)])]
    ours = Fits(5, kinds).estimate()
    assert ours[0] - ours[1] == pytest.approx(math.log(3))
    assert ours[2] - ours[3] == pytest.approx(math.log(3))
    assert all(map(math.isfinite, ours))


def test_blocks_get_random_weights_of_a_gamma_distribution():
    """With one comparison each way in n and m blocks, the odds are ratios of gamma variates."""
    for shape, other in ((0.5, 4.0), (1.0, 2.5), (30.0, 7.0)):
        fits = Fits(2, [(shape, [(0, 1, 1.0)]), (other, [(1, 0, 1.0)])], seed=4)
        odds = [one - two for one, two in (fits.draw() for _ in range(20_000))]
        mean = digamma(shape) - digamma(other)
        variance = polygamma(1, shape) + polygamma(1, other)
        assert np.mean(odds) == pytest.approx(mean, abs=5 * math.sqrt(variance / 20_000))
        assert np.var(odds) == pytest.approx(variance, rel=0.06)


def test_a_comparison_with_an_unknown_player_is_refused():
    with pytest.raises(ValueError, match="cannot compare players 2 and 0: there are 2 players"):
        Fits(2, [(1, [(2, 0, 1.0)])])


def test_quantiles_match_numpy():
    values = sorted(np.random.default_rng(1).normal(size=17).tolist())
    for share in (0.0, 0.025, 0.3, 0.5, 0.975, 1.0):
        assert quantile(values, share) == pytest.approx(np.quantile(values, share))


def test_players_without_games_or_losses_have_finite_elo():
    found = rate(4, {0: {((0, 1, 2.0),): 20}}, {0: [0, 1]}, replicates=200)
    assert found.superior[2][3] == found.superior[3][2] == 0.5  # nothing distinguishes them
    assert all(map(math.isfinite, found.elo + found.low + found.high))
    assert found.low[0] > 0 > found.high[1]
    assert found.superior[0][1] > 0.999


def test_plackett_luce_is_recovered_from_winners_alone():
    """With three seats and only winners known, comparisons recover the players' strengths."""
    strength = np.array([0.9, 0.0, -0.9])
    rng = np.random.default_rng(3)
    shares = np.exp(strength) / np.exp(strength).sum()
    results = Counter()
    for winner in rng.choice(3, 6000, p=shares):
        returns = [float(seat == winner) for seat in range(3)]
        results[tuple(sorted(comparisons(returns, None, 3)))] += 1
    found = rate(3, {0: results}, {0: [0, 1, 2]}, replicates=200)
    assert found.elo == pytest.approx((ELO * strength).tolist(), abs=20)


def synthetic(rng, players, blocks, luck):
    """Return a round-robin of pairs of games that share `luck` (0 to 1), from known strengths."""
    truth = rng.normal(0, 100, players) / ELO
    truth -= truth.mean()
    results, members = {}, {}
    for number, (one, two) in enumerate(itertools.combinations(range(players), 2)):
        chance = 1 / (1 + np.exp(truth[two] - truth[one]))
        shared = rng.normal(size=(blocks, 1)) * math.sqrt(luck)
        own = rng.normal(size=(blocks, 2)) * math.sqrt(1 - luck)
        won = (ndtr(shared + own) < chance).sum(1)
        results[number] = {
            ((one, two, float(k)), (two, one, 2.0 - k)): int((won == k).sum())
            for k in range(3)
            if (won == k).any()
        }
        members[number] = [one, two]
    return ELO * truth, results, members


def covered(luck, tournaments):
    """Return the share of 95 % intervals that hold the true strength."""
    rng = np.random.default_rng(2026)
    held = []
    for number in range(tournaments):
        truth, results, members = synthetic(rng, 3, 40, luck)
        found = rate(3, results, members, seed=number, replicates=300)
        held.append((np.array(found.low) <= truth) & (truth <= np.array(found.high)))
    return np.mean(held)


@pytest.mark.parametrize("luck", [0.0, 0.6])
def test_intervals_cover_the_truth_in_few_tournaments(luck):
    """At least 86 % of 180 intervals from 60 tournaments cover the truth, and not all do."""
    assert 0.86 <= covered(luck, 60) < 1.0


@pytest.mark.slow
@pytest.mark.parametrize("luck", [0.0, 0.6])
def test_intervals_cover_the_truth_in_many_tournaments(luck):
    """95 % intervals cover the truth in 93 to 97 % of 1,000 tournaments.

    This holds even where the games of a block share most of their luck. Intervals from single games
    would fail there.
    """
    assert 0.93 <= covered(luck, 1000) <= 0.97
