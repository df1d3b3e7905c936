"""Tests of docstrings' first words, by CONTRIBUTING.md's rule for English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "aicore", "arena", "bench", "cli", "coach", "docs", "envs", "examples", "players", "search",
    "session", "study", "tests", "tools", "train", "web",
)  # fmt: skip
WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
STATEMENTS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Parts of a statement that hold others: docstrings are in no expression."""
CYTHON = re.compile(
    r"(?:\A(?:\s*#[^\n]*\n|\s*\n)*"
    r'|^[ \t]*(?:def|cdef|cpdef|class)\b[^"#]*?:[ \t]*(?:#[^\n]*)?\n\s*)'
    r'[rR]?"""(.*?)"""',
    re.DOTALL | re.MULTILINE,
)
BANNED = re.compile(r"(What|How|Who|Where|Which|Why)\b")
FIRST = re.compile(rf'"""\s*{BANNED.pattern}')
BEGIN = re.compile(r'(?:\A|:(?:\s*#[^\n]*)?\n)\s*[rR]?"""\w')
MAX_SHARE = 0.05


def files(*suffixes: str) -> Iterator[Path]:
    """Yield the source files; `aicore` links to folders beside it, which count once."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            inner = path.relative_to(ROOT).parts
            if path.suffix in suffixes and not any(
                part.startswith((".", "build", "node_modules")) for part in inner
            ):
                linked = any((ROOT / Path(*inner[:depth])).is_symlink() for depth in (1, 2))
                if not linked:
                    yield path


def of_python(text: str) -> Iterator[str]:
    """Yield the docstrings of a Python file."""
    nodes: list[ast.AST] = [ast.parse(text)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, WITH_DOCSTRING) and (found := ast.get_docstring(node)):
            yield found
        for part in STATEMENTS:
            nodes += getattr(node, part, ())


def of_cython(text: str) -> Iterator[str]:
    """Yield the docstrings of a Cython file."""
    for found in CYTHON.finditer(text):
        yield found[1].strip()


def docstrings() -> Iterator[tuple[Path, str]]:
    """Yield all docstrings with their files; those of a file with no banned word are not parsed."""
    for path in files(".py", ".pyi"):
        text = path.read_text(encoding="utf-8")
        for found in of_python(text) if FIRST.search(text) else BEGIN.findall(text):
            yield path, found
    for path in files(".pyx", ".pxd"):
        for found in of_cython(path.read_text(encoding="utf-8")):
            yield path, found


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    linked = {path.name for path in (ROOT / "aicore").iterdir() if path.is_symlink()}
    assert linked <= set(FOLDERS)
    found = list(docstrings())
    assert len(found) > 5000
    assert sum(path.suffix in (".pyx", ".pxd") for path, _ in found) > 1000
    wrong = [
        f"{path.relative_to(ROOT)}: {text.partition(chr(10))[0]}"
        for path, text in found
        if BANNED.match(text)
    ]
    assert len(wrong) <= MAX_SHARE * len(found), "\n".join(wrong)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"""A module."""\nX = 1\n', ["A module."]),
        ('# cython: x\n\n"""A module."""\n', ["A module."]),
        ('def f(int a):\n    """Return it."""\n', ["Return it."]),
        (
            'cdef class Tree:\n    """Tree."""\n\n    def g(self):\n        """Go."""\n',
            ["Tree.", "Go."],
        ),
        ('cdef int f(\n    int a,\n) noexcept nogil:  # fast\n    """What."""\n', ["What."]),
        ('def f():\n    x = """no docstring"""\n', []),
    ],
)  # fmt: skip
def test_docstrings_of_cython_are_found(text: str, found: list[str]) -> None:
    assert list(of_cython(text)) == found
