"""The conformance kit and hostile input under AddressSanitizer: every access in C is checked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = (".*", "*.so", "__pycache__", "build", "dist", "node_modules")

pytestmark = pytest.mark.slow

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Builds a sanitized copy; what is called runs a program of its environment there."""
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.fail("the AddressSanitizer run needs gcc")
    copy = tmp_path_factory.mktemp("sanitized") / "aicore"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    runtime = subprocess.run(
        [compiler, "-print-file-name=libasan.so"], check=True, capture_output=True, text=True
    ).stdout.strip()
    environment = {**os.environ, "AICORE_SANITIZE": "address", "AICORE_DEBUG": "1"}
    environment |= {"AICORE_TRACE": "0", "CC": compiler}
    subprocess.run([sys.executable, "-m", "venv", copy / "venv"], check=True)
    programs = copy / "venv" / "bin"
    install = [programs / "python", "-m", "pip", "install", "-q", "-e", ".[test]"]
    subprocess.run(install, check=True, cwd=copy, env=environment)
    environment |= {
        "LD_PRELOAD": runtime,
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1:allocator_may_return_null=1",
        "PYTHONMALLOC": "malloc",
    }

    def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [programs / program, *arguments]
        return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)

    return run


def test_everything_reads_and_writes_where_it_may(sanitized: Run) -> None:
    """The conformance kit, the searchers, batches, and hostile input at every door."""
    kit = sanitized("pytest", "tests/games/test_conformance.py", "tests/search/test_search.py",
                    "tests/core/test_batch.py")  # fmt: skip
    assert kit.returncode == 0, kit.stdout[-4000:] + kit.stderr[-4000:]
    assert "passed" in kit.stdout
    jobs = str(os.cpu_count() or 1)
    hostile = sanitized("python", "tests/fuzz/hostile.py", "--inputs", "100000", "--jobs", jobs)
    assert hostile.returncode == 0, hostile.stdout[-20_000:] + hostile.stderr[-4000:]
