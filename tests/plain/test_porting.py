"""Tests of the folder that `aicore new game --cython` writes: it plays like its plain twin."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import aicore
from aicore.plain.new import GAMES, game_text, write_compiled
from aicore.plain.porting import only_source
from bench.study import port_speed
from plain.conftest import EXAMPLES

ROOT = Path(__file__).parents[2]
SILENT = """

from aicore.plain.forms import PlainForm


def asked(*given):
    raise AssertionError("Python was asked")


for one in [one for one in vars().values() if isinstance(one, type) and issubclass(one, Game)]:
    for name, value in list(vars(one).items()):
        if isinstance(value, PlainForm):
            value.play, value.lister = asked, value.lister and asked
        elif name in ("setup", "result", "estimate", "suggest"):
            setattr(one, name, asked)
"""
"""Text added to a plain file: none of its methods may be called."""


def run(folder: Path, *arguments: str) -> str:
    """Run Python in a folder, as a user would; return its output."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True,
        env={**os.environ, "CFLAGS": "-O0 -w", "AICORE_GAMES": "."},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def built(folder: Path) -> None:
    run(folder, "setup.py", "-q", "build_ext", "--inplace")
    run(folder, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider")


def conforms(folder: Path, name: str) -> int:
    """Run the conformance kit over the game; return the number of passed tests."""
    out = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", "-k", name,
         str(ROOT / "tests/games/test_conformance.py")],
        cwd=ROOT, env={**os.environ, "AICORE_GAMES": str(folder)}, capture_output=True, text=True,
    )  # fmt: skip
    assert out.returncode == 0, out.stdout[-3000:]
    return int(out.stdout.split(" passed")[0].split()[-1])


@pytest.mark.slow
def test_a_port_of_cards_compiles_plays_and_matches_its_twin(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written, following = write_compiled("trumps", "cards")
    assert "AICORE_GAMES=. aicore play trumps" in following
    assert {path.name for path in written} >= {
        "setup.py", "test_trumps.py", "game.pyx", "data.toml", "plain.py", "notation.py",
        "terminal.py", "README.md", "RULES.md", "__init__.py",
    }  # fmt: skip
    folder = tmp_path / "trumps"
    built(folder)
    output = run(
        folder, "-m", "aicore", "watch", "trumps", "mcts:sims=200", "--seed", "1", "--json"
    )
    assert '"end"' in output
    # A twin with a different rule is noticed.
    twin = folder / "trumps" / "plain.py"
    twin.write_text(twin.read_text().replace("index(max(", "index(min("))
    with pytest.raises(AssertionError, match=r"trumps and plain\.py differ"):
        run(folder, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider")


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_folders_conform(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_compiled(f"my_{kind}", kind)
    built(tmp_path / f"my_{kind}")
    assert conforms(tmp_path / f"my_{kind}", f"my_{kind}") > 30
    # Searches and playouts do not call the plain file, because all its rules are ported.
    with (tmp_path / f"my_{kind}/my_{kind}/plain.py").open("a") as plain:
        plain.write(SILENT)
    for playouts in ("uniform", "guided"):
        spec = f"mcts:sims=50,playouts={playouts}"
        run(tmp_path / f"my_{kind}", "-m", "aicore", "watch", f"my_{kind}", spec, "--seed", "1")


def test_all_unsupported_declarations_are_named_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "own.py"
    text = (EXAMPLES / "goofspiel.py").read_text()
    field = 'note = Cards(["a"], hidden=True, seats=True, remembers=True)'
    own.write_text(text.replace("    def setup", f"    {field}\n\n    def setup", 1))
    with pytest.raises(
        aicore.AicoreError, match=r"together=\.\.\. .*; \w+: remembers=True .* resample"
    ):
        write_compiled(own.name, "dice")
    assert not (tmp_path / "own").exists()


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_methods_not_yet_ported_run_from_the_plain_file(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = tmp_path / f"my_{path.name}"
    own.write_text(path.read_text())
    if "together=" in own.read_text():
        with pytest.raises(
            aicore.AicoreError, match=r"together=\.\.\. does not work in compiled games"
        ):
            write_compiled(own.name, "dice")
        return
    write_compiled(own.name, "dice")
    built(tmp_path / own.stem)


@pytest.mark.slow
def test_a_port_decides_as_the_compiled_game_does(tmp_path):
    """bench/study/port_speed.py measures this, and so does the command that compares a port."""
    games = port_speed.built(tmp_path, CFLAGS="-O0 -w")
    for given in port_speed.SPECS:
        spec = f"{given},sims=300,trees=1"
        ported, compiled = (
            port_speed.searched(name, spec, games).stdout
            for name in (port_speed.PORT, port_speed.NAME)
        )
        assert ported == compiled
    twin = port_speed.PORTS / f"{port_speed.NAME}.py"
    out = run(games, "-m", "aicore", "check", port_speed.PORT, "--against", str(twin))
    assert f"{port_speed.PORT} plays exactly like connect_four.py: 60 games, " in out


def test_a_plain_file_brings_its_fields_forms_and_options(tmp_path, monkeypatch):
    """The struct has the plain state's fields, with room for all seats."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bluff.py").write_text((EXAMPLES / "liars_dice.py").read_text())
    write_compiled("bluff.py", "dice")
    folder = tmp_path / "bluff" / "bluff"
    code = (folder / "game.pyx").read_text()
    assert "    u8[SEATS][5] cup  # 0 to 6, hidden\n" in code
    assert "    BID = 0  # bid COUNT FACE: BID + (COUNT - 1) * 6 + (FACE - 1)\n" in code
    assert "#   def bids(self, s):" in code
    data = tomllib.loads((folder / "data.toml").read_text())
    assert data["game"]["seats"] == [2, 6]
    assert data["options"]["dice"] == {
        "default": 5, "help": "dice of each player at the start", "low": 1, "high": 5,
    }  # fmt: skip


def test_nothing_is_overwritten(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trumps").mkdir()
    with pytest.raises(aicore.AicoreError, match="already exists"):
        write_compiled("trumps", "cards")
    with pytest.raises(aicore.AicoreError, match="already exists"):
        write_compiled("pig", "dice")
    (tmp_path / "wrong.py").write_text(game_text("wrong", "dice").replace("Int(0, 60)", "Int(9)"))
    with pytest.raises(aicore.AicoreError, match=r"wrong\.py, line"):
        write_compiled("wrong.py", "dice")
    assert [path.name for path in tmp_path.iterdir() if path.name != "trumps"] == ["wrong.py"]


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        (None, (0, -1)),
        ({"rolls FACE": (1, "", ""), "throws FACE": (1, "", "")}, (1, -1)),
        ({"deals CARD": (2, "deck", "")}, (2, 0)),
        ({"deals CARD": (0, "deck", "")}, (0, 0)),
        ({"rolls FACE": (0, "", ""), "deals CARD": (1, "deck", "")}, None),
        ({"deals CARD": (0, "deck", "passes")}, None),
    ],
)
def test_a_game_with_one_die_or_deck_has_one_source(sources, found):
    assert only_source(sources) == found
