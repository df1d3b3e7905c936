"""`aicore saves`: automatically saved games of people, to resume, review or delete."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.commands.play import play
from aicore.cli.options import SAVE, examples
from aicore.cli.spoken_help import Group, argument, option
from aicore.core.language import gettext as _

NAMES = argument("names", metavar="GAME...", nargs=-1, required=True, type=SAVE)
NAME = argument("name", metavar="GAME", type=SAVE)
LATEST = argument("name", metavar="[GAME]", required=False, type=SAVE)


@examples(
    """
    aicore saves
    aicore saves resume            the latest
    aicore saves resume 3f0a
    aicore saves review 3f0a
    aicore saves delete 3f0a 91c2
    aicore saves stats
    """
)
@click.group(cls=Group, invoke_without_command=True)
@option("--json", "as_json", is_flag=True, help="Print one JSON object per game.")
@click.pass_context
def saves(context: click.Context, as_json: bool) -> None:
    """List, resume, review and delete your saved games.

    Every game that you play in a terminal is saved in your data folder.
    """
    if context.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError(_("--json lists the games; it cannot be used with a command"))
        return
    from aicore.cli.library import run  # late: --help needs none of it

    run(as_json)


@saves.command()
@LATEST
@click.pass_context
def resume(context: click.Context, name: str | None) -> None:
    """Continue GAME, by default your latest unfinished game."""
    from aicore.cli.saved_games import to_resume  # late: --help needs none of it

    context.invoke(play, resume=to_resume(name))


@saves.command()
@NAME
def review(**given: Any) -> None:
    """Review a finished game: mistakes and luck."""
    from aicore.cli.review import run_saved  # late: --help needs none of it

    run_saved(**given)


@saves.command()
@NAMES
def delete(**given: Any) -> None:
    """Delete saved games."""
    from aicore.cli.library import delete  # late: --help needs none of it

    delete(**given)


@saves.command()
def stats(**given: Any) -> None:
    """Show your results by game and opponent."""
    from aicore.cli.library import stats  # late: --help needs none of it

    stats(**given)
