"""Tests of the marks for translations in the sources, and of the catalogs."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("aicore", "arena", "cli", "coach", "players", "session", "study", "web")
MARKED = {"_": 0, "N_": 0, "gettext": 0, "ngettext": 0, "pgettext": 0, "npgettext": 0}
MARKED_LATER = {"in_words": 1, "in_words_as": 2}
"""Other functions that mark texts, by the place of their first message or context."""


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("languages", ROOT / "tools" / "languages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["languages"] = module
    spec.loader.exec_module(module)
    return module


def sources() -> list[Path]:
    return sorted(
        file
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*.py")
        if "import gettext" in file.read_text("utf-8") or "N_" in file.read_text("utf-8")
    )


@pytest.mark.parametrize("file", sources(), ids=lambda file: str(file.relative_to(ROOT)))
def test_marks_can_be_read_and_their_function_is_not_hidden(file: Path) -> None:
    """An f-string is in no catalog; a variable called `_` hides the function in its whole scope."""
    tree = ast.parse(file.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            place = {**MARKED, **MARKED_LATER}.get(node.func.id)
            if place is not None and len(node.args) > place:
                assert not isinstance(node.args[place], ast.JoinedStr), node.lineno
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            _assert_not_hidden(node)


SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ListComp, ast.SetComp,
          ast.DictComp, ast.GeneratorExp, ast.ClassDef)  # fmt: skip


def _assert_not_hidden(function: ast.AST) -> None:
    called, bound = set(), set()
    parts = list(ast.iter_child_nodes(function))
    while parts:
        node = parts.pop()
        if isinstance(node, ast.Name) and node.id == "_":
            (called if isinstance(node.ctx, ast.Load) else bound).add(node.lineno)
        elif isinstance(node, ast.arg) and node.arg == "_":
            bound.add(node.lineno)
        if not isinstance(node, SCOPES):
            parts += ast.iter_child_nodes(node)
    assert not (called and bound), sorted(bound)


def test_every_text_is_translated(tool: ModuleType) -> None:
    """Each catalog is complete, adds no slots to a text, and agrees with the other catalogs."""
    folders = tool.catalog_folders()
    assert folders
    for folder in folders:
        catalog = tool.updated(folder, folders)
        assert list(tool.mistakes(catalog)) == []
        assert tool.written(catalog) == (folder / "de.po").read_bytes(), "run tools/languages.py"
    assert list(tool.conflicts(folders)) == []
