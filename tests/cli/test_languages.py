"""Tests of the command line in other languages: every text comes from a catalog.

A catalog that masks every letter exposes texts that come from none: see tests/kit/languages.py.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

import aicore.games
from aicore.cli import COMMANDS
from aicore.cli.lobby import Lobby
from aicore.cli.prompt import letters, yes_or_no
from aicore.cli.typed_commands import COMMANDS as TYPED_COMMANDS
from aicore.cli.viewer import KEYS
from aicore.core import language
from aicore.core.registry import info, names
from aicore.players import PLAYERS, player_class
from kit.command import run, works
from kit.languages import masking, words_left

TYPED = (
    r"`[^`]*`",
    r"--?[a-z][\w-]*",  # options
    r"\b(mcts|greedy|random|level)(:[\w=.,]+)?",  # players
    r"Ctrl-C",
    r"(/[\w.-]+)+",  # files
    r"\b(?=[a-z]*\d)[0-9a-f]+\b",  # seeds
)
"""Patterns of texts that people type and read in the same form."""
NAMES = rf"\b({'|'.join([*names(), *PLAYERS])})\b"


def translated() -> list[str]:
    """Return the games with a catalog: other games that are installed may have none."""
    folder = Path(aicore.games.__file__).parent
    return [name for name in names() if (folder / name / "de.po").exists()]


@pytest.fixture(autouse=True)
def own_language(monkeypatch):
    """Give each test the language of the suite, and undo its changes."""
    monkeypatch.setenv("AICORE_LANGUAGE", "en")
    monkeypatch.setattr(language, "_default", language.SOURCE)


def left_in(text, *allowed):
    """Return the lines of a text with words that come from no catalog, and these words."""
    lines = [(line, *words_left(line, *allowed, *TYPED)) for line in text.splitlines()]
    return [line for line in lines if len(line) > 1]


def played(monkeypatch, lines, *args, interactive=True, allowed=()):
    """Play in the masking language; return the lines with words left."""
    if interactive:
        for module in ("play", "prompt"):
            monkeypatch.setattr(f"aicore.cli.{module}.is_interactive", lambda: True)
    with masking(strict=True):
        done = run("play", *args, input="\n".join(lines) + "\n")
    assert done.exit_code == 0, done.output
    return left_in(done.output, *allowed)


# choice of the language


def test_an_option_before_the_command_chooses_the_language():
    assert run("--language", "de", "saves").stdout.startswith("Noch keine")
    assert run("--language=de", "saves").stdout.startswith("Noch keine")
    assert run("saves").stdout.startswith("Noch keine")  # the option above changed the environment
    assert run("--language", "en", "saves").stdout.startswith("No saved games")


@pytest.mark.parametrize(
    ("variable", "value", "begin"),
    [
        ("AICORE_LANGUAGE", "de", "Noch keine"),
        ("LANG", "de_DE.UTF-8", "Noch keine"),
        ("LC_ALL", "de_AT", "Noch keine"),
        ("LANGUAGE", "xx:de", "Noch keine"),
        ("LANG", "xx_XX", "No saved"),
        ("LC_ALL", "C", "No saved"),
    ],
)
def test_the_environment_chooses_the_language(monkeypatch, variable, value, begin):
    for name in language.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, value)
    assert run("saves").stdout.startswith(begin)


def test_an_unknown_language_is_an_error_of_one_line():
    done = run("--language", "xx", "saves")
    assert done.exit_code == 2
    assert done.stderr.splitlines() == [
        "Error: invalid value for '--language': 'xx' is not one of 'en', 'de'. See `aicore --help`."
    ]


def test_wrong_commands_are_answered_in_the_chosen_language():
    done = run("--language", "de", "play", "pig", "--seats")
    assert done.stderr == (
        "Fehler: Die Option '--seats' braucht einen Wert. Siehe `aicore --help`.\n"
    )
    assert run("--language", "de", "--help").stdout.startswith("Aufruf: aicore [OPTIONEN]")


def test_the_option_reaches_programs_that_the_command_starts():
    script = (
        "import os, sys\nfrom aicore.cli import main\n"
        "try:\n    main(['--language', 'de', 'saves'])\n"
        "except SystemExit:\n    print(os.environ['AICORE_LANGUAGE'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ
    )
    assert done.stdout.endswith("de\n")


def test_a_missing_catalog_does_not_stop_a_command(tmp_path, monkeypatch):
    monkeypatch.setattr(language, "BUILT", tmp_path)
    language._catalog.cache_clear()
    try:
        done = run("--language", "de", "games", "--help")
    finally:
        language._catalog.cache_clear()
    assert done.exit_code == 0
    assert done.stdout.startswith("Usage: aicore games")
    assert done.stderr.splitlines() == [
        f"Note: {tmp_path}/de.mo is missing, so texts are in English"
    ]


# help


@pytest.mark.parametrize("command", ["", *COMMANDS, "tournament report", "tournament merge",
                                     "saves resume", "saves delete"])  # fmt: skip
def test_help_comes_from_catalogs(command):
    with masking(strict=True):
        done = run(*command.split(), "--help")
    assert done.exit_code == 0
    names = "|".join(COMMANDS)
    typed = (
        r"^◦+: aicore[a-z ]*",
        rf"^  ({names})\b(?=  )",  # in the list of commands
        r"^    (?:aicore|echo|eval) .*?(?=   |$)",  # examples
        r"\baicore [\w ]+",
        r"\b[\w-]+\|[\w|-]+",  # words to choose from
        r"(◦:|^) +[\w:=.,-]+(?=[\];])",  # defaults
        r"^  (resume|review|delete|stats)\b(?=  )",
        r"\bELO[01]?\b",
        r"\{[\w|]+\}",
    )
    assert not left_in(done.stdout, *typed)


def test_german_help_names_arguments_as_its_usage_does():
    done = run("--language", "de", "play", "--help")
    assert "Aufruf: aicore play [OPTIONEN] [SPIEL]" in done.stdout
    assert " GAME" not in done.stdout


def test_click_forms_its_help_once_in_each_language():
    english = run("watch", "--help").stdout
    run("--language", "de", "watch", "--help")
    assert run("--language", "en", "watch", "--help").stdout == english


@pytest.mark.parametrize(
    "args",
    [
        ("play", "pig", "--seats", "x"),
        ("play", "pig", "--seat", "9"),
        ("play", "pig", "--level", "12"),
        ("play", "pig", "--level", "2"),
        ("play", "pig", "--time", "1", "--sims", "2"),
        ("play", "pig", "--option", "target"),
        ("play", "--nonsense"),
        ("play", "pig", "pig"),
        ("watch",),
        ("watch", "pig"),
        ("watch", "pig", "mcts", "mcts", "mcts", "--seats", "2"),
        ("saves", "delete", "zzzz"),
        ("saves", "resume"),
        ("review", "nothing.jsonl"),
        ("puzzle", "relics", "999999"),
    ],
)
def test_errors_come_from_catalogs(args, here):
    with masking(strict=True):
        done = run(*args)
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1
    quoted = (r"'[^']*'", r"\"[^\"]*\"")
    foreign = (*quoted, r"\baicore [\w ]+", r"\b(pig|relics)\b", r"nothing.jsonl.*")
    assert not left_in(done.stderr, *foreign)


# what people play


WORDS = "|".join(
    [*TYPED_COMMANDS, "again", "swap", "review", *("roll", "hold", "turn total", "score", "target")]
)
GAME = (rf"\b({WORDS})\b", r"\b(zz|pig)\b", r"aicore [\w ]+")
"""Notation of pig, and the commands in a game."""


def test_a_whole_game_speaks_the_language(monkeypatch, quick):
    lines = ["", "?", "help", "help zz", "odds", "hint", "play it", "why", "last", "moves zz",
             "moves", "board", "undo", "undo", "save", "resign", "n", "roll", "quit"]  # fmt: skip
    args = ("pig", "--vs", "random", "--seed", "3", "--option", "target=20")
    assert not played(monkeypatch, lines, *args, allowed=GAME)
    lines = [*["roll", "hold"] * 15, "zz", "swap", *["roll", "hold"] * 15, "quit"]
    assert not played(monkeypatch, lines, *args, allowed=GAME)


def test_a_game_by_a_pipe_speaks_the_language(monkeypatch):
    lines = ["roll", "resign"]
    args = ("pig", "--vs", "random")
    assert not played(monkeypatch, lines[:1], *args, interactive=False, allowed=GAME)
    assert not played(monkeypatch, lines, *args, interactive=False, allowed=GAME)


def asked(monkeypatch, *lines):
    """Return the lines with words left in the questions before a game."""
    with monkeypatch.context() as patch:
        for module in ("play", "prompt"):
            patch.setattr(f"aicore.cli.{module}.is_interactive", lambda: True)
        patch.setattr("aicore.cli.lobby.offered", translated)
        with masking(strict=True):
            done = run("play", input="\n".join([*lines, "quit"]) + "\n")
    questions = "".join(re.split(r"─{9,}\n", done.output)[:2])  # up to the game's heading
    return left_in(questions, NAMES, r"\bauto\b")


def test_the_questions_before_a_game_speak_the_language(monkeypatch):
    assert not asked(monkeypatch, "zz", "booster", "9", "2", "2")
    assert not asked(monkeypatch, "zz", "n", "pig", "2", "random")  # the last one is unfinished
    assert not asked(monkeypatch, "n", "ransom", "random")


CHOICES = (
    r"\([\w |]*\|[\w |◦]*\)",
    r"\b(on|off|none|own|soft|guided|uniform|informed|ucb|maxn|best|return)\b",
    r"\b[a-z_]+=[\w.,=]*",
    r"\b(captain|courier|merchant)\b",
    rf"\b({'|'.join(one.name for kind in PLAYERS for one in player_class(kind).PARAMETERS)})\b",
    r"aicore (rules|play) ◦+",
)
"""Patterns of settings and their values."""


@pytest.mark.parametrize("args", [("games",), ("players",), ("players", "--game", "booster"),
                                  ("saves",), ("saves", "stats")])  # fmt: skip
def test_lists_speak_the_language(args, monkeypatch):
    monkeypatch.setattr("aicore.cli.players.from_files", list)  # without files of other tests
    monkeypatch.setattr("aicore.cli.games.names", translated)
    with masking(strict=True):
        done = run(*args)
    assert not left_in(" ".join(done.stdout.split()), NAMES, *CHOICES)


@pytest.fixture
def games(here):
    """Return a file with a finished game of pig and an unfinished one."""
    works("watch", "pig", "random", "--seed", 1, "--option", "target=10", "--record", "games.jsonl")
    lines = ["roll"] * 2
    works("play", "pig", "--vs", "random", "--record", "games.jsonl", input="\n".join(lines))
    return "games.jsonl"


@pytest.mark.parametrize(
    "args",
    [
        ("watch", "pig", "random", "--seed", "1", "--option", "target=10", "--record", "x.jsonl"),
        ("replay", "games.jsonl"),
        ("replay", "games.jsonl", "--game", "2"),
        ("tournament", "pig", "greedy", "random", "--games", "4", "--dry-run"),
        ("tournament", "pig", "greedy", "random", "mcts:sims=9", "--format", "swiss", "--dry-run"),
        ("tournament", "pig", "greedy", "random", "--sprt", "0,10", "--dry-run"),
        ("exploit", "kuhn_poker", "random", "--draws", "2"),
        ("bench", "pig", "--seconds", "0.05"),
    ],
)
def test_the_output_of_commands_comes_from_catalogs(args, games):
    with masking(strict=True):
        done = run(*args)
    assert done.exit_code == 0, done.output
    typed = (
        r"\b(deal|check|bet|call|fold|roll)s?\b", r"\btarget=\d+", r"\bpig\b",
        r"\b(swiss|round-robin|Elo|NashConv|ns)\b", r"\b\w+\.jsonl\b",
    )  # fmt: skip
    assert not left_in(done.output, *typed)


def test_other_games_speak_the_language(monkeypatch, quick):
    lines = ["", "d", "hint", "why", "9", "zz", "d;c", "undo", "quit"]
    args = ("connect_four", "--level", "2", "--seed", "1")
    assert not played(monkeypatch, lines, *args, allowed=(*GAME, r"connect_four", r"hlep"))
    lines = ["", "help zz", "zz", "pass", "eject 1", "1", "quit"]
    allowed = (*GAME, *CARDS, r"booster", r"\b(pass|eject)\b")
    assert not played(monkeypatch, lines, "booster", "--level", "1", "--seed", "4", allowed=allowed)


CARDS = tuple(
    rf"\b{each['id']}\b" for kind in info("booster").data["cards"].values() for each in kind
)
"""Cards of booster, as people type them."""


def test_lessons_and_puzzles_speak_the_language(monkeypatch, quick):
    moves = (r"\bmove( \d+)*", r"\b(help )?zz\b", r"> [a-z]+$")
    with masking(strict=True):
        learned = run("learn", "backgammon", input="hint\nhelp\nzz\nhelp zz\nquit\n")
        solved = run("puzzle", "connect_four", input="hint\nzz\nhelp\na\nsolution\n\nquit\n")
    assert not left_in(learned.output, *moves)
    assert not left_in(solved.output, *moves)


@pytest.mark.parametrize(
    "args",
    [
        ("review", "games.jsonl", "--time", "0.2", "--all"),
        ("review", "games.jsonl", "--time", "0.2", "--why", "1"),
        ("rollout", "games.jsonl", "3", "--games", "48", "--by", "random", "--jobs", "1"),
        ("rollout", "games.jsonl", "1"),
        ("study", "pig", "--seats", "2", "--games", "20", "--by", "random", "--jobs", "1"),
        ("tournament", "pig", "greedy", "random", "--games", "8", "--jobs", "1"),
        ("tournament", "report", "pig.tournament"),
    ],
)
def test_reports_come_from_catalogs(args, games):
    if args[1] == "report":
        works("tournament", "pig", "greedy", "random", "flat:sims=9", "--games", "6", "--quiet")
    with masking(strict=True):
        done = run(*args)
    typed = (
        r"\b[\w-]+\.(jsonl|tournament)\b", r"\b(roll|hold)s?\b", r"\btarget=\d+",
        r"\b(pig|round-robin|flat(:sims=9)?)\b", r"\b(Elo|LOS)\b",
    )  # fmt: skip
    assert not left_in(done.output, *typed)


def test_the_keys_of_the_viewer_fit_a_terminal():
    with language.speaking("de"):
        assert len(language.gettext(KEYS)) <= 80


def test_a_duel_speaks_the_language(monkeypatch, quick):
    lines = ["", "resign", "y", "zz", "quit"]  # a new deal could offer any move
    args = ("ransom", "--vs", "random", "--seed", "3")
    words = r"\b(ransom|discard|capture|boost|with|for|using|merchant|keep)\b"
    cards = r"\b(alpha|beta|gamma|delta|[a-z]{1,2})\.[a-z]{1,2}\b"
    allowed = (*GAME, words, cards, r"\b(sr|ba|ca)\b")
    assert not played(monkeypatch, lines, *args, allowed=allowed)


@pytest.mark.parametrize(
    ("args", "lines"),
    [
        (("ransom", "--vs", "random", "--seed", "3"), ["", "resign", "y", "quit"]),
        (("booster", "--level", "1", "--seed", "4"), ["", "why", "1", "1", "last", "quit"]),
        (("connect_four", "--level", "1"), ["", "d", "hint", "why", "resign", "y", "quit"]),
        (("pig", "--vs", "random", "--seats", "3"), ["", "roll", "resign", "y", "review", "quit"]),
    ],
)
def test_games_go_on_in_german(monkeypatch, quick, args, lines):
    for module in ("play", "prompt"):
        monkeypatch.setattr(f"aicore.cli.{module}.is_interactive", lambda: True)
    done = run("--language", "de", "play", *args, input="\n".join(lines) + "\n")
    assert done.exit_code == 0, done.output
    assert "Das Ende" in done.output or "gespeichert" in done.output


@pytest.mark.parametrize("args", [("games", "--json"), ("players", "--json"), ("saves", "--json")])
def test_json_for_programs_is_english(args, monkeypatch):
    works("--language", "en", "play", "pig", "--vs", "random", "--record", os.devnull)
    english = run("--language", "en", *args).stdout
    assert run("--language", "de", *args).stdout == english


@pytest.mark.parametrize(
    ("code", "yes", "no"),
    [("en", "y Y yes YES", "n N no"), ("de", "j J ja JA y yes", "n N nein no")],
)
def test_yes_and_no_are_typed_in_the_language_or_in_english(code, yes, no):
    with language.speaking(code):
        assert {yes_or_no(word) for word in yes.split()} == {True}
        assert {yes_or_no(word) for word in no.split()} == {False}
        assert {yes_or_no(word) for word in ("", "yn", "hint", "2", "oui")} == {None}
        assert letters() == [yes.split()[0], no.split()[0]]
    assert yes_or_no("ja") is None


@pytest.mark.parametrize(("answer", "resigned"), [("j", True), ("ja", True), ("nein", False)])
def test_a_german_answer_is_understood(monkeypatch, quick, answer, resigned):
    for module in ("play", "prompt"):
        monkeypatch.setattr(f"aicore.cli.{module}.is_interactive", lambda: True)
    args = ("pig", "--vs", "random", "--seed", "3")
    done = run("--language", "de", "play", *args, input=f"\nresign\n{answer}\nquit\n")
    assert done.exit_code == 0, done.output
    assert "resign: sicher? j oder n > " in done.output
    assert ("Du hast aufgegeben" in done.output) == resigned


def test_an_unfinished_game_is_left_in_german():
    lobby = Lobby(Console())
    answers = iter(["was", "nein"])
    lobby.prompt.read = lambda label, words: next(answers)
    with language.speaking("de"):
        assert lobby.wants_to_continue("Pig") is False


@pytest.mark.parametrize("code", ["en", "de"])
def test_a_mistyped_command_is_recognized_in_every_language(monkeypatch, quick, code):
    for module in ("play", "prompt"):
        monkeypatch.setattr(f"aicore.cli.{module}.is_interactive", lambda: True)
    args = ("pig", "--vs", "random", "--seed", "3")
    done = run("--language", code, "play", *args, input="\nresing\nrol\nquit\n")
    wanted = {
        "en": 'There is no command "resing". Did you mean "resign"?',
        "de": "Einen Befehl „resing“ gibt es nicht. Meinst du „resign“?",
    }
    assert wanted[code] in done.output


def test_errors_about_unknown_names_begin_in_lower_case():
    assert run("play", "pgi").stderr.startswith("Error: there is no game")
    assert run("--language", "de", "play", "pgi").stderr.startswith("Fehler: ein Spiel „pgi“ gibt")
