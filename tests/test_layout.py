"""Tests of the source layout: imports run one way, without cycles; all games have equal folders.

All imports in a text count: at the top of a module, within functions, and for types alone.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import aicore
from aicore.core.hooks import MODULES
from aicore.core.net_file import place_of

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "aicore"
CIMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n#]*)|c?import[ \t]+([^\n#]*))",
    re.MULTILINE,
)
"""Pattern of an import in Cython: `from MODULE cimport NAMES`, `cimport MODULES`, and Python's."""
TEXT = re.compile(r"(\"{3}|'{3}).*?\1", re.DOTALL)

STATEMENTS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Parts of a statement that hold others: imports are in no expression."""

BELOW = {
    "aicore.core": ("aicore.games",),  # it searches their folders
    "aicore.plain": ("aicore", "aicore.core"),
    "aicore.search": ("aicore.core",),
    "aicore.train": ("aicore", "aicore.core", "aicore.search", "aicore.players", "aicore.arena"),
    "aicore.players": ("aicore", "aicore.core", "aicore.plain", "aicore.search"),
    "aicore.arena": ("aicore", "aicore.core", "aicore.search", "aicore.players"),
    "aicore.envs": ("aicore", "aicore.core", "aicore.plain", "aicore.players"),
    "aicore.coach": ("aicore", "aicore.core", "aicore.search", "aicore.players", "aicore.arena"),
    "aicore.session": (
        "aicore",
        "aicore.core",
        "aicore.search",
        "aicore.players",
        "aicore.arena",
        "aicore.coach",
    ),
    "aicore.study": (
        "aicore",
        "aicore.core",
        "aicore.search",
        "aicore.players",
        "aicore.arena",
        "aicore.coach",
        "aicore.session",
    ),
    "aicore.web": (
        "aicore",
        "aicore.core",
        "aicore.players",
        "aicore.arena",
        "aicore.coach",
        "aicore.session",
        "aicore.study",
    ),
    "aicore.cli": (
        "aicore",
        "aicore.core",
        "aicore.plain",
        "aicore.players",
        "aicore.arena",
        "aicore.coach",
        "aicore.session",
        "aicore.study",
        "aicore.envs",
        "aicore.train",
        "aicore.web",
    ),
}
"""Package -> other packages that it may import; "aicore" is the package's public module."""

SEARCHERS = ("mcts", "expectimax", "flat", "exact", "responses", "cfr", "overlooking")
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/data.toml"))

SUBFOLDERS = {"rules", "judgment", "words", "picture"}
FILES = {
    "__init__.py", "game.pyx", "game.pyi", "README.md", "RULES.md", "STUDY.md", "RULES.de.md",
    "data.toml", "words.toml", "figures.toml", "lesson.toml", "puzzles.jsonl", "de.po",
}  # fmt: skip
"""Files that a game's folder may hold besides its subfolders."""


@dataclass(frozen=True)
class Import:
    """Import of a module."""

    module: str
    line: int
    lazy: bool = False


def sources(folder: Path = PACKAGE) -> Iterator[Path]:
    """Yield the sources below a folder, following the links in `aicore`."""
    for inner, _, names in os.walk(folder, followlinks=True):
        for name in names:
            path = Path(inner, name)
            if path.suffix in (".py", ".pyx", ".pxd", ".pyi"):
                yield path


def name_of(path: Path) -> str:
    """Return the name by which a source is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def modules() -> dict[str, list[Path]]:
    """Return the sources of each module; a Cython module has several."""
    found: dict[str, list[Path]] = {}
    for path in sources():
        found.setdefault(name_of(path), []).append(path)
    return found


def imports(text: str, suffix: str) -> list[Import]:
    """Return the imports of a text, `from MODULE import NAME` as `MODULE.NAME`."""
    return of_python(text) if suffix in (".py", ".pyi") else of_cython(text)


def of_python(text: str) -> list[Import]:
    """Return the imports of a Python module."""
    found = []

    def visit(node: ast.AST, lazy: bool) -> None:
        for child in (one for part in STATEMENTS for one in getattr(node, part, ())):
            if isinstance(child, ast.Import):
                found.extend(Import(one.name, child.lineno, lazy) for one in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, "imports name their module in full"
                names = [f"{child.module}.{one.name}" for one in child.names]
                found.extend(Import(name, child.lineno, lazy) for name in names)
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            visit(child, lazy or function)

    visit(parsed(text), False)
    return found


@cache
def parsed(text: str) -> ast.Module:
    """Return the tree of a Python module."""
    return ast.parse(text)


def of_cython(text: str) -> list[Import]:
    """Return the imports and cimports of a Cython module."""
    text = TEXT.sub(lambda string: "\n" * string[0].count("\n"), text)
    found = []
    for one in CIMPORT.finditer(text):
        line = text.count("\n", 0, one.start()) + 1
        lazy = one[0][0] in " \t"
        names = re.sub(r"#.*", "", one[2] or one[3]).strip("()\n ").split(",")
        for name in (part.split()[0] for part in names if part.strip()):
            found.append(Import(f"{one[1]}.{name}" if one[1] else name, line, lazy))
    return found


@cache
def imported(path: Path) -> list[Import]:
    """Return the imports of aicore in a source, each by its module's name."""
    found = []
    for one in imports(path.read_text(encoding="utf-8"), path.suffix):
        module = one.module if one.module in modules() else one.module.rpartition(".")[0]
        if module in modules():
            found.append(Import(module, one.line, one.lazy))
    return found


def within(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is in one of the packages; "aicore" alone is only the public module."""
    return any(
        module == package or (package != "aicore" and module.startswith(f"{package}."))
        for package in packages
    )


def wrong_imports(own: str, below: tuple[str, ...]) -> list[str]:
    """Return the imports of a package that break the rule."""
    return [
        f"{path.relative_to(ROOT)}:{one.line}: {one.module}"
        for name, paths in modules().items()
        if within(name, (own,))
        for path in paths
        for one in imported(path)
        if not within(one.module, (own, *below))
    ]


@pytest.mark.parametrize("package", BELOW)
def test_imports_run_one_way(package: str) -> None:
    assert wrong_imports(package, BELOW[package]) == []


def test_every_package_has_its_place() -> None:
    packages = {name for name in modules() if name.count(".") == 1}
    assert packages == {*BELOW, "aicore.games", "aicore.__main__"}


@pytest.mark.parametrize("name", SEARCHERS)
def test_searchers_import_the_core_and_themselves(name: str) -> None:
    assert wrong_imports(f"aicore.search.{name}", ("aicore.core",)) == []


def test_every_searcher_is_known() -> None:
    found = {name.split(".")[2] for name in modules() if name.startswith("aicore.search.")}
    assert found == {*SEARCHERS}


@pytest.mark.parametrize("name", GAMES)
def test_games_import_the_core_and_themselves(name: str) -> None:
    assert wrong_imports(f"aicore.games.{name}", ("aicore", "aicore.core")) == []


@cache
def graph() -> dict[str, set[str]]:
    """Return the modules that each module imports.

    Stubs (.pyi) are left out: they tell type checkers what a compiled module returns.
    """
    return {
        name: {
            one.module
            for path in paths
            if path.suffix != ".pyi"
            for one in imported(path)
            if one.module != name
        }
        for name, paths in modules().items()
    }


def cycles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Return the sets of modules that import each other, directly or not (Tarjan 1972)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        stack.append(name)
        for other in edges[name]:
            if other not in order:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], order[other])
        if lowest[name] == order[name]:
            place = stack.index(name)
            cycle = stack[place:]
            del stack[place:]
            if len(cycle) > 1:
                found.append(sorted(cycle))

    for name in edges:
        if name not in order:
            visit(name)
    return found


@cache
def package_cycles() -> list[list[str]]:
    """Return the cycles of the whole package."""
    return cycles(graph())


@pytest.mark.parametrize("package", [*BELOW, "aicore.games"])
def test_imports_have_no_cycles(package: str) -> None:
    """Imports within functions and for types alone count."""
    assert [one for one in package_cycles() if any(within(name, (package,)) for name in one)] == []


def test_cycles_are_found() -> None:
    edges = {"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": set()}
    assert cycles(edges) == [["a", "b", "c"]]
    assert "aicore.core.game" in graph()["aicore.arena.log"]
    assert "aicore.core.observation" in graph()["aicore.games.pig.game"]


def bare_imports(text: str) -> list[int]:
    """Return the lines of lazy imports in Python that have no comment.

    A comment stands on the import's line, or on the line above a block of imports.
    """
    if not re.search(r"^[ \t]+(from|import)\b", text, re.MULTILINE):
        return []
    tree = parsed(text)
    lazy = {
        node.lineno: node.end_lineno or node.lineno
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    commented = {number for number, line in enumerate(text.splitlines(), 1) if "#" in line}
    bare, above = [], 0  # the line after the last import explained by a comment above
    for first, last in sorted(lazy.items()):
        if first - 1 in commented and first - 1 not in lazy.values():
            above = first
        if above == first:
            above = last + 1
        elif not commented & {*range(first, last + 1)}:
            bare.append(first)
    return bare


def bare_cython(text: str) -> list[int]:
    """Return the lines of lazy imports in Cython that have no comment there or above."""
    lines = ["", *text.splitlines()]
    lazy = [one.line for one in of_cython(text) if one.lazy]
    return [line for line in lazy if "#" not in lines[line] and lines[line - 1].lstrip()[:1] != "#"]


@pytest.mark.parametrize("package", [*BELOW, "aicore.games"])
def test_lazy_imports_say_why(package: str) -> None:
    look = {".py": bare_imports, ".pyx": bare_cython}
    bare = [
        f"{path.relative_to(ROOT)}:{line}"
        for name, paths in modules().items()
        if within(name, (package,))
        for path in paths
        if path.suffix in look
        for line in look[path.suffix](path.read_text(encoding="utf-8"))
    ]
    assert bare == []


def test_bare_imports_are_found() -> None:
    text = """
import os

def one():
    import json  # costly

def two():
    # both are costly
    import json
    from os import (
        path,
    )

    import sys

def three():
    text = "import this"
    if text:
        import re
"""
    assert bare_imports(text) == [14, 19]
    assert bare_cython("import os\n  import sys\n  import re  # costly\n  # why\n  import io") == [
        2
    ]


def test_json_is_read_in_one_place() -> None:
    """`aicore.core.schema` has limits for outside input, and one kind of error."""
    readers = [
        str(path.relative_to(ROOT))
        for path in sources()
        if re.search(r"json\.loads?\b|JSONDecoder", path.read_text(encoding="utf-8"))
    ]
    assert readers == ["aicore/core/schema.py"]


def test_imports_of_every_kind_are_found() -> None:
    cython = '''
"""A text.

from aicore.core import nothing
"""
from aicore.core._types cimport u32, u64 as wide
    from aicore.players import player
import aicore.search.flat
from aicore import (
    END,  # a number
    games,
)
cimport aicore.search.mcts.nodes as nodes
'''
    assert [(one.module, one.line, one.lazy) for one in imports(cython, ".pyx")] == [
        ("aicore.core._types.u32", 6, False),
        ("aicore.core._types.u64", 6, False),
        ("aicore.players.player", 7, True),
        ("aicore.search.flat", 8, False),
        ("aicore.END", 9, False),
        ("aicore.games", 9, False),
        ("aicore.search.mcts.nodes", 13, False),
    ]
    python = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from aicore.core.game import Game
    import aicore.search.flat as flat
def one():
    with open("x"):
        from aicore import END, games
"""
    assert [(one.module, one.line, one.lazy) for one in imports(python, ".py")] == [
        ("typing.TYPE_CHECKING", 2, False),
        ("aicore.core.game.Game", 4, False),
        ("aicore.search.flat", 5, False),
        ("aicore.END", 8, True),
        ("aicore.games", 8, True),
    ]


def contents(folder: Path) -> set[str]:
    """Return the names in a folder, without build output."""
    return {
        path.name
        for path in folder.iterdir()
        if path.name != "__pycache__" and path.suffix not in (".so", ".pyd", ".c")
    }


@pytest.mark.parametrize("name", GAMES)
def test_games_have_the_same_subfolders(name: str) -> None:
    folder = PACKAGE / "games" / name
    found = contents(folder)
    assert found >= {"__init__.py", "game.pyx", "README.md", "data.toml", "words", "picture"}
    networks = {place_of(aicore.info(name), seats).name for seats in range(1, 9)}
    networks |= {path.name for path in folder.glob(f"{name}*-*=*.net")}  # of other options
    assert found <= FILES | SUBFOLDERS | networks
    for name_of_subfolder in found & SUBFOLDERS:
        subfolder = folder / name_of_subfolder
        assert (subfolder / "__init__.py").is_file()
        assert not [path for path in subfolder.iterdir() if path.name in FILES - {"__init__.py"}]


@pytest.mark.parametrize("name", GAMES)
def test_hooks_have_the_same_names_in_every_game(name: str) -> None:
    folder = PACKAGE / "games" / name
    hooks = {f"{module.replace('.', '/')}.py" for module in MODULES.values()}
    assert hooks == {"words/notation.py", "words/story.py", "picture/terminal.py", "picture/svg.py"}
    names = {Path(hook).name for hook in hooks}
    found = {path.relative_to(folder).as_posix() for path in sources(folder) if path.name in names}
    assert found == hooks


@pytest.mark.parametrize("name", GAMES)
def test_a_policy_and_a_value_have_the_same_names_in_every_game(name: str) -> None:
    """The rules call judgment/value to evaluate, and judgment/policy or the value for a policy."""
    folder = PACKAGE / "games" / name
    judgment = f"aicore.games.{name}.judgment."
    for path in sources(folder):
        if path.stem in ("policy", "value"):
            assert path.parent == folder / "judgment"
    for weights in folder.rglob("*"):
        if weights.suffix in (".json", ".toml") and weights.parent != folder:
            assert weights.parent.name != "judgment" or weights.stem in ("policy", "value")
    text = TEXT.sub("", (folder / "game.pyx").read_text(encoding="utf-8"))
    home = {
        one.module.rpartition(".")[2]: one.module.removeprefix(judgment).partition(".")[0]
        for one in imports(text, ".pyx")
        if one.module.startswith(judgment)
    }
    kept = {
        name: home[kind]
        for kind, name in re.findall(r"^    cdef (\w+) (\w+)", text, re.MULTILINE)
        if kind in home
    }
    evaluate, policy = words_of(text, "evaluate"), words_of(text, "policy")
    assert {(home | kept)[word] for word in evaluate & (home | kept).keys()} <= {"value"}
    assert {home[word] for word in policy & home.keys()} <= {"policy", "value"}


def words_of(text: str, method: str) -> set[str]:
    """Return the words of a method's text."""
    body = re.search(rf"    cdef \w+ {method}\(.*?(?=\n    cdef |\n    def |\Z)", text, re.DOTALL)
    return set(re.findall(r"\w+", body[0])) if body else set()


WITHOUT_POSIX = """
import importlib, sys
missing = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
sys.modules.update(dict.fromkeys((*missing, "torch")))  # torch takes seconds, if it is there
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:  # others belong to extras
        if error.name in missing:
            print(name, error)
"""


def test_every_module_can_be_imported_without_posix() -> None:
    names = [
        name
        for name, paths in modules().items()
        if within(name, tuple(BELOW)) and any(path.suffix == ".py" for path in paths)
    ]
    assert "aicore.cli.viewer" in names
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, *names], capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("", "")
