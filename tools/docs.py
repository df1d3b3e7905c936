"""Build the documentation as a site of static files, and check it.

    pip install -e ".[docs]"
    python tools/docs.py build/docs

Warnings are errors, and so are dead links among the pages. The script also checks these points:

- Every link from a page to a file of this repository works.
- No line of code is wider than a page.
- Every Python block runs, here or in the tests of its page.
- `aicore` in shell blocks names existing commands and options.
- Every public name has a docstring (docs/docstrings.py).
- codespell finds no misspelled word.
- No sentence is longer than 40 words.
"""

from __future__ import annotations

import argparse
import ast
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "docs"))

import docstrings  # noqa: E402
import generate_pages  # noqa: E402
import generate_reference  # noqa: E402

from aicore.cli import COMMANDS, main  # noqa: E402

TESTED = {  # pages whose Python blocks belong together, and the tests that run them
    "README.md": "tests/test_readme.py",
    "plain-games.md": "tests/plain/test_tutorial.py",
    "research.md": "tests/envs/test_research.py",
    "static.md": "a browser: it installs a wheel there",
}
MAX_WIDTH = 110  # columns of a line of code
MAX_WORDS = 40  # words of a sentence; names in code, which are often lists, do not count
TOP_LEVEL = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]+`")
# Between blocks of text, and between cells of a table.
SPLIT = re.compile(r"\n\s*\n|\n(?= *(?:[-*+>|]|\d+\.) )|\n(?=[#\[|])|(?<!\\)\|")
SENTENCE = re.compile(r"(?<=[.!?])[)\"*]*\s+(?=[A-Z*\"(`])")
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)")
PARTS = (
    "aicore",
    "arena",
    "docs",
    "examples",
    "players",
    "coach",
    "search",
    "session",
    "study",
    "bench",
)


def pages() -> list[Path]:
    """Return the pages of docs, the README and CONTRIBUTING.md."""
    paths = [*ROOT.joinpath("docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    return sorted(path for path in paths if "_build" not in path.parts)


def prose() -> list[Path]:
    """Return all texts for readers: the pages, and the texts of the games."""
    return [*pages(), *ROOT.glob("[CS]*.md"), *ROOT.glob("aicore/games/*/*.md")]


def long_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a page that are too long."""
    text = re.sub(r"^ *```.*?^ *```$", "\n\n", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)  # links as they are read
    for block in SPLIT.split(text):
        for sentence in SENTENCE.split(block):
            words = re.findall(r"[^\W_]+(?:['.,-][^\W_]+)*", CODE.sub("", sentence))
            if len(words) > MAX_WORDS:
                yield f"a sentence has {len(words)} words: {' '.join(sentence.split())[:60]}..."


def wrong(path: Path) -> Iterator[str]:
    """Yield the problems of a page, a line each."""
    text = path.read_text(encoding="utf-8")
    where = path.relative_to(ROOT)
    for language, code in BLOCK.findall(text):
        for line in code.splitlines():
            if len(line) > MAX_WIDTH:
                yield f"{where}: a line of code has {len(line)} columns: {line[:60]}..."
        if language == "python":
            yield from (f"{where}: {one}" for one in wrong_program(path, textwrap.dedent(code)))
        if language in ("sh", "console"):
            yield from (f"{where}: {one}" for one in wrong_commands(code))
    for link in LINK.findall(CODE.sub("", BLOCK.sub("", text))):
        if not (path.parent / link).exists():
            yield f"{where}: the link {link} is broken"


def wrong_program(path: Path, code: str) -> Iterator[str]:
    """Yield the problems of a Python block: it must compile, and run if no test runs it."""
    try:
        compile(code, path.name, "exec", TOP_LEVEL)
    except SyntaxError as error:
        yield f"a Python block does not compile: {error}"
        return
    if path.name in TESTED:
        return
    with tempfile.TemporaryDirectory() as empty:
        ran = subprocess.run(
            [sys.executable, "-c", code], cwd=empty, capture_output=True, text=True, check=False
        )
    if ran.returncode:
        yield f"a Python block fails: {ran.stderr.strip().splitlines()[-1]}"


def wrong_words() -> list[str]:
    """Return codespell's findings in all texts for readers."""
    ran = subprocess.run(
        [sys.executable, "-m", "codespell_lib"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout.splitlines() + ran.stderr.splitlines()


def wrong_commands(code: str) -> Iterator[str]:
    """Yield commands and options of `aicore` that do not exist."""
    for line in code.replace("\\\n", " ").splitlines():
        for part in re.split(r"\||&&|;", line.removeprefix("$ ").partition("#")[0]):
            try:
                words = shlex.split(part)
            except ValueError:  # a quotation that holds one of the separators
                continue
            if not words or Path(words[0]).name != "aicore":
                continue
            rest = words[1:]
            while rest and rest[0] == "--use":
                rest = rest[2:]
            if not rest or rest[0].startswith("-") or rest[0].isupper():
                continue
            if rest[0] in COMMANDS:
                yield from wrong_options(rest)
            else:
                yield f"there is no command `aicore {rest[0]}`"


def wrong_options(words: list[str]) -> Iterator[str]:
    """Yield options that a command does not have."""
    command = main.get_command(click.Context(main), words[0])
    assert command is not None
    inner = getattr(command, "parts", {}) or getattr(command, "commands", {})
    if len(words) > 1:
        command = inner.get(words[1], command)
    known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
    for word in words[1:]:
        option = word.partition("=")[0]
        if option.startswith("--") and option not in known and option != "--help":
            yield f"`aicore {words[0]}` has no option {option}"


def build(out: Path, work: Path) -> int:
    """Build the site, and return Sphinx's exit code."""
    for name in PARTS:  # pages link to files in these folders
        shutil.copytree(
            ROOT / name, work / name, ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__")
        )
    for path in ROOT.glob("*.md"):
        shutil.copy(path, work)
    generate_reference.write(work / "docs" / "reference")
    generate_pages.write(work / "docs", generate_reference.MODULES)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q"]
    return subprocess.run([*command, str(work / "docs"), str(out)], check=False).returncode


def run() -> int:
    """Check the pages, build the site, and return an exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path, nargs="?", default=ROOT / "build" / "docs")
    args = parser.parse_args()
    problems = [line for path in pages() for line in wrong(path)] + wrong_words()
    for path in sorted(set(prose())):
        text = path.read_text(encoding="utf-8")
        problems += [f"{path.relative_to(ROOT)}: {one}" for one in long_sentences(text)]
    problems += [f"{name}: no docstring" for name in docstrings.undocumented()[1]]
    for line in problems:
        print(line)
    with tempfile.TemporaryDirectory() as work:
        code = build(args.out.resolve(), Path(work))
    if not problems and not code:
        print(f"{args.out / 'index.html'}: built without a warning")
    return 1 if problems or code else 0


if __name__ == "__main__":
    sys.exit(run())
