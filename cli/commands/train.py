"""`aicore train`: a network that learns a game by self-play."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import (
    FOLDER,
    GAME,
    PATH,
    Number,
    Whole,
    examples,
    rules_option,
    seats_option,
)
from aicore.cli.spoken_help import argument, command, option


@examples(
    """
    aicore train liars.py
    aicore train connect_four --minutes 30
    aicore train leduc_poker --generations 200 --seed 1
    aicore train --resume connect_four.run
    aicore train gratis3 --seats 3 --hours 8 --from gratis3.net
    """
)
@command()
@argument("game", type=GAME, required=False)
@option(
    "--minutes",
    type=Number(0.05, 60 * 24 * 60),
    metavar="M",
    help="Train for M minutes; default 10.",
)
@option("--hours", type=Number(0.01, 24 * 60), metavar="H", help="Train for H hours.")
@option(
    "--generations",
    type=Whole(1, 10**6),
    metavar="N",
    help="Train for N rounds of games; equal seeds then give equal files.",
)
@option("--resume", type=FOLDER, metavar="RUN", help="Continue the run in this folder.")
@option(
    "--from",
    "start",
    metavar="START",
    help="Start from nothing, playouts, script, or a network's file; by default, the start that "
    "does best in a short trial.",
)
@seats_option
@rules_option
@option(
    "--seed",
    type=Whole(0, 2**31 - 1),
    default=1,
    show_default=True,
    metavar="N",
    help="Seed of all random numbers.",
)
@option("--out", type=PATH, metavar="FILE", help="The network's file; default: GAME.net.")
@option("--run", "folder", type=FOLDER, metavar="RUN", help="The run's folder; default: GAME.run.")
@option("--jobs", type=Whole(1), metavar="N", help="Games to play at once; default: one per core.")
@option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of this dask scheduler, as in tcp://host:8786.",
)
@option(
    "--sims",
    type=Whole(2, 10**5),
    metavar="N",
    help="Simulations per decision that the network learns from.",
)
@option("--widths", metavar="N,N,...", help="Widths of the network's layers, multiples of 32.")
@option(
    "--match/--no-match",
    "match",
    default=None,
    help="Play the last match against the game's default player; on by default, except with "
    "--generations.",
)
@option("--html", metavar="PAGE", help="Write a self-contained page about the run.")
@option("--quiet", is_flag=True, help="Show no progress.")
def train(**given: Any) -> int:
    """Train a network to play GAME, by self-play.

    A short trial picks the best start: nothing, playouts, or the game's own script. From time to
    time, the newest network plays the best one so far, and replaces it unless it is worse. At the
    end, the network plays the game's default player with the same time per decision, and the
    command recommends one of them.

    Stop whenever you like: `aicore train --resume RUN` continues. See docs/training.md.
    """
    from aicore.cli.train import run  # late: --help needs none of it

    return run(**given)
