"""The command line: parse, call, print. Commands are imported when they are used."""

from __future__ import annotations

import shutil
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn, TextIO

import click

# name -> module and attribute, in the order in which `aicore --help` lists them
import aicore

COMMANDS = {
    "games": ("aicore.cli.games", "games"),
    "rules": ("aicore.cli.games", "rules"),
    "players": ("aicore.cli.games", "players"),
    "learn": ("aicore.cli.learn", "learn"),
    "play": ("aicore.cli.play", "play"),
    "saves": ("aicore.cli.library", "saves"),
    "watch": ("aicore.cli.watch", "watch"),
    "web": ("aicore.cli.web", "web"),
    "tournament": ("aicore.cli.tournament", "tournament"),
    "study": ("aicore.cli.study", "study"),
    "puzzle": ("aicore.cli.puzzle", "puzzle"),
    "puzzles": ("aicore.cli.puzzle", "puzzles"),
    "engine": ("aicore.cli.engine", "engine"),
    "compliance": ("aicore.cli.engine", "compliance"),
    "replay": ("aicore.cli.replay", "replay"),
    "analyze": ("aicore.cli.analyze", "analyze"),
    "review": ("aicore.cli.review", "review"),
    "rollout": ("aicore.cli.rollout", "rollout"),
    "check": ("aicore.cli.plain", "check"),
    "new": ("aicore.cli.plain", "new"),
    "bench": ("aicore.cli.bench", "bench"),
    "docs": ("aicore.cli.docs", "docs"),
}


class CommandGroup(click.Group):
    """A group that imports its commands late and reports every error in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of a name, imported now."""
        if name not in COMMANDS:
            return None
        module, attribute = COMMANDS[name]
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that a command line names, or else the one that it may have meant."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from aicore.core.errors import unknown

            raise click.UsageError(unknown("command", name, COMMANDS), ctx)
        return super().resolve_command(ctx, args)

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command line. Exit codes: 0, 1 for a closed pipe, 2 for errors, 130 for Ctrl-C."""
        from aicore.cli.streams import prepare_streams
        from aicore.core.errors import AicoreError, sentence

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
            complain(f"{sentence(error.format_message())} See `{path} --help`.")
        except click.ClickException as error:
            complain(error.format_message())
        except click.Abort:
            sys.exit(130)
        except OSError as error:  # but a closed pipe: click leaves quietly then
            complain(error)
        sys.exit(result if isinstance(result, int) else 0)


def _say_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Say a warning of ours in one line; others as Python says them."""
    from aicore.cli.streams import say

    if category is UserWarning:
        say(f"Note: {message}", error=True)
    else:
        sys.stderr.write(warnings.formatwarning(message, category, filename, lineno, line))


def complain(message: object) -> NoReturn:
    """Say in one line what is wrong, wrapped on a terminal, and leave with exit code 2."""
    from aicore.cli.streams import say, wrapped
    from aicore.core.errors import one_line

    text = one_line(f"Error: {one_line(message)}")
    if sys.stderr.isatty():
        text = wrapped(text, shutil.get_terminal_size().columns)
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
    help="A game or a player in plain Python that a record names; repeatable.",
)
@click.pass_context
def main(context: click.Context, files: tuple[str, ...]) -> None:
    """Play tabletop games against strong, fair and fast computer opponents.

    \b
    First steps:
      aicore                             asks what to play
      aicore games                       what there is to play
      aicore rules booster               how it goes
      aicore play booster                play it against the computer
      aicore watch booster mcts greedy   or let two computer players meet

    Completion of commands, games and players with the Tab key in bash; zsh and fish have their own
    word for bash in it:

    \b
      eval "$(_AICORE_COMPLETE=bash_source aicore)"
    """
    for file in files:
        from aicore.cli.plain import use

        use(file)
    if context.invoked_subcommand is None:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise click.exceptions.NoArgsIsHelpError(context)
        from aicore.cli.play import play

        context.invoke(play)
