"""`aicore check` and `aicore new`: for authors of games and players in plain Python."""

from __future__ import annotations

import time
from pathlib import Path

import click

from aicore.cli.options import GAME, PATH, Whole, examples
from aicore.cli.spoken_help import argument, command, option
from aicore.cli.streams import say
from aicore.core.errors import short
from aicore.core.files import saved_at
from aicore.core.language import gettext as _

POLL = 0.3
"""Seconds between two checks whether a file was saved."""


@examples(
    """
    aicore check ./liars.py
    aicore check ./liars.py --games 200
    aicore check ./liars.py --watch
    aicore check pig --against ./pig.py
    """
)
@command()
@argument("game", shell_complete=GAME.shell_complete)
@option(
    "--against", "twin", type=PATH, metavar="FILE",
    help="A plain Python game that GAME, compiled or not, must match.",
)  # fmt: skip
@option(
    "--games",
    type=Whole(1, 1_000_000),
    default=60,
    show_default=True,
    metavar="N",
    help="Random games for each number of seats.",
)
@option("--watch", is_flag=True, help="Check again whenever the file is saved.")
def check(game: str, twin: Path | None, games: int, watch: bool) -> None:
    """Check GAME, a plain Python file, for mistakes.

    Plays random games with every number of seats and every option, and checks that they follow the
    rules for games. It prints what is wrong and in which line. The exit code is 1 if it finds
    anything.

    Games that end alike in all random games are judged by a search. Remarks name what may be
    intended, such as an estimate that misleads greedy.

    With --against, GAME may be any game. It is played in lockstep with FILE. Both must agree on
    the turn, the legal actions, the chances, the returns, the view of each seat, and state entries
    of the same name. It prints the first difference and the moves that lead there; the exit code
    is then 1.
    """
    from aicore.plain.loading import is_path  # late: --help needs none of it

    if twin is None and not is_path(game):
        raise click.UsageError(
            _(
                "{game} is not a FILE.py; to compare it with one, add --against FILE",
                game=short(game),
            )
        )
    if watch and twin is not None:
        raise click.UsageError(_("--watch works without --against"))
    while True:
        before = saved_at(Path(game))
        wrong = _checked(game, twin, games)
        if not watch:
            raise SystemExit(wrong)
        say(_("watching {file}; Ctrl-C stops", file=short(game)))
        while saved_at(Path(game)) in (before, 0):
            time.sleep(POLL)


def _checked(game: str, twin: Path | None, games: int) -> bool:
    """Check a game once and print the report. Return whether anything is wrong.

    Args:
        twin: the file of a plain game that it must match, if any.
        games: number of random games for each number of seats.
    """
    # late: --help needs none of it
    from aicore.cli.screen import make_console
    from aicore.plain.check import check_file
    from aicore.plain.twins import Differs, check_against
    from aicore.players import player

    with make_console().status(_("checking"), spinner="line") as status:

        def show(text: str) -> None:
            status.update(_("checking: {what}", what=text))

        if twin is None:
            report = check_file(Path(game), games, show, make_player=player)
            lines, wrong = report.lines(), bool(report.findings)
        else:
            try:
                lines = check_against(GAME.convert(game, None, None), twin, games, show)
                wrong = False
            except Differs as difference:
                lines, wrong = str(difference).splitlines(), True
    for line in lines:
        say(line)
    return wrong


KINDS = ("dice", "cards", "grid")


@examples(
    """
    aicore new game bluff                bluff.py, a dice game, ready to play
    aicore new game bluff --with cards   the same with cards
    aicore new game bluff --cython       bluff/, compiled: bluff.py is its twin
    aicore new game ./liars.py --cython  liars/, from a game you have
    aicore new player cautious           cautious.py, with a test
    """
)
@command()
@argument("what", type=click.Choice(("game", "player")))
@argument("name")
@option(
    "--with", "kind", type=click.Choice(KINDS), default="dice", show_default=True,
    help="Base the game on dice, cards or a grid.",
)  # fmt: skip
@option(
    "--cython", is_flag=True,
    help="Create a folder for a compiled game, with the plain one as its twin in a lockstep test.",
)  # fmt: skip
def new(what: str, name: str, kind: str, cython: bool) -> None:
    """Create a starter file for a game or player called NAME.

    With --cython, NAME may also be the file of a plain Python game.
    """
    from aicore.plain.new import (  # late: --help needs none of it
        write_compiled,
        write_game,
        write_player,
    )

    if cython and what == "player":
        raise click.UsageError(_("--cython works only for games"))
    if what == "game":
        written, following = write_compiled(name, kind) if cython else write_game(name, kind)
    else:
        written, following = write_player(name)
    for path in written:
        say(_("wrote {file}", file=path))
    say(following)
