"""`aicore check` and `aicore new`: for authors of games and players in plain Python."""

from __future__ import annotations

from pathlib import Path

import click

from aicore.cli.options import GAME, PATH, Whole, examples
from aicore.cli.streams import say
from aicore.core.errors import short


@examples(
    """
    aicore check ./liars.py
    aicore check ./liars.py --games 200
    aicore check pig --against ./pig.py
    """
)
@click.command()
@click.argument("game", shell_complete=GAME.shell_complete)
@click.option(
    "--against", "twin", type=PATH, metavar="FILE",
    help="A game in plain Python that GAME, compiled or not, must play as.",
)  # fmt: skip
@click.option(
    "--games",
    type=Whole(1, 1_000_000),
    default=60,
    show_default=True,
    metavar="N",
    help="Random games of each number of seats.",
)
def check(game: str, twin: Path | None, games: int) -> None:
    """Look for mistakes in GAME, a file in plain Python.

    Plays random games with every number of seats and every option, and checks what must hold in
    them. You see what is wrong and in which line; the exit code is 1 then.

    With --against, GAME may be any game. It is played beside the FILE in lock step: the turn, legal
    actions, chances, returns and what each seat sees must be the same, and entries of the state
    that have the same name. You see the first difference and how to come to it; the exit code is 1
    then.
    """
    # late: --help needs none of it
    from aicore.cli.screen import make_console
    from aicore.plain.check import check_file
    from aicore.plain.loading import is_path
    from aicore.plain.twins import Differs, check_against

    if twin is None and not is_path(game):
        raise click.UsageError(f"{short(game)} is no FILE.py: name what it must play as, --against")
    with make_console().status("checking", spinner="line") as status:

        def show(text: str) -> None:
            status.update(f"checking: {text}")

        if twin is None:
            report = check_file(Path(game), games, show)
            lines, wrong = report.lines(), bool(report.findings)
        else:
            try:
                lines = check_against(GAME.convert(game, None, None), twin, games, show)
                wrong = False
            except Differs as found:
                lines, wrong = str(found).splitlines(), True
    for line in lines:
        say(line)
    raise SystemExit(wrong)


KINDS = ("dice", "cards", "grid")


@examples(
    """
    aicore new game bluff               bluff.py, with dice, plays at once
    aicore new game bluff --with cards  or with cards, or on a grid
    aicore new game bluff --cython      bluff/, compiled: bluff.py is its twin
    aicore new game ./liars.py --cython liars/, for a game that you have
    aicore new player cautious          cautious.py, and a test beside it
    """
)
@click.command()
@click.argument("what", type=click.Choice(("game", "player")))
@click.argument("name")
@click.option(
    "--with", "kind", type=click.Choice(KINDS), default="dice", show_default=True,
    help="What the game is played with.",
)  # fmt: skip
@click.option(
    "--cython", is_flag=True,
    help="Write the folder of a compiled game, with the plain one as its twin in a lock-step test.",
)  # fmt: skip
def new(what: str, name: str, kind: str, cython: bool) -> None:
    """Write a file to begin from: a game or a player called NAME.

    With --cython, NAME may be the file of a plain game.
    """
    from aicore.plain.new import (  # late: --help needs none of it
        write_compiled,
        write_game,
        write_player,
    )

    if cython and what == "player":
        raise click.UsageError("--cython is for games")
    if what == "game":
        written, following = write_compiled(name, kind) if cython else write_game(name, kind)
    else:
        written, following = write_player(name)
    for path in written:
        say(f"wrote {path}")
    say(following)
