"""Games that people played are kept, listed, gone on with, looked over and deleted."""

import os
import time

import pytest
from click.testing import CliRunner

import aicore
from aicore.arena.match import Match
from aicore.cli import main
from aicore.cli.library import kept_games
from aicore.cli.saves import saves_folder
from aicore.players.human import Human


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def keep(name, result, game="tic_tac_toe", when=0.0):
    """Plays a game in which the person takes these cells, and keeps it under a name."""
    rules = aicore.load(game)
    person = Human(rules, {})
    moves = iter(result)
    person.ask = lambda view: next(moves)
    match = Match(rules, [person, aicore.player("script", rules)], "a kept game")
    for _ in range(1000):
        if match.over:
            break
        try:
            match.step()
        except StopIteration:
            break
    saves_folder().mkdir(parents=True, exist_ok=True)
    file = saves_folder() / f"{name}.jsonl"
    match.record().write(file)
    os.utime(file, (when, when))
    return match


def run(*args):
    return CliRunner().invoke(main, ["saves", *map(str, args)])


def test_the_latest_game_comes_first_and_other_files_are_passed_over():
    keep("old", ["b2"], when=1.0)
    keep("new", ["a1"], when=2.0)
    (saves_folder() / "notes.jsonl").write_text("not a game\n")
    games = kept_games()
    assert [kept.file.stem for kept in games] == ["new", "old"]
    listed = run().output
    assert listed.index("1  tic_tac_toe") < listed.index("2  tic_tac_toe")
    assert listed.count("unfinished") == 2


def test_a_score_is_listed_in_the_words_of_its_game():
    rules = aicore.load("ransom")
    person = Human(rules, {})
    person.ask = lambda view: view.legal()[0]
    match = Match(rules, [person], "alone")
    while not match.over:
        match.step()
    saves_folder().mkdir(parents=True, exist_ok=True)
    match.record().write(saves_folder() / "alone.jsonl")
    assert f"{match.state.scores()[0]} of 288 points" in run().output


def test_nothing_is_kept_yet():
    result = run()
    assert result.exit_code == 0
    assert "No game is kept yet" in result.output


@pytest.mark.parametrize("command", ["resume", "review", "delete"])
def test_a_number_that_no_game_has_is_told_in_a_line(command):
    keep("one", ["b2"])
    result = run(command, 2)
    assert result.exit_code == 2
    assert "no game 2: `aicore saves` lists 1 to 1" in result.output


def test_deleting_takes_the_games_that_were_numbered_and_no_other():
    for number in range(4):
        keep(f"game{number}", ["b2"], when=float(number))
    result = run("delete", 1, 3)
    assert result.exit_code == 0
    assert [kept.file.stem for kept in kept_games()] == ["game2", "game0"]


def finished(seed):
    """Plays random cells to the end."""
    rng = aicore.Rng(seed)
    rules = aicore.load("tic_tac_toe")
    person = Human(rules, {})
    person.ask = lambda view: view.legal()[rng.next() % len(view.legal())]
    match = Match(rules, [person, aicore.player("random", rules)], f"game {seed}")
    while not match.over:
        match.step()
    saves_folder().mkdir(parents=True, exist_ok=True)
    match.record().write(saves_folder() / f"g{seed}.jsonl")
    return match


def test_statistics_count_each_finished_game_once():
    results = [finished(seed).state.returns()[0] for seed in range(12)]
    keep("unfinished", ["b2"])
    row = next(line for line in run("stats").output.splitlines() if "tic_tac_toe" in line)
    won, drawn, lost = (results.count(value) for value in (1.0, 0.5, 0.0))
    assert row.split() == ["tic_tac_toe", "random", "12", str(won), str(drawn), str(lost)]
    assert {won, drawn, lost} != {12, 0}, "the games were meant to end in several ways"


def test_a_review_has_a_graph_and_the_game_in_words():
    finished(3)
    result = run("review", 1)
    assert result.exit_code == 0
    assert "Your chances, move by move" in result.output
    assert "100 %" in result.output
    assert "  0 %" in result.output


def test_the_latest_unfinished_game_is_resumed_where_no_number_is_given():
    finished(1)
    assert "no unfinished game is kept" in run("resume").output
    keep("open", ["b2"], when=time.time() - 5)
    assert "resumed after" in run("resume").output


def test_a_finished_game_is_not_resumed_and_an_unfinished_one_not_reviewed():
    finished(1)
    assert "is finished" in run("resume", 1).output
    keep("open", ["b2"], when=time.time() + 5)
    assert "is unfinished" in run("review", 1).output
