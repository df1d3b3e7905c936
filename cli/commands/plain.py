"""`aicore check` and `aicore new`: for who writes games and players in plain Python."""

from __future__ import annotations

from pathlib import Path

import click

from aicore.cli.options import Whole, examples
from aicore.cli.streams import say


@examples(
    """
    aicore check ./liars.py
    aicore check ./liars.py --games 200
    """
)
@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--games",
    type=Whole(1, 1_000_000),
    default=60,
    show_default=True,
    metavar="N",
    help="Random games of each number of seats.",
)
def check(file: Path, games: int) -> None:
    """Look for mistakes in the game of a FILE in plain Python.

    Plays random games with every number of seats and every option, and checks what must hold in
    them. You see what is wrong and in which line; the exit code is 1 then.
    """
    # late: --help needs none of it
    from aicore.cli.screen import make_console
    from aicore.plain.check import check_file

    console = make_console()
    with console.status("checking", spinner="line") as status:
        report = check_file(file, games, lambda text: status.update(f"checking: {text}"))
    for line in report.lines():
        say(line)
    raise SystemExit(1 if report.findings else 0)


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
