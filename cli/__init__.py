"""Command line: parse, call, print. Commands are imported on demand."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn, TextIO

import click
from click.shell_completion import CompletionItem

import aicore
from aicore.cli.context import CommandContext
from aicore.cli.spoken_help import Group, Option, translate_click
from aicore.cli.streams import is_interactive, prepare_streams, say, terminal_size, wrapped
from aicore.core.errors import AicoreError, one_line, sentence, unknown
from aicore.core.language import LANGUAGES, N_, SOURCE, language, pgettext, preferred, set_language
from aicore.core.language import gettext as _

# Module in `commands` and one-line help of each command, in the order of `aicore --help`. So the
# list of commands imports none of them.
COMMANDS = {
    "games": ("games", N_("List the games, with their seats and rule options.")),
    "rules": ("games", N_("Show the rules of GAME, or their section on WORD.")),
    "players": ("games", N_("List the players, with their parameters.")),
    "learn": ("learn", N_("Learn GAME by playing its first turns.")),
    "play": ("play", N_("Play GAME against computer players.")),
    "saves": ("saves", N_("List, resume, review and delete your saved games.")),
    "watch": ("watch", N_("Watch computer players play GAME, all cards face up.")),
    "web": ("web", N_("Play in the browser, alone or with friends.")),
    "tournament": ("tournament", N_("Run a tournament of GAME between players.")),
    "ladder": ("ladder", N_("Rate the players in FOLDER at GAME over time.")),
    "study": ("study", N_("Measure GAME's balance, length, choices and skill.")),
    "train": ("train", N_("Train a network to play GAME, by self-play.")),
    "puzzle": ("puzzle", N_("Solve puzzles in GAME: find the one best move.")),
    "puzzles": ("puzzle", N_("Make puzzles for GAME from self-play games.")),
    "engine": ("engine", N_("Run SPEC as an engine.")),
    "compliance": ("engine", N_("Check that a program follows the engine protocol.")),
    "replay": ("replay", N_("Check a record against the rules and show it.")),
    "analyze": ("analyze", N_("Answer queries about positions: candidates, chances, lines.")),
    "review": ("review", N_("Review a finished game: mistakes and luck.")),
    "rollout": ("rollout", N_("Judge a decision by playing it out many times.")),
    "exploit": ("exploit", N_("Measure how exploitable PLAYER is in GAME.")),
    "check": ("plain", N_("Check GAME, a plain Python file, for mistakes.")),
    "new": ("plain", N_("Create a starter file for a game or player called NAME.")),
    "bench": ("bench", N_("Measure the speed of a game's rules and searches.")),
    "docs": ("docs", N_("Open the documentation, or one PAGE of it, in your browser.")),
}


class CommandGroup(Group):
    """Group that imports its commands on demand and reports every error in one line."""

    context_class = CommandContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import a command by name and return it."""
        if name not in COMMANDS:
            return None
        module = import_module(f"aicore.cli.commands.{COMMANDS[name][0]}")
        command: click.Command = getattr(module, name)
        for each in (command, *getattr(command, "commands", {}).values()):
            each.context_class = CommandContext
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their one-line help."""
        limit = formatter.width - 6 - max(map(len, COMMANDS))  # as Click computes it
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _line(name, limit)) for name in COMMANDS])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the matching commands with their one-line help, and the options."""
        matching = [
            CompletionItem(name, help=_line(name))
            for name in COMMANDS
            if name.startswith(incomplete)
        ]
        return [*matching, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named on a command line, or raise an error with the closest name."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            raise click.UsageError(unknown(pgettext("there is no", "command"), name, COMMANDS), ctx)
        return super().resolve_command(ctx, args)

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command line and exit with the number that the command returns, or with 0.

        Other exit codes: 1 for a closed pipe, 2 for errors, 130 for Ctrl-C.
        """
        prepare_streams()
        warnings.showwarning = _say_warning
        translate_click()
        _choose_language(sys.argv[1:] if args is None else args)
        try:
            result = super().main(args, prog_name, **{**extra, "standalone_mode": False})
        except AicoreError as error:
            complain(error)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(error.exit_code)
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "aicore"
            problem = sentence(error.format_message())
            problem = lower_first(problem) if language() == SOURCE else problem
            complain(_("{error} See `{command} --help`.", error=problem, command=path))
        except click.FileError as error:
            complain(f"{error.ui_filename}: {error.message}")
        except click.ClickException as error:
            complain(error.format_message())
        except click.Abort:
            sys.exit(130)
        except OSError as error:  # closed pipes excluded: Click exits silently then
            complain(error)
        sys.exit(result if isinstance(result, int) else 0)


def _line(name: str, limit: int = 45) -> str:
    """Return a command's one-line help, shortened to `limit` columns."""
    return click.Command(name, help=_(COMMANDS[name][1])).get_short_help_str(limit)


def _choose_language(args: Sequence[str]) -> None:
    """Set the language to the value of `--language` before the command, else the environment's."""
    words = iter(args)
    wanted = ""
    for word in words:
        name, equals, value = word.partition("=")
        if not word.startswith("-"):
            break
        if name in ("--language", "--use") and not equals:
            value = next(words, "")
        if name == "--language":
            wanted = value
    if wanted in LANGUAGES:
        os.environ["AICORE_LANGUAGE"] = wanted  # for the processes that this one starts, too
    set_language(preferred())


def _say_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print our own warnings in one line; others in Python's format."""
    if category is UserWarning:
        say(_("Note: {message}", message=message), error=True)
    else:
        sys.stderr.write(warnings.formatwarning(message, category, filename, lineno, line))


def lower_first(text: str) -> str:
    """Return a text with a lower-case first letter, unless it begins with an acronym."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def complain(message: object) -> NoReturn:
    """Print an error in one line, wrapped on a terminal, and exit with code 2."""
    text = one_line(message)
    begin = pgettext("beginning of `There is no ...`, a pattern", "There ")
    if re.match(begin, text):  # after "Error:" it does not begin a sentence
        text = lower_first(text)
    text = one_line(_("Error: {message}", message=text))
    if sys.stderr.isatty():
        text = wrapped(text, terminal_size(sys.stderr)[0])
    say(text, error=True)
    sys.exit(2)


@click.group(
    "aicore",
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(
    aicore.__version__,
    message="aicore %(version)s",
    cls=Option,
    help=N_("Show the version and exit."),
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    cls=Option,
    expose_value=False,
    help="Speak this language; by default, the environment's (LANG and others).",
)
@click.option(
    "--use",
    "files",
    type=click.Path(),
    multiple=True,
    metavar="FILE",
    cls=Option,
    help="Load a plain Python game or player that a record refers to; repeatable.",
)
@click.pass_context
def main(context: click.Context, files: tuple[str, ...]) -> None:
    """Play tabletop games against strong, fair and fast computer opponents.

    \b
    First steps:
      aicore                             choose a game and play
      aicore games                       list the games
      aicore rules booster               read the rules
      aicore play booster                play against the computer
      aicore watch booster mcts greedy   watch two computer players

    To complete commands, games and players with the Tab key in bash, run the line below. In zsh or
    fish, put zsh or fish in place of bash:

    \b
      eval "$(_AICORE_COMPLETE=bash_source aicore)"
    """
    for file in files:
        from aicore.cli.named_files import use  # late: a file needs all games and players

        use(file)
    if context.invoked_subcommand is None:
        if not is_interactive():
            raise click.exceptions.NoArgsIsHelpError(context)
        play = main.get_command(context, "play")
        assert play is not None
        context.invoke(play)
