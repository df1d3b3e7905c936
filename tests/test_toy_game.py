"""Tests that a game from an outside folder passes every test of games, without any edit.

The tests are copied, because the game's own belong among them: its twin, playthroughs and
signatures. The last two are written by the commands that docs/adding-a-game.md names.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aicore.plain.ports import BUILD

ROOT = Path(__file__).resolve().parents[1]
TOY = ROOT / "tests" / "toy"
NAME = "high_card"
# Besides tests that run for each game, those that list all games.
LISTS = "tables_are_true or every_game_is_held or lists_all or lists_keys or left_over"

Run = Callable[..., str]

OF_THE_REPOSITORY = [  # tests that read files missing from copies
    f"--ignore=tests/{name}.py"
    for name in (
        "test_breaks",
        "test_commits",
        "test_decisions",
        "test_docs",
        "test_docstrings",
        "test_documented_commands",
        "test_figures",
        "test_forge",
        "test_layout",
        "test_translations",
        "web/test_page_texts",
    )
]

pytestmark = pytest.mark.slow  # the game is built, then checked by every test of all games


def built(games: Path, old: str = "", new: str = "") -> Path:
    """Build the folder with the game, after replacing one text of its source."""
    shutil.copytree(TOY, games, ignore=shutil.ignore_patterns("__pycache__", "proof"))
    (games / "setup.py").write_text(BUILD, encoding="utf-8")
    source = games / NAME / "game.pyx"
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CFLAGS": "-O0 -w"}
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(build, check=True, cwd=games, env=environment, capture_output=True)
    return games


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs a program with the game added, and returns its output."""
    folder = tmp_path_factory.mktemp("toy")
    junk = shutil.ignore_patterns("__pycache__", "toy")
    for name in ("tests", "docs", "bench", "examples", "web/static"):
        shutil.copytree(ROOT / name, folder / name, ignore=junk)
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(TOY / "proof", folder / "tests" / "games" / NAME)
    environment = {**os.environ, "AICORE_GAMES": str(built(folder / "elsewhere"))}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
        return done.stdout

    run("tests/kit/playthroughs.py", "--write", NAME)
    (folder / "tests" / "signatures.txt").write_text(run("-m", "aicore", "bench", "--signature"))
    return run


def test_the_conformance_kit_and_all_else_passes(toy: Run) -> None:
    """The run includes every test that runs for each game, and each that names all games."""
    out = toy("-m", "pytest", "-n0", "--assert=plain", "-p", "no:cacheprovider",
              "--ignore=tests/fuzz", *OF_THE_REPOSITORY,
              "--ignore-glob=tests/games/[!h]*/*",
              "--ignore=tests/arena/test_ratings.py", "-k", f"{NAME} or {LISTS}",
              "tests")  # fmt: skip
    assert int(out.split(" passed")[0].split()[-1]) > 100


def test_no_test_fails_because_of_another_game(toy: Run) -> None:
    """The run includes all tests except those that read the project's own folders."""
    toy("-m", "pytest", "-p", "no:cacheprovider", *OF_THE_REPOSITORY,
        "--ignore=tests/test_toy_game.py", "tests")  # fmt: skip


@pytest.mark.parametrize(
    "spec", ["mcts:sims=200", "expectimax", "flat", "greedy", "script", "random"]
)
def test_every_searcher_plays_it(toy: Run, spec: str) -> None:
    record = toy("-m", "aicore", "watch", NAME, spec, "--seed", "1", "--json")
    assert f'"players":["{spec}' in record.replace(": ", ":")
    assert '"end":"showdown"' in record.replace(": ", ":")


def test_a_game_built_for_one_python_alone_is_refused(toy: Run, tmp_path: Path) -> None:
    """Freeing its objects would free memory of aicore. The stand-in here is not even a game."""
    games = tmp_path / "wrong"
    shutil.copytree(TOY / NAME, games / NAME)
    (games / NAME / "game.py").write_text("GAME = int\n")
    program = f"import aicore\ntry: aicore.load({NAME!r})\nexcept Exception as error: print(error)"
    output = toy("-c", f"import os; os.environ['AICORE_GAMES'] = {str(games)!r}\n{program}")
    assert output.startswith(f"{NAME} was built for a single Python version")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("max_actions = 2", "max_actions = 1", "2 actions, but max_actions is 1"),
        ("max_outcomes = self.deck", "max_outcomes = 2", "5 outcomes, but max_outcomes is 2"),
    ],
)
def test_a_bound_that_is_too_small_is_named(
    toy: Run, tmp_path: Path, old: str, new: str, what: str
) -> None:
    games = str(built(tmp_path / "small", old, new))
    program = f"""import os
os.environ["AICORE_GAMES"] = {games!r}
import aicore
try:
    state = aicore.load({NAME!r}, cards=5).start()
    while True:
        state.apply((state.legal_actions() or [event for event, _ in state.outcome_actions()])[0])
except RuntimeError as error:
    print(error)"""
    assert toy("-c", program) == f"{NAME} lists {what}\n"
