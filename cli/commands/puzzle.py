"""`aicore puzzle`: positions with one best action, to solve; `aicore puzzles`: to make more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aicore.cli.options import GAME, SPEC, Whole, examples
from aicore.cli.spoken_help import argument, command, option

FIRST_SEED = 1 << 20  # default first seed of the games that puzzles are made from


@examples(
    """
    aicore puzzle relics
    aicore puzzle relics 12
    aicore puzzle connect_four --file mine.jsonl
    """
)
@command()
@argument("game", type=GAME)
@argument("number", type=Whole(1), required=False)
@option("--file", "file", type=click.Path(path_type=Path), help="A file with puzzles of your own.")
def puzzle(**given: Any) -> None:
    """Solve puzzles in GAME: find the one best move.

    The positions come from games between computer players. Every candidate move was played out
    hundreds of times, and the best leads the second by at least 15 % of what can be won. NUMBER
    picks a puzzle; without it, you start with the first one that you have not solved. A game
    without puzzles of its own has those of GAME.puzzles.jsonl, where `aicore puzzles` puts them.
    """
    from aicore.cli.puzzle import run  # late: --help needs none of it

    run(**given)


@examples(
    """
    aicore puzzles booster --games 200 --out booster.jsonl
    aicore puzzles relics --judge script --out relics.jsonl --jobs 4
    aicore puzzle booster --file booster.jsonl
    aicore puzzles ./liars.py --games 20 && aicore puzzle ./liars.py
    """
)
@command()
@argument("game", type=GAME)
@option("--out", type=click.Path(path_type=Path),
              help="File to add the puzzles to; default: GAME.puzzles.jsonl.")  # fmt: skip
@option("--games", type=Whole(1, 1_000_000), default=50, show_default=True,
              metavar="N", help="Games to search.")  # fmt: skip
@option("--seats", type=Whole(1, 6), metavar="N", help="Number of seats; default: the game's.")
@option("--by", type=SPEC, default="mcts:sims=200", show_default=True, metavar="SPEC",
              help="Player for the games.")  # fmt: skip
@option("--judge", type=SPEC, metavar="SPEC",
              help="Player for the rollouts; default: as in `aicore rollout`.")  # fmt: skip
@option("--rollouts", type=Whole(48, 1_000_000), default=200, show_default=True,
              metavar="N", help="Games to play out per action.")  # fmt: skip
@option("--seed", type=Whole(0, 2**40), default=FIRST_SEED, show_default=True,
              metavar="N", help="Seed of the first game.")  # fmt: skip
@option("--jobs", type=Whole(1, 1024), metavar="N",
              help="Worker processes; default: one per core.")  # fmt: skip
def puzzles(**given: Any) -> int:
    """Make puzzles for GAME from self-play games.

    A decision becomes a puzzle if one action leads all others by four standard errors and by 15 %
    of what can be won. The check uses fresh cards and dice. Each puzzle is added to --out at once,
    so Ctrl-C loses nothing.
    """
    from aicore.cli.puzzles import run  # late: --help needs none of it

    return run(**given)
