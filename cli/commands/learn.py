"""`aicore learn`: a first game, step by step."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.options import GAME, examples


@examples(
    """
    aicore learn relics
    aicore learn ransom
    """
)
@click.command()
@click.argument("game", type=GAME)
def learn(**given: Any) -> None:
    """Learn GAME in its first turns.

    Each step says what to do; any other move is answered by a sentence, and nothing is lost.
    Afterwards the game may be left, and `aicore play` begins one of your own.
    """
    from aicore.cli.learn import run  # late: --help needs none of it

    run(**given)
