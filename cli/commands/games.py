"""Commands that list games, their rules, and players."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.options import GAME, examples


@examples(
    """
    aicore games
    aicore play booster --option target=15
    """
)
@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each game.")
def games(**given: Any) -> None:
    """List the games, their seats and their rule options."""
    from aicore.cli.games import run  # late: --help needs none of it

    run(**given)


@examples(
    """
    aicore rules ransom
    aicore rules ransom boost          what the rules say of a word
    aicore rules ransom --law          complete, with notation, state and source
    aicore rules ransom --arrays       what networks are asked and shown
    aicore rules ransom | less
    """
)
@click.command()
@click.argument("game", type=GAME)
@click.argument("word", nargs=-1)
@click.option("--law", is_flag=True, help="The complete rules, for builders and researchers.")
@click.option("--arrays", is_flag=True, help="Words of actions and fields of observations.")
def rules(**given: Any) -> None:
    """Show the rules of GAME, or what they say of WORD."""
    from aicore.cli.rules import run  # late: --help needs none of it

    run(**given)


@examples(
    """
    aicore players
    aicore players --game booster
    aicore play booster --vs mcts:sims=5000
    """
)
@click.command()
@click.option("--game", type=GAME, metavar="GAME", help="Show the defaults for this game.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each player.")
def players(**given: Any) -> None:
    """List the players, what they do and their parameters.

    A spec is a name, or a name and parameters: mcts, mcts:sims=2000,c=0.7
    """
    from aicore.cli.players import run  # late: --help needs none of it

    run(**given)
