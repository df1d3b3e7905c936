"""Help of commands and options, translated when it is shown.

Commands keep their help in docstrings, and options in `help=`; `tools/languages.py` finds both.
Each paragraph is one message of the catalog. A paragraph that begins with a backspace keeps its
lines; its messages are the headings, and the comments after two spaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import click

from aicore.core.language import N_, paragraphs
from aicore.core.language import gettext as _

Shown = TypeVar("Shown", bound=Callable[..., Any] | click.Command)

PLACES = (
    N_("ACTION"), N_("ADDRESS"), N_("ARGS"), N_("COMMAND"), N_("DAYS"), N_("FILE"), N_("FOLDER"),
    N_("GAME"), N_("HOURS"), N_("KEY"), N_("MOVE"), N_("NAME"), N_("NUMBER"), N_("OPTIONS"),
    N_("PAGE"), N_("PATH"), N_("PLAYER"), N_("RECORD"), N_("RUN"), N_("SAVE"), N_("SEED"),
    N_("SPEC"), N_("SPECS"), N_("START"), N_("VALUE"), N_("WHAT"), N_("WORD"),
)  # fmt: skip
"""Placeholders for what people type."""
_PLACE = re.compile(rf"\b({'|'.join(PLACES)})\b")
_COMMENTED = re.compile(r"(\s*\S.*?\s{2,})(\S.*)")
_KEEPS_LINES = "\b\n"


def spoken(text: str) -> str:
    """Return a help text in the current language."""
    return "\n\n".join(map(_paragraph, paragraphs(text)))


def _paragraph(text: str) -> str:
    if not text.startswith(_KEEPS_LINES):
        line = " ".join(text.split())
        return _(line) if line else ""  # gettext would return the catalog's header for ""
    lines = (f"{placed(before)}{_(text) if text else ''}" for before, text in _lines(text))
    return _KEEPS_LINES + "\n".join(lines)


def _lines(paragraph: str) -> Iterator[tuple[str, str]]:
    """Yield each line of a paragraph that keeps them: its fixed start, and its message or ""."""
    for line in paragraph.removeprefix(_KEEPS_LINES).splitlines():
        match = _COMMENTED.fullmatch(line)
        if match is not None:
            yield match[1], match[2]
        else:
            yield ("", line) if line.endswith(":") else (line, "")


def texts_of(text: str) -> Iterator[str]:
    """Yield the messages of a help text, for the catalogs."""
    for paragraph in paragraphs(text):
        if paragraph.startswith(_KEEPS_LINES):
            yield from (text for _kept, text in _lines(paragraph) if text)
        else:
            yield " ".join(paragraph.split())


def placed(text: str) -> str:
    """Return a part of a usage line, such as "[GAME]", with its placeholders translated."""
    return _PLACE.sub(lambda match: _(match[0]), text)


class Spoken(click.Command):
    """Base of commands whose help is translated when it is shown."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words of the usage line."""
        return [placed(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option for help; Click makes it only once."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = _("Show this message and exit.")
        return found

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the help."""
        shown = click.Command(self.name, help=spoken(self.help or ""))
        return shown.get_short_help_str(limit)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help."""
        click.Command(self.name, help=spoken(self.help or "")).format_help_text(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        click.Command(self.name, epilog=spoken(self.epilog or "")).format_epilog(ctx, formatter)


class Command(Spoken):
    """Command whose help is translated when it is shown."""


class Group(Spoken, click.Group):
    """Group of commands whose help is translated when it is shown."""

    command_class = Command


class Argument(click.Argument):
    """Argument whose name in the help is translated when it is shown."""

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the word that stands for the argument's value."""
        return placed(super().make_metavar(ctx))


class Option(click.Option):
    """Option whose help is translated when it is shown.

    Args:
        slots: values for the slots of its help.
    """

    def __init__(self, *names: Any, slots: Mapping[str, Any] | None = None, **given: Any) -> None:
        self.slots = slots or {}
        super().__init__(*names, **given)

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the word that stands for the option's value."""
        return placed(super().make_metavar(ctx))

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's form and its help."""
        help_text = self.help
        try:
            self.help = _(help_text, **self.slots) if help_text else help_text
            return super().get_help_record(ctx)
        finally:
            self.help = help_text


def command(
    cls: type[click.Command] = Command, **given: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """Declare a command whose help is translated when it is shown."""
    return click.command(cls=cls, **given)


def argument(*names: str, **given: Any) -> Callable[[Shown], Shown]:
    """Declare an argument whose name in the help is translated when it is shown."""
    return click.argument(*names, cls=Argument, **given)


def option(*names: str, **given: Any) -> Callable[[Shown], Shown]:
    """Declare an option whose help is translated when it is shown."""
    return click.option(*names, cls=Option, **given)


# Click's modules look these texts up with `_` and `ngettext`, which `translate_click` replaces.
CLICK = (
    N_("Options"), N_("Commands"), N_("Usage:"), N_("Show the version and exit."),
    N_("Show this message and exit."), N_("default: {default}"), N_("required"),
    N_("Did you mean {possibility}?"), N_("(Did you mean one of: {possibilities}?)"),
    N_("Got unexpected extra argument ({args})"), N_("Got unexpected extra arguments ({args})"),
    N_("Invalid value: {message}"), N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"), N_("Missing option"), N_("Missing command."),
    N_("Missing parameter: {param_name}"), N_("No such option {name!r}."),
    N_("No such command {name!r}."), N_("Could not open file {filename!r}: {message}"),
    N_("Argument {name!r} takes {nargs} values."), N_("Option {name!r} does not take a value."),
    N_("Option {name!r} requires an argument."), N_("Option {name!r} requires {nargs} arguments."),
    N_("Choose from:\n\t{choices}"), N_("{value!r} is not {choice}."),
    N_("{value!r} is not one of {choices}."), N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."), N_("file"), N_("directory"), N_("path"),
    N_("{name} {filename!r} does not exist."), N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."), N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
)  # fmt: skip
"""Click's own texts; it brings no translations."""


def translate_click(modules: Iterable[Any] | None = None) -> None:
    """Let Click show its own texts in the current language."""
    names = ("core", "decorators", "exceptions", "formatting", "parser", "types")
    for module in modules or [getattr(click, name) for name in names]:
        if hasattr(module, "_"):
            module._ = _
        if hasattr(module, "ngettext"):
            module.ngettext = _translated_plural


def _translated_plural(one: str, many: str, n: int) -> str:
    return _(one if n == 1 else many)
