"""Tests of games in which several seats win or lose together."""

from __future__ import annotations

import zlib

import pytest

from aicore.arena import plan
from aicore.arena.block_runner import BlockRunner
from aicore.arena.report import games as lines_on_games
from aicore.arena.store import Store
from aicore.arena.summary import Reader
from aicore.core.errors import AicoreError, MistakeError
from aicore.core.schema import parse
from aicore.session.outcome import outcome
from aicore.study.findings import findings
from aicore.study.played_game import Design, play
from aicore.study.skill import SkillStep, meet, skill
from aicore.train.contest import contest
from plain.made import made

TUG = """
class Tug(Game):
    seats = {seats}
    teams = {teams}
    pull = Int(0, 9, seats=True)
    @action("pull N", N=(0, 2))
    def take(self, s, n):
        s.pull[s.turn] = n
        s.turn = self.after(s.turn) if s.turn < self.seats - 1 else END
    def result(self, s):
        return {result}
"""


def tug(folder, teams, result, seats=4):
    return made(folder, TUG.format(teams=teams, result=result, seats=seats))


def ended(game, *pulls):
    state = game.start()
    for pull in pulls:
        state.apply(f"pull {pull}")
    return state


@pytest.mark.parametrize(("teams", "of_seats", "result", "returns"), [
    ("2", (0, 1, 0, 1), "1", [0, 1, 0, 1]),
    ("2", (0, 1, 0, 1), "None", [0.5] * 4),
    ("2", (0, 1, 0, 1), "[0.25, 0.75]", [0.25, 0.75, 0.25, 0.75]),
    ("((0,), (1, 2, 3))", (0, 1, 1, 1), "1", [0, 1, 1, 1]),
    ("1", (0, 0, 0, 0), "sum(s.pull) > 3", [1] * 4),
    ("1", (0, 0, 0, 0), "0.25", [0.25] * 4),
    ("1", (0, 0, 0, 0), "[1, 1, 1, 1]", [1] * 4),
    ("0", (0, 1, 2, 3), "2", [0, 0, 1, 0]),
])  # fmt: skip
def test_a_team_shares_its_result(tmp_path, teams, of_seats, result, returns):
    game = tug(tmp_path, teams, result)
    assert game.teams == of_seats
    assert ended(game, 1, 1, 1, 1).returns() == returns


@pytest.mark.parametrize(("teams", "result", "message"), [
    ("1", "None", "True or False, if all play together"),
    ("1", "'yes'", "a finite number per team"),
    ("2", "[1, 2, 3]", "a finite number per team"),
    ("2", "2", "result returned 2"),
])  # fmt: skip
def test_a_wrong_result_of_a_team_is_explained(tmp_path, teams, result, message):
    with pytest.raises(MistakeError, match=message):
        ended(tug(tmp_path, teams, result), 0, 0, 0, 0).returns()


@pytest.mark.parametrize("result", ["None", "'yes'", "[1, 2]"])
def test_a_wrong_result_of_a_solo_game_is_explained(tmp_path, result):
    with pytest.raises(MistakeError, match="in a game for one player it must return a finite"):
        ended(tug(tmp_path, 0, result, seats=1), 0).returns()


@pytest.mark.parametrize(
    "teams",
    [
        "-1",
        "5",
        "((0, 1), (2,))",
        "((0, 1), (1, 2, 3))",
        "'two'",
        "3.5",
    ],
)
def test_wrong_teams_are_explained(tmp_path, teams):
    with pytest.raises(AicoreError, match=r"own.py: teams = .*must be a number of teams"):
        tug(tmp_path, teams, "0")


def tournament(game, *specs, games=12):
    """Return the configuration, the rows and the figures of a tournament."""
    config = plan.configure(game, specs, games=games, seed=7)
    runner, reader = BlockRunner(config), Reader(config)
    rows = [row for number in plan.Plan(config).numbers() for row in
            runner.play(plan.Plan(config).block(number))]  # fmt: skip
    for row in rows:
        reader.add(row)
    return config, rows, reader.summary(20)


def test_partners_are_one_player_and_sit_together(tmp_path):
    game = tug(tmp_path, 2, "int(s.pull[1] + s.pull[3] > s.pull[0] + s.pull[2])")
    config, rows, figures = tournament(game, "random", "greedy")
    assert config.seats == 2
    assert {row.seating for row in rows} == {"[0,1]", "[1,0]"}
    records = [parse(zlib.decompress(row.record).decode()) for row in rows]
    assert all(one["players"][0] == one["players"][2] != one["players"][1] for one in records)
    assert all(sum(parse(row.returns)) == 1 for row in rows)
    assert sum(one.points for one in figures.players) == len(rows)
    assert all(one.draws == 0 for one in figures.players)  # a win of two is no draw
    assert any("team 0" in line for line in lines_on_games(figures).lines)


def test_a_cooperative_tournament_ranks_by_success(tmp_path):
    game = tug(tmp_path, 1, "sum(s.pull) == 8")
    config, rows, figures = tournament(game, "mcts:sims=100", "random", games=20)
    assert config.seats == 1
    assert {row.seating for row in rows} == {"[0]", "[1]"}
    best, worst = figures.players
    assert best.score.mean >= 0.8  # a search finds pull 2, four times
    assert worst.score.mean <= 0.2  # chance finds it in one game of 81
    assert best.share == pytest.approx(1 - worst.share)
    assert best.elo > worst.elo


def test_the_file_of_a_tournament_keeps_the_teams(tmp_path):
    game = tug(tmp_path, 2, "1")
    config = plan.configure(game, ["random", "greedy"], games=4, seed=1)
    with Store.create(tmp_path / "t.tournament", config) as store:
        assert store.config.partners == (0, 1, 0, 1)
        assert store.config.load().seats == 4


def test_the_outcome_names_all_winners(tmp_path):
    game = tug(tmp_path, 1, "sum(s.pull) > 3")
    names = ["you", "b", "c", "d"]
    assert outcome(ended(game, 1, 1, 1, 1), names) == "You all won"
    assert outcome(ended(game, 0, 0, 0, 0), names) == "You all lost"
    pairs = tug(tmp_path, 2, "1")
    assert outcome(ended(pairs, 0, 0, 0, 0), ["a", "b", "c", "d"]) == "b and d win"


def test_a_study_counts_wins_of_teams(tmp_path):
    game = tug(tmp_path, 1, "sum(s.pull) > 3")
    design = Design(game.name, 4, (), "random")
    courses = [play(design, seed) for seed in range(12)]
    texts = [one.sentence for one in findings(design, courses)]
    assert any("win together" in text for text in texts)
    assert not any("fair share" in text for text in texts)


def test_skill_compares_success_where_all_play_together(tmp_path):
    game = tug(tmp_path, 1, "sum(s.pull) == 8")
    design = Design(game.name, 4, (), "mcts:sims=100")
    shares = tuple(meet(design, "mcts:sims=100", "random", deal) for deal in range(20))
    assert shares[0] == (1, 0)
    (step,) = skill(design, [SkillStep("mcts:sims=100", "random", shares)])
    assert step.value >= 0.8
    assert "success, +" in step.sentence


def test_skill_compares_teams(tmp_path):
    """Partners pull 2 each by search, so they always beat partners who pull at random."""
    game = tug(tmp_path, 2, "int(s.pull[1] + s.pull[3] > s.pull[0] + s.pull[2])")
    design = Design(game.name, 4, (), "greedy")
    shares = [meet(design, "mcts:sims=100", "random", deal) for deal in range(10)]
    assert sum(shares) / 10 > 0.6


@pytest.mark.parametrize("teams", [1, 2])
def test_a_contest_gives_partners_one_player(tmp_path, teams):
    result = "sum(s.pull) == 8" if teams == 1 else "int(s.pull[1] >= s.pull[0])"
    score = contest(tug(tmp_path, teams, result), "mcts:sims=100", "random", 24, "1", 1)
    assert score.games == 24
    assert score.even == 0.5
    assert score.low > 0.5


def test_a_study_reports_ends_in_the_games_words(tmp_path):
    def ends(text):
        design = Design(made(tmp_path, text).name, 4, (), "random")
        courses = [play(design, seed) for seed in range(6)]
        return [one.sentence for one in findings(design, courses) if one.section == "Ends"]

    text = TUG.format(teams=1, result="True", seats=4)
    assert ends(text) == []
    assert ends(text + "    def ending(self, s):\n        return 'home'\n") == [
        "“home” ends all games."
    ]
