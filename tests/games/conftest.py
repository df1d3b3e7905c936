"""Sentences that games say, kept in a file of each game for review.

Tests of a story assert what a sentence means: who, what and how much. Its wording is in
`sentences.txt` beside the test. After a change of wording, write the files again and review them:

    pytest -n0 tests/games --write-sentences
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

Say = Callable[..., str]

PASSED = pytest.StashKey[bool]()
"""Whether a test's own code has passed."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record whether a test has passed, for fixtures that complete it."""
    report = yield
    if report.when == "call":
        item.stash[PASSED] = report.passed
    return report


def sections(path: Path) -> dict[str, list[str]]:
    """Return the sentences of a file by the test that produces them."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if line.startswith("# "):
            found[line[2:]] = []
        elif line:
            found[[*found][-1]].append(line)
    return found


def write(path: Path, found: dict[str, list[str]]) -> None:
    """Write a file of sentences, a section for each test."""
    parts = (
        f"# {name}\n\n" + "".join(f"{line}\n" for line in found[name]) for name in sorted(found)
    )
    path.write_text("\n".join(parts), encoding="utf-8")


@pytest.fixture
def say(request: pytest.FixtureRequest) -> Iterator[Say]:
    """Yield a function that joins sentences; after a pass, compare their wording with the file."""
    said: list[str] = []

    def add(*sentences: str) -> str:
        said.extend(sentences)
        return " ".join(sentences)

    yield add
    if not request.node.stash.get(PASSED, False):
        return  # it stopped before it had said everything
    path, name = request.path.parent / "sentences.txt", request.node.name
    found = sections(path)
    if request.config.getoption("--write-sentences"):
        write(path, found | {name: said})
        return
    assert said == found.get(name), "if intended: pytest -n0 tests/games --write-sentences"
