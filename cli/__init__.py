"""Command line: parse, call, print. Commands are imported on demand."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn, TextIO

import click
from click.shell_completion import CompletionItem

import aicore
from aicore.cli.context import CommandContext
from aicore.cli.streams import is_interactive, prepare_streams, say, terminal_size, wrapped
from aicore.core.errors import AicoreError, one_line, sentence, unknown

# By command, in the order of `aicore --help`: the module in `commands` that declares it, and its
# line of help. So listing the commands imports none of them.
COMMANDS = {
    "games": ("games", "List the games, with their seats and rule options."),
    "rules": ("games", "Show the rules of GAME, or their section on WORD."),
    "players": ("games", "List the players, with their parameters."),
    "learn": ("learn", "Learn GAME by playing its first turns."),
    "play": ("play", "Play GAME against computer players."),
    "saves": ("saves", "List, resume, review and delete your saved games."),
    "watch": ("watch", "Watch computer players play GAME, all cards face up."),
    "web": ("web", "Play in the browser, alone or with friends."),
    "tournament": ("tournament", "Run a tournament of GAME between players."),
    "ladder": ("ladder", "Rate the players in FOLDER at GAME over time."),
    "study": ("study", "Measure GAME's balance, length, choices and skill."),
    "train": ("train", "Train a network to play GAME, by self-play."),
    "puzzle": ("puzzle", "Solve puzzles in GAME: find the one best move."),
    "puzzles": ("puzzle", "Make puzzles for GAME from self-play games."),
    "engine": ("engine", "Run SPEC as an engine."),
    "compliance": ("engine", "Check that a program follows the engine protocol."),
    "replay": ("replay", "Check a record against the rules and show it."),
    "analyze": ("analyze", "Answer queries about positions: candidates, chances, lines."),
    "review": ("review", "Review a finished game: mistakes and luck."),
    "rollout": ("rollout", "Judge a decision by playing it out many times."),
    "exploit": ("exploit", "Measure how exploitable PLAYER is in a small GAME."),
    "check": ("plain", "Check GAME, a plain Python file, for mistakes."),
    "new": ("plain", "Create a starter file for a game or player called NAME."),
    "bench": ("bench", "Measure the speed of a game's rules and searches."),
    "docs": ("docs", "Open the documentation, or one PAGE of it, in your browser."),
}


class CommandGroup(click.Group):
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
        for one in (command, *getattr(command, "commands", {}).values()):
            one.context_class = CommandContext
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their lines of help."""
        limit = formatter.width - 6 - max(map(len, COMMANDS))  # as Click computes it
        with formatter.section("Commands"):
            formatter.write_dl([(name, _line(name, limit)) for name in COMMANDS])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the matching commands with their lines of help, and the options."""
        found = [
            CompletionItem(name, help=_line(name))
            for name in COMMANDS
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named on a command line, or raise an error with the closest name."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            raise click.UsageError(unknown("command", name, COMMANDS), ctx)
        return super().resolve_command(ctx, args)

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command line. Exit codes: 0, 1 for a closed pipe, 2 for errors, 130 for Ctrl-C."""
        prepare_streams()
        warnings.showwarning = _say_warning
        try:
            result = super().main(args, prog_name, **{**extra, "standalone_mode": False})
        except AicoreError as error:
            complain(error)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(error.exit_code)
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "aicore"
            complain(f"{lower_first(sentence(error.format_message()))} See `{path} --help`.")
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
    """Return a command's line of help, shortened to `limit` columns."""
    return click.Command(name, help=COMMANDS[name][1]).get_short_help_str(limit)


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
        say(f"Note: {message}", error=True)
    else:
        sys.stderr.write(warnings.formatwarning(message, category, filename, lineno, line))


def lower_first(text: str) -> str:
    """Return a text with a lower-case first letter, unless it begins with an acronym."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def complain(message: object) -> NoReturn:
    """Print an error in one line, wrapped on a terminal, and exit with code 2."""
    text = one_line(message)
    if text.startswith("There "):  # a sentence of its own on the page and at the prompt
        text = lower_first(text)
    text = one_line(f"Error: {text}")
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
@click.version_option(aicore.__version__, message="aicore %(version)s")
@click.option(
    "--use",
    "files",
    type=click.Path(),
    multiple=True,
    metavar="FILE",
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
