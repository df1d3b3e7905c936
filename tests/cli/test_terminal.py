"""Tests of games on a real terminal: editing, completion, Ctrl-C, and restored settings."""

import os
import re
import shlex
import termios

import pexpect
import pytest

from aicore.core.record import read_records
from kit.effort import effort
from kit.tournaments import AICORE

PROMPT = "your move > "


def leave(child):
    """Press Ctrl-C until the game ends: one may mean "move now", one may precede the prompt."""
    for _ in range(5):
        child.sendintr()
        if child.expect(["To continue: ", PROMPT, pexpect.TIMEOUT], timeout=4) == 0:
            return
    raise AssertionError("Ctrl-C does not leave the game")


def finish(child):
    """Return the rest of the output, and the exit code."""
    text = ""
    if child.expect(["what next > ", pexpect.EOF]) == 0:
        text = child.before
        child.sendline("quit")
        child.expect(pexpect.EOF)
    child.close()
    return plain(text + child.before), child.exitstatus


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "")


def echoes(child):
    return bool(termios.tcgetattr(child.fileno())[3] & termios.ECHO)


def play_to_the_end(child, moves):
    for move in moves:
        child.sendline(move)
        if child.expect([PROMPT, "The end"]) == 1:
            return
    raise AssertionError("the game does not end")


CELLS = [column + row for row in "321" for column in "abc"]


def test_a_game_with_hint_undo_save_and_resume(start, tmp_path):
    file = tmp_path / "game.jsonl"
    child = start("play", "tic_tac_toe", "--vs", "random", "--seat", 0, "--seed", 2)
    child.expect(PROMPT)
    child.sendline("hint")
    child.expect(r"Hint: ")
    child.expect(PROMPT)
    child.sendline("b2")
    child.expect(r"You mark .*b2|mark b2")
    child.expect(PROMPT)
    child.sendline("undo")
    child.expect("taken back: b2")
    child.expect(PROMPT)
    child.sendline("a1")
    child.expect(PROMPT)
    child.sendline(f"save {file}")
    child.expect(f"aicore play --resume {file}")
    child.expect(PROMPT)
    child.sendline("quit")
    _, code = finish(child)
    assert code == 0

    child = start("play", "--resume", file)
    child.expect("resumed after 2 moves")
    child.expect(PROMPT)
    play_to_the_end(child, CELLS)
    text, code = finish(child)
    assert code == 0
    assert f"recorded in {file}" in text
    (record,) = read_records(file)
    assert record.finished
    assert record.events[0] == (0, "a1")


def test_tab_completes_moves(start):
    child = start("play", "pig", "--vs", "random", "--seat", 0, "--seed", 2)
    child.expect(PROMPT)
    child.send("ro\t")
    child.expect("roll")
    child.send("\r")
    child.expect(r"[Yy]ou.* roll")


def resume_words(text):
    return re.search(r"To continue: +aicore (.*)", text)[1].split()


def test_ctrl_c_at_the_prompt_saves_and_names_the_command(start):
    child = start("play", "tic_tac_toe", "--vs", "random", "--seat", 0, "--seed", 2)
    child.expect(PROMPT)
    child.sendline("b2")
    child.expect(PROMPT)
    child.sendintr()
    child.expect("To continue: ")
    text = "To continue: " + child.readline()
    _, code = finish(child)
    assert code == 130
    child = start(*resume_words(text))
    child.expect("resumed after 2 moves")
    child.expect(PROMPT)
    play_to_the_end(child, CELLS)
    assert finish(child)[1] == 0


@pytest.mark.slow
def test_an_unfinished_game_is_offered_if_no_game_is_named(start):
    child = start("play", "tic_tac_toe", "--vs", "random", "--seat", 0, "--seed", 2)
    child.expect(PROMPT)
    child.sendline("b2")
    child.expect(PROMPT)
    child.sendline("quit")
    assert finish(child)[1] == 0
    child = start("play", "pig", "--vs", "random", "--seat", 0)
    child.expect(PROMPT)
    child.sendline("quit")  # nothing was played, so nothing is saved
    assert finish(child)[1] == 0
    child = start()
    child.expect("tic_tac_toe against Random, last played")
    child.sendline("n")
    child.expect("game > ")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child = start("play")
    child.expect("continue it")
    child.sendline("")
    child.expect("resumed after 2 moves")
    child.expect(PROMPT)
    leave(child)


@pytest.mark.slow
def test_a_recorded_game_is_kept_with_its_end_too(start, tmp_path):
    """The copy saved at each decision must not stay behind as an unfinished game."""
    file = tmp_path / "games.jsonl"
    child = start("play", "tic_tac_toe", "--vs", "random", "--seat", 0, "--record", file)
    child.expect(PROMPT)
    play_to_the_end(child, CELLS)
    assert "recorded in" in finish(child)[0]
    (record,) = read_records(file)
    (kept,) = [
        one for path in (tmp_path / "aicore" / "saves").iterdir() for one in read_records(path)
    ]
    assert record.finished
    assert kept == record


def test_ctrl_c_while_the_opponent_thinks(start):
    child = start("play", "connect_four", "--vs", "mcts:time=30", "--seat", 1, "--seed", 2)
    child.expect("Computer is thinking")
    child.sendintr()
    child.expect(PROMPT)  # it moved at once
    child.sendline("a")
    child.expect("Computer is thinking")
    leave(child)
    rest, code = finish(child)
    assert code == 130
    assert "aicore saves resume " in rest
    assert "Traceback" not in rest


def test_the_terminal_is_restored(start):
    """A shell runs the game: after Ctrl-C it must echo again, and the cursor must be back."""
    child = pexpect.spawn("bash", ["--norc", "--noprofile"], encoding="utf-8", timeout=20,
                          env={**os.environ, "PS1": "ready> ", "TERM": "xterm"})  # fmt: skip
    try:
        child.expect("ready> ")
        command = shlex.join(AICORE)
        child.sendline(f"{command} play connect_four --vs mcts:time=30 --seat 1 --seed 2")
        child.expect("is thinking")
        leave(child)
        child.expect("ready> ")
        shown = child.before
        assert shown.rfind("\x1b[?25l") <= shown.rfind("\x1b[?25h")
        child.sendline("echo code $?")
        child.expect("code 130")
        child.expect("ready> ")
        child.sendline("stty -a")
        child.expect("ready> ")
        assert re.search(r"(?<!-)\becho\b", child.before)
        assert re.search(r"(?<!-)\bicanon\b", child.before)
    finally:
        child.close(force=True)


def test_each_drawing_measures_the_terminal(start):
    """An earlier version kept the width that the terminal had when the game began."""
    child = start(
        "play", "booster", "--vs", "random", "--seat", 0, "--seed", 4,
        COLUMNS="", LINES="", PAGER="cat",
    )  # fmt: skip
    child.expect("Press Enter to begin > ")
    child.sendline("")
    child.expect(PROMPT)
    for columns in (120, 50, 120, 80):
        child.setwinsize(40, columns)
        child.sendline("board")
        child.expect("╭[^╮]*╮")
        board = plain(child.after)
        assert len(board) == min(columns, 80) - 2  # no wider than this game needs


@pytest.mark.parametrize(
    ("words", "prompt"),
    [
        (["play"], "game > "),
        pytest.param(["learn", "relics"], "learn > ", marks=pytest.mark.slow),
        (["puzzle", "connect_four", "1"], PROMPT),
        pytest.param(
            ["play", "pig", "--vs", "random", "--option", "target=2", "--seat", "0"],
            "what next > ",
            marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_ctrl_c_has_its_exit_code_at_every_prompt(start, words, prompt):
    child = start(*words, PAGER="cat")
    while child.expect_exact([prompt, PROMPT if prompt != PROMPT else "none"]):
        child.sendline("roll")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before


@pytest.mark.slow
def test_ctrl_d_saves_and_leaves(start):
    child = start("play", "tic_tac_toe", "--vs", "random", "--seat", 0, "--seed", 2)
    child.expect(PROMPT)
    child.sendeof()
    text, code = finish(child)
    assert code == 0
    assert "To continue: " in text


def test_the_spinner_reveals_no_secret(start):
    child = start("play", "leduc_poker", "--vs", "mcts:time=0.5", "--seat", 1, "--seed", 2)
    child.expect("Computer is thinking")
    child.expect(PROMPT)
    thinking = plain(child.before).split("Computer bets")[0].split("Computer checks")[0]
    assert "%" not in thinking
    assert "bet" not in thinking


def test_the_spinner_shows_the_choice_of_open_games(start):
    child = start("play", "connect_four", "--vs", "mcts:time=0.6", "--seat", 1, "--seed", 2)
    child.expect(r"Computer is thinking  \d+ s  [a-g]  \d+ %")
    child.expect(PROMPT)


@pytest.mark.parametrize(
    "env", [{"LC_ALL": "C"}, *effort([], [{"TERM": "dumb"}, {"NO_COLOR": "1"}])], ids=str
)
def test_modest_terminals(start, env):
    child = start("play", "connect_four", "--vs", "mcts:time=0.2", "--seat", 1, "--seed", 2, **env)
    child.expect(PROMPT)
    shown = child.before
    if "NO_COLOR" in env or "TERM" in env:
        assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", shown)
    if "TERM" in env:
        assert "thinking" not in shown
    if "LC_ALL" in env:
        assert shown.isascii()
    rows = re.split(r"[\r\n]+", shown)
    assert max(len(plain(row)) for row in rows) <= 80


def test_errors_break_between_words(start):
    child = start("play", "pig", "--vs", "mcts:time=0.5,zzz=7")
    text, code = finish(child)
    rows = text.splitlines()
    assert code == 2
    assert len(rows) > 1
    assert max(map(len, rows)) <= 80
    assert 'Error: player mcts has no parameter "zzz". It has sims,' in " ".join(rows)


def test_a_line_typed_before_the_first_board_is_not_lost(start):
    child = start("play", "relics", "--vs", "random", "--seat", 0, "--seed", 5, PAGER="cat")
    child.expect("Press Enter to begin > ")
    child.sendline("airlock W")
    child.expect("your move > airlock W")
    child.expect(PROMPT)
    assert "AP" in plain(child.before)  # after placing, the first turn has begun


def test_lines_of_several_moves_and_a_board_that_fits(start):
    child = start("play", "relics", "--vs", "random", "--seat", 0, "--seed", 5, PAGER="cat")
    child.expect("Press Enter to begin > ")  # the board would cover the game's goal
    assert "you score nothing" in " ".join(plain(child.before).split())
    child.sendline("")
    child.expect(PROMPT)
    assert re.search(r"rows \d+ to \d+; `board` shows all", plain(child.before))
    child.sendline("airlock W")
    child.expect(PROMPT)
    child.sendline("lift p04 to 0,10 turn 0; lift p07 to 0,14 floor s; go e2")
    child.expect("you have 7 AP")
    child.expect(PROMPT)
    child.sendline("move n")
    child.expect_exact("`move n`: wall at 1,14 (p07)")
    child.expect(PROMPT)
    child.sendline("board")
    child.expect(PROMPT)
    rows = re.findall(r"^ *(\d+) .* \1 *$", plain(child.before), flags=re.M)
    assert rows[0] == "0"
    assert rows[-1] == "30"
    child.sendline("undo")
    child.expect("taken back: lift p04 to 0,10 turn 0; lift p07")
    child.expect("you have 12 AP")
    child.expect(PROMPT)
