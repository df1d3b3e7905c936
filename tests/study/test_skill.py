"""Tests of a study's ladder: its steps, their sum, and its mark."""

import json
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aicore.arena.match import Match
from aicore.arena.sprt import expected
from aicore.core import registry
from aicore.core.deal import Deal
from aicore.plain.loading import register
from aicore.players import player
from aicore.study.games import Games
from aicore.study.played_game import Design
from aicore.study.significance import marked
from aicore.study.skill import SkillStep, called, elo, meet, rungs, skill
from kit.command import works

EXAMPLES = Path(__file__).parents[2] / "examples"
TWO = Design("booster", 2, (), "greedy")


@settings(deadline=None)  # the machine may be busy
@given(st.floats(-600, 600), st.integers(2, 6))
def test_elo_inverts_the_expected_share(lead, seats):
    assert elo(expected(lead, seats), seats, 10**9) == pytest.approx(lead, abs=1e-6)


def test_a_ladder_adds_its_steps_up():
    half = expected(100.0)
    shares = tuple([half - 0.1, half + 0.1] * 20)
    step, _, whole = skill(TWO, [SkillStep("b", "a", shares), SkillStep("c", "b", shares)])
    assert whole.value == pytest.approx(200, abs=1)
    assert whole.half == pytest.approx(2**0.5 * step.half)


def test_a_ladder_to_a_level_has_only_lower_levels():
    def named_up_to(by):
        design = Design("connect_four", 2, (), by)
        return [called(design, spec) for spec in rungs(design)]

    assert named_up_to("level:5") == ["random", "level 3", "level 5"]
    assert named_up_to("level:3") == ["random", "level 3"]
    assert named_up_to("mcts") == ["random", "level 3", "level 5", "level 7", "level 9"]
    assert named_up_to("greedy") == ["random", "level 3", "level 5", "level 7", "greedy"]


def test_a_player_that_won_all_games_has_no_upper_bound():
    all_won = SkillStep("b", "a", (1.0,) * 40)
    half = SkillStep("c", "b", (0.4, 0.6) * 20)
    for steps in ([all_won], [all_won, all_won], [half, all_won]):
        *_, found = skill(TWO, steps)
        assert found.low < found.value
        assert found.high is None
        assert found.question is None  # it cannot claim that skill hardly matters
        assert f"({found.low:.0f} or more) Elo stronger" in found.sentence
    _, all_lost = skill(TWO, [SkillStep("b", "a", (0.0,) * 40)])
    assert all_lost.low is None
    assert all_lost.high < 0
    assert all_lost.question.chance < 0.01
    _, few = skill(TWO, [SkillStep("b", "a", (1.0, 1.0))])
    assert (few.low, few.high) == (None, None)


def test_a_ladder_that_goes_down_names_the_stronger_player_first():
    _, found = skill(TWO, [SkillStep("b", "a", (0.3, 0.5) * 40)])
    assert found.value < 0
    assert found.sentence.startswith("a is 7")
    assert found.sentence.endswith(" Elo stronger than b.")
    _, lost = skill(TWO, [SkillStep("b", "a", (0.0,) * 40)])
    assert f"({-lost.high:.0f} or more) Elo stronger than b." in lost.sentence


def test_a_flat_ladder_is_marked():
    flat = [SkillStep("b", "a", (0.4, 0.6) * 40), SkillStep("c", "b", (0.45, 0.55) * 40)]
    assert [each.mark for each in marked(skill(TWO, flat))] == ["", "", "skill hardly counts"]
    steep = [SkillStep("b", "a", (0.6, 0.8) * 40), SkillStep("c", "b", (0.6, 0.8) * 40)]
    assert not any(each.mark for each in marked(skill(TWO, steep)))


@pytest.mark.slow
def test_a_game_for_one_has_a_ladder():
    shown = works("study", "trader", "--by", "greedy", "--games", 4, "--json", "-", "--quiet")
    (report,) = json.loads(shown)
    steps = [each["name"] for each in report["findings"] if each["section"] == "Skill"]
    assert len(steps) > 2
    assert steps[0].startswith("step random to ")
    assert steps[-1].endswith(" to greedy")


class Interrupted:
    """Pool that is interrupted after some results."""

    def __init__(self, results):
        self.left = results

    def map(self, job, values):
        for value in values:
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            yield float(value)


@pytest.mark.parametrize(("results", "steps"), [(99, 4), (8, 4), (7, 3), (4, 2), (3, 1), (1, 0)])
def test_an_interrupted_step_does_not_count(results, steps):
    design = Design("connect_four", 2, (), "mcts")
    games = Games(Interrupted(results))
    found = games.steps(design, ["0", "1"], lambda games: None)
    names = rungs(design)
    assert [(one.worse, one.better) for one in found] == list(pairwise(names))[:steps]
    assert all(one.shares == (0.0, 1.0) for one in found)
    assert games.stopped == (results < 8)


def scores(design, specs, deal):
    """Return the scores or returns of a game between players, on a deal."""
    game = design.load()
    seats = [player(spec, game) for spec in specs]
    record = Match(game, seats, Deal(deal)).finish()
    return list(record.scores if design.seats == 1 else record.returns)


def test_a_step_is_played_once_by_each_side():
    solo = Design("ransom", 1, (), "greedy")
    found = set()
    for deal in (3, 4, 5):
        both = scores(solo, ["greedy"], deal)[0], scores(solo, ["random"], deal)[0]
        found |= {both[0] - both[1]}
        assert meet(solo, "greedy", "random", deal) == both
        shares = []
        for seat in (0, 1):
            won = scores(TWO, ["greedy" if k == seat else "random" for k in (0, 1)], deal)
            shares.append(0.5 + 0.5 * ((won[seat] > won[1 - seat]) - (won[seat] < won[1 - seat])))
        assert meet(TWO, "greedy", "random", deal) == pytest.approx(fmean(shares))
        poker = Design("kuhn_poker", 2, (), "cfr")
        gains = []
        for seat in (0, 1):
            paid = scores(poker, ["cfr" if k == seat else "random" for k in (0, 1)], deal)
            gains.append(paid[seat] - fmean(paid))
        assert meet(poker, "cfr", "random", deal) == pytest.approx(fmean(gains))
    assert found != {0.0}


def test_partners_are_compared_by_their_success(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTERED", dict(registry._REGISTERED))
    fire = Design(str(register(EXAMPLES / "firebreak.py")), 2, (), "greedy")
    game = fire.load()
    found = set()
    for deal in range(6):
        both = tuple(game.share(scores(fire, [spec] * 2, deal)[0]) for spec in ("greedy", "random"))
        assert meet(fire, "greedy", "random", deal) == both
        found |= {both}
    assert any(one != other for one, other in found)
