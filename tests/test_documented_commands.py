"""Tests that the commands in the documentation are commands that exist, with options that exist.

The commands are parsed and not run. Those of the README run in `test_readme.py`.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from aicore.cli import main

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "bench/*.md", "aicore/games/*/*.md")
    for path in ROOT.glob(pattern)
    if path.name not in ("CHANGELOG.md", "cli.md")  # of the past; generated
)
PLACEHOLDERS = {
    "GAME": "relics", "NAME": "relics", "SPEC": "mcts", "PLAYER": "mcts", "N": "3", "G": "3",
}  # fmt: skip
OPEN = {"…", "...", "[", "|", "<", ">"}  # signs of an incomplete command or a placeholder
FILES = {
    "nim.py": (ROOT / "examples/nim.py").read_text(encoding="utf-8"),
    "player.py": "def move(view, random):\n    return view.legal()[0]\n",
}
SCRIPT = re.compile(r"(?:[A-Z_]+=\S+ )*(?:\S*python3?|\S*aicore) ")


def spans(text: str) -> Iterator[str]:
    """Yield what a page shows as code: lines of blocks, and spans in sentences."""
    parts = re.split(r"^```.*$", text, flags=re.MULTILINE)
    for number, part in enumerate(parts):
        if number % 2:
            for line in part.replace("\\\n", " ").splitlines():
                yield line.strip().removeprefix("$ ")
        else:
            for span in re.findall(r"`([^`]+)`", part):
                yield " ".join(span.split())


def commands() -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        for code in spans(page.read_text(encoding="utf-8")):
            for command in code.split(" && "):
                command = command.partition("  #")[0].strip()
                if SCRIPT.match(command) and not any(sign in command for sign in OPEN):
                    found.append((page.relative_to(ROOT).as_posix(), command))
    return sorted(set(found))


def words(command: str) -> list[str]:
    """Return a command's words, without variables of the environment and with names for forms."""
    split = shlex.split(command)
    while re.fullmatch(r"[A-Z_]+=.*", split[0]):
        del split[0]
    return [PLACEHOLDERS.get(word, word) for word in split]


class Parsed(Exception):
    """End of a program whose arguments were understood."""


def parse_script(monkeypatch: pytest.MonkeyPatch, module: str, arguments: list[str]) -> None:
    """Let a script parse its arguments, then end it."""
    parse = argparse.ArgumentParser.parse_args

    def parse_and_stop(parser: argparse.ArgumentParser, *given: object) -> None:
        parse(parser, *given)  # type: ignore[call-overload]
        raise Parsed

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_and_stop)
    monkeypatch.setattr(sys, "argv", [module, *arguments])
    assert find_spec(module) is not None
    try:
        program = import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith(("aicore", "bench")):
            raise
        return  # it needs an extra that is not installed
    if arguments:  # a sentence may name a script without them
        with pytest.raises(Parsed):
            program.main()


def parse_command(arguments: list[str]) -> None:
    """Let `aicore` parse its arguments. A sentence may name a command without them."""
    command: click.Command = main
    context, rest = None, arguments
    while rest or context is None:
        try:
            context = command.make_context(command.name, rest, parent=context)
        except click.exceptions.Exit:  # of `--version`
            return
        except click.MissingParameter as error:
            if not isinstance(error.param, click.Argument):
                raise
            return
        if not isinstance(command, click.Group):
            return
        rest = [*context._protected_args, *context.args]
        if rest:
            _, found, rest = command.resolve_command(context, rest)
            assert found is not None
            command = found


@pytest.mark.parametrize(("page", "command"), commands())
def test_a_documented_command_exists(
    page: str, command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program, *rest = words(command)
    monkeypatch.chdir(tmp_path)
    Path("examples").symlink_to(ROOT / "examples")
    for word in rest:
        if re.fullmatch(r"(\./)?\w+\.py", word):  # a file of the reader
            name = "player.py" if "cautious" in word else "nim.py"
            Path(word).write_text(FILES[name], encoding="utf-8")
    if program.endswith("aicore"):
        parse_command(rest)
    elif rest[0] == "-m" and rest[1].startswith("bench."):
        parse_script(monkeypatch, rest[1], rest[2:])
    elif rest[0].endswith(".py"):
        assert (ROOT / rest[0]).exists()
