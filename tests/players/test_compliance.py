"""Tests of `aicore compliance`: good engines comply, bad ones get reasons, and it always ends."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

import aicore
from aicore.players.compliance import check
from kit.command import run
from kit.engines import ROOT, gone


def findings(command, names=("pig",)):
    return {f.name: f.passed for f in check(command, [aicore.load(n) for n in names])}


def test_the_example_complies():
    found = findings([sys.executable, str(ROOT / "docs" / "engines" / "first.py")])
    assert len(found) == 9
    assert all(found.values())


def test_our_own_engine_complies():
    found = findings(
        [sys.executable, "-m", "aicore", "engine", "greedy"], ["ransom", "leduc_poker"]
    )
    assert all(found.values()), found


@pytest.mark.parametrize(
    ("way", "failed"),
    [
        ("early", "introduces itself"),
        ("protocol", "introduces itself"),
        ("crash", "plays pig, 2 seats"),
        ("illegal", "plays pig, 2 seats"),
        ("stubborn", "answers an unknown message with an error"),
    ],
)
def test_bad_engines_do_not_comply(tmp_path, monkeypatch, way, failed):
    monkeypatch.setattr("aicore.players.compliance.REFUSAL_TIME", 0.5)
    monkeypatch.setattr("aicore.players.compliance.EXIT_TIME", 0.5)
    monkeypatch.setattr("aicore.players.pipe.EXIT_SECONDS", 0.1)
    command = [sys.executable, str(ROOT / "tests" / "kit" / "bad_engine.py"), way, str(tmp_path)]
    found = {f.name: f.passed for f in check(command, [aicore.load("pig")], move=0.1)}
    assert found[failed] is False
    assert gone(str(tmp_path))


STEPS = {"hello": 1, "new": 3, "decide": 3, "sing": 1, "noise": 1, "quit": 1}
"""Types of messages, and the number of checks of one game that use them."""
DAILY = [("crash", "hello"), ("crash", "decide")]


@pytest.mark.parametrize(
    ("what", "step"),
    [
        pytest.param(what, step, marks=() if (what, step) in DAILY else pytest.mark.slow)
        for what in ("crash", "hang", "flood-lines")
        for step in STEPS
    ],
)
def test_compliance_ends_whatever_a_program_does(tmp_path, monkeypatch, what, step):
    monkeypatch.setattr("aicore.players.compliance.START_TIME", 1.5)
    monkeypatch.setattr("aicore.players.compliance.EXIT_TIME", 1.5)
    command = [sys.executable, str(ROOT / "tests" / "kit" / "bad_engine.py"), f"{what}@{step}"]
    start = time.monotonic()
    found = list(check([*command, str(tmp_path)], [aicore.load("pig")], move=0.1))
    # an untimed message, or a decision, is awaited at most once in each of nine checks
    assert time.monotonic() - start < 60
    failed = [finding for finding in found if finding.passed is False]
    assert len(failed) == STEPS[step]
    for finding in failed:
        assert finding.seen.isprintable()
        assert len(finding.seen) <= 300
    if sys.platform == "linux":
        assert gone(str(tmp_path))


@pytest.mark.slow
def test_a_slow_new_complies(tmp_path):
    """`new` may take a second where a decision may take at most 0.3 s."""
    command = [sys.executable, str(ROOT / "tests" / "kit" / "bad_engine.py"), "slow@new", "1"]
    found = {f.name: f for f in check(command, [aicore.load("tic_tac_toe")], move=0.1)}
    assert found["plays tic_tac_toe, 2 seats"].passed


@pytest.mark.parametrize(
    "fields",
    [
        '{"simulations": Infinity}',
        '{"id": 99}',
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in (
                '{"error": [[["x"]]]}',
                '{"seconds": 1e999}',
                '{"depth": 1' + "0" * 399 + "}",
                '{"candidates": [{"action": "roll", "values": []}]}',
            )
        ),
    ],
)
def test_wrong_fields_do_not_comply(fields):
    command = [sys.executable, str(ROOT / "tests" / "kit" / "bad_engine.py"), "answer", fields]
    done = run("compliance", "--game", "pig", *command)
    assert done.exit_code == 1
    assert done.stderr == ""
    assert "FAIL plays pig, 2 seats: " in done.stdout
    assert len(done.stdout.splitlines()) == 10  # nine checks and their summary


@pytest.mark.parametrize("seconds", ["nan", "inf", "0", "-1"])
def test_a_decision_takes_a_number_of_seconds(seconds):
    done = run("compliance", "--move-time", seconds, "true")
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1


def test_the_command_answers_bytes_of_any_kind():
    done = subprocess.run(
        [sys.executable, "-m", "aicore", "engine", "random"],
        input=b'\xff\n{"id":1,"type":"new","game":"pig","seats":2,"seat":Infinity}\n'
        + b"x" * 3_000_000 + b'\n{"id":2,"type":"hello"}\nquit\n{"id":3,"type":"hello"}\n',
        capture_output=True,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == b""
    one, two, three, four = map(json.loads, done.stdout.splitlines())
    assert "not UTF-8" in one["error"]
    assert two == {"id": 1, "error": "seat: it must be a whole number from 0 to 1, not inf"}
    assert three["error"] == "the line has more than 1048576 bytes"
    assert four["type"] == "ready"


@pytest.mark.parametrize(
    ("spec", "text"),
    [("human", "cannot run"), ("mcts:sim=3", 'no parameter "sim"'), ("mcts:sims=x", "sims=x")],
)
def test_the_command_takes_players_that_exist(spec, text):
    done = run("engine", spec)
    assert done.exit_code == 2
    assert text in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_engine_command_answers_and_quits(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "aicore", "engine", "random"],
        input='{"id":1,"type":"hello"}\n{"type":"quit"}\n', capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0
    assert json.loads(done.stdout)["id"] == 1
