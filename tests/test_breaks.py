"""Tests that the list of breaks for tests to notice applies to the present sources."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SPEC = spec_from_file_location("breaks", ROOT / "tools" / "breaks.py")
assert SPEC is not None
assert SPEC.loader is not None
breaks = module_from_spec(SPEC)
sys.modules["breaks"] = breaks
SPEC.loader.exec_module(breaks)


def test_every_break_can_be_made() -> None:
    found = breaks.breaks()
    assert len(found) > 60
    assert not [trouble for one in found if (trouble := one.trouble())]
    assert len({one.what for one in found}) == len(found)


def test_a_break_that_cannot_be_made_is_shown() -> None:
    one = breaks.breaks()[0]
    assert "no file" in replace(one, file="arena/nothing.py").trouble()
    assert "0 times" in replace(one, old="no such text").trouble()
    assert " times" in replace(one, old="return").trouble()
    assert "old and new are the same" in replace(one, new=one.old).trouble()
    assert "tests/nothing.py" in replace(one, tests=("tests/nothing.py",)).trouble()
    assert "no tests" in replace(one, tests=()).trouble()


def test_nothing_that_tests_read_is_left_out_of_a_copy() -> None:
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
    assert done.stdout.count("noticed") == 2
    assert (ROOT / "arena" / "results.py").read_bytes() == before
