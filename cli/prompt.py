"""Line input from a person, or from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console

from aicore.cli.streams import is_interactive
from aicore.core.language import pgettext
from aicore.core.schema import BOM, MAX_DIGITS

ENGLISH = {"y": True, "yes": True, "n": False, "no": False}
"""Answers that are understood in every language, unless it gives them another meaning."""


def letters() -> list[str]:
    """Return the letters for yes and no in the language spoken here."""
    return [pgettext("answer", "y"), pgettext("answer", "n")]


def yes_or_no(typed: str) -> bool | None:
    """Return whether an answer means yes; None if it means neither yes nor no.

    Args:
        typed: the answer, as a word or its first letter, in the language spoken here or in English.
    """
    yes, no = letters()
    own = {yes: True, pgettext("answer", "yes"): True, no: False, pgettext("answer", "no"): False}
    return (ENGLISH | own).get(typed.casefold())


def whole_number(typed: str, low: int, high: int) -> int | None:
    """Return the whole number that a text writes, or None if there is none from `low` to `high`."""
    if not typed.isdecimal() or len(typed) > MAX_DIGITS:  # `int` refuses thousands
        return None
    return int(typed) if low <= int(typed) <= high else None


class Prompt:
    """Prompt for lines: with editing, history and the Tab key on a terminal, plain elsewhere."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.interactive = is_interactive()
        self._early: list[str] = []  # lines typed before their question

    def pause(self, label: str) -> None:
        """Wait for the Enter key; text typed here answers the next question."""
        if typed := self.read(label, []):
            self.put_back(typed)

    def put_back(self, typed: str) -> None:
        """Use a typed line as the answer to the next question."""
        self._early.append(typed)

    def read(self, label: str, words: Sequence[str]) -> str:
        """Return one line, without spaces around it.

        Args:
            label: the text before the cursor.
            words: completions for the Tab key.

        Raises EOFError at the end of the input.
        """
        self.console.file.flush()
        if self._early:
            line = self._early.pop()
            self.console.print(f"{label}{line}", soft_wrap=True)
            return line
        if self.interactive:
            with _Completion(words):
                return input(label).strip()
        line = sys.stdin.readline().removeprefix(BOM)
        if not line:
            raise EOFError
        # a pipe does not echo its input, but the transcript should
        self.console.print(f"{label}{line.strip()}", soft_wrap=True)
        return line.strip()


class _Completion:
    """Context manager in which the Tab key completes these words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def complete(self, text: str, index: int) -> str | None:
        matches = [word for word in self.words if word.startswith(text)]
        return matches[index] if index < len(matches) else None

    def __enter__(self) -> None:
        if sys.platform == "win32":
            return
        try:
            import readline  # late: Windows has none, and pipes need none
        except ImportError:  # some builds of Python have none: input works without it
            return
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        readline.set_completer_delims("\n")  # a move is completed as a whole, spaces and all
        readline.set_completer(self.complete)

    def __exit__(self, *error: object) -> None:
        if sys.platform != "win32" and "readline" in sys.modules:
            sys.modules["readline"].set_completer(None)
