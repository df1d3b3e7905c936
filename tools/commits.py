"""Check the subjects of commits: at most 72 characters, a capital first, no period last.

    python tools/commits.py                   # since the last tag, else since origin/main
    python tools/commits.py main --strict     # since main; exit code 1 if a subject is wrong
    python tools/commits.py --message FILE    # one message, as a commit-msg hook gets it

Figures and reasons belong in the body. The script prints a line for each wrong subject. Without a
tag and without origin/main, it checks the last 20 commits. It skips merges, whose subjects git
writes.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

MAX_SUBJECT = 72  # characters that git log, mail and hosts show without cutting
RECENT = 20
WRITTEN_BY_GIT = re.compile(r"(fixup|squash|amend)! |Merge ")
SCISSORS = re.compile(r"^# -+ >8 -+$", re.MULTILINE)
"""Git drops this line of a message and all that follows (`git commit --verbose`)."""


def problems(subject: str) -> list[str]:
    """Return the problems of a subject, a phrase each."""
    phrases = []
    if len(subject) > MAX_SUBJECT:
        phrases.append(f"{len(subject)} characters (at most {MAX_SUBJECT} fit)")
    if not subject[:1].isupper():
        phrases.append("no capital letter at the start")
    if subject.endswith("."):
        phrases.append("a period at the end")
    return phrases


def subject_of(message: str) -> str:
    """Return the subject that git makes of a message file: its first line that is not a comment."""
    for line in SCISSORS.split(message, maxsplit=1)[0].splitlines():
        if line.strip() and not line.startswith("#"):
            return line.strip()
    return ""


def git(*arguments: str) -> str:
    """Return the output of a git command; "" if it fails."""
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def default_base() -> str:
    """Return the commit to start after: the last tag, else origin/main, else ""."""
    return git("describe", "--tags", "--abbrev=0") or commit_hash("origin/main")


def commit_hash(name: str) -> str:
    """Return the hash of a commit; "" if git knows none by this name."""
    return git("rev-parse", "--verify", "-q", f"{name}^{{commit}}")


def commits(base: str) -> list[tuple[str, str]]:
    """Return abbreviated hashes and subjects since a base, the newest first."""
    span = [f"{base}..HEAD"] if base else [f"-{RECENT}", "HEAD"]
    lines = git("log", "--no-merges", "--format=%h%x09%s", *span).splitlines()
    return [(name, subject) for name, _, subject in (line.partition("\t") for line in lines)]


def check_message(path: Path) -> int:
    """Check a message file, and return an exit code."""
    subject = subject_of(path.read_text(encoding="utf-8"))
    found = [] if not subject or WRITTEN_BY_GIT.match(subject) else problems(subject)
    if found:  # an empty message is git's own business
        print(f"The subject has {'; '.join(found)}: {subject}")
    return 1 if found else 0


def main() -> int:
    """Check the commits or the message that the options name, and return an exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("base", nargs="?", help="check the commits since this one")
    parser.add_argument("--message", type=Path, metavar="FILE", help="check only this message")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a subject is wrong")
    args = parser.parse_args()
    if args.message is not None:
        return check_message(args.message)
    if args.base is not None and not commit_hash(args.base):
        parser.error(f"there is no commit {args.base}: name a branch, a tag or a hash")
    checked = commits(args.base or default_base())
    wrong = [(name, found, subject) for name, subject in checked if (found := problems(subject))]
    for name, found, subject in wrong:
        print(f"{name}: {'; '.join(found)}: {subject}")
    print(f"{len(wrong)} of {len(checked)} subjects need rewording")
    return 1 if wrong and args.strict else 0


if __name__ == "__main__":
    sys.exit(main())
