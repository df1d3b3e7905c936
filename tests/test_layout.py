"""The folders: each imports and cimports only what CONTRIBUTING.md lets it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
IMPORT = re.compile(r"^\s*(?:from|import|cimport)\s+(aicore[\w.]*)(?:\s+c?import\s+(\w+))?", re.M)
AT_ONCE = re.compile(r"^(?:from|c?import) (aicore[\w.]*)(?: c?import (\([^)]*\)|.*))?", re.M)
QUOTED = re.compile(r"(\"{3}|'{3}).*?\1", re.S)
BELOW = {
    "aicore/core": ("aicore.games",),  # whose folders it looks through
    "aicore/plain": ("aicore", "aicore.core"),
    "search": ("aicore.core",),
    "players": ("aicore", "aicore.core", "aicore.plain", "aicore.search"),
    "arena": ("aicore", "aicore.core", "aicore.search", "aicore.players"),
    "envs": ("aicore", "aicore.core", "aicore.plain", "aicore.players"),
    "study": ("aicore", "aicore.core", "aicore.search", "aicore.players", "aicore.arena"),
    "web": ("aicore", "aicore.core", "aicore.players", "aicore.arena", "aicore.study"),
    "cli": (
        "aicore",
        "aicore.core",
        "aicore.plain",
        "aicore.players",
        "aicore.arena",
        "aicore.study",
        "aicore.envs",
        "aicore.web",
    ),
}
"""Folder -> what it may import besides itself; a name without a dot is the package's own face."""


def sources(folder: str) -> Iterator[Path]:
    for path in (ROOT / folder).rglob("*"):
        if path.suffix in (".py", ".pyx", ".pxd", ".pyi"):
            yield path


def imported(text: str) -> set[str]:
    return {
        f"{module}.{name}" if module == "aicore" and name.islower() else module
        for module, name in IMPORT.findall(text)
    }


def within(module: str, packages: tuple[str, ...]) -> bool:
    return any(
        module == package or (package != "aicore" and module.startswith(f"{package}."))
        for package in packages
    )


def strangers(folder: str, own: str, below: tuple[str, ...]) -> list[str]:
    """What is imported against the rule."""
    return [
        f"{path.relative_to(ROOT)}: {module}"
        for path in sources(folder)
        for module in sorted(imported(path.read_text(encoding="utf-8")))
        if not within(module, (own, *below))
    ]


@pytest.mark.parametrize("folder", BELOW)
def test_imports_run_one_way(folder: str) -> None:
    own = folder.replace("/", ".") if "/" in folder else f"aicore.{folder}"
    assert strangers(folder, own, BELOW[folder]) == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    """At once, that is: imports in functions and for types alone do not count."""
    texts: dict[str, str] = {}
    for folder in ("aicore", "search", "players", "arena", "envs", "study", "web", "cli"):
        for path in sources(folder):
            if path.suffix != ".pyi":
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                name = f"aicore.{name}".replace("aicore.aicore", "aicore").removesuffix(".__init__")
                texts[name] = texts.get(name, "") + QUOTED.sub("", path.read_text(encoding="utf-8"))
    found = {
        name: {
            whole if (whole := f"{module}.{one}") in texts else module
            for module, names in AT_ONCE.findall(text)
            for one in re.findall(r"\w+", names) or [""]
        }
        for name, text in texts.items()
    }
    assert "aicore.core.game" in found["aicore.arena.log"]
    TopologicalSorter({name: rest - {name} for name, rest in found.items()}).prepare()


@pytest.mark.parametrize("name", ["mcts", "expectimax"])
def test_searchers_do_not_import_each_other(name: str) -> None:
    assert strangers(f"search/{name}", f"aicore.search.{name}", ("aicore.core",)) == []


@pytest.mark.parametrize("name", ["flat.pyx", "flat.pyi", "exact.py", "cfr.pyx", "cfr.pyi"])
def test_searchers_of_one_module_import_the_core(name: str) -> None:
    found = imported((ROOT / "search" / name).read_text(encoding="utf-8"))
    assert found
    assert all(within(module, ("aicore.core",)) for module in found)


@pytest.mark.parametrize(
    "folder", sorted(p.parent.name for p in ROOT.glob("aicore/games/*/*.toml"))
)
def test_games_import_the_core_and_themselves(folder: str) -> None:
    own = f"aicore.games.{folder}"
    assert strangers(f"aicore/games/{folder}", own, ("aicore", "aicore.core")) == []


def test_headers_are_copied_where_no_links_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("a required privilege is not held by the client")  # as Windows says

    spec = spec_from_file_location("setup_of_aicore", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    setup = module_from_spec(spec)
    spec.loader.exec_module(setup)
    monkeypatch.setattr(Path, "symlink_to", refuse)
    monkeypatch.setattr(setup, "HEADERS", tmp_path)
    monkeypatch.chdir(ROOT)
    setup.link_headers()
    copies = tmp_path / "aicore" / "search"
    headers = {path.relative_to(copies) for path in copies.rglob("*") if path.is_file()}
    assert headers == {path.relative_to(ROOT / "search") for path in ROOT.glob("search/**/*.pxd")}


def test_imports_of_every_kind_are_seen() -> None:
    text = """
from aicore.core._types cimport u32
    from aicore.players import player
import aicore.search.flat
from aicore import games
from aicore import END
cimport aicore.search.mcts.nodes as nodes
from importlib import import_module
"""
    assert imported(text) == {
        "aicore",
        "aicore.core._types",
        "aicore.games",
        "aicore.players",
        "aicore.search.flat",
        "aicore.search.mcts.nodes",
    }


WITHOUT_POSIX = """
import importlib, sys
missing = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
sys.modules.update(dict.fromkeys(missing))
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:  # others belong to extras
        if error.name in missing:
            print(name, error)
"""


def test_every_module_can_be_imported_where_posix_is_not() -> None:
    names = [
        ".".join((folder.replace("/", ".") if "/" in folder else f"aicore.{folder}", *inner.parts))
        for folder in BELOW
        for path in (ROOT / folder).rglob("*.py")
        if (inner := path.relative_to(ROOT / folder).with_suffix("")).name[:2] != "__"
    ]
    assert "aicore.cli.viewer" in names
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, *names], capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("", "")
