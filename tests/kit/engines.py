"""External engines for tests (the example, a bad one, our own), and checks that none is left."""

from __future__ import annotations

import contextlib
import shlex
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = shlex.quote(sys.executable)
FIRST = f"engine:{PYTHON} {shlex.quote(str(ROOT / 'docs' / 'engines' / 'first.py'))}"
BAD = f"engine:{PYTHON} {shlex.quote(str(ROOT / 'tests' / 'kit' / 'bad_engine.py'))}"
OURS = f"engine:{PYTHON} -m aicore engine"


def running(word):
    """Return the processes with a word in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if word.encode() in path.read_bytes():
                found.append(int(path.parent.name))
    return found


def gone(word):
    """Whether all processes with a word in their command line end within a minute."""
    deadline = time.monotonic() + 60
    while running(word) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not running(word)
