"""Tests of hostile input and conformance under AddressSanitizer, threads under ThreadSanitizer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = (".*", "*.so", "__pycache__", "build", "dist", "node_modules")

pytestmark = pytest.mark.slow


class Sanitized:
    """Copy of the project, built with a sanitizer: "address" or "thread"."""

    def __init__(self, copy: Path, kind: str, **settings: str) -> None:
        compiler = shutil.which("gcc")
        if compiler is None:
            pytest.fail("sanitized runs need gcc")
        left_out = shutil.ignore_patterns(*LEFT_OUT)
        shutil.copytree(ROOT, copy, symlinks=True, ignore=left_out)
        runtime = f"-print-file-name=lib{kind[0]}san.so"
        found = subprocess.run([compiler, runtime], check=True, capture_output=True, text=True)
        environment = {**os.environ, "AICORE_SANITIZE": kind, "CC": compiler, **settings}
        subprocess.run([sys.executable, "-m", "venv", copy / "venv"], check=True)
        self.copy = copy
        self.programs = copy / "venv" / "bin"
        install = [self.programs / "python", "-m", "pip", "install", "-q", "-e", ".[test]"]
        subprocess.run(install, check=True, cwd=copy, env=environment)
        self.environment = {**environment, "LD_PRELOAD": found.stdout.strip()}

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the copy's environment there."""
        command = [self.programs / program, *arguments]
        return subprocess.run(
            command, cwd=self.copy, env=self.environment, capture_output=True, text=True
        )


def test_nothing_reads_or_writes_out_of_bounds(tmp_path: Path) -> None:
    """The run covers the conformance kit, searchers, batches and hostile input."""
    checked = Sanitized(
        tmp_path / "aicore",
        "address",
        AICORE_DEBUG="1",
        AICORE_TRACE="0",
        ASAN_OPTIONS="detect_leaks=0:abort_on_error=1:allocator_may_return_null=1",
        PYTHONMALLOC="malloc",
    )
    kit = checked.run("pytest", "tests/games/test_conformance.py", "tests/search/test_search.py",
                      "tests/search/test_parallel_trees.py",
                      "tests/core/test_batch.py")  # fmt: skip
    assert kit.returncode == 0, kit.stdout[-4000:] + kit.stderr[-4000:]
    assert "passed" in kit.stdout
    jobs = str(os.cpu_count() or 1)
    hostile = checked.run("python", "tests/fuzz/hostile.py", "--inputs", "100000", "--jobs", jobs)
    assert hostile.returncode == 0, hostile.stdout[-20_000:] + hostile.stderr[-4000:]


def test_threads_that_search_together_never_race(tmp_path: Path) -> None:
    """Two threads access a place at once only by reading or by atomic operations."""
    checked = Sanitized(
        tmp_path / "aicore", "thread", AICORE_OPTIMIZE="1", TSAN_OPTIONS="exitcode=66"
    )
    batches = checked.run("pytest", "-n", "0", "-s", "tests/search/test_batch.py",
                          "tests/search/test_parallel_trees.py",
                          "tests/search/test_flat.py")  # fmt: skip
    assert batches.returncode == 0, batches.stdout[-4000:] + batches.stderr[-4000:]
    assert "passed" in batches.stdout
