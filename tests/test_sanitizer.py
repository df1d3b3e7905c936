"""The conformance kit under AddressSanitizer: every read and write of the C code is checked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("aicore", "search", "players", "arena", "cli", "tests")
FILES = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE")


@pytest.mark.slow
def test_conformance_kit_under_address_sanitizer(tmp_path: Path) -> None:
    """Builds a sanitized copy and runs the kit there; any report fails the run."""
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.fail("the AddressSanitizer run needs gcc")
    junk = shutil.ignore_patterns("*.so", "__pycache__")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=junk)
    for file in FILES:
        shutil.copy(ROOT / file, tmp_path)
    runtime = subprocess.run(
        [compiler, "-print-file-name=libasan.so"], check=True, capture_output=True, text=True
    ).stdout.strip()
    environment = {**os.environ, "AICORE_SANITIZE": "address", "AICORE_DEBUG": "1", "CC": compiler}
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    install = [python, "-m", "pip", "install", "-q", "-e", ".[test]"]
    subprocess.run(install, check=True, cwd=tmp_path, env=environment)
    environment |= {
        "LD_PRELOAD": runtime,
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",
        "PYTHONMALLOC": "malloc",
    }
    run = subprocess.run(
        [tmp_path / "venv" / "bin" / "pytest", "tests/test_conformance.py", "tests/test_search.py"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-4000:]
    assert "passed" in run.stdout
