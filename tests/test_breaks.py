"""Tests of the listed breaks, of random breaks, and of the choice of tests for them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import ClassVar

import pytest

ROOT = Path(__file__).parents[1]
NO_COVERAGE = "needs coverage, of the extra `test`"
SPEC = spec_from_file_location("breaks", ROOT / "tools" / "breaks.py")
assert SPEC is not None
assert SPEC.loader is not None
breaks = module_from_spec(SPEC)
sys.modules["breaks"] = breaks
SPEC.loader.exec_module(breaks)
random_breaks = sys.modules["random_breaks"]
affected_tests = sys.modules["affected_tests"]


def test_every_break_can_be_made() -> None:
    found = breaks.listed_breaks()
    assert len(found) > 60
    assert not [trouble for one in found if (trouble := one.trouble())]
    assert len({one.what for one in found}) == len(found)


def test_a_break_that_cannot_be_made_is_shown() -> None:
    one = breaks.listed_breaks()[0]
    assert "no file" in replace(one, file="arena/nothing.py").trouble()
    assert "0 times" in replace(one, old="no such text").trouble()
    assert " times" in replace(one, old="return").trouble()
    assert "old and new are the same" in replace(one, new=one.old).trouble()
    assert "tests/nothing.py" in replace(one, tests=("tests/nothing.py",)).trouble()
    assert "no tests" in replace(one, tests=()).trouble()


SOURCE = """
def price(left: int | None, *rest: int) -> int:
    if left and rest:
        sink(left)
        return -left * 2
    return min(rest, strict=True)
"""
PLACES = {
    "condition: not (left and rest)",
    "number: 3",
    "operator: +",
    "statement: pass",
    "word: max",
    "word: or",
}


def test_random_breaks_are_small_mistakes() -> None:
    found = list(random_breaks.changes("price.py", SOURCE))
    assert {f"{one.kind}: {one.new}" for one in found} == PLACES
    assert [one.old for one in found if one.kind == "statement"] == [
        "sink(left)", "return -left * 2", "return min(rest, strict=True)"
    ]  # fmt: skip
    for one in found:
        assert one.parses
        assert one.before == SOURCE != one.after
        assert (
            sum(a != b for a, b in zip(SOURCE.split("\n"), one.after.split("\n"), strict=True)) == 1
        )


def test_random_breaks_leave_types_of_cython_alone() -> None:
    text = "cdef int count(const u32* data, int size):\n    return <int> data[size * 1]\n"
    found = [one for one in random_breaks.changes("count.pyx", text) if one.kind == "operator"]
    assert [one.after for one in found] == [text.replace("size * 1", "size + 1")]


WITHOUT_EFFECT = """
from dataclasses import dataclass

CACHE_SIZE = 1 << 10
Kind: type


@dataclass
class Wait:
    seconds: float
    names: "int | str"


def wait(queue: Queue, most: int | None, *, flush: bool = True) -> bool:
    got: list[int]
    assert queue.open and most, 1
    for one, two in zip(queue, queue, strict=True):
        queue.get(timeout=5)
    if not queue:
        raise AssertionError(f"{1 + 1}")
    return False
"""


def test_random_breaks_skip_code_without_effect() -> None:
    found = list(random_breaks.changes("wait.py", WITHOUT_EFFECT))
    assert {(one.kind, one.old) for one in found} == {
        ("condition", "not queue"), ("statement", "queue.get(timeout=5)"), ("word", "False"),
    }  # fmt: skip


@pytest.mark.parametrize(("old", "new"), [("False", "True"), ("True", "False")])
def test_random_breaks_flip_the_last_return_of_a_function(old: str, new: str) -> None:
    """Dropping `return False` changes nothing: a function that ends returns None."""
    text = f"def full(hand: list[int]) -> bool:\n    return {old}\n"
    found = {one.kind: one.after for one in random_breaks.changes("hand.py", text)}
    assert found.pop("word") == text.replace(old, new)
    assert [*found] == ["statement"] * (old == "True")


@pytest.mark.parametrize(
    ("old", "new"), [("9", "10"), ("10", "100"), ("1_000", "10000"), ("0.5", "1.0"), ("0.0", "1.0")]
)
def test_random_breaks_change_numbers_clearly(old: str, new: str) -> None:
    found = list(random_breaks.changes("limit.py", f"LIMIT = {old}\n"))
    assert [one.after for one in found] == [f"LIMIT = {new}\n"]


class Repository:
    """A source, its tests, and other files that import it, in a separate folder."""

    SOURCE = """
LIMIT = 3


def bounded(value: int) -> int:
    if value > LIMIT:
        raise ValueError(
            "more than the limit"
        )
    try:
        return int(value)
    except OverflowError:
        return 0
"""
    FILES: ClassVar[dict[str, str]] = {
        "arena/limits.py": SOURCE,
        "arena/report.py": "from aicore.arena.limits import bounded\n",
        "cli/show.py": "from aicore.arena import report\n",
        "tests/arena/test_limits.py": "from aicore.arena.limits import bounded\n",
        "tests/arena/test_report.py": "from aicore.arena.report import bounded\n",
        "tests/arena/test_plots.py": "",
        "tests/cli/test_show.py": "from kit.screens import shown\n",
        "tests/kit/screens.py": "from aicore.cli.show import report\n",
        "tests/web/test_page.py": "",
        "tests/web_page/test_page.py": "from aicore.arena.limits import bounded\n",
    }

    def __init__(self, root: Path) -> None:
        self.root = root
        for name, text in self.FILES.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")

    def record(self, name: str, reached: dict[str, list[int]], seconds: dict[str, float]) -> None:
        """Record the lines of `arena/limits.py` that tests execute."""
        coverage = pytest.importorskip("coverage", reason=NO_COVERAGE)
        folder = self.root / affected_tests.CACHE / name
        folder.mkdir(parents=True)
        data = coverage.CoverageData(str(folder / affected_tests.LINES))
        for test, lines in reached.items():
            data.set_context(test)
            data.add_lines({"arena/limits.py": lines})
        data.write()
        files = {"arena/limits.py", *(test.partition("::")[0] for test in seconds)}
        digests = {file: affected_tests.digest(self.root / file) for file in files}
        run = {"seconds": seconds, "digests": digests}
        (folder / affected_tests.TESTS).write_text(json.dumps(run), encoding="utf-8")

    def runs(self, line: int) -> list[tuple[str, ...]]:
        """Return the tests chosen for a break of a line of `arena/limits.py`."""
        known = affected_tests.Tests(
            self.root, [name for name in self.FILES if name[:5] != "tests"]
        )
        text = (self.root / "arena" / "limits.py").read_text(encoding="utf-8")
        return [run.tests for run in known.runs("arena/limits.py", text, line)]


def test_without_recordings_all_tests_run_the_closest_first(tmp_path: Path) -> None:
    assert Repository(tmp_path).runs(line=6) == [
        ("tests/arena/test_limits.py",),
        ("tests/arena/test_plots.py", "tests/arena/test_report.py"),
        ("tests/cli/test_show.py", "tests/web/test_page.py"),
    ]


def test_every_test_may_reach_a_source_and_the_closest_run_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(affected_tests, "CACHE", "none")
    known = affected_tests.Tests(ROOT, random_breaks.sources(ROOT))
    for file, close in (
        ("web/bounds.py", "tests/web/test_bounds.py"),
        ("search/mcts/tree.pyx", "tests/search/test_mcts.py"),
        ("aicore/games/relics/rules/turns.pyx", "tests/games/relics/test_board.py"),
    ):
        runs = known.runs(file, "", 1)
        near = [test for run in runs if run.near for test in run.tests]
        assert close in near
        assert {test for run in runs for test in run.tests} == {*known.files}


def test_the_quickest_tests_that_execute_a_line_run_first(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    limits, show = "tests/arena/test_limits.py", "tests/cli/test_show.py"
    slow, quick, other, far = f"{limits}::a", f"{limits}::b[1]", f"{limits}::c", f"{show}::d[x]"
    reached = {
        slow: [6, 7], quick: [6, 7], f"{other} (call)": [6, 10, 11], f"{far} (call)": [6, 12],
        "": [2, 5],
    }  # fmt: skip
    repository.record("1", reached, {slow: 40.0, quick: 0.1, other: 1.0, far: 30.0})
    unknown = [
        ("tests/arena/test_plots.py", "tests/arena/test_report.py"), ("tests/web/test_page.py",)
    ]  # fmt: skip
    for line, tests in (
        (6, [(quick, other, slow), (far,)]),
        (7, [(quick, slow)]),
        (8, [(quick, slow)]),  # part of a statement on several lines
        (10, [(other,)]),
        (12, [(far,)]),
        (13, [(quick, other, slow), (far,)]),  # no test; perhaps a worker that was killed
        (
            2,
            [(quick, other, slow), (far,)],
        ),  # outside of functions: all tests that execute a line of the file
    ):
        assert repository.runs(line) == [*tests, *unknown]


def test_outdated_recordings_are_not_used(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    test, other = "tests/arena/test_limits.py::a", "tests/arena/test_plots.py::b"
    repository.record("1", {test: [6], other: [6, 10]}, {test: 1.0, other: 1.0})
    assert repository.runs(line=10)[0] == (other,)
    known = affected_tests.Tests(tmp_path, [])
    assert known.seconds(test) == 1.0
    assert known.seconds(f"{test}b") is None
    path = tmp_path / "tests" / "arena" / "test_plots.py"
    path.write_text("# longer", encoding="utf-8")
    assert repository.runs(line=10)[:2] == [
        (test,), ("tests/arena/test_plots.py", "tests/arena/test_report.py")
    ]  # fmt: skip
    path = tmp_path / "arena" / "limits.py"
    path.write_text(f"\n{Repository.SOURCE}", encoding="utf-8")
    assert repository.runs(line=11)[0] == (test,)  # each test that executed a line of it


def test_the_recorder_attributes_lines_to_tests_and_their_programs(tmp_path: Path) -> None:
    pytest.importorskip("coverage", minversion="7.10", reason=NO_COVERAGE)
    file, name = "arena/pool.py", "tests/arena/test_pool.py::test_results_come_in_order"
    path = os.pathsep.join([str(ROOT), str(ROOT / "tools"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "pytest", "-p", "reached", "-n", "0", name]
    env = {**os.environ, "PYTHONPATH": path, "REACHED_FOLDER": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    recording = affected_tests.Recording(tmp_path)
    here, processes = f"{name}[1]", f"{name}[2]"
    assert {*recording.seconds} == {here, processes}
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    for text, tests in (
        ("yield _Here()", {here}),
        ("yield workers", {processes}),
        ("be_worker()", {processes}),  # only the worker processes execute it
    ):
        numbers = [number for number, line in enumerate(lines, 1) if line.strip() == text]
        assert recording.reaching(file, numbers) == tests


def test_recordings_are_combined_when_no_process_writes_any_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("coverage", minversion="7.10", reason=NO_COVERAGE)
    import reached  # needs coverage

    class Lines:
        def __init__(self) -> None:
            self.left = [tmp_path / f"{affected_tests.LINES}.{n}" for n in range(2)]
            self.renaming = True

        def combine(self, _folders: list[str]) -> None:
            if self.renaming:  # a dying worker renames its file
                self.renaming = False
                raise reached.CoverageException("unable to open database file")
            self.left.pop().unlink()

    monkeypatch.setattr(reached, "FOLDER", tmp_path)
    lines = Lines()
    for file in lines.left:
        file.touch()
    reached._combine(lines)
    assert not lines.left


LOG = """
----- Captured log call -----
ERROR    aicore.web:errors.py:46 a mistake - in a log
=========================== short test summary info ============================
ERROR tests/web/test_loop.py::test_a[x] - NameError: name 'turns' is not defined
"""


def test_the_failing_test_is_read_from_the_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = object.__new__(breaks.Copy)
    copy.unreliable = set()
    done = subprocess.CompletedProcess([], 1, stdout=LOG, stderr="")
    monkeypatch.setattr(copy, "_run", lambda _: done)
    assert copy.failing(["tests/web/test_loop.py"]) == "tests/web/test_loop.py::test_a[x]"
    done.stdout = ""
    assert copy.failing(["tests/web/test_loop.py"]) == "tests/web/test_loop.py"
    done.returncode = 0
    assert copy.failing(["tests/web/test_loop.py"]) == ""


def test_a_slow_test_that_fails_once_does_not_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its failure may depend on the load of the machine. A quick test counts at once."""
    one = breaks.Break("", "limits.py", "LIMIT = 3", "LIMIT = 4", (), 2)
    runs = [affected_tests.Run("why", ("a", "b")), affected_tests.Run("why", ("c",))]

    def noticed(tmp_path: Path, failures: list[str], quick: bool) -> tuple[str, int, list[str]]:
        copy = object.__new__(breaks.Copy)
        copy.root, copy.unreliable = tmp_path, set()
        found, asked = iter(failures), []
        monkeypatch.setattr(copy, "failing", lambda tests: (asked.append(tests), next(found))[1])
        (tmp_path / "limits.py").write_text("LIMIT = 3\n", encoding="utf-8")
        outcome = copy.outcome(one, runs, lambda _: quick)
        assert (tmp_path / "limits.py").read_text(encoding="utf-8") == "LIMIT = 3\n"
        return outcome.by, len(outcome.ran), sorted(copy.unreliable)

    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        assert noticed(root, ["b"], True) == ("b", 1, [])
        assert noticed(root, ["b", "b"], False) == ("b", 1, [])
        assert noticed(root, ["b", "", "", "c", "c"], False) == ("c", 2, ["b"])
        assert noticed(root, ["b", "", "", ""], False) == ("", 2, ["b"])


def test_seeds_draw_random_breaks() -> None:
    files = random_breaks.sources(ROOT, python=True)
    one, same, other = (breaks.drawn_breaks(3, files, seed) for seed in (1, 1, 2))
    assert one == same != other
    assert not any(each.compiled for each in one)


@pytest.mark.slow
def test_most_random_breaks_are_noticed() -> None:
    command = [sys.executable, ROOT / "tools" / "breaks.py", "--random", "12", "--seed", "7",
               "--only", "arena/", "--python", "--floor", "0.6"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_copy_has_every_file_that_tests_read() -> None:
    """A copy has everything except temporary output of tools; tests read the docs, too."""
    names = {path.name for path in ROOT.iterdir()}
    left_out = shutil.ignore_patterns(*breaks.LEFT_OUT)(str(ROOT), list(names))
    assert all(name.startswith((".", "__")) for name in left_out)


@pytest.mark.slow
def test_a_break_is_noticed_and_the_source_stays() -> None:
    before = (ROOT / "arena" / "results.py").read_bytes()
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "breaks.py", "--only", "arena/results.py"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "2 breaks, 0 unnoticed" in done.stdout
    assert (ROOT / "arena" / "results.py").read_bytes() == before
