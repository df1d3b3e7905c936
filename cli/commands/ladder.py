"""`aicore ladder`: a folder of players, rated over time."""

from __future__ import annotations

from typing import Any

from aicore.cli.commands.tournament import anchor_option
from aicore.cli.options import (
    DEFAULT_MOVE_TIME,
    FOLDER,
    GAME,
    Number,
    Whole,
    examples,
    rules_option,
    seats_option,
)
from aicore.cli.spoken_help import argument, command, option

DEFAULT_GAMES = 200


@examples(
    """
    aicore ladder connect_four players
    aicore ladder connect_four players --games 1000 --anchor random=0
    aicore ladder relics players --seats 2 --jobs 2
    """
)
@command()
@argument("game", type=GAME)
@argument("folder", type=FOLDER, default="ladder", required=False)
@option(
    "--games",
    type=Whole(0),
    default=DEFAULT_GAMES,
    show_default=True,
    metavar="N",
    help="Number of games to add; 0 only writes the page again.",
)
@anchor_option
@seats_option
@option("--seed", metavar="SEED", help="Seed of the luck, any number or word; random by default.")
@rules_option
@option(
    "--move-time",
    type=Number(0),
    metavar="S",
    help="Seconds per decision; a player that takes three times as long loses. 0: no limit; "
    "default {seconds:g}.",
    slots={"seconds": DEFAULT_MOVE_TIME},
)
@option(
    "--opening-plies",
    type=Whole(0, 1000),
    metavar="N",
    help="Random moves that begin a game; default 4 in games without luck, else none.",
)
@option(
    "--replays",
    type=Whole(0, 1000),
    default=12,
    show_default=True,
    metavar="N",
    help="Number of games to show, move by move.",
)
@option("--jobs", type=Whole(1), metavar="N", help="Worker processes; default: one per core.")
@option("--quiet", is_flag=True, help="Show no progress and no table.")
def ladder(**given: Any) -> int:
    """Rate the players in FOLDER at GAME over time.

    FOLDER (default: ladder) may contain players.txt with a SPEC per line, players in Python (*.py),
    networks (*.net, *.onnx) and executable engines. Run the command again whenever you have added a
    player or want to know more. It plays the games that tell most about the players' strengths.
    Players whose file is gone keep their rating and no longer play.

    The games are in FOLDER/GAME.tournament, which `aicore tournament report` reads. The page is
    FOLDER/GAME/index.html, with ratings, their curves, and games to step through.
    """
    from aicore.cli.ladder import run  # late: --help needs none of it

    return run(**given)
