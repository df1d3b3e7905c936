"""Tests of the check of commit subjects: in a repository, and in a message before its commit."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "commits.py"
SPEC = spec_from_file_location("commits", TOOL)
assert SPEC is not None
assert SPEC.loader is not None
commits = module_from_spec(SPEC)
SPEC.loader.exec_module(commits)

NOBODY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Nobody"), ("EMAIL", "nobody@example.org"))
}
ALONE = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    **NOBODY,
    "GIT_CONFIG_GLOBAL": os.devnull,  # otherwise a person's hooks and signatures take part
    "GIT_CONFIG_SYSTEM": os.devnull,
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Make a repository with five commits: two good ones, then one of each kind of mistake."""
    git(tmp_path, "init", "-q")
    for subject in ("Begin", "Count " + "x" * 66, "Count " + "x" * 67, "add a file", "Add a file."):
        git(tmp_path, "commit", "-q", "--allow-empty", "-m", subject)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, env=ALONE, check=True)


def run(folder: Path, *arguments: str) -> tuple[int, list[str]]:
    """Return the exit code and the lines of a run, without commit hashes."""
    done = subprocess.run(
        [sys.executable, TOOL, *arguments], cwd=folder, env=ALONE, capture_output=True, text=True
    )
    return done.returncode, [line.partition(": ")[2] or line for line in done.stdout.splitlines()]


WRONG = [
    "a period at the end: Add a file.",
    "no capital letter at the start: add a file",
    "73 characters (at most 72 fit): Count " + "x" * 67,
]


def test_warnings_leave_the_exit_code_alone(repository: Path) -> None:
    assert run(repository) == (0, [*WRONG, "3 of 5 subjects need rewording"])


def test_strict_fails(repository: Path) -> None:
    assert run(repository, "--strict")[0] == 1
    git(repository, "tag", "v1")
    assert run(repository, "--strict") == (0, ["0 of 0 subjects need rewording"])


def test_commits_are_those_since_the_base(repository: Path) -> None:
    assert run(repository, "HEAD~2")[1] == [*WRONG[:2], "2 of 2 subjects need rewording"]
    git(repository, "tag", "v1", "HEAD~1")
    assert run(repository)[1] == [WRONG[0], "1 of 1 subjects need rewording"]
    git(repository, "tag", "-d", "v1")
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD~3")
    assert run(repository)[1] == [*WRONG, "3 of 3 subjects need rewording"]


def test_without_a_base_twenty_are_checked(repository: Path) -> None:
    for _ in range(20):
        git(repository, "commit", "-q", "--allow-empty", "-m", "Go on")
    assert run(repository)[1] == ["0 of 20 subjects need rewording"]


def test_an_unknown_base_is_refused(repository: Path) -> None:
    assert run(repository, "v9")[0] == 2


def test_merges_are_left_out(repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "side", "HEAD~1")
    git(repository, "commit", "-q", "--allow-empty", "-m", "Add a side")
    git(repository, "merge", "-q", "--no-ff", "-m", "merged.", "-")
    assert "merged." not in "".join(run(repository)[1])


@pytest.mark.parametrize(
    ("message", "subject"),
    [
        ("Add a file\n\nIts reason.\n", "Add a file"),
        ("\n# a comment\nAdd a file\n# another\n", "Add a file"),
        ("# ------------------------ >8 ------------------------\ndiff --git a b\n", ""),
        ("", ""),
    ],
)
def test_the_subject_is_the_one_that_git_takes(message: str, subject: str) -> None:
    assert commits.subject_of(message) == subject


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("Add a file\n\n" + "A long line of reasons. " * 9, 0),
        ("add a file", 1),
        ("Add a file.", 1),
        ("Count " + "ä" * 66, 0),  # characters, not bytes
        ("Count " + "x" * 67, 1),
        ("fixup! Count " + "x" * 66, 0),  # git's prefix, gone after a rebase
        ("", 0),  # git refuses it
    ],
)
def test_a_message_is_checked_before_it_is_committed(
    message: str, code: int, tmp_path: Path
) -> None:
    path = tmp_path / "COMMIT_EDITMSG"
    path.write_text(message, encoding="utf-8")
    done, lines = run(tmp_path, "--message", str(path))
    assert done == code
    assert bool(lines) == bool(code)
