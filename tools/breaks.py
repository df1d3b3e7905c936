"""Break the program on purpose, one break after another, and report breaks that no test notices.

`tools/breaks.toml` lists the breaks: a file, a text that occurs once in it, its replacement, and
the tests that should then fail. The script works in a copy, where the tests must first pass without
a break. It builds a broken Cython module again in the copy, with the compiler that CC names.

    python tools/breaks.py                     # all; the Cython ones take a minute each
    python tools/breaks.py --python            # those that need no compiler
    python tools/breaks.py --only sprt --jobs 2
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_suffix(".toml")
LEFT_OUT = (".git", ".venv", ".hypothesis", ".benchmarks", "__pycache__", ".*_cache")
MAX_SECONDS = 600  # limit for a break's tests; a search that never ends counts as noticed


@dataclass(frozen=True)
class Break:
    """One break.

    Args:
        what: the break in words.
        file: the path of a source in the repository.
        old, new: a text in the file, and its replacement.
        tests: arguments for pytest.
    """

    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def compiled(self) -> bool:
        """Whether the source is Cython."""
        return not self.file.endswith(".py")

    def trouble(self, root: Path = ROOT) -> str:
        """Return the reason why the break cannot be made; "" if it can."""
        path = root / self.file
        if not path.is_file():
            return f"{self.what}: there is no file {self.file}"
        found = path.read_text(encoding="utf-8").count(self.old)
        if found != 1:
            return f"{self.what}: {self.file} contains this {found} times, not once: {self.old!r}"
        if self.old == self.new:
            return f"{self.what}: old and new are the same"
        missing = [test for test in self.tests if not (root / test.partition("::")[0]).exists()]
        if missing or not self.tests:
            return f"{self.what}: there are no tests {', '.join(missing)}".rstrip()
        return ""


def breaks(path: Path = LIST) -> list[Break]:
    """Return the list of breaks."""
    with path.open("rb") as file:
        rows = tomllib.load(file)["break"]
    return [Break(**{**row, "tests": tuple(row["tests"])}) for row in rows]


class Copy:
    """Copy of the repository for breaks, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "repository"
        left_out = shutil.ignore_patterns(*LEFT_OUT)
        shutil.copytree(ROOT, self.root, symlinks=True, ignore=left_out)
        self.env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self.root), str(self.root / "tests")]),
            "PYTHONDONTWRITEBYTECODE": "1",  # a break may keep the size and the second
        }
        text = self._run([sys.executable, "-P", "-c", "from aicore import arena; print(arena)"])
        if str(self.root) not in text.stdout:
            raise SystemExit(
                f"Python imports something other than the copy: {text.stdout}{text.stderr}"
            )

    def _run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.root, env=self.env, capture_output=True, text=True, check=False,
            timeout=MAX_SECONDS,
        )  # fmt: skip

    def passes(self, tests: Sequence[str]) -> bool:
        """Whether tests pass. Raises RuntimeError if there is nothing to run."""
        options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-o", "pythonpath="]
        try:
            done = self._run([sys.executable, "-P", "-m", "pytest", *options, *tests])
        except subprocess.TimeoutExpired:
            return False
        if done.returncode not in (0, 1, 2):  # 2: a module cannot even be imported
            raise RuntimeError((done.stdout + done.stderr).strip())
        return done.returncode == 0

    def build(self) -> None:
        """Compile the changes."""
        done = self._run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"])
        if done.returncode:
            raise RuntimeError(done.stderr.strip()[-2000:])

    def survives(self, one: Break) -> bool:
        """Whether a break goes unnoticed."""
        path = self.root / one.file
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(one.old, one.new), encoding="utf-8")
        try:
            if one.compiled:
                self.build()
            return self.passes(one.tests)
        finally:
            path.write_text(text, encoding="utf-8")
            if one.compiled:
                self.build()


def survivors(chosen: Sequence[Break], jobs: int) -> Iterator[tuple[Break, bool]]:
    """Yield each break, and whether it goes unnoticed, in order."""
    with tempfile.TemporaryDirectory(prefix="breaks") as folder, ThreadPoolExecutor(jobs) as pool:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(jobs):
            copies.put(Copy(Path(folder) / str(number)))

        def passes(test: str) -> bool:
            copy = copies.get()
            try:
                return copy.passes([test])
            finally:
                copies.put(copy)

        def survives(one: Break) -> bool:
            copy = copies.get()
            try:
                return copy.survives(one)
            finally:
                copies.put(copy)

        tests = sorted({test for one in chosen for test in one.tests})
        failing = [
            test for test, good in zip(tests, pool.map(passes, tests), strict=True) if not good
        ]
        if failing:
            raise SystemExit(f"these tests fail before anything is broken: {', '.join(failing)}")
        yield from zip(chosen, pool.map(survives, chosen), strict=True)


def main() -> int:
    """Break things; return exit code 1 if a break goes unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--only",
        default="",
        metavar="TEXT",
        help="only breaks with TEXT in their file or description",
    )
    parser.add_argument("--python", action="store_true", help="only breaks that need no compiler")
    parser.add_argument("--jobs", type=int, default=1, help="number of copies to test at once")
    args = parser.parse_args()
    everything = breaks()
    if troubles := [trouble for one in everything if (trouble := one.trouble())]:
        print("\n".join(troubles), file=sys.stderr)
        return 2
    chosen = [
        one
        for one in everything
        if args.only in f"{one.file} {one.what}" and not (args.python and one.compiled)
    ]
    unnoticed = 0
    for one, alive in survivors(chosen, args.jobs):
        unnoticed += alive
        print(f"{'SURVIVES' if alive else 'noticed ':8}  {one.file}: {one.what}", flush=True)
    print(f"{len(chosen)} breaks, {unnoticed} unnoticed")
    return min(unnoticed, 1)


if __name__ == "__main__":
    sys.exit(main())
