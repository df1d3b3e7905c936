"""Tests of luck-adjusted results: of a simulated truth, in sequential tests and in files."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

import aicore
from aicore.arena import sprt
from aicore.arena.luck import Meter
from aicore.arena.luck_adjusted import EARLIEST, RunningAdjustment, adjusted_results, compare
from aicore.arena.plan import Sprt
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.arena.tournament import run
from bench.study import sprt as study_of_errors
from kit.command import fails, works
from kit.tournaments import Here, config_of

SPAN = 0.7  # luck per unit of result, in the units in which luck is measured


def simulated(rng, blocks, share, spread):
    """Return scores of pairs of games with mean `share`, and their luck, which is 0 on average.

    Luck raises or lowers a game's win probability by `spread`.
    """
    luck = rng.choice([-spread, spread], (blocks, 2))
    won = rng.random((blocks, 2)) < share + luck
    return won.mean(1).tolist(), (SPAN * luck).mean(1).tolist()


def test_the_mean_stays_and_the_interval_holds():
    """In 400 tournaments of 40 blocks, at least 90 % of the intervals hold the true mean."""
    rng = np.random.default_rng(5)
    means, held, factors = [], 0, []
    for _ in range(400):
        found = compare(*simulated(rng, 40, 0.55, 0.4))
        means.append(found.left.value)
        held += found.left.low <= 0.55 <= found.left.high
        factors.append(found.factor)
    assert np.mean(means) == pytest.approx(0.55, abs=3 * np.std(means) / 20)
    assert 0.90 <= held / 400 < 1.0
    # a game's variance is 0.55 * 0.45; without luck it is the mean of 0.95 * 0.05 and 0.15 * 0.85
    assert np.median(factors) == pytest.approx(0.2475 / 0.0875, rel=0.1)


def test_a_block_does_not_affect_the_coefficient_of_its_own_luck():
    rng = np.random.default_rng(6)
    results, lucks = simulated(rng, 30, 0.5, 0.3)
    before = adjusted_results(results, lucks)
    for result in (-3.0, 7.0):
        changed = adjusted_results([*results[:9], result, *results[10:]], lucks)
        assert changed[9] - result == pytest.approx(before[9] - results[9])
        assert changed[8] != pytest.approx(before[8])


def test_arriving_blocks_are_adjusted_by_earlier_ones():
    rng = np.random.default_rng(7)
    results, lucks = simulated(rng, 30, 0.5, 0.3)
    stream = RunningAdjustment()
    lines = [stream.add(*block) for block in zip(results, lucks, strict=True)]
    assert list(map(len, lines)) == [0] * (EARLIEST - 1) + [EARLIEST] + [1] * (30 - EARLIEST)
    assert lines[EARLIEST - 1] == pytest.approx(
        adjusted_results(results[:EARLIEST], lucks[:EARLIEST])
    )
    assert lines[19][0] == pytest.approx(adjusted_results(results[:20], lucks[:20])[-1])


def test_luck_that_is_always_zero_changes_nothing():
    assert adjusted_results([1.0, 0.0, 0.5], [0.0, 0.0, 0.0]) == [1.0, 0.0, 0.5]
    assert compare([1.0] * 9, [0.1] * 9) is None  # too few
    assert compare([1.0] * 20, [0.0] * 20).factor is None  # nothing varies


def blocks_of_tests(test, true, spread, runs=60):
    """Yield the tests' answers and the numbers of blocks they took."""
    rng = np.random.default_rng(8)
    for _ in range(runs):
        counter = sprt.LuckCounter(test, 2)
        blocks, decided = 0, ""
        while not decided:
            for score, luck in zip(*simulated(rng, 10, sprt.expected(true), spread), strict=True):
                counter.add(score, luck)
            blocks += 10
            decided = sprt.decision(test, counter.llr())
        yield decided, blocks


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("spread", [0.2, 0.42])
@pytest.mark.parametrize(("true", "answer"), [(0.0, "elo0"), (40.0, "elo1")])
def test_a_luck_adjusted_test_keeps_its_error_rate(true, answer, spread, model):
    """One test in twenty may be wrong; more than 8 wrong of 60 have odds of 1 : 350."""
    # a lead of 40 Elo, in standard deviations (1/2) of a game's result
    elo1 = 40.0 if model == "logistic" else sprt.NORMALIZED * 2 * (sprt.expected(40.0) - 0.5)
    found = list(blocks_of_tests(Sprt(0, elo1, model), true, spread))
    assert sum(decided != answer for decided, _ in found) <= 8


def test_a_luck_adjusted_test_ends_sooner():
    # a spread of 0.4 leaves 0.09 of a variance of 0.25, so about a third of the blocks suffice
    test = Sprt(0, 40)
    blocks = [
        float(np.mean([blocks for _, blocks in blocks_of_tests(test, 0.0, spread)]))
        for spread in (0.0, 0.4)
    ]
    assert 0.2 * blocks[0] < blocks[1] < 0.55 * blocks[0]


def test_nothing_is_decided_by_a_handful_of_blocks():
    """After 31 blocks, a mean of 1/2 may still not differ from 1 in 16; after 32 it must."""
    counter = sprt.LuckCounter(Sprt(0, 400), 2)
    for _ in range(2 * sprt.FEWEST - 1):
        counter.add(1.0, 0.0)
    assert counter.llr() == 0.0
    counter.add(1.0, 0.0)
    assert sprt.decision(counter.test, counter.llr()) == "elo1"


def test_blocks_that_agree_decide_nothing():
    """If two players hardly differ, most results are equal, and favor neither hypothesis yet."""
    for test in (Sprt(-10, 0), Sprt(0, 10), Sprt(-10, 0, "normalized")):
        counter = sprt.LuckCounter(test, 2)
        for _ in range(100):
            counter.add(0.5, 0.0)
        assert counter.llr() == 0.0, test


def test_a_change_that_few_deals_show_is_seldom_rejected():
    """One deal in ten is affected, worth 20 Elo overall; formerly two in five tests rejected it.

    More than 8 wrong of 60 tests have odds of 1 : 350.
    """
    rng = np.random.default_rng(2)
    won = 0.5 + (sprt.expected(20.0) - 0.5) / 0.1
    wrong = 0
    for _ in range(60):
        counter = sprt.LuckCounter(Sprt(0, 20), 2)
        decided = ""
        while not decided:
            score = float(rng.random() < won) if rng.random() < 0.1 else 0.5
            counter.add(score, 0.0)
            decided = sprt.decision(counter.test, counter.llr())
        wrong += decided != "elo1"
    assert wrong <= 8


# Tournaments


@pytest.mark.parametrize(
    ("name", "specs"), [("pig", ["greedy", "random"]), ("trader", ["script"] * 2)]
)
def test_a_file_keeps_the_luck_of_its_records(tmp_path, name, specs):
    config = config_of(name, specs, games=40, seed="9")
    with Store.create(tmp_path / "t", config) as store:
        run(store, Here(config))
        game = config.load()
        for row, line in zip(store.games(), store.records(), strict=True):
            events = [event for _, event in json.loads(line)["events"]]
            kept = json.loads(row.luck)
            if name == "pig":  # nothing is sampled
                assert kept == pytest.approx(Meter(game).of_game(events), abs=1e-9)
            assert len(kept) == game.seats
        figures = summarize(store, 10)
    if name == "pig":
        one, two = figures.luck
        assert one.raw.value == pytest.approx(figures.players[0].share)
        assert one.left.value + two.left.value == pytest.approx(1.0)  # one's gain, other's loss
        assert one.left.high - one.left.low < one.raw.high - one.raw.low
    else:  # equal players: whatever luck was measured, all of it cancels
        apart = figures.luck_apart[0][1]
        assert apart.raw.value == apart.left.value == 0.0


def write_tournament(path, **given):
    """Write a tournament file of greedy and random players in pig."""
    config = config_of("pig", ["greedy", "random"], seed="1", move_time=60.0, **given)
    with Store.create(path, config) as store:
        run(store, Here(config))


def test_the_report_shows_luck_and_luck_can_be_left_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_tournament("a", games=40)
    text = works("tournament", "report", "a")
    assert "raw and luck-adjusted" in text
    assert "x the games" in text
    works("tournament", "report", "a", "--html", "a.html", "--quiet")
    assert "Luck-adjusted" in (tmp_path / "a.html").read_text()
    rows = list(csv.DictReader(io.StringIO(works("tournament", "report", "a", "--csv", "-"))))
    for row in rows:
        low, value, high = (float(row[f"less_luck{end}"]) for end in ("_low", "", "_high"))
        assert low < value < high
        assert float(row["luck_factor"]) > 1.5
    output = fails("tournament", "--resume", "a", "--no-luck")
    assert output.startswith("a was started with luck True, not False. To continue it, leave")
    write_tournament("b", luck=False, games=40)
    assert "luck" not in works("tournament", "report", "b")
    with Store.open("a", read_only=True) as a, Store.open("b", read_only=True) as b:
        assert [row._replace(luck=None) for row in a.games(timing=False)] == list(
            b.games(timing=False)
        )
    few = ["--games", 2, "--jobs", 1, "--file", "d", "--quiet", "--no-luck"]
    works("tournament", "pig", "random", "random", *few)
    with Store.open("d", read_only=True) as store:
        assert not store.config.luck
    write_tournament("c", sprt=Sprt(0, 100), capped=False)
    assert "from luck-adjusted block scores" in works("tournament", "report", "c")


def test_luck_is_measured_in_games_with_chance_unless_refused():
    assert not config_of("tic_tac_toe", ["random", "random"]).luck
    assert config_of("pig", ["random", "random"]).luck
    assert not config_of("pig", ["random", "random"], luck=False).luck
    assert aicore.load("tic_tac_toe").has_chance is False


def test_the_study_of_errors_follows_the_same_test():
    """Running all tests at once, as arrays, gives the ratio of one counter, block by block."""
    rng = np.random.default_rng(3)
    for share, spread in ((0.5, 0.4), (0.8, 0.1), (0.97, 0.0)):
        scores, lucks = map(np.array, simulated(rng, 150, share, spread))
        test = Sprt(0, 60)
        found = study_of_errors.ratios(scores[None], lucks[None], test)[0]
        counter = sprt.LuckCounter(test, 2)
        for score, luck, ratio in zip(scores, lucks, found, strict=True):
            counter.add(score, luck)
            assert ratio == pytest.approx(counter.llr(), rel=1e-6, abs=1e-6)
