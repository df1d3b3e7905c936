"""Tests that a person's game survives programs that die and files that cannot be written."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path

import pexpect
import pytest

from aicore.core.record import read_records
from kit import command
from kit.effort import effort

ENGINE = Path(__file__).resolve().parents[1] / "kit" / "bad_engine.py"
BAD = f"engine:{shlex.quote(sys.executable)} {ENGINE}"
BOARD = ["connect_four", "--seat", 0, "--seed", 2, "--vs", "random"]
pytestmark = pytest.mark.usefixtures("here")


def run(*args, lines=()):
    text = "".join(f"{line}\n" for line in lines)
    return command.run(*args, input=text)


def saved_game(result):
    """Return the game that a command reports as saved."""
    (record,) = read_records(re.search(r"saved in (.*)", result.stdout)[1])
    return record


@pytest.mark.parametrize("way", ["crash", "signal", "garbage", "illegal", "nonsense", "refuse"])
def test_the_game_goes_on_with_another_opponent(way):
    result = run("play", "pig", "--vs", f"{BAD} {way}", "--seat", 0, "--seed", 2,
                 lines=["roll", "hold", "nobody", "human", "random", "roll", "quit"])  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "Engine cannot continue: " in result.stdout
    assert 'There is no player "nobody"' in result.stdout
    assert "only one person can play" in result.stdout
    record = saved_game(result)
    assert record.players == ["human", "random"]
    assert next(event for event in record.events if event[0] == 0) == (0, "roll")


def test_why_an_opponent_failed_is_told_after_a_game_that_hides_something():
    """An engine's last words may name its cards."""
    result = run("play", "kuhn_poker", "--vs", f"{BAD} refuse", "--seat", 0, "--seed", 2,
                 lines=["bet", "random"])  # fmt: skip
    assert result.exit_code == 0, result.output
    before, told, after = result.stdout.partition("it refused: not in the mood")
    assert told
    assert "Engine cannot continue; you can read why" in before
    assert "Who takes over?" in before
    assert "Who takes over?" not in after


def test_a_program_that_never_runs_is_replaced_before_the_game(tmp_path):
    script = tmp_path / "script"
    script.write_text("no program\n")
    script.chmod(0o755)
    result = run("play", "pig", "--vs", f"engine:{script}", "--seat", 0, lines=["greedy", "quit"])
    assert result.exit_code == 0, result.output
    assert "it cannot be started" in result.stdout
    assert saved_game(result).players[1].startswith("greedy")


@pytest.mark.parametrize("lines", [["quit"], []])
def test_a_game_whose_opponent_never_starts_can_be_left(lines):
    result = run("play", "pig", "--vs", "engine:true", "--seat", 0, lines=lines)
    assert result.exit_code == 0, result.output
    assert "Engine cannot continue: " in result.stdout
    assert saved_game(result).events == []


def test_a_dead_program_can_be_tried_again():
    result = run("play", "pig", "--vs", f"{BAD} crash", "--seat", 0, "--seed", 2,
                 lines=["roll", "hold", "again", "again", "quit"])  # fmt: skip
    assert result.stdout.count("Engine cannot continue: ") >= 2
    assert saved_game(result).players[1].startswith("engine:")


def test_the_game_is_saved_if_nobody_can_be_asked():
    result = run("play", "pig", "--vs", f"{BAD} crash", "--seat", 0, "--seed", 2,
                 lines=["roll", "hold"])  # fmt: skip
    assert result.exit_code == 0
    assert saved_game(result).events


def test_a_save_that_fails_leaves_the_game_and_the_old_file():
    """A line names the file that cannot be written; later saves go to the earlier file."""
    result = run("play", *BOARD, lines=[
        "d", "save one.jsonl", "d", "save /nonexistent/x", "save ~nobody-here/x", "save a\0b",
        "save " + "x" * 300, "save .", "d", "quit",
    ])  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "/nonexistent/x: No such file or directory" in result.stdout
    assert "that user has no home folder" in result.stdout
    assert "NUL character" in result.stdout
    assert "Errno" not in result.stdout
    assert "The game is saved in one.jsonl" in result.stdout
    (record,) = read_records("one.jsonl")
    assert sum(actor == 0 for actor, _ in record.events) == 3


def test_no_text_file_is_added_to():
    Path("notes.txt").write_text("buy milk")
    result = run("play", *BOARD, lines=["d", "save notes.txt", "quit"])
    assert "nothing was written" in result.stdout
    assert saved_game(result).events
    result = run("play", *BOARD, "--record", "notes.txt")
    assert result.exit_code == 2
    assert Path("notes.txt").read_text() == "buy milk"


def test_a_record_that_cannot_be_written_at_the_end_is_kept_elsewhere():
    """The folder of --record vanishes during the game."""
    folder = Path("gone")
    folder.mkdir()
    child = pexpect.spawn(
        sys.executable,
        ["-m", "aicore", "play", "tic_tac_toe", "--vs", "random", "--seat", "0", "--seed", "1",
         "--record", "gone/games.jsonl"],
        encoding="utf-8", timeout=30,
    )  # fmt: skip
    child.expect("your move > ")
    (folder / "games.jsonl").unlink()
    folder.rmdir()
    for cell in ("b2", "a1", "c3", "a2", "b1", "c1", "a3", "b3", "c2"):
        child.sendline(cell)
        if child.expect(["your move > ", "recorded in (.*)\r\n"]) == 1:
            break
    assert "not saved: gone/games.jsonl" in child.before
    file = child.match[1].partition("\x1b")[0].strip()  # its color ends there
    child.expect("what next > ")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    (record,) = read_records(file)
    assert record.finished


@pytest.mark.parametrize(
    "typed", ["9" * 5000, "moves " + "7" * 400, "3" * 400, "\x1b[31mred", "\u017f" * 99]
)
def test_no_typed_line_ends_the_game(typed):
    result = run("play", *BOARD, lines=[typed, "d", "quit"])
    assert result.exit_code == 0
    assert sum(actor == 0 for actor, _ in saved_game(result).events) == 1
    output = result.stdout.replace(f"your move > {typed}", "")
    assert "\x1b[31m" not in output
    assert max(map(len, output.splitlines())) <= 310


def test_a_bug_of_ours_does_not_lose_the_game(monkeypatch):
    monkeypatch.setattr("aicore.cli.typed_commands.show_hint", lambda *_: 1 / 0)
    result = run("play", *BOARD, lines=["d", "hint"])
    assert result.exit_code == 2
    assert result.stderr == "Error: the game stopped: ZeroDivisionError: division by zero\n"
    assert saved_game(result).events


COUNT = '''
from aicore.plain import END, Game, Int, action


class Count(Game):
    """Count to three."""

    seats = 2
    count = Int(0, 9)

    @action("add N", N=(1, 2))
    def add(self, s, n):
        s.count += n if n == 1 else 1 / 0
        s.turn = 1 - s.turn if s.count < 3 else END

    def result(self, s):
        return 0
'''


def test_a_mistake_of_the_author_ends_the_game_and_names_the_line(tmp_path):
    file = tmp_path / "count.py"
    file.write_text(COUNT, encoding="utf-8")
    result = run("play", file, "--vs", "random", "--seat", 0, lines=["add 2", "add 1"])
    assert result.exit_code == 2
    assert "count.py, line 13, add: ZeroDivisionError" in " ".join(result.stderr.split())
    assert saved_game(result).events == []


# Files from elsewhere


def received(tmp_path, spec):
    """Write a saved game whose opponent is a program that leaves a mark when it is started."""
    file = tmp_path / "received.jsonl"
    fields = {
        "format": "aicore-record/1", "game": "pig", "seats": 2, "options": {}, "seed": "1",
        "players": ["human", spec], "events": [], "scores": None, "returns": None, "end": None,
    }  # fmt: skip
    file.write_text(json.dumps(fields) + "\n")
    return file


@pytest.mark.parametrize(
    ("game", "spec", "options"),
    [
        ("pig", "mcts:sims=5,net={file}", {}),
        ("relics", "random", {"data": "{file}"}),
        ("relics", "random", {"data": "{file}#0123456789ab"}),
    ],
)
def test_a_received_game_reads_no_file_unasked(game, spec, options, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("hidden = 'in here'")
    file = received(tmp_path, spec.format(file=secret))
    fields = json.loads(file.read_text())
    options = {key: value.format(file=secret) for key, value in options.items()}
    file.write_text(json.dumps({**fields, "game": game, "options": options}) + "\n")
    result = run("play", "--resume", file)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {file} reads files on this computer, such as '")
    assert result.stderr.endswith("'. Add --trust if you trust it\n")
    result = run("play", "--resume", file, "--trust")
    assert result.exit_code in (0, 2)
    assert "this computer" not in result.stderr


def test_a_received_game_starts_no_program_unasked(tmp_path):
    mark = tmp_path / "mark"
    file = received(tmp_path, f"engine:touch {mark}")
    result = run("play", "--resume", file)
    assert result.exit_code == 2
    assert "runs programs on this computer" in result.stderr
    assert "--trust" in result.stderr
    assert not mark.exists()
    run("play", "--resume", file, "--trust-engines", lines=["quit"])
    assert mark.exists()


@pytest.mark.parametrize(("seed", "shown"), [("abc", True), (11, False)])
def test_a_resumed_game_names_the_seed_of_its_deal(tmp_path, seed, shown):
    """In saves of earlier versions, numbers are deals that `--seed` cannot name."""
    fields = json.loads(received(tmp_path, "random").read_text())
    file = tmp_path / "old.jsonl"
    file.write_text(json.dumps({**fields, "seed": seed, "options": {"target": 2}}) + "\n")
    result = run("play", "--resume", file, lines=["roll", "hold"] * 60)
    assert "The end" in result.stdout
    assert (f"--seed {seed}" in result.stdout) == shown


@pytest.mark.parametrize(
    ("answer", "started"), [("", False), ("y", True), *effort([], [("n", False)])]
)
def test_a_person_is_asked_before_a_program_starts(tmp_path, answer, started):
    mark = tmp_path / "mark"
    file = received(tmp_path, f"engine:touch {mark}")
    child = pexpect.spawn(
        sys.executable, ["-m", "aicore", "play", "--resume", str(file)],
        encoding="utf-8", timeout=30, env={**os.environ},
    )  # fmt: skip
    child.expect("Allow it")
    assert str(mark) in child.before
    child.sendline(answer)
    child.expect(["did not allow", "player > "])
    child.close()
    assert mark.exists() == started


def test_no_text_from_elsewhere_commands_the_terminal(tmp_path):
    """A record contains escape sequences, every one of which a terminal would obey."""
    wild = "\x1b]0;mine\x07\x1b[2J\x9b31m\u202e"
    fields = json.loads(received(tmp_path, "random").read_text())
    for name, value in {
        "game": wild, "options": {wild: 1}, "players": [wild, "human"], "seed": wild,
        "events": [["chance", wild]], "end": wild,
    }.items():  # fmt: skip
        file = tmp_path / "wild.jsonl"
        file.write_text(json.dumps({**fields, name: value}) + "\n")
        for words in (["replay", file], ["play", "--resume", file]):
            result = run(*words)
            assert not set(wild) & set("\x1b\x07\x9b\u202e") & set(result.output), name
            assert len(result.stderr.splitlines()) <= 1
