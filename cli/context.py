"""Context in which a command runs, and the formatter of its help."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from aicore.cli.streams import own_stdout


class HelpText(click.HelpFormatter):
    """Formatter of help in rows of whole words: Click would also break them at hyphens."""

    _HYPHEN = "\N{NON-BREAKING HYPHEN}"

    def write(self, string: str) -> None:
        """Write a piece of the help."""
        super().write(string.replace(self._HYPHEN, "-"))

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        super().write_text(text.replace("-", self._HYPHEN))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write a list of names and descriptions."""
        shown = [(name, about.replace("-", self._HYPHEN)) for name, about in rows]
        super().write_dl(shown, col_max, col_spacing)


class CommandContext(click.Context):
    """Context in which a command runs, with standard output reserved for the command."""

    formatter_class = HelpText

    def invoke(self, callback: Any, /, *args: Any, **given: Any) -> Any:
        """Run a command, or its callback."""
        with own_stdout():
            return super().invoke(callback, *args, **given)
