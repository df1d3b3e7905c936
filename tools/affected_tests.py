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
FAR = 99  # distance of tests that reach a source by no import
NOT_RUN = {"web_page", "fuzz"}
"""Folders of tests that need a browser or take inputs without end."""

IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n#]*)|c?import[ \t]+([^\n#]*))",
    re.MULTILINE,
)
MODULE = re.compile(r"\baicore(?:\.\w+)+")  # also in a string, as patches have it
PHASE = re.compile(r" \((?:setup|call|teardown)\)$")  # after a test's name, in programs


@dataclass(frozen=True)
class Run:
    """Tests for one run of pytest.

    Args:
        why: description of the tests.
        tests: arguments for pytest.
        near: whether the tests execute the line, import its module, or are in its folder of tests.
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
    """Return a short text that changes with a file; "" if there is none."""
    return _digest_of(path.read_bytes()) if path.is_file() else ""


def _digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def statement_lines(text: str, line: int) -> range | None:
    """Return the lines of the statement at a line, or of its head; None outside of functions.

    The first test that imports a module executes all that is outside of functions.
    """
    innermost: ast.stmt | None = None
    in_function = False

    def visit(node: ast.AST, within: bool) -> None:
        nonlocal innermost, in_function
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt) and child.lineno <= line <= (child.end_lineno or 0):
                innermost, in_function = child, within
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            visit(child, within or function)

    visit(ast.parse(text), False)
    if innermost is None or not in_function:
        return None
    first, body = innermost.lineno, getattr(innermost, "body", None)
    last = body[0].lineno - 1 if isinstance(body, list) else innermost.end_lineno or first
    last = max(last, first)
    return range(first, last + 1) if line <= last else range(line, line + 1)  # an `except`


class Recording:
    """Lines that the passing tests of some files executed.

    Args:
        folder: the folder of the recording.

    Attributes:
        seconds: the duration of each test.
        digests: the digest of each test file and of each source.
    """

    def __init__(self, folder: Path) -> None:
        saved = json.loads((folder / TESTS).read_text(encoding="utf-8"))
        self.seconds: dict[str, float] = saved["seconds"]
        self.digests: dict[str, str] = saved["digests"]
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
        by_line = data.contexts_by_lineno(file)
        chosen = by_line.values() if lines is None else (by_line.get(line, []) for line in lines)
        contexts = {context for line in chosen for context in line}
        return {PHASE.sub("", context) for context in contexts} & {*self.seconds}


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
        paths = (path.relative_to(self._root) for path in (self._root / "tests").rglob("test_*.py"))
        return sorted(path.as_posix() for path in paths if not NOT_RUN & {*path.parts})

    @cached_property
    def recorded(self) -> dict[str, Recording]:
        """The newest recording of each test file that has not changed since."""
        return {
            file: recording
            for recording in self._recordings
            for file in recording.files
            if recording.digests.get(file) == digest(self._root / file)
        }

    @cached_property
    def importers(self) -> dict[str, set[str]]:
        """Paths of the sources, and of tests and their helpers, that import each module."""
        in_tests = (self._root / "tests").rglob("*.py")
        paths = [*self._sources, *(path.relative_to(self._root).as_posix() for path in in_tests)]
        modules = {module_of(path).removeprefix("tests.") for path in paths}
        importers: dict[str, set[str]] = {}
        for path in paths:
            for name in self._imports(path):
                for module in (name, name.rpartition(".")[0]):
                    if module in modules:
                        importers.setdefault(module, set()).add(path)
                        break
        return importers

    def _imports(self, path: str) -> Iterator[str]:
        """Yield the modules and names that a file imports; of a test, the modules it mentions."""
        text = (self._root / path).read_text(encoding="utf-8")
        for match in IMPORT.finditer(text):
            names = re.sub(r"#.*", "", match[2] or match[3]).strip("()\n ").split(",")
            for name in (part.split()[0] for part in names if part.strip()):
                yield f"{match[1]}.{name}" if match[1] else name
        if path.startswith("tests/"):
            yield from MODULE.findall(text)

    def seconds(self, test: str) -> float | None:
        """Return the time that a test took when it was recorded and passed; None if unknown."""
        recording = self.recorded.get(test.partition("::")[0])
        return None if recording is None else recording.seconds.get(test)

    def distances(self, file: str) -> dict[str, int]:
        """Return the number of imports from each test file that reaches a source to that source."""
        reached: dict[str, int] = {}
        seen, frontier, distance = {file}, {file}, 0
        while frontier:
            distance += 1
            modules = {module_of(path).removeprefix("tests.") for path in frontier}
            frontier = {path for name in modules for path in self.importers.get(name, ())} - seen
            seen |= frontier
            reached |= dict.fromkeys(frontier & {*self.files}, distance)
        return reached

    def runs(self, file: str, text: str, line: int) -> list[Run]:
        """Return the runs that can notice a break of a line, in the order to try them.

        First come recorded tests that execute the line: the closest files first, then the
        quickest tests. Then come files without a recording: those that import the module, those
        of its folder, and the others by their distance.
        """
        distances = dict.fromkeys(self.files, FAR) | self.distances(file)
        own = f"test_{Path(file).stem}"
        distances |= {path: 0 for path in self.files if Path(path).stem == own}
        folder = _test_folder(file)
        runs = list(self._recorded_runs(file, text, line, distances))
        unknown = [path for path in self.files if not self._knows(path, file)]
        close = [path for path in unknown if distances[path] <= 1]
        beside = [path for path in unknown if _beside(path, folder) and path not in close]
        others = [path for path in unknown if path not in close and path not in beside]
        others.sort(key=lambda path: distances[path])
        for why, paths, near in (
            ("that import it", close, True), ("of its folder", beside, True),
            ("that may reach it", others, False),
        ):  # fmt: skip
            for first in range(0, len(paths), MAX_FILES):
                chosen = tuple(paths[first : first + MAX_FILES])
                runs.append(Run(f"test files {why}", chosen, near))
        return runs

    def _knows(self, test: str, file: str) -> bool:
        """Whether a recording says which lines of a source a test file executes."""
        return file.endswith(".py") and test in self.recorded

    def _recorded_runs(
        self, file: str, text: str, line: int, distances: dict[str, int]
    ) -> Iterator[Run]:
        """Yield the runs of recorded tests that execute a line."""
        if not file.endswith(".py"):
            return
        seconds = self._reaching(file, text, statement_lines(text, line))
        why = "tests that execute it"
        if not seconds:  # perhaps a worker that was killed executed it
            seconds, why = self._reaching(file, text, None), "tests that execute its module"
        order = sorted(
            seconds, key=lambda test: (distances[test.partition("::")[0]] > 1, seconds[test])
        )
        chosen: list[str] = []
        for test in order:
            if chosen and sum(seconds[earlier] for earlier in chosen) + seconds[test] > MAX_SECONDS:
                yield Run(why, tuple(chosen))
                chosen = []
            chosen.append(test)
        if chosen:
            yield Run(why, tuple(chosen))

    def _reaching(self, file: str, text: str, lines: range | None) -> dict[str, float]:
        """Return the recorded tests that execute one of the lines, with their seconds."""
        seconds: dict[str, float] = {}
        for recording in {
            id(recording): recording for recording in self.recorded.values()
        }.values():
            same = recording.digests.get(file) == _digest_of(text.encode())
            for test in recording.reaching(file, lines if same else None):
                test_file = test.partition("::")[0]
                if self.recorded.get(test_file) is recording and test_file in self.files:
                    name = test.partition("[")[0] if "/" in test.partition("[")[2] else test
                    seconds[name] = seconds.get(name, 0.0) + recording.seconds[test]
        return seconds


def _test_folder(file: str) -> str:
    """Return the folder with the tests of a source."""
    parts = Path(file).parts
    if parts[:2] == ("aicore", "games"):
        return f"tests/games/{parts[2]}/"
    return f"tests/{parts[1] if parts[0] == 'aicore' else parts[0]}/"


def _beside(test: str, folder: str) -> bool:
    """Whether a test file is in a folder of tests, or covers all games, including this one."""
    of_all_games = Path(test).parent == Path("tests/games")
    return test.startswith(folder) or (of_all_games and folder.startswith("tests/games/"))
