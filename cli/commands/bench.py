"""`aicore bench`: speed of the engine and the searchers on this machine."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.options import GAME, Number, Whole, examples
from aicore.cli.streams import say


@examples(
    """
    aicore bench
    aicore bench booster --seconds 5
    aicore bench booster --sims 20000 --threads 4 --json
    aicore bench --signature
    """
)
@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each game.")
@click.option(
    "--sims",
    type=Whole(1),
    metavar="N",
    help="Simulations of mcts; default: as many as --seconds allow.",
)
@click.option(
    "--threads",
    type=Whole(1),
    default=1,
    metavar="N",
    show_default=True,
    help="Threads of mcts.",
)
@click.option(
    "--seconds",
    type=Number(0, min_open=True),
    default=1.0,
    metavar="S",
    show_default=True,
    help="Time for each measurement.",
)
@click.option(
    "--signature",
    "signed",
    is_flag=True,
    help="Print instead a hash of what each player decides on fixed positions.",
)
def bench(game: str | None, signed: bool, **given: Any) -> None:
    """Measure the speed of a game's rules and searches.

    How many moves and random games a second, how long it takes to copy a state, how many
    simulations of mcts and nodes of expectimax a second, how many bytes a node takes. Without GAME
    all games are measured in turn.
    """
    if signed:
        # late: --help needs neither, and a hash needs no tables
        from aicore.arena.signature import signatures
        from aicore.core.registry import names

        for name in [game] if game else names():
            for spec, digits in signatures(name).items():
                say(f"{name} {spec} {digits}")
    else:
        from aicore.cli.bench import run  # late: --help needs none of it

        run(game, **given)
