"""Tests of games in which the size of a win counts: rated by mean returns, not by points."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3

import pytest

import aicore
from aicore.arena import report
from aicore.arena.plan import Sprt, Stakes
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.arena.tournament import run
from aicore.core.errors import AicoreError, OptionError
from aicore.core.registry import info
from aicore.plain.loading import register
from aicore.study.findings import findings
from aicore.study.luck import luck
from aicore.study.played_game import Design, play
from aicore.study.significance import marked
from aicore.study.skill import SkillStep, meet, skill
from bench.study import coverage
from kit.command import fails, works
from kit.tournaments import Here, config_of, played

CHIPS = Stakes("chips", -2.0, 2.0)


@pytest.fixture(scope="module")
def poker(tmp_path_factory):
    """Return a tournament of Kuhn poker: random wins more pots than cfr, and loses chips."""
    path = tmp_path_factory.mktemp("stakes") / "kuhn"
    config = config_of("kuhn_poker", ["cfr", "random"], games=1200)
    with Store.create(path, config) as store:
        run(store, Here(config))
    return path


@pytest.mark.parametrize(
    ("name", "unit"), [("kuhn_poker", "chips"), ("leduc_poker", "chips"), ("booster", "")]
)
def test_games_declare_their_stakes(name, unit):
    assert aicore.info(name).stakes == unit


def test_winning_chips_counts_more_than_winning_pots(poker):
    with Store.open(poker, read_only=True) as store:
        found = summarize(store)
        returns = [json.loads(row.returns) for row in store.games()]
        seats = [json.loads(row.seating) for row in store.games()]
    cfr, other = found.players
    by_hand = sum(r[s.index(0)] for r, s in zip(returns, seats, strict=True)) / 1200
    assert cfr.returns.value == pytest.approx(by_hand)
    assert other.returns.value == pytest.approx(-by_hand)
    assert cfr.wins < other.wins
    assert cfr.returns.low > 0.0
    assert found.ladder() == [0, 1]
    assert found.superior[0][1] > 0.975
    assert found.superior[0][1] + found.superior[1][0] == pytest.approx(1.0)
    assert found.gains[0][1].value == pytest.approx(by_hand)
    assert (cfr.elo, cfr.rank) == (None, None)
    assert report.ladder(found).columns == ["player", "chips a game", "95 %", "W-D-L", "LOS"]
    assert report.meetings(found).rows[0][1].figure == f"{by_hand:+.3g}"


def test_reports_of_stakes(poker, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = works("tournament", "report", poker)
    assert "chips a game" in text
    assert "Elo" not in text
    assert "points" not in text
    assert max(map(len, text.splitlines())) <= 80
    works("tournament", "report", poker, "--html", "page.html", "--quiet")
    assert "Elo" not in (tmp_path / "page.html").read_text()
    assert "return_low" in works("tournament", "report", poker, "--csv", "-")
    assert "nan" not in works("tournament", "report", poker, "--json", "-").lower()


def former(path, **changes):
    """Rewrite a file as an earlier version wrote it, without stakes."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        query = "SELECT value FROM meta WHERE name = 'config'"
        config = json.loads(connection.execute(query).fetchone()[0])
        del config["stakes"]
        config.update(changes)
        connection.execute("UPDATE meta SET value = ? WHERE name = 'config'", (json.dumps(config),))
        connection.commit()


def test_files_of_earlier_versions_are_read(tmp_path):
    found = played(tmp_path / "pig", config_of("pig", ["greedy", "random"]))
    former(tmp_path / "pig")
    with Store.open(tmp_path / "pig", read_only=True) as store:
        again = summarize(store, replicates=100)
    assert again.results() == found.results()
    config = config_of("kuhn_poker", ["cfr", "random"], games=40, sprt=Sprt(-0.1, 0.1))
    found = played(tmp_path / "kuhn", config)
    test = {"elo0": 0.0, "elo1": 30.0, "model": "logistic", "alpha": 0.05, "beta": 0.05}
    former(tmp_path / "kuhn", sprt=test)
    with Store.open(tmp_path / "kuhn", read_only=True) as store:
        again = summarize(store)
    assert again.players[0].returns == found.players[0].returns  # rated by today's rules
    assert again.test.model == "logistic"  # tested by the rules of its time
    assert sum(again.test.pairs) == again.test.blocks


def test_a_decision_of_an_earlier_version_stands(tmp_path):
    """The decision followed other rules, on fewer blocks than today's test takes."""
    config = config_of("pig", ["greedy", "random"], games=20, sprt=Sprt(0, 5))
    assert played(tmp_path / "t", config).test.decided == ""
    with contextlib.closing(sqlite3.connect(tmp_path / "t")) as connection:
        end = json.dumps({"blocks": 10, "decided": "elo1"})
        connection.execute("UPDATE meta SET value = ? WHERE name = 'finished'", (end,))
        connection.commit()
    with Store.open(tmp_path / "t", read_only=True) as store:
        found = summarize(store)
    assert (found.test.decided, found.test.today) == ("elo1", "")
    assert "earlier version" in report.test(found).lines[2]


def test_a_test_of_stakes(tmp_path):
    config = config_of("kuhn_poker", ["cfr", "random"], sprt=Sprt(0, 0.15), capped=False)
    assert config.sprt.model == "returns"
    found = played(tmp_path / "t", config)
    assert found.test.decided == "elo1"
    assert found.test.pairs is None
    assert "accepted: 0.15 chips a game better after" in report.test(found).lines[0]
    config = config_of(
        "kuhn_poker", ["random", "cfr"], sprt=Sprt(0, 0.15), capped=False, luck=False
    )
    assert played(tmp_path / "u", config).test.decided == "elo0"


def test_tests_that_do_not_fit_stakes_are_refused():
    with pytest.raises(
        OptionError, match="compare chips a game, so write numbers between -2 and 2"
    ):
        config_of("kuhn_poker", ["cfr", "random"], sprt=Sprt(0, 10))
    with pytest.raises(OptionError, match="elo normalized: tests of kuhn_poker compare chips"):
        config_of("kuhn_poker", ["cfr", "random"], sprt=Sprt(0, 1, "normalized"))
    with pytest.raises(OptionError, match="pig has no stakes"):
        config_of("pig", ["greedy", "random"], sprt=Sprt(0, 1, "returns"))
    assert "compare chips a game" in fails(
        "tournament", "kuhn_poker", "cfr", "random", "--sprt", "0,10"
    )


def test_a_forfeit_costs_the_maximum():
    assert CHIPS.paid(None, 1, 2) == [2.0, -2.0]
    assert CHIPS.paid([1.0, -1.0], None, 2) == [1.0, -1.0]
    assert Stakes("points", -26.0, 0.0).paid(None, 0, 4) == [-26.0, 0.0, 0.0, 0.0]
    assert Stakes("chips", -10.0, 30.0).paid(None, 3, 4) == [10 / 3, 10 / 3, 10 / 3, -10.0]
    assert Stakes("points", 0.0, 9.0).paid(None, 0, 2) == [0.0, 9.0]
    assert CHIPS.reach(2) == 2.0
    assert Stakes("points", -26.0, 0.0).reach(4) == 19.5


PLAIN = '''
from aicore.plain import END, Game, Int, action


class Dare(Game):
    """Take one or two chips."""

    seats = 1, 3
    returns = -2, 2
    stakes = {stakes}
    constant_sum = False
    took = Int(0, 2, seats=True)

    @action("take N", N=(1, 2))
    def take(self, s, n):
        s.took[s.turn] = n
        s.turn = END if s.turn == self.seats - 1 else s.turn + 1

    def result(self, s):
        return [float(n) for n in s.took]
'''


def dare(folder, stakes):
    (folder / "dare.py").write_text(PLAIN.format(stakes=stakes))
    return info(register(folder / "dare.py"))


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_plain_games_declare_stakes_too(tmp_path, seats):
    about = dare(tmp_path, '"chips"')
    assert about.stakes == "chips"
    found = played(tmp_path / "t", config_of(about.name, ["greedy", "random"], seats, games=48))
    assert found.stakes == "chips"
    assert all(1.0 <= one.returns.value <= 2.0 for one in found.players)
    gain = found.gains[0][1].value
    one, two = (player.returns.value for player in found.players)
    assert gain == pytest.approx(0.5 * (one - two), abs=0.3)


@pytest.mark.parametrize("given", ["3", "'x' * 21", "'two\\nlines'"])
def test_an_invalid_unit_is_refused(tmp_path, given):
    with pytest.raises(AicoreError, match=r"stakes = .*: it must be a word"):
        dare(tmp_path, given)


@pytest.mark.parametrize("blocks", [10, 50])
def test_intervals_of_returns_hold(blocks):
    """At least 92 % of 300 hold, for all kinds of blocks; docs/tournaments.md has the table."""
    for name, kind in coverage.STAKES.items():
        held = coverage.returns_held(kind, blocks, 300, random.Random(4))
        assert held >= 0.92, name


def test_a_study_of_stakes():
    design = Design("kuhn_poker", 2, (), "cfr")
    games = [play(design, deal) for deal in range(60)]
    gains = tuple(meet(design, "cfr", "random", deal) for deal in range(300))
    assert all(isinstance(gain, float) for gain in gains)
    found = marked([
        *findings(design, games), *luck(games),
        *skill(design, [SkillStep("cfr", "random", gains)]),
    ])  # fmt: skip
    by_name = {one.name: one for one in found}
    assert by_name["seat 0"].unit == by_name["ladder"].unit == "chips"
    assert by_name["seat 0"].value == pytest.approx(-by_name["seat 1"].value)
    assert by_name["ladder"].low > 0.0
    assert not by_name["ladder"].mark
    assert "chips a game" in by_name["ladder"].sentence
    level = skill(design, [SkillStep("a", "b", (0.02, -0.02) * 2000)])
    assert marked(level)[-1].mark == "skill hardly counts"
