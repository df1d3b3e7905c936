"""`aicore learn`: a first game, step by step."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import GAME, examples
from aicore.cli.spoken_help import argument, command


@examples(
    """
    aicore learn relics
    aicore learn ransom
    """
)
@command()
@argument("game", type=GAME)
def learn(**given: Any) -> None:
    """Learn GAME by playing its first turns.

    Each step tells you what to do. If you try another move, a sentence explains why not, and
    nothing is lost. When the lesson is over, start a game of your own with `aicore play`.
    """
    from aicore.cli.learn import run  # late: --help needs none of it

    run(**given)
