"""Tests of `aicore puzzle` and `aicore puzzles`, as seen at a terminal."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import pytest

import aicore
from aicore.arena.rollout import usual
from aicore.coach.puzzles.making import MakingPlan
from aicore.coach.puzzles.puzzle import read_puzzles
from kit import command


@pytest.fixture
def made(tmp_path):
    """Return a file of puzzles of Connect Four: those that come with it."""
    path = tmp_path / "four.jsonl"
    shutil.copy(aicore.info("connect_four").folder / "puzzles.jsonl", path)
    return path


@pytest.mark.slow
def test_puzzles_are_made_of_games(tmp_path):
    path = tmp_path / "four.jsonl"
    options = [
        "--by",
        "mcts:sims=100,net=none",
        "--judge",
        "mcts:sims=20,net=none",
        "--rollouts",
        "64",
    ]
    done = command.run("puzzles", "connect_four", *options, "--games", "3", "--seed", "3",
                       "--jobs", "1", "--out", path)  # fmt: skip
    assert done.exit_code == 0, done.output
    assert f"{len(read_puzzles(path))} puzzles from 3 games" in done.output


def test_another_file_is_no_puzzle_file(tmp_path):
    path = tmp_path / "other.jsonl"
    path.write_text('{"a": 1}\n')
    shown = command.run("puzzle", "pig", "--file", path)
    assert shown.exit_code == 2
    assert "line 1: this is not a puzzle: it has no 'format'" in shown.output


def test_made_puzzles_are_added_to_the_file_game_by_game(tmp_path, made, monkeypatch):
    known = read_puzzles(made)[:3]
    path, works = tmp_path / "new.jsonl", []

    class Here:
        def map(self, task, values):
            return map(task, values)

    def make(work):
        works.append(work)
        return {7: known[:2], 9: known[2:]}.get(work[1], [])

    monkeypatch.setattr("aicore.cli.puzzles.make_from", make)
    monkeypatch.setattr("aicore.cli.puzzles.pool", lambda *_: contextlib.nullcontext(Here()))
    path.write_text(known[0].to_line() + "\n")
    words = ["--by", "random", "--judge", "greedy", "--rollouts", "64", "--games", "3"]
    done = command.run("puzzles", "connect_four", *words, "--seed", "7", "--out", path)
    assert done.exit_code == 0, done.output
    plan = MakingPlan("connect_four", None, "random", "greedy", 64)
    assert works == [(plan, 7), (plan, 8), (plan, 9)]
    lines = [one.to_line() for one in read_puzzles(path)]
    assert lines == [one.to_line() for one in [known[0], *known]]  # after those already there
    told = done.output.splitlines()
    for line, (number, one) in zip(
        told, [(1, known[0]), (1, known[1]), (3, known[2])], strict=False
    ):
        assert line.strip() == f"game {number}: {one.best} ({one.theme})"
    assert "3 puzzles from 3 games in 0 s, added to" in " ".join(told)

    def stop(work):
        if work[1] == 9:
            raise KeyboardInterrupt
        return make(work)

    monkeypatch.setattr("aicore.cli.puzzles.make_from", stop)
    done = command.run("puzzles", "connect_four", "--games", "3", "--seed", "7", "--out", path)
    assert done.exit_code == 130
    assert "2 puzzles from 2 games" in " ".join(done.output.split())
    judge = usual(aicore.load("connect_four"))
    assert works[-1] == (
        MakingPlan("connect_four", None, works[-1][0].by, judge, works[-1][0].games),
        8,
    )
    assert "nobody" in command.fails("puzzles", "connect_four", "--by", "nobody", "--out", path)
    assert "nobody" in command.fails("puzzles", "connect_four", "--judge", "nobody", "--out", path)


def test_puzzles_are_added_to_no_other_file(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text('{"format":"aicore-record/1"}\n')
    words = ("puzzles", "connect_four", "--by", "random", "--judge", "greedy", "--out", path)
    assert "it is not a puzzle file; nothing was written" in command.fails(*words)
    assert path.read_text() == '{"format":"aicore-record/1"}\n'


def solve(made, *lines, number="1"):
    words = ["puzzle", "connect_four", number, "--file", made]
    return command.run(*words, input="\n".join(lines))


def test_a_wrong_move_reports_its_loss_and_may_be_tried_again(made):
    puzzle = read_puzzles(made)[0]
    shown = solve(made, "hint", "theme", "?", "moves", puzzle.others[0].action, puzzle.best, "Q")
    assert shown.exit_code == 0
    assert shown.output.count(f"Theme: {puzzle.theme}.") == 2
    assert shown.output.count("`hint` shows the theme") == 2  # at the beginning, and after `?`
    assert "cannot play" not in shown.output
    text = " ".join(shown.output.split())
    wrong, right = f"drop a stone into {puzzle.others[0].action}", f"into {puzzle.best}"
    assert f"There is a better move. You {wrong}" in text
    assert ". This gives away " in text
    assert f"Right. You drop a stone {right}" in text
    assert "Enter for the next" in shown.output


def test_an_illegal_move_costs_nothing(made):
    shown = solve(made, "zz", "9" * 5000, "quit")
    assert shown.exit_code == 0
    assert "is too long: type at most 500 characters" in " ".join(shown.output.split())
    assert "There is a better move" not in shown.output
    assert "Right." not in shown.output


def test_an_unknown_number_is_refused(made):
    refused = solve(made, number="99")
    assert refused.exit_code == 2
    assert "has no puzzle 99" in refused.output


def test_solved_puzzles_are_skipped(data_folder):
    first = command.run("puzzle", "connect_four", input="solution\nnext\nquit\n")
    assert "puzzle 1 of" in first.output
    assert "puzzle 2 of" in first.output
    again = command.run("puzzle", "connect_four", input="quit\n")
    assert "puzzle 2 of" in again.output


def test_puzzles_of_a_plain_game_are_saved_where_they_are_read(made, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("aicore.cli.puzzles.make_from", lambda work: read_puzzles(made)[:1])
    shutil.copy(Path(__file__).parents[2] / "examples" / "nim.py", "own.py")
    missing = command.run("puzzle", "./own.py")
    assert "aicore puzzles ./own.py" in missing.output
    assert "aicore rules ./own.py" in command.run("learn", "./own.py").output
    done = command.run("puzzles", "./own.py", "--games", "1", "--jobs", "1")
    assert done.exit_code == 0
    assert "added to own.puzzles.jsonl" in done.output
    assert "aicore puzzle ./own.py --file own.puzzles.jsonl" in done.output
    assert "aicore train ./own.py" in done.output  # its search judges for minutes
    assert "puzzle 1 of" in command.run("puzzle", "./own.py", input="quit\n").output


def test_a_game_without_puzzles_says_how_to_make_some():
    refused = command.run("puzzle", "kuhn_poker")
    assert refused.exit_code != 0
    assert "aicore puzzles kuhn_poker" in refused.output


def test_a_skipped_puzzle_is_not_solved(data_folder):
    first = command.run("puzzle", "connect_four", input="next\nquit\n")
    assert "puzzle 2 of" in first.output
    again = command.run("puzzle", "connect_four", input="quit\n")
    assert "puzzle 1 of" in again.output
