"""Choose the tests that can notice a break of a source, the likeliest first.

Two things are known about a test. Recordings (`tools/breaks.py --record`) say which lines of the
Python sources it executes, in this process and in programs. Imports say which modules its file can
reach. A test file without a recording, or changed since, is chosen by its imports alone.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

CACHE = ".reached_cache"
"""Folder of recordings in the repository: each is a folder with LINES and TESTS."""
LINES, TESTS = "lines", "tests.json"

MAX_SECONDS = 60.0  # of recorded tests in a run
MAX_FILES = 8  # test files in a run
NOT_RUN = {"web_page", "fuzz"}
"""Folders of tests that need a browser or take inputs without end."""

IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n#]*)|c?import[ \t]+([^\n#]*))",
    re.MULTILINE,
)
TOLD = re.compile(r"\baicore(?:\.\w+)+")  # a module's name in a string, as patches have it


@dataclass(frozen=True)
class Run:
    """Tests for one run of pytest.

    Args:
        why: the reason for the choice.
        tests: arguments for pytest.
        near: whether they execute the line, import the module, or are of its folder.
    """

    why: str
    tests: tuple[str, ...]
    near: bool = True


def module_of(file: str) -> str:
    """Return the name by which a source is imported."""
    parts = Path(file).with_suffix("").parts
    name = ".".join(parts if parts[0] in ("aicore", "tests") else ("aicore", *parts))
    return name.removesuffix(".__init__")


def digest(path: Path) -> str:
    """Return a short text that changes with a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


def statement_lines(text: str, line: int) -> range | None:
    """Return the lines of the statement at a line, or of its head; None outside of functions.

    What is outside of functions is executed once, by whichever test imports the module first.
    """
    found: ast.stmt | None = None
    inside = False

    def visit(node: ast.AST, within: bool) -> None:
        nonlocal found, inside
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt) and child.lineno <= line <= (child.end_lineno or 0):
                found, inside = child, within
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            visit(child, within or function)

    visit(ast.parse(text), False)
    if found is None or not inside:
        return None
    body = getattr(found, "body", None)
    last = body[0].lineno - 1 if isinstance(body, list) else found.end_lineno or found.lineno
    last = max(last, found.lineno)
    return range(found.lineno, last + 1) if line <= last else range(line, line + 1)  # `except`


class Recording:
    """Lines that the tests of some files executed: those that passed."""

    def __init__(self, folder: Path) -> None:
        told = json.loads((folder / TESTS).read_text(encoding="utf-8"))
        self.seconds: dict[str, float] = told["seconds"]
        self.digests: dict[str, str] = told["digests"]
        self._path = folder / LINES

    @cached_property
    def files(self) -> set[str]:
        """Files of the tests."""
        return {test.partition("::")[0] for test in self.seconds}

    def reaching(self, file: str, lines: Iterable[int] | None) -> set[str]:
        """Return the tests that executed one of the lines; None: any line in a function."""
        from coverage import CoverageData  # needed for recordings alone

        data = CoverageData(str(self._path))
        data.read()
        found = data.contexts_by_lineno(file)
        chosen = found.values() if lines is None else (found.get(line, []) for line in lines)
        tests = {context.removesuffix(" (call)") for contexts in chosen for context in contexts}
        return {re.sub(r" \((?:setup|teardown)\)$", "", test) for test in tests} & {*self.seconds}


class Tests:
    """Tests of a repository: what they import, and what they execute.

    Args:
        root: the repository.
        sources: paths of the sources in it.
    """

    def __init__(self, root: Path, sources: Sequence[str]) -> None:
        self._root = root
        self._sources = sources
        folders = sorted((root / CACHE).glob(f"*/{TESTS}"), key=lambda path: path.stat().st_mtime)
        self._recordings = [Recording(path.parent) for path in folders]

    @cached_property
    def files(self) -> list[str]:
        """Paths of all test files that a run may choose."""
        found = (path.relative_to(self._root) for path in (self._root / "tests").rglob("test_*.py"))
        return sorted(path.as_posix() for path in found if not NOT_RUN & {*path.parts})

    @cached_property
    def recorded(self) -> dict[str, Recording]:
        """The newest recording of each test file that has not changed since."""
        return {
            file: one
            for one in self._recordings
            for file in one.files
            if one.digests.get(file) == digest(self._root / file)
        }

    @cached_property
    def importers(self) -> dict[str, set[str]]:
        """Paths of the sources, and of tests and their helpers, that import each module."""
        modules = {module_of(source) for source in self._sources}
        helpers = (self._root / "tests").rglob("*.py")
        paths = [*self._sources, *(path.relative_to(self._root).as_posix() for path in helpers)]
        helper_names = {
            module_of(path).removeprefix("tests.") for path in paths if path[:6] == "tests/"
        }
        found: dict[str, set[str]] = {}
        for path in paths:
            for name in self._imports(path):
                whole, above = name, name.rpartition(".")[0]
                for one in (whole, above):
                    if one in modules or one in helper_names:
                        found.setdefault(one, set()).add(path)
                        break
        return found

    def _imports(self, path: str) -> Iterator[str]:
        text = (self._root / path).read_text(encoding="utf-8")
        for one in IMPORT.finditer(text):
            names = re.sub(r"#.*", "", one[2] or one[3]).strip("()\n ").split(",")
            for name in (part.split()[0] for part in names if part.strip()):
                yield f"{one[1]}.{name}" if one[1] else name
        if path.startswith("tests/"):
            yield from TOLD.findall(text)

    def seconds(self, test: str) -> float | None:
        """Return the time that a test took when it was recorded and passed; None if unknown."""
        recording = self.recorded.get(test.partition("::")[0])
        return None if recording is None else recording.seconds.get(test)

    def distances(self, file: str) -> dict[str, int]:
        """Return the test files that reach a source by imports: 1 for those that import it."""
        found: dict[str, int] = {}
        seen, front, far = {file}, {file}, 0
        while front:
            far += 1
            named = {module_of(path).removeprefix("tests.") for path in front}
            reached = {one for name in named for one in self.importers.get(name, ())} - seen
            seen |= reached
            front = reached
            for path in reached & {*self.files}:
                found[path] = far
        return found

    def runs(self, file: str, text: str, line: int) -> list[Run]:
        """Return the runs that can notice a break of a line: until one fails, in this order.

        First come recorded tests that execute the line: the closest files first, then the
        quickest tests. Then come files without a recording: those that import the module, those
        of its folder, and the others by their distance.
        """
        far = self.distances(file)
        own = f"test_{Path(file).stem}"
        names = {path: 0 if Path(path).stem == own else far.get(path, 99) for path in self.files}
        folder = self._folder(file)
        found = list(self._of_recordings(file, text, line, names))
        left = [path for path in self.files if not self._knows(path, file)]
        close = [path for path in left if names[path] <= 1]
        beside = [path for path in left if self._beside(path, folder) and path not in close]
        others = [path for path in left if path not in close and path not in beside]
        others.sort(key=lambda path: names[path])
        for why, paths, near in (
            ("that import it", close, True), ("of its folder", beside, True),
            ("that may reach it", others, False),
        ):  # fmt: skip
            for first in range(0, len(paths), MAX_FILES):
                chosen = tuple(paths[first : first + MAX_FILES])
                found.append(Run(f"test files {why}", chosen, near))
        return found

    def _folder(self, file: str) -> str:
        parts = Path(file).parts
        if parts[:2] == ("aicore", "games"):
            return f"tests/games/{parts[2]}/"
        return f"tests/{parts[1] if parts[0] == 'aicore' else parts[0]}/"

    def _beside(self, test: str, folder: str) -> bool:
        """Whether a test file is in a folder of tests, or is about all games and so about one."""
        above = Path(test).parent == Path("tests/games")
        return test.startswith(folder) or (above and folder.startswith("tests/games/"))

    def _knows(self, test: str, file: str) -> bool:
        """Whether a recording says which lines of a source a test file executes."""
        return file.endswith(".py") and test in self.recorded

    def _of_recordings(
        self, file: str, text: str, line: int, names: dict[str, int]
    ) -> Iterator[Run]:
        if not file.endswith(".py"):
            return
        seconds = self._reaching(file, text, statement_lines(text, line))
        why = "tests that execute it"
        if not seconds:  # perhaps a worker that was killed executed it
            seconds, why = self._reaching(file, text, None), "tests that execute its module"
        order = sorted(
            seconds, key=lambda test: (names[test.partition("::")[0]] > 1, seconds[test])
        )
        chosen: list[str] = []
        for test in order:
            if chosen and sum(seconds[one] for one in chosen) + seconds[test] > MAX_SECONDS:
                yield Run(why, tuple(chosen))
                chosen = []
            chosen.append(test)
        if chosen:
            yield Run(why, tuple(chosen))

    def _reaching(self, file: str, text: str, lines: range | None) -> dict[str, float]:
        """Return the recorded tests that execute one of the lines, with their seconds."""
        seconds: dict[str, float] = {}
        for recording in {id(one): one for one in self.recorded.values()}.values():
            same = recording.digests.get(file) == hashlib.sha256(text.encode()).hexdigest()[:16]
            for test in recording.reaching(file, lines if same else None):
                test_file = test.partition("::")[0]
                if self.recorded.get(test_file) is recording and test_file in self.files:
                    name = test.partition("[")[0] if "/" in test.partition("[")[2] else test
                    seconds[name] = seconds.get(name, 0.0) + recording.seconds[test]
        return seconds
