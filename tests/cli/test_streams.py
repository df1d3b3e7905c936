"""Tests of standard streams: closed ones, prints of a bot, Ctrl-C, and terminals of any size."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from aicore.cli import COMMANDS, main
from aicore.cli.screen import folded
from aicore.cli.streams import MIN_COLUMNS, terminal_size, wrapped
from kit import command
from kit.effort import THOROUGH, effort
from kit.tournaments import AICORE

LOUD_BOT = """
from aicore.players import Bot
print("bot loaded")

class Loud(Bot):
    def move(self, view, random):
        print("bot moves")
        return view.legal()[0]
"""
LOUD_GAME = """
from aicore.plain import END, Game, Int, action
print("game loaded")

class Steps(Game):
    \"\"\"Step on, by one or two. Whoever reaches the top wins.\"\"\"

    longest = 10
    place = Int(0, 7)
    winner = Int(0, 1)

    def setup(self, s):
        print("game begins")

    @action("step N", N=(1, 2))
    def step(self, s, n):
        s.place += n
        s.winner = s.turn
        s.turn = self.after(s.turn) if s.place < 6 else END

    def result(self, s):
        print("game ends")
        return s.winner
"""


def test_wrapped_text_keeps_percent_signs_and_hangs():
    assert wrapped("losses of 10 % or more", 13) == "losses of\n10 % or more"
    assert wrapped("go  to a square", 9, "  ", 4) == "  go  to\n      a\n      square"


@pytest.fixture
def loud(tmp_path):
    (tmp_path / "bot.py").write_text(LOUD_BOT)
    (tmp_path / "steps.py").write_text(LOUD_GAME)
    return tmp_path


def shell(line, folder, **given):
    return subprocess.run(
        ["bash", "-c", line.replace("aicore ", shlex.join(AICORE) + " ")],
        cwd=folder, capture_output=True, text=True, check=False, **given,
    )  # fmt: skip


def test_prints_of_a_bot_or_a_game_go_to_standard_error(loud):
    """This runs in one process, where no stream is a terminal."""
    game, bot = loud / "steps.py", loud / "bot.py"
    played = command.run("watch", game, bot, "random", "--seed", 1, "--json")
    record = json.loads(played.stdout)
    assert record["players"][0].startswith("bot.py#")
    assert {"bot moves", "game begins", "game ends"} <= set(played.stderr.splitlines())
    file = loud / "games.jsonl"
    file.write_text(played.stdout)
    named = ["--use", game, "--use", bot]
    rolled = command.run(
        *named, "rollout", file, 1, "--games", 2, "--jobs", 1, "--json", "--by", bot
    )
    assert json.loads(rolled.stdout)["type"] == "rollout"
    lines = ['{"type":"hello"}', "quit"]
    answers = command.run("engine", bot, input="\n".join(lines)).stdout
    assert json.loads(answers)["type"] == "ready"
    out = loud / "steps.tournament"
    for args in (
        ["replay", file],
        ["bench", game, "--seconds", 0.001, "--json"],
        ["study", game, "--games", 2, "--by", bot, "--jobs", 1, "--json", "-", "--no-ladder"],
        ["tournament", game, bot, "random", "--games", 2, "--jobs", 1, "--quiet", "--file", out],
    ):  # fmt: skip
        shown = command.run(*named, *args)
        assert shown.exit_code == 0, shown.output
        assert "bot moves" not in shown.stdout
        assert "game begins" not in shown.stdout


@pytest.mark.slow
def test_prints_of_a_worker_go_to_standard_error(loud):
    query = json.dumps({"id": 1, "game": "connect_four"})
    found = shell(
        "aicore analyze --workers 1 --by bot.py | cat;"
        "aicore tournament steps.py bot.py random --games 2 --jobs 1 --quiet --file t | cat",
        loud, input=query,
    )  # fmt: skip
    assert [json.loads(line)["id"] for line in found.stdout.splitlines()] == [1]
    assert "bot moves" in found.stderr


def test_a_command_restores_standard_output():
    before = sys.stdout
    assert "Usage" in command.works("games", "--help")
    assert sys.stdout is before


QUICK = {
    "games": "games",
    "rules": "rules pig",
    "players": "players --json",
    "learn": "learn relics",
    "play": "play pig --vs random --seat 0",
    "saves": "saves",
    "watch": "watch pig random --seed 1 --json",
    "web": "web --port 99999",
    "tournament": "tournament pig random random --games 2 --jobs 1 --quiet",
    "ladder": "ladder pig nowhere",
    "study": "study kuhn_poker --games 2 --jobs 1 --by random --no-ladder",
    "train": "train tic_tac_toe --generations 1 --sims 2 --from nothing --jobs 1",
    "puzzle": "puzzle connect_four 1",
    "puzzles": "puzzles tic_tac_toe --games 1 --jobs 1 --by random --out puzzles.jsonl",
    "engine": "engine random",
    "compliance": "compliance ./nothing",
    "replay": "replay nothing.jsonl",
    "analyze": "analyze --workers 1",
    "review": "review nothing.jsonl",
    "rollout": "rollout nothing.jsonl 1",
    "exploit": "exploit kuhn_poker random",
    "check": "check nothing.py",
    "new": "new game steps",
    "bench": "bench pig --seconds 0.001",
    "docs": "docs --path",
}


def test_each_command_is_tried_with_closed_streams():
    assert set(QUICK) == set(COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
def test_closed_streams_are_empty_or_dropped(name, closed, tmp_path):
    found = shell(f"aicore {QUICK[name]} {closed}", tmp_path, timeout=60)
    assert "Traceback" not in found.stderr + found.stdout
    assert found.returncode in (0, 2)


@pytest.mark.parametrize("closed", effort(["<&- >&-"], ["<&-", "<&- >&-"]))
def test_a_file_does_not_get_the_number_of_a_closed_stream(closed, tmp_path):
    """Output to a closed stream must not end up in a file opened since."""
    line = f"aicore play pig --vs random --seat 0 --record games.jsonl {closed}"
    found = shell(line, tmp_path)
    assert (found.returncode, found.stderr) == (0, "")
    (record,) = (tmp_path / "games.jsonl").read_text().splitlines()
    assert json.loads(record)["game"] == "pig"


# Ctrl-C


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("engine random", '{"type":"hello"}'),
        pytest.param("learn relics", "moves", marks=pytest.mark.slow),
        pytest.param("puzzle connect_four 1", "moves", marks=pytest.mark.slow),
        ("play pig --vs random --seat 0", "moves"),
    ],
)
def test_ctrl_c_has_its_exit_code_while_a_line_is_awaited(line, first, tmp_path):
    with subprocess.Popen(
        [*AICORE, *line.split()], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    ) as program:  # fmt: skip
        program.stdin.write(f"{first}\n")
        program.stdin.flush()
        assert program.stdout.readline()
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=60)
    assert program.returncode == 130


@pytest.mark.parametrize(
    "line",
    [
        "watch leduc_poker cfr:iterations=20000 cfr:iterations=19999 --json",
        "bench pig --seconds 60",
        "bench pig --seconds 60 --threads 2",
        "tournament pig mcts:sims=1000 greedy --games 100000 --jobs 2",
        "study booster --games 100000 --jobs 2 --json -",
    ],
)
@pytest.mark.slow
@pytest.mark.parametrize("seconds", [1.0, 2.0])
def test_ctrl_c_ends_every_computation(line, seconds, tmp_path):
    """It reaches the workers, too, even those that have only just begun to load."""
    begun = time.monotonic()
    subprocess.run([*AICORE, "--version"], check=True, capture_output=True)
    start = time.monotonic() - begun  # until Python has loaded the command line
    with subprocess.Popen(
        [*AICORE, *line.split()], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    ) as program:  # fmt: skip
        with pytest.raises(subprocess.TimeoutExpired):
            program.communicate(timeout=start + seconds)
        os.killpg(program.pid, signal.SIGINT)
        _, errors = program.communicate(timeout=60)
    assert program.returncode == 130
    assert "Traceback" not in errors


# Sizes


@pytest.mark.parametrize("columns", range(31) if THOROUGH else (0, 1, 2, 3, 5, 8, 13, 21, 30))
def test_a_terminal_of_any_width_is_written_to(columns):
    """COLUMNS=0 once printed nothing and exited with 0; 1 and 5 ended in a traceback."""
    for args in (["games"], ["nonsense"], ["play", "pig", "--vs", "random", "--seat", "0"]):
        shown = CliRunner(env={"COLUMNS": f"{columns}", "FORCE_COLOR": "1"}).invoke(
            main, args, input="moves\nboard\nquit\n"
        )
        assert isinstance(shown.exception, SystemExit | None)
        assert shown.output.strip()
    for text in ("", "word", "some words, more words"):
        assert wrapped(text, columns - 20, "  ").split() == text.split()
        assert folded(text, columns - 20).split() == text.split()


@pytest.mark.parametrize(
    ("columns", "lines", "size"),
    [
        ("0", "0", (80, 24)),
        ("", "", (80, 24)),
        ("1", "1", (MIN_COLUMNS, 1)),
        ("x", "-3", (80, 24)),
        ("²", "٣", (80, 24)),
        ("120", "7", (120, 7)),
    ],
)
def test_invalid_sizes_are_ignored(columns, lines, size, monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", lines)
    with (tmp_path / "file").open("w") as file:
        assert terminal_size(file) == size


GAME = "help\nhint\nwhy\nmoves\nboard\nlast\n1\n1\nrules\nzzz\n1\nquit\n"


@pytest.mark.slow
@pytest.mark.parametrize("columns", [0, 1, 5, 24, 30])
@pytest.mark.parametrize("lines", [0, 3, 24])
@pytest.mark.parametrize("game", ["booster", "gratis3", "ransom", "relics", "trader", "kuhn_poker"])
def test_games_are_played_on_a_terminal_of_any_size(game, columns, lines):
    env = {"COLUMNS": f"{columns}", "LINES": f"{lines}", "FORCE_COLOR": "1"}
    rivals = [] if game == "ransom" else ["--vs", "random"]
    shown = CliRunner(env=env).invoke(
        main, ["play", game, *rivals, "--seat", "0", "--seed", "3"], input=GAME
    )
    assert shown.exit_code == 0, shown.output[-300:]
