"""Break the program on purpose, one break after another, and report breaks that no test notices.

`tools/breaks.toml` lists the breaks: a file, a text that occurs once in it, its replacement, and
the tests that should then fail. The script works in a copy, where the tests must first pass without
a break. It builds a broken Cython module again in the copy, with the compiler that CC names.

    python tools/breaks.py                     # all; the Cython ones take a minute each
    python tools/breaks.py --python            # those that need no compiler
    python tools/breaks.py --only sprt --jobs 2
    python tools/breaks.py --record tests/arena         # the lines that tests execute
    python tools/breaks.py --random 20 --only arena/    # breaks that nobody chose

`--random N` makes breaks by `random_breaks` and reports the share noticed, file by file. Every test
that can reach a break runs, the likeliest first, until one fails (`affected_tests`). A failure
counts only if the test passed when it was recorded, or passes in an unbroken copy. A slow test must
fail twice. Recordings by `--record` save time: without them nearly all tests run for each survivor.
Read the survivors: some change nothing that anybody could notice.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue

sys.path.insert(0, str(Path(__file__).parent))  # needed in tests, and with PYTHONSAFEPATH

from affected_tests import Run, Tests
from random_breaks import draw, sources

from aicore.arena.intervals import Bounded

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_suffix(".toml")
LEFT_OUT = (".git", ".venv", ".hypothesis", ".benchmarks", "__pycache__", ".*_cache")
MAX_SECONDS = 600  # limit for a break's tests, so that an endless search is noticed, too
TIMEOUT, CRASH = "the time limit", "a crash"


@dataclass(frozen=True)
class Break:
    """One break.

    Args:
        what: the break in words.
        file: the path of a source in the repository.
        old, new: a text in it and its replacement.
        tests: arguments for pytest; none: `affected_tests` chooses them.
        line: number of the line in the file, of a random break.
    """

    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    line: int = 0

    @property
    def compiled(self) -> bool:
        """Whether the source is Cython."""
        return not self.file.endswith(".py")

    def trouble(self, root: Path = ROOT) -> str:
        """Return the reason why the break cannot be made; "" if it can."""
        path = root / self.file
        if not path.is_file():
            return f"{self.what}: there is no file {self.file}"
        count = path.read_text(encoding="utf-8").count(self.old)
        if count != 1:
            return f"{self.what}: {self.file} contains this {count} times, not once: {self.old!r}"
        if self.old == self.new:
            return f"{self.what}: old and new are the same"
        missing = [test for test in self.tests if not (root / test.partition("::")[0]).exists()]
        if missing or not self.tests:
            return f"{self.what}: there are no tests {', '.join(missing)}".rstrip()
        return ""


@dataclass(frozen=True)
class Outcome:
    """Result of a break.

    Args:
        verdict: "SURVIVES", "noticed" or "no build".
        by: the test that noticed; "" if none did.
        ran: the runs of tests, in order.
    """

    verdict: str
    by: str = ""
    ran: tuple[Run, ...] = ()

    def __str__(self) -> str:
        counts: Counter[str] = Counter()
        for run in self.ran:
            counts[run.why] += len(run.tests)
        ran = ", ".join(f"{count} {why}" for why, count in counts.items()) or "no test"
        return f"by {self.by}; chosen: {ran}" if self.by else f"ran: {ran}"


class CompileError(RuntimeError):
    """Error for a broken source that does not compile."""


def listed_breaks() -> list[Break]:
    """Return the list of breaks."""
    with LIST.open("rb") as file:
        rows = tomllib.load(file)["break"]
    return [Break(**{**row, "tests": tuple(row["tests"])}) for row in rows]


class Copy:
    """Copy of the repository for breaks, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "repository"
        self.unreliable: set[str] = set()  # tests that failed although nothing was broken
        left_out = shutil.ignore_patterns(*LEFT_OUT)
        shutil.copytree(ROOT, self.root, symlinks=True, ignore=left_out)
        self.env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self.root), str(self.root / "tests")]),
            "PYTHONSAFEPATH": "1",  # programs that tests start import from the copy, too
            "PYTHONDONTWRITEBYTECODE": "",  # let pytest store the tests that it rewrites
        }
        text = self._run([sys.executable, "-c", "from aicore import arena; print(arena)"])
        if str(self.root) not in text.stdout:
            raise SystemExit(
                f"Python imports something other than the copy: {text.stdout}{text.stderr}"
            )

        # Compiled files make programs start quickly. Digests show outdated ones; by time and size
        # alone, Python would not notice a break of equal length.
        self._run(
            [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "."]
        )

    def _run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.root, env=self.env, capture_output=True, text=True, check=False,
            timeout=MAX_SECONDS,
        )  # fmt: skip

    def failing(self, tests: Sequence[str]) -> str:
        """Return the first test that fails; "" if none does. Raises RuntimeError."""
        options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-o", "pythonpath="]
        options += [f"--deselect={test}" for test in sorted(self.unreliable)]
        try:
            done = self._run([sys.executable, "-m", "pytest", *options, *tests])
        except subprocess.TimeoutExpired:
            return TIMEOUT
        if done.returncode < 0:
            return CRASH
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        if done.returncode == 4 and files != [*tests]:  # the break changes the names of tests
            return self.failing(files)
        if done.returncode not in (0, 1, 2, 5):  # 2: an import fails; 5: there is no test
            raise RuntimeError((done.stdout + done.stderr).strip())
        match = re.search(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
        return "" if done.returncode in (0, 5) else match[1] if match else tests[0]

    def build(self) -> None:
        """Compile the changes. Raises CompileError."""
        done = self._run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"])
        if done.returncode:
            raise CompileError(done.stderr.strip()[-2000:])

    def outcome(
        self, one: Break, runs: Sequence[Run], quick: Callable[[str], bool] = lambda _: True
    ) -> Outcome:
        """Break a source, and run tests until one notices. Raises CompileError.

        Args:
            one: the break.
            runs: the tests.
            quick: function that says whether one failure of a test counts; others must fail again.
        """
        path = self.root / one.file
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(one.old, one.new), encoding="utf-8")
        ran: list[Run] = []
        try:
            if one.compiled:
                self.build()
            for run in runs:
                ran.append(run)
                while test := self.failing(run.tests):
                    if quick(test) or self.failing([test]):
                        return Outcome("noticed", test, tuple(ran))
                    self.unreliable.add(test)
            return Outcome("SURVIVES", "", tuple(ran))
        finally:
            path.write_text(text, encoding="utf-8")
            if one.compiled:
                self.build()


class Judge:
    """Judge of breaks, several at a time: whether tests notice them.

    Args:
        folder: the folder for copies of the repository.
        jobs: the number of copies.
        near: whether random breaks run only the closest tests: see `Run.near`.
    """

    def __init__(self, folder: Path, jobs: int, near: bool) -> None:
        self._known = Tests(ROOT, sources(ROOT))
        self._near = near
        self._copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(jobs):
            self._copies.put(Copy(folder / str(number)))

    @contextmanager
    def _copy(self) -> Iterator[Copy]:
        copy = self._copies.get()
        try:
            yield copy
        finally:
            self._copies.put(copy)

    def passes(self, test: str) -> bool:
        """Whether a test passes while nothing is broken."""
        with self._copy() as copy:
            return not copy.failing([test])

    def outcome(self, one: Break) -> Outcome:
        """Return the outcome of a break."""
        with self._copy() as copy:
            try:
                if one.tests:
                    return copy.outcome(one, [Run("tests of the list", one.tests)])
                return self._of_random(one, copy)
            except CompileError:
                return Outcome("no build")

    def _of_random(self, one: Break, copy: Copy) -> Outcome:
        """Return the outcome of a random break, after a check of the test that noticed."""
        runs = [
            run
            for run in self._known.runs(one.file, one.old, one.line)
            if run.near or not self._near
        ]
        while True:
            outcome = copy.outcome(one, runs, self._quick)
            reliable = self._quick(outcome.by) or self._known.seconds(outcome.by) is not None
            if reliable or not copy.failing([outcome.by]):
                return outcome
            print(f"fails although nothing is broken: {outcome.by}", file=sys.stderr)
            copy.unreliable.add(outcome.by)

    def _quick(self, test: str) -> bool:
        """Whether a test passed within a second: it hardly depends on the machine's load."""
        return test in ("", TIMEOUT, CRASH) or (self._known.seconds(test) or 9.0) < 1.0


def outcomes(
    chosen: Sequence[Break], jobs: int, near: bool = False
) -> Iterator[tuple[Break, Outcome]]:
    """Yield each break with its outcome, in order."""
    with tempfile.TemporaryDirectory(prefix="breaks") as folder, ThreadPoolExecutor(jobs) as pool:
        judge = Judge(Path(folder), jobs, near)
        tests = sorted({test for one in chosen for test in one.tests})
        passed = zip(tests, pool.map(judge.passes, tests), strict=True)
        if failing := [test for test, good in passed if not good]:
            raise SystemExit(f"these tests fail before anything is broken: {', '.join(failing)}")
        yield from zip(chosen, pool.map(judge.outcome, chosen), strict=True)


def record(tests: Sequence[str]) -> int:
    """Record the lines that tests execute, for the choice of tests; return pytest's exit code."""
    if find_spec("coverage") is None:
        raise SystemExit('--record needs a package: pip install "coverage>=7.10"')
    path = os.pathsep.join([str(ROOT), str(ROOT / "tools"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "pytest", "-p", "reached", "-n", "0", *tests]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}).returncode


def drawn_breaks(number: int, files: Sequence[str], seed: int) -> list[Break]:
    """Return breaks at random places of some sources."""
    rng = random.Random(seed)
    changes = [draw(ROOT, files, rng) for _ in range(number)]
    return [
        Break(str(change), change.file, change.before, change.after, (), change.line)
        for change in changes
    ]


def report(tallies: dict[str, Counter[str]], floor: float) -> int:
    """Print the share noticed by file; return exit code 1 if the total share is below the floor."""
    total: Counter[str] = Counter()
    for file, tally in sorted(tallies.items()):
        total += tally
        if len(tallies) > 1 and tally["SURVIVES"]:
            print(f"{file}: {tally['noticed']} of {tally['noticed'] + tally['SURVIVES']} noticed")
    tried = total["noticed"] + total["SURVIVES"]
    share = total["noticed"] / tried if tried else 1.0
    values = [1.0] * total["noticed"] + [0.0] * total["SURVIVES"]
    ends = Bounded.of(values).interval() if tried > 1 else (0.0, 1.0)
    between = f" (95 % interval: {ends[0]:.0%} to {ends[1]:.0%})"
    print(f"{tried} breaks, {total['SURVIVES']} unnoticed: {share:.0%} noticed{between}")
    if total["no build"]:
        print(f"{total['no build']} more do not compile")
    return int(share < floor)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument(
        "--only",
        action="append",
        metavar="TEXT",
        help="only breaks with TEXT in their file or description; several add up",
    )
    arguments.add_argument(
        "--python", action="store_true", help="only breaks that need no compiler"
    )
    arguments.add_argument("--jobs", type=int, default=1, help="number of copies to test at once")
    arguments.add_argument("--random", type=int, metavar="N", help="N random breaks, not the list")
    arguments.add_argument(
        "--seed", type=int, default=random.randrange(10**6), help="seed of the random breaks"
    )
    arguments.add_argument(
        "--floor",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="share of random breaks that must be noticed",
    )
    arguments.add_argument(
        "--near",
        action="store_true",
        help="leave out test files without a recording that reach a random break through others",
    )
    arguments.add_argument(
        "--record", nargs="+", metavar="TEST", help="record the lines that these tests execute"
    )
    return arguments


def chosen_breaks(args: argparse.Namespace, listed: Sequence[Break]) -> list[Break]:
    """Return the breaks that the command line asks for. Raises SystemExit if it fits no source."""
    only = args.only or [""]
    if args.random is None:
        wanted = [one for one in listed if any(text in f"{one.file} {one.what}" for text in only)]
        return [one for one in wanted if not (args.python and one.compiled)]
    files = [file for file in sources(ROOT, args.python) if any(text in file for text in only)]
    if not files:
        print(f"no source has {' or '.join(map(repr, only))} in its path", file=sys.stderr)
        raise SystemExit(2)
    print(f"--random {args.random} --seed {args.seed}")
    return drawn_breaks(args.random, files, args.seed)


def main() -> int:
    """Break the sources; return exit code 1 if too many breaks go unnoticed."""
    args = parser().parse_args()
    if args.record:
        return record(args.record)
    listed = listed_breaks()
    if troubles := [trouble for one in listed if (trouble := one.trouble())]:
        print("\n".join(troubles), file=sys.stderr)
        return 2
    tallies: dict[str, Counter[str]] = {}
    for one, outcome in outcomes(chosen_breaks(args, listed), args.jobs, args.near):
        tallies.setdefault(one.file, Counter())[outcome.verdict] += 1
        print(f"{outcome.verdict:8}  {one.file}: {one.what}", flush=True)
        if args.random is not None:
            print(f"{'':8}  {outcome}", flush=True)
    return report(tallies, 1.0 if args.random is None else args.floor)


if __name__ == "__main__":
    sys.exit(main())
