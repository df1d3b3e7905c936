"""Tests of `aicore rollout`: the decision it picks, and the report on it."""

from __future__ import annotations

import json
import re
import signal

import pytest

import aicore
from aicore.arena import rollout
from aicore.arena.match import Match
from aicore.arena.rollout import RolledAction
from aicore.cli.rollout import _verdict
from kit import command


@pytest.fixture
def file(tmp_path):
    game = aicore.load("leduc_poker")
    match = Match(game, [aicore.player("script", game)] * 2, "1")
    while not match.over:
        match.step()
    match.record().write(tmp_path / "games.jsonl")
    return tmp_path / "games.jsonl"


@pytest.fixture
def unfinished(tmp_path):
    game = aicore.load("leduc_poker")
    match = Match(game, [aicore.player("human", game), aicore.player("script", game)], "1")
    match.step()
    match.step()
    match.record().write(tmp_path / "mine.jsonl")
    match.play("check")
    match.record().write(tmp_path / "its.jsonl")
    return tmp_path


def run(*args):
    return command.run("rollout", *args)


def test_a_decision_is_rolled_out(file):
    shown = run(file, 3, "--games", 20, "--jobs", 1)
    assert shown.exit_code == 0
    for text in ("Leduc poker, move 3", "check", "bet", "played", "Both moves, 40 games by cfr"):
        assert text in shown.output


@pytest.mark.parametrize(
    ("behind", "played", "sentence"),
    [
        ((), None, "Only b2 was rolled out."),
        ((0.2,), None, "b2 is best; a1 is 20.0 % ±19.6 behind."),
        ((0.3, 0.5), "b2", "b2 is best; a1 is 30.0 % ±19.6 behind."),
        ((0.1,), "b2", "b2 did best; a1 may be as good (10.0 % ±19.6 behind)."),
        ((0.1, 0.4), "a2", "b2 is better than the move played: a2 loses 40.0 % ±19.6."),
        (
            (0.1, 0.21),  # two rivals: the best must lead by more
            "a2",
            "b2 did best; the move played, a2, may be as good (21.0 % ±19.6 behind).",
        ),
    ],
)
def test_the_verdict_has_the_difference_and_its_error(behind, played, sentence):
    """Returns reach from 0 to 1, and the ± is 1.96 standard errors of 0.1."""
    candidates = [
        RolledAction(action, 50, (0.0, 0.0), 0.05, lead, 0.1, False)
        for action, lead in zip(("b2", "a1", "a2"), (0.0, *behind), strict=False)
    ]
    found = rollout.Rollout(0, "random", 9, tuple(candidates))
    assert _verdict(aicore.load("tic_tac_toe"), found, played) == sentence


def test_a_game_for_stakes_has_expected_chips_and_no_chances(file):
    shown = run(file, 3, "--games", 20, "--jobs", 1)
    text = " ".join(shown.output.split())
    assert "action games expected chips behind the best" in text
    assert re.search(r"(check|bet) 20 [+-]\d+\.\d\d ±\d+\.\d\d", text)
    assert re.search(
        r"\(\d+\.\d\d ±\d+\.\d\d chips behind\)|loses \d+\.\d\d ±\S+ chips|is \d+\.\d\d ±", text
    )
    assert "%" not in text


def test_json_says_the_same_for_programs(file):
    shown = run(file, 3, "--games", 20, "--jobs", 1, "--json")
    message = json.loads(shown.output)
    assert (message["type"], message["game"], message["ply"], message["seat"]) == (
        "rollout", "leduc_poker", 2, 0,
    )  # fmt: skip
    assert message["played"] in {one["action"] for one in message["candidates"]} == {"check", "bet"}
    assert all(0 <= share <= 1 for one in message["candidates"] for share in one["shares"])
    again = json.loads(run(file, 3, "--games", 20, "--jobs", 1, "--json").output)
    assert message["candidates"] == again["candidates"]


def test_the_time_of_a_rollout_depends_on_the_processors_of_the_process(file, monkeypatch):
    def choose(view, candidates, games, workers):
        assert workers == 3
        return "random", 2

    monkeypatch.setenv("AICORE_PROCESSORS", "3")
    monkeypatch.setattr("aicore.cli.rollout.choose_judge", choose)
    assert run(file, 3, "--json").exit_code == 0


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ((1,), "move 1 is a chance event, not a decision; the next decision is move 3"),
        ((99,), "no move '99': the game has moves 1 to"),
        (("x",), "no move 'x': the game has moves 1 to"),
        (("9" * 5000,), "...': the game has moves 1 to"),
        (("now",), "now: the game is over"),
        ((3, "jump"), "jump"),
        ((3, "call"), "'call' is not a possible action here; possible: check, bet"),
        ((3, "--only"), "--only needs ACTIONs: name them"),
        ((3, "--by", "human"), "player human cannot play on"),
        ((3, "--by", "mtcs"), 'Did you mean "mcts"'),
        ((3, "--jobs", 2, "--cluster", "tcp://x:1"), "--jobs cannot be used with --cluster"),
    ],
)
def test_an_error_is_one_line(file, args, error):
    shown = run(file, *args)
    assert shown.exit_code == 2
    assert error in " ".join(shown.output.split())


def test_the_current_position_can_be_rolled_out_unless_it_shows_a_hand(unfinished):
    shown = run(unfinished / "mine.jsonl", "now", "--games", 4, "--jobs", 1)
    assert shown.exit_code == 0
    assert "played" not in shown.output
    shown = run(unfinished / "its.jsonl", "now", "--games", 4, "--jobs", 1)
    assert shown.exit_code == 2
    assert "an opponent's" in shown.output


def test_progress_and_time_left_are_printed_to_a_pipe(file, monkeypatch):
    monkeypatch.setattr("aicore.cli.rollout.LINE_INTERVAL", 0.0)
    shown = run(file, 3, "--games", 3, "--jobs", 1, "--json")
    assert json.loads(shown.stdout)["type"] == "rollout"
    lines = shown.stderr.splitlines()
    words = (
        r"\d of 6 games in \d+ s, at most \d+ s left; (check|bet) leads with [+-]\d+\.\d\d chips"
    )
    assert lines
    assert all(re.fullmatch(words, line) for line in lines)


@pytest.mark.parametrize("games", [0, 1, 5])
def test_ctrl_c_shows_the_results_so_far_and_has_its_exit_code(file, games, monkeypatch):
    played = []

    def play_on(deal):
        played.append(deal)
        if len(played) > games:
            signal.raise_signal(signal.SIGINT)
        return real(deal)

    real = rollout.play_on
    monkeypatch.setattr(rollout, "play_on", play_on)
    shown = run(file, 3, "--games", 20, "--jobs", 1)
    assert shown.exit_code == 130
    known = games >= 1  # the game in which Ctrl-C arrives counts, here the second
    assert ("Both moves" in shown.stdout) == known
    assert ("nothing to report" in shown.stderr) == (not known)
