"""Tests of every command, and of every way to get one wrong."""

import json
import os
import re
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import aicore
from aicore.cli import COMMANDS, main
from aicore.core.record import read_records
from aicore.players.defaults import defaults_of
from kit.command import fails, run, works
from kit.effort import effort

AICORE = [sys.executable, "-c", "from aicore.cli import main; main()"]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "games.jsonl"
    works("watch", "kuhn_poker", "random", "random", "--seed", 1, "--record", path)
    works("watch", "pig", "random", "--seats", 3, "--seed", 2, "--option", "target=5",
          "--record", path)  # fmt: skip
    return path


# help and version


def test_version():
    assert works("--version") == "aicore 0.1.0\n"


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_examples(command, flag):
    text = works(*command.split(), flag)
    assert text.startswith("Usage: ")
    assert text.count("aicore ") >= 2
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search(r"\w-$", text, re.M)  # no word is broken at a hyphen
    assert "..." not in text.partition("Commands:")[2]  # no summary is cut
    assert text.isascii()
    if command:
        assert f"aicore {command}" in text.split("Examples:")[1]


def test_every_option_is_explained():
    context = click.Context(main)
    for name in COMMANDS:
        for parameter in main.get_command(context, name).params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{name} {parameter.name}"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_list_of_commands_has_the_help_of_each(command):
    assert main.get_command(None, command).get_short_help_str(1000) == COMMANDS[command][1]


def test_a_list_of_commands_imports_none_of_them():
    script = (
        "import sys, click, aicore.cli as cli\n"
        "context = click.Context(cli.main)\n"
        "cli.main.get_help(context)\n"
        "assert [one.value for one in cli.main.shell_complete(context, 'pu')] == "
        "['puzzle', 'puzzles']\n"
        "print([name for name in sys.modules if 'commands' in name or 'options' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.fixture(scope="module")
def imported():
    """Return the modules that each command's help is the first to import, in one process."""
    script = """
import contextlib, io, sys, aicore.cli
heavy = ("search", "players", "arena", "coach", "session", "study")
known = {}
for command in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()) as shown, contextlib.suppress(SystemExit):
        aicore.cli.main([command, "--help"])
    assert "Examples:" in shown.getvalue()
    for name in sys.modules:
        if name in ("rich", "aicore.core.game") or name.startswith(
            tuple(f"aicore.{package}" for package in heavy)
        ):
            known.setdefault(name, command)
for name, command in known.items():
    print(command, name)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, *COMMANDS], capture_output=True, text=True, check=True
    )
    return [line.split() for line in done.stdout.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_does_not_import_its_implementation(command, imported):
    assert [name for first, name in imported if first == command] == []


def test_help_imports_nothing_heavy():
    script = (
        "import sys, aicore.cli\n"
        "try: aicore.cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name == 'rich' or name.startswith('aicore.core.g')"
        " or name.startswith(('aicore.search', 'aicore.players', 'aicore.arena'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_help_imports_no_slow_library():
    """It loads no engine, table or plot code: that would take several times as long as help."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "aicore", "--help"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    assert "click.core" in loaded
    heavy = {"rich.console", "numpy", "sqlite3", "multiprocessing", "secrets", "aicore.core.game"}
    assert not loaded & heavy


def test_no_arguments_show_the_help():
    result = run()
    assert result.exit_code == 2
    assert "Commands:" in result.output


def complete(line):
    env = {"_AICORE_COMPLETE": "bash_complete", "COMP_WORDS": line,
           "COMP_CWORD": str(len(line.split()) - (0 if line.endswith(" ") else 1))}  # fmt: skip
    done = CliRunner(env=env).invoke(main, [], prog_name="aicore")
    return [row.split(",", 1)[1] for row in done.stdout.splitlines()]


def test_shell_completion():
    assert complete("aicore pl") == ["players", "play"]
    assert complete("aicore play tic") == ["tic_tac_toe"]
    assert complete("aicore rules ") == list(aicore.names())
    assert complete("aicore check ./li") == ["./li"]  # a file name
    assert complete("aicore play pig --vs mc") == ["mcts"]
    assert "human" not in complete("aicore watch pig ")
    assert "mcts:sims=" in complete("aicore watch pig mcts:s")
    assert complete("aicore play pig --option t") == ["target="]
    assert "rounds=" in complete("aicore play relics --option ")


# games, rules, players


def test_games_lists_all():
    text = works("games")
    for name in aicore.names():
        assert name in text
        assert aicore.info(name).title in text
    assert "target=100" in text  # pig's option and its default
    assert "Reference games" in text


@pytest.mark.parametrize("name", aicore.names())
def test_rules_are_markdown_when_piped(name):
    output = works("rules", name)
    assert output.split() == aicore.info(name).rules.split()
    code = False
    for line in output.splitlines():
        code ^= line.startswith("```")
        assert len(line) <= 80 or code


def test_players_lists_keys_and_defaults_of_a_game():
    text = works("players")
    for name in ("mcts", "expectimax", "flat", "greedy", "random", "human"):
        assert name in text
    sims = defaults_of(aicore.info("tic_tac_toe"), "mcts")["sims"]
    assert re.search(rf"sims +{sims} ", works("players", "--game", "tic_tac_toe"))


@pytest.mark.parametrize(
    ("name", "words", "knows"),
    [
        ("leduc_poker", "one per decision", "all that the seat ever learned"),
        ("relics", "up to 2 per decision", "what the seat knows"),
    ],
)
def test_arrays_are_reported_field_by_field(name, words, knows):
    game = aicore.load(name)
    output = works("rules", name, "--arrays")
    whole = " ".join(output.replace(",", "").split())
    assert f"{game.num_tokens} action words {words}; at most {game.max_length} actions" in whole
    assert f"Observations of {game.observation_size} bytes with {knows}." in whole
    assert f"Encoding version: {game.observation_version}." in whole
    place = 0
    for line, field in zip(output.splitlines()[-len(game.fields) :], game.fields, strict=True):
        assert line.split()[0].replace(",", "") == str(place)
        assert field.name in line
        assert " x ".join(map(str, field.shape)) in line
        assert line.split()[-2] == field.kind
        assert line.split()[-1] == str(field.high)
        place += field.size


@pytest.mark.parametrize("command", ["rules", "play", "watch", "bench"])
def test_unknown_game(command):
    args = ["random"] if command == "watch" else []
    assert fails(command, "pigg", *args).startswith('there is no game "pigg". Did you mean "pig"?')
    assert "There are" in fails(command, "chess", *args)


def test_unknown_game_for_players():
    assert 'there is no game "chess". There are ' in fails("players", "--game", "chess")


def test_ctrl_c_has_its_exit_code_in_every_command(monkeypatch):
    """Here it arrives in a command that does not handle it."""

    def interrupted():
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("aicore.cli.games.names", interrupted)
    assert run("games").exit_code == 130


def test_unknown_command():
    assert 'there is no command "plya". Did you mean "play"? See `aicore --help`.' in fails("plya")
    assert "There are games, rules" in fails("xyzzy")


# watch


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("tournament booster greedy --games x", "'x' is not a whole number of at least 1."),
        ("study pig --games 0", "'0' is not a whole number from 1 to 100000."),
        ("play booster --seats two", "'two' is not a whole number."),
        ("watch pig random --delay 99", "'99' is not a number from 0 to 60."),
        ("bench pig --seconds -1", "'-1' is not a number above 0."),
        ("bench pig --seconds nan", "'nan' is not a number above 0."),
        ("tournament pig greedy random --move-time inf", "'inf' is not a number of at least 0."),
        ("puzzles pig --out x --seats 1.5", "'1.5' is not a whole number from 1 to 6."),
    ],
)
def test_a_wrong_number_is_refused_with_its_bounds(line, allowed):
    assert allowed in fails(*line.split())
    assert "range" not in works(line.split()[0], "--help").casefold()


def test_watch_shows_the_game():
    text = works("watch", "tic_tac_toe", "random", "random", "--seed", 3)
    assert "Tic-tac-toe" in text
    assert "seed 3" in text
    assert "Random 0  " in text
    assert "The end" in text
    assert "\x1b" not in text
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert max(map(len, text.splitlines())) <= 80


def test_watch_reports_dice():
    assert "rolls " in works("watch", "pig", "random", "--option", "target=5", "--seed", 1)


def test_watch_prints_a_whole_turn_below_its_first_position():
    args = ["watch", "pig", "script", "random", "--option", "target=30", "--seed", 1]
    record = json.loads(works(*args, "--json"))
    seats = [actor for actor, _ in record["events"] if actor != "chance"]
    turns = sum(one != other for one, other in pairwise([None, *seats]))
    assert turns < len(seats)
    assert works(*args).count(" to 30\n") == turns + 1  # plus the end


def test_watch_json_is_the_record(tmp_path):
    path = tmp_path / "games.jsonl"
    args = ["watch", "pig", "random", "--seed", 4, "--option", "target=9", "--json"]
    text = works(*args, "--record", path)
    assert text == path.read_text()
    assert text == works(*args)
    fields = json.loads(text)
    assert fields["seed"] == "4"
    assert fields["options"] == {"target": 9}
    assert fields["players"] == ["random", "random"]


def test_watch_errors(tmp_path):
    assert "missing argument 'SPEC...'" in fails("watch", "pig")
    assert "There are mcts" in fails("watch", "pig", "chance", "random")
    assert "3 players for 2 seats" in fails("watch", "pig", *["random"] * 3, "--seats", 2)
    assert "exactly 2 seats" in fails("watch", "tic_tac_toe", *["random"] * 3)
    assert 'no parameter "depth"' in fails("watch", "pig", "random:depth=3")
    assert "people play with" in fails("watch", "pig", "human", "random")
    assert 'no option "size"' in fails("watch", "pig", "random", "--option", "size=3")
    output = fails("watch", "pig", "random", "--option", "target=1")
    assert "target=1: it must be a whole number from 2 to 1000" in output
    assert "the form KEY=VALUE" in fails("watch", "pig", "random", "--option", "target")
    assert "printable characters" in fails("watch", "pig", "random", "--seed", "\x1b[2J")


def test_an_unwritable_record_is_reported_before_the_game(tmp_path):
    missing = tmp_path / "missing" / "games.jsonl"
    assert fails("watch", "pig", "random", "--record", missing) == (
        f"{missing}: No such file or directory"
    )
    for command in (["watch", "pig", "random"], ["play", "pig", "--vs", "random"]):
        result = run(*command, "--record", missing, input="roll\n")
        assert result.exit_code == 2
        assert result.stdout == ""  # not a move was played
    assert "directory" in fails("watch", "pig", "random", "--record", tmp_path)


# replay


def test_replay_shows_positions_and_result(record):
    text = works("replay", record)
    assert "Kuhn poker" in text
    assert re.search(r"gets the (jack|queen|king)", text)
    assert "The end" in text
    assert "Pig" in works("replay", record, "--game", 2)


def test_replay_as_a_seat_hides(record):
    everything, seat_0 = works("replay", record), works("replay", record, "--seat", 0)
    assert "?" not in everything
    assert "gets a card" not in everything
    assert "gets a card" in seat_0  # the deal to seat 1
    assert "[?]" in seat_0


def test_replay_json(record):
    plies = [json.loads(line) for line in works("replay", record, "--json").splitlines()]
    game = next(iter(read_records(record)))
    assert [ply["event"] for ply in plies] == [*[text for _, text in game.events], None]
    assert [ply["turn"] for ply in plies] == [*[actor for actor, _ in game.events], "end"]
    for number, ply in enumerate(plies):
        assert ply["ply"] == number
        assert ("outcomes" in ply) == (ply["turn"] == "chance")
        assert ("legal" in ply) == isinstance(ply["turn"], int)
        assert isinstance(ply["state"], dict)


def test_replay_writes_a_page(record, tmp_path):
    page = tmp_path / "game.html"
    works("replay", record, "--html", page)
    assert "<title>Kuhn poker</title>" in page.read_text()
    before = Path(record).read_bytes()
    assert "the command reads this file" in fails("replay", record, "--html", record)
    assert Path(record).read_bytes() == before
    assert "choose one" in fails("replay", record, "--html", page, "--json")


def test_replay_of_an_unfinished_game(tmp_path):
    path = tmp_path / "games.jsonl"
    works("play", "tic_tac_toe", "--vs", "random", "--seat", 0, "--record", path, input="b2\n")
    assert "Unfinished: the record stops after 2 moves." in works("replay", path)
    assert len(works("replay", path, "--json").splitlines()) == 3


def test_replay_errors(record, tmp_path):
    assert "No such file" in fails("replay", tmp_path / "none")
    assert "Is a directory" in fails("replay", tmp_path)
    assert fails("replay", record, "--game", 3).endswith("has no game 3: it contains 2 records")
    assert "the first game of a file is --game 1" in fails("replay", record, "--game", 0)
    assert "seats 0 to 1" in fails("replay", record, "--seat", 2)
    assert "cannot be combined with --seat" in fails("replay", record, "--seat", 0, "--json")
    record.write_text(record.read_text().replace('"end":"', '"end":"un'))
    assert "end: the record says" in fails("replay", record, "--json")
    record.write_text("games\n")
    assert "line 1: not JSON" in fails("replay", record)
    record.write_text("")
    assert "contains no record" in fails("replay", record)


# bench


def test_bench():
    figures = json.loads(works("bench", "tic_tac_toe", "--seconds", 0.01, "--json"))
    assert list(figures) == [
        "game", "plies_per_s", "playouts_per_s", "copy_ns", "mcts_sims_per_s",
        "expectimax_nodes_per_s", "node_bytes", "threads",
    ]  # fmt: skip
    text = works("bench", "pig", "--seconds", 0.01, "--sims", 500)
    assert "playouts/s" in text
    assert max(map(len, text.splitlines())) <= 80
    names = [
        json.loads(line)["game"]
        for line in works("bench", "--seconds", 0.01, "--json").splitlines()
    ]
    assert names == list(aicore.names())


def test_bench_signature():
    """It prints the lines of the file that holds the signatures."""
    held = (ROOT / "tests" / "signatures.txt").read_text().splitlines(keepends=True)
    pig = [line for line in held if line.startswith("pig ")]
    assert works("bench", "pig", "--signature") == "".join(pig)


def test_bench_profile_shows_the_authors_slow_lines():
    text = works("bench", ROOT / "examples" / "liars_dice.py", "--profile", "--seconds", "0.3")
    assert re.search(r"Liar's Dice: \d+% of a search's time is spent in your methods", text)
    assert re.search(r"\d+%\s+\d+\s+bids", text.replace(".", ""))
    assert "name the file of a game in plain Python" in fails("bench", "pig", "--profile")


def test_a_person_cannot_analyze():
    assert "player human cannot analyze positions" in fails("analyze", "--by", "human")


def test_bench_errors():
    assert "'--sims'" in fails("bench", "pig", "--sims", 0)
    assert "'--threads'" in fails("bench", "pig", "--threads", 0)
    assert "'--seconds'" in fails("bench", "pig", "--seconds", 0)


# pipes, colors, encodings


PLAIN = {key: value for key, value in os.environ.items()
         if not key.startswith(("LC_", "LANG", "PYTHON"))}  # fmt: skip


def shell(command, **env):
    aicore_word = f'"{sys.executable}" -c "from aicore.cli import main; main(prog_name=\'aicore\')"'
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command.replace('aicore ', aicore_word + ' ')}"],
        env={**PLAIN, **env}, capture_output=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("games", marks=pytest.mark.slow),
        "watch pig random --seed 1",
        pytest.param("rules pig", marks=pytest.mark.slow),
    ],
)
def test_a_closed_pipe_prints_no_error(command):
    done = shell(f"(sleep 0.2; aicore {command}; echo code $? >&2) | true")
    assert done.stderr == b"code 1\n"


ALL_IN_ONE = """
import sys
from aicore.cli import main
for command in sys.argv[1:]:
    try:
        main(command.split(), prog_name="aicore")
    except SystemExit as left:
        print("code", left.code or 0)
"""


@pytest.mark.parametrize(
    "env", [{"LC_ALL": "C"}, *effort([], [{"PYTHONIOENCODING": "ascii"}])], ids=str
)
def test_ascii_terminals(env):
    commands = ["games", "players", *[f"rules {name}" for name in aicore.names()],
                "watch leduc_poker random --seed 1", "play connect_four --vs random --seed 1",
                "play \N{VULGAR FRACTION ONE HALF}"]  # fmt: skip
    typed = "4\nwhy\n\N{VULGAR FRACTION ONE HALF}\n".encode()
    done = subprocess.run(
        [sys.executable, "-c", ALL_IN_ONE, *commands], input=typed, env={**PLAIN, **env},
        capture_output=True,
    )  # fmt: skip
    assert (done.stdout + done.stderr).isascii()
    assert b"Traceback" not in done.stderr
    codes = [int(line[5:]) for line in done.stdout.splitlines() if line.startswith(b"code ")]
    assert codes == [0] * (len(commands) - 1) + [2]


def test_utf8_stays_utf8():
    done = shell("aicore watch tic_tac_toe random", LC_ALL="C.UTF-8")
    assert "─" in done.stdout.decode()


def test_forced_colors_obey_no_color():
    line = "aicore watch pig random --option target=9"
    colored = shell(line, FORCE_COLOR="1", TERM="xterm-256color")
    plain = shell(line, FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="1")
    assert b"\x1b[36m" in colored.stdout
    assert b"\x1b[36m" not in plain.stdout


def test_dumb_terminals_get_plain_text():
    done = shell("aicore watch pig mcts:sims=50 --option target=9", TERM="dumb", FORCE_COLOR="1")
    assert b"\x1b[3" not in done.stdout
    assert b"\x1b[?25" not in done.stdout


# documentation


def test_the_reference_is_up_to_date():
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("generate_cli", ROOT / "docs" / "generate_cli.py")
    generate = module_from_spec(spec)
    spec.loader.exec_module(generate)
    page = generate.page()
    assert generate.PAGE.read_text() == page, "run: python docs/generate_cli.py"
    for name in COMMANDS:
        assert f"## aicore {name}\n" in page


def test_level_cannot_be_combined():
    for other in (("--vs", "mcts"), ("--sims", 5), ("--time", 1)):
        assert "--level cannot be combined" in fails("play", "booster", "--level", 3, *other)
    assert "'--level'" in fails("play", "booster", "--level", 10)
    assert "pig has no levels" in fails("play", "pig", "--level", 3)
