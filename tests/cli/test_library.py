"""Tests of people's saved games: kept, listed, resumed, reviewed and deleted."""

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import aicore
from aicore.arena.match import Match
from aicore.cli import main
from aicore.cli.saved_games import SavedGame, saved_games
from aicore.cli.saves import saves_folder
from aicore.core import registry
from aicore.core.record import Record
from aicore.plain.loading import register
from aicore.players.human import Human


def keep(name, result, game="tic_tac_toe", when=0.0):
    """Play a game in which the person makes these moves, and save it under a name."""
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
    games = saved_games()
    assert [kept.file.stem for kept in games] == ["new", "old"]
    listed = run().output
    assert listed.index("new  tic_tac_toe") < listed.index("old  tic_tac_toe")
    assert listed.count("unfinished") == 2


def test_moves_count_actions_but_not_chance_events():
    match = keep("pig", ["roll", "hold"], game="pig")
    (game,) = saved_games()
    moves = sum(isinstance(actor, int) for actor, _ in match.record().events)
    assert game.moves == game.to_dict()["moves"] == moves < len(match.record().events)


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


def test_an_empty_list_says_so():
    result = run()
    assert result.exit_code == 0
    assert "No saved games yet" in result.output


def test_a_kept_game_is_replayed_by_its_name():
    keep("tic_tac_toe-20260101-120000-3f0a", ["b2", "a1"])
    shown = CliRunner().invoke(main, ["replay", "3f0a", "--json"])
    assert shown.exit_code == 0
    assert '"event":"b2"' in shown.output
    text = CliRunner().invoke(main, ["replay", "3f0a"]).output
    assert "You mark b2" in text  # and in somebody else's file "human marks b2"
    assert 'there is no saved game "3f0b"' in CliRunner().invoke(main, ["replay", "3f0b"]).output


@pytest.fixture
def unfinished():
    """Return a function that saves an unfinished game of Kuhn and runs a command on it.

    The person at seat 1 holds K, the other seat J or Q.
    """
    saves_folder().mkdir(parents=True, exist_ok=True)
    line = (
        '{"format":"aicore-record/1","game":"kuhn_poker","seats":2,"options":{},"seed":"my secret",'
        '"players":["random","human"],"events":[["chance","deal 0 OTHER"],["chance","deal 1 K"],'
        '[0,"check"]],"scores":null,"returns":null,"end":null}\n'
    )

    def shown(other, *command):
        (saves_folder() / "kuhn_poker-20260101-120000-3f0a.jsonl").write_text(
            line.replace("OTHER", other)
        )
        return CliRunner().invoke(main, [*command])

    return shown


@pytest.mark.parametrize("options", [[], ["--seat", "1"], ["--html", "page.html"]])
def test_an_unfinished_game_is_replayed_from_the_seat_of_its_person(
    unfinished, options, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    read = []
    for other in "JQ":
        result = unfinished(other, "replay", "3f0a", *options)
        assert result.exit_code == 0
        page = tmp_path / "page.html"
        read.append(page.read_text() if page.exists() else result.output)
        page.unlink(missing_ok=True)
    assert "my secret" not in read[0]
    assert "K" in read[0]
    assert read[0] == read[1]


def test_no_option_shows_the_secrets_of_an_unfinished_game(unfinished):
    for command in (
        ["replay", "--json"],
        ["replay", "--seat", "0"],
        ["review"],
        ["saves", "review"],
    ):
        result = unfinished("J", *command, "3f0a")
        assert result.exit_code == 2
        assert "my secret" not in result.output
        assert '"J"' not in result.output


@pytest.mark.parametrize("command", ["resume", "review", "delete"])
def test_an_unknown_name_is_an_error_of_one_line(command):
    keep("tic_tac_toe-20260101-120000-3f0a", ["b2"])
    result = run(command, "3f0")
    assert result.exit_code == 2
    assert 'there is no saved game "3f0". Did you mean "3f0a"?' in result.output
    assert len(saved_games()) == 1


def test_delete_removes_the_named_games_whatever_their_order():
    for number in range(4):
        keep(f"tic_tac_toe-20260101-12000{number}-ab{number}c", ["b2"], when=float(number))
    keep("tic_tac_toe-20260101-130000-ffff", ["a1"], when=9.0)  # the list is in another order now
    result = run("delete", "ab2c", "AB0C")
    assert result.exit_code == 0
    assert [kept.name for kept in saved_games()] == ["ffff", "ab3c", "ab1c"]


def test_games_of_one_name_are_distinguished_by_their_files():
    keep("pig-20260101-120000-ab1c", ["b2"])
    keep("Relics-20260101-120000-ab1c", ["b2"])
    assert "2 saved games are called ab1c" in run("delete", "ab1c").output
    for name in ("pig-20260101-120000-ab1c", "relics-20260101-120000-AB1C"):
        assert CliRunner().invoke(main, ["replay", name]).exit_code == 0
    assert run("delete", "pig-20260101-120000-ab1c").exit_code == 0
    assert [kept.file.stem for kept in saved_games()] == ["Relics-20260101-120000-ab1c"]


def test_a_duel_is_listed_and_resumed_as_a_duel():
    rules = aicore.load("ransom")
    person = Human(rules, {})
    person.ask = lambda view: view.legal()[0]
    match = Match(rules, [person], "a duel")
    for _ in range(9):
        match.step()
    saves_folder().mkdir(parents=True, exist_ok=True)
    file = saves_folder() / "ransom-20260101-120000-d0e1.jsonl"
    replace(match.record(), rival="greedy").write(file)
    assert "duel with Greedy" in run().output
    assert "Greedy plays the same deal after you" in run("resume", "d0e1").output


def finished(seed):
    """Save a game of random cells played to its end, and return its match."""
    rng = aicore.Rng(seed)
    rules = aicore.load("tic_tac_toe")
    person = Human(rules, {})
    person.ask = lambda view: view.legal()[rng.next() % len(view.legal())]
    match = Match(rules, [person, aicore.player("random", rules)], f"{seed:032x}")
    while not match.over:
        match.step()
    saves_folder().mkdir(parents=True, exist_ok=True)
    match.record().write(saves_folder() / f"g{seed}.jsonl")
    return match


@pytest.mark.parametrize(("value", "result"), [(1.0, "won"), (0.0, "lost")])
def test_partners_win_or_lose_together(value, result, monkeypatch):
    monkeypatch.setattr(registry, "_REGISTERED", {})
    name = register(Path(__file__).parents[2] / "examples" / "firebreak.py")
    record = Record(name, 2, {}, 1, ["human", "random"], [], [value] * 2, [value] * 2, "end")
    assert SavedGame(Path("game.jsonl"), 0.0, record).result == result


def test_statistics_count_each_finished_game_once():
    results = [finished(seed).state.returns()[0] for seed in range(8)]
    keep("unfinished", ["b2"])
    row = next(line for line in run("stats").output.splitlines() if "tic_tac_toe" in line)
    won, drawn, lost = (results.count(value) for value in (1.0, 0.5, 0.0))
    assert row.split() == ["tic_tac_toe", "Random", "8", str(won), str(drawn), str(lost)]
    assert {won, drawn, lost} != {8, 0}, "the games were meant to end in several ways"


def test_statistics_leave_a_resigned_game_without_a_mean():
    rules = aicore.load("ransom")
    saves_folder().mkdir(parents=True, exist_ok=True)
    record = Match(rules, [Human(rules, {})], "alone").record()
    record.resigned = 0
    record.write(saves_folder() / "alone.jsonl")
    result = run("stats")
    assert result.exit_code == 0, result.output
    row = next(line for line in result.output.splitlines() if "ransom" in line)
    assert row.split() == ["ransom", "alone", "1"]


def test_a_review_has_a_graph_and_the_game_in_words():
    finished(3)
    result = run("review", "g3")
    assert result.exit_code == 0
    assert "Your win chance, move by move" in result.output
    assert "100 %" in result.output
    assert "  0 %" in result.output


def test_resume_without_a_name_takes_the_latest_unfinished_game():
    finished(1)
    assert "you have no unfinished game" in run("resume").output
    keep("open", ["b2"], when=time.time() - 5)
    assert "resumed after" in run("resume").output


def test_a_finished_game_is_not_resumed_and_an_unfinished_one_not_reviewed():
    finished(1)
    assert "is over" in run("resume", "g1").output
    keep("open", ["b2"], when=time.time() + 5)
    assert "is unfinished" in run("review", "open").output


def test_the_list_offers_only_possible_commands():
    """Only unfinished games can be resumed, and only finished ones reviewed."""
    keep("open", ["b2"], when=2.0)
    assert "aicore saves resume open    delete open    stats" in run().output
    finished(1)
    assert "aicore saves resume open    review g1    delete " in run().output
    (saves_folder() / "open.jsonl").unlink()
    assert "aicore saves review g1    delete g1    stats" in run().output
