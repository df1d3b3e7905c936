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
random_breaks = sys.modules["random_breaks"]


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


@pytest.mark.parametrize(
    ("file", "runs"),
    [
        ("web/bounds.py", {"tests/web/test_bounds.py", "tests/web"}),
        ("aicore/core/scrypt.pyx", {"tests/core"}),
        ("search/mcts/selfplay_games.pyx", {"tests/train/test_selfplay.py", "tests/search"}),
        ("aicore/games/pig/game.pyx", {"tests/games -k pig"}),
        ("aicore/games/relics/rules/turns.pyx", {"tests/games/relics", "tests/games -k relics"}),
    ],
)
def test_tests_of_a_source_are_those_that_name_it_and_its_folder(file: str, runs: set[str]) -> None:
    found = random_breaks.tests_of(ROOT, file)
    assert runs <= {word for run in found for word in (*run, " ".join(run))}


def test_seeds_draw_random_breaks() -> None:
    files = random_breaks.sources(ROOT, python=True)
    one, same, other = (breaks.random_breaks(3, files, seed) for seed in (1, 1, 2))
    assert one == same != other
    assert not any(each.compiled for each in one)


@pytest.mark.slow
def test_most_random_breaks_are_noticed() -> None:
    command = [sys.executable, ROOT / "tools" / "breaks.py", "--random", "12", "--seed", "7",
               "--only", "arena/", "--python", "--floor", "0.6"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


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
